"""Slopes of forces that scripts state alone, by a complex step or by differences."""
from __future__ import annotations

import numpy as np

COMPLEX_STEP = 1e-180  #: so small that its square is 0, and the real part of the force exact


class Given:
    """Force and slopes of the function itself. That of a spring takes r alone and returns two values."""

    def __init__(self, function, spring: bool):
        self.function, self.spring = function, spring

    def __call__(self, r, v):
        values = self.function(r) if self.spring else self.function(r, v)
        if not self.spring:
            return values
        if not isinstance(values, (tuple, list)) or len(values) != 2:
            raise TypeError(f"it returned {_described(values)}; expected force and df/dr")
        return (*values, 0.0)


class ComplexStep:
    """Slopes as the imaginary part of the force at a complex displacement or velocity."""

    def __init__(self, function, spring: bool):
        self.function, self.spring = function, spring

    def __call__(self, r, v):
        state = [r] if self.spring else [r, v]
        slopes = [self._slope(state, k) for k in range(len(state))]
        return slopes[0][0], slopes[0][1], 0.0 if self.spring else slopes[1][1]

    def _slope(self, state, k):
        """Force, and its slope by the number k of the state."""
        def at(value):
            return self.function(*state[:k], value, *state[k + 1:])
        force = at(state[k] + 1j * COMPLEX_STEP)
        if np.iscomplexobj(force):
            return force.real, force.imag / COMPLEX_STEP
        # A damper does not depend on r: its force at another displacement is the same.
        if self.spring or not np.array_equal(force, at(2 * state[k] + 1)):
            raise TypeError(f"it returned {_described(force)} for a complex argument; expected an analytic "
                            'function of complex numbers, or slopes = "differences"')
        return force, 0.0


class Differences:
    """Slopes by central differences of fourth order: those of a step and of half of it. `error` is the
    largest difference of the two, divided by the largest slope so far: the error of the slopes is
    smaller, except for round-off of the force divided by the step."""

    def __init__(self, function, spring: bool, step):
        self.function, self.spring = function, spring
        self.step_r, self.step_v = (step, None) if spring else step
        self._apart = self._largest = 0.0

    @property
    def error(self) -> float:
        return self._apart / self._largest if self._largest > 0 else 0.0

    def __call__(self, r, v):
        by_r = self._slope(lambda away: self._at(r + away, v), self.step_r)
        by_v = 0.0 if self.spring else self._slope(lambda away: self._at(r, v + away), self.step_v)
        return self._at(r, v), by_r, by_v

    def _at(self, r, v):
        return self.function(r) if self.spring else self.function(r, v)

    def _slope(self, force, step: float):
        wide = (force(step) - force(-step)) / (2 * step)
        near = (force(step / 2) - force(-step / 2)) / step
        self._apart = max(self._apart, float(np.max(np.abs(near - wide))))
        self._largest = max(self._largest, float(np.max(np.abs(near))))
        return (4 * near - wide) / 3


def _described(value) -> str:
    if isinstance(value, (tuple, list)):
        return f"{len(value)} values"
    return f"a {type(value).__name__}"
