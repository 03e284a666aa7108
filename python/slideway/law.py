"""Joint laws that a script defines."""
from __future__ import annotations

import ctypes
import math
import sys
from functools import partial

import numpy as np

import _slideway
from _slideway import InputError

from slideway.place import refuse
from slideway.slopes import ComplexStep, Differences, Given


class Law(_slideway.ScriptLaw):
    """A joint law without memory that a script defines: model.joint("bush", law=sw.Law(f),
    between=[...]).

    function: f(r, v) returns (force [N] that the first body exerts on the second, df/dr [N/m],
        df/dv [N s/m]) at r [m], v [m/s]. It takes and returns numbers in transients
        (`forward-increment`, `runge-kutta`). In a `forced-response` with sampled forces it takes
        and returns arrays; a slope may be one number. Other threads call it, one at a time.
    parameters: numbers that are passed to a compiled function.
    check_slopes: compare the slopes with differences of the force now and then, at states of the
        motion.
    smooth: the force is a smooth function of r and v. Forced responses with exact forces, backbones
        and periodic orbits accept such a law. They call the function with arrays.
    spring: the force is a smooth function of r alone. The function takes r, as a number or an array,
        and returns force and df/dr. It is accepted where smooth laws are, and by conservative
        backbones.
    odd: states that f(-r, -v) = -f(r, v), so that motions have the symmetry of such a law. Checked.
    slopes: "given": the function returns them. "complex-step" or "differences": it returns the force
        alone, and its slopes follow from a complex step or from central differences.
    step: of differences: [m] of a spring, otherwise (m, m/s). `slope_error` is then their error.

    The function may also be compiled:

        double f(double r, double v, const double* parameters, double* df);

    It returns the force and sets df[0] = df/dr, df[1] = df/dv. Pass a function of ctypes or cffi, a
    numba.cfunc, a scipy.LowLevelCallable, or an address. Python then takes no part in the loop, and
    several threads may call the function at once. All data that it reads must live as long as the
    law.
    """

    def __init__(self, function, parameters=(), check_slopes: bool = True, *, smooth: bool = False,
                 spring: bool = False, odd: bool = False, slopes: str = "given", step=None):
        name, address = _compiled(function)
        if address is None and not callable(function):
            _refuse("function", function, "expected a callable, or a compiled function")
        try:
            numbers = [float(number) for number in parameters]
        except (TypeError, ValueError):
            _refuse("parameters", parameters, "expected numbers")
        if not all(map(math.isfinite, numbers)):
            _refuse("parameters", parameters, "expected finite numbers")
        if address is None and numbers:
            _refuse("parameters", parameters, "a function of Python has its own; expected none")
        for key, value in dict(check_slopes=check_slopes, smooth=smooth, spring=spring, odd=odd).items():
            if not isinstance(value, bool):
                _refuse(key, value, "expected True or False")
        self._calls = _calls(function, spring, slopes, step) if address is None else None
        if address is not None and (slopes, step) != ("given", None):
            _refuse("slopes", slopes, "a compiled function sets its slopes; expected \"given\", without step")
        try:
            super().__init__(self._calls, address or 0, numbers, check_slopes, smooth, spring, odd, name)
        except InputError as error:
            _refuse("function", function, str(error).partition(": ")[2])
        self.function = function  # keeps the library of the function loaded
        self._arguments = (function, parameters, check_slopes)
        self._statements = dict(smooth=smooth, spring=spring, odd=odd, slopes=slopes, step=step)

    def __deepcopy__(self, _) -> Law:
        return self

    def __reduce__(self):
        module = sys.modules.get(getattr(self.function, "__module__", None))
        name = getattr(self.function, "__qualname__", "")
        if not name or getattr(module, name, None) is not self.function:
            refuse(f"{self!r}; no pickle holds it: expected a function that a module defines by "
                   "its name")
        return partial(Law, **self._statements), self._arguments

    @property
    def slope_error(self) -> float | None:
        """Largest relative error of slopes by differences in the calls so far; None for other slopes."""
        return self._calls.error if isinstance(self._calls, Differences) else None


def _calls(function, spring: bool, slopes: str, step):
    """The function of (r, v) that returns force and both slopes."""
    if slopes == "differences":
        try:
            steps = np.array(step, dtype=float)
        except (TypeError, ValueError):
            steps = np.array(math.nan)
        if steps.shape != (() if spring else (2,)) or not (np.isfinite(steps) & (steps > 0)).all():
            _refuse("step", step, "expected a step of r [m] > 0" if spring else
                    "expected steps of r [m] and v [m/s], both > 0")
        return Differences(function, spring, float(steps) if spring else steps.tolist())
    if step is not None:
        _refuse("step", step, "only slopes = \"differences\" take steps")
    if slopes == "complex-step":
        return ComplexStep(function, spring)
    if slopes != "given":
        _refuse("slopes", slopes, 'expected "given", "complex-step" or "differences"')
    return Given(function, spring) if spring else function


def _compiled(function) -> tuple[str, int | None]:
    """Name of a function, and its address if it is compiled."""
    name = getattr(function, "__name__", None) or type(function).__name__
    if isinstance(function, int) and not isinstance(function, bool):
        return (f"{function:#x}", function if 0 < function < 2**64 else 0)
    if isinstance(function, ctypes._CFuncPtr):
        return name, ctypes.cast(function, ctypes.c_void_p).value or 0
    if isinstance(getattr(function, "address", None), int):  # numba.cfunc
        return name, function.address
    if type(function).__name__ == "LowLevelCallable":  # of scipy
        return _compiled(function.function)
    if type(function).__module__ == "_cffi_backend":
        import _cffi_backend
        return name, int(_cffi_backend.FFI().cast("uintptr_t", function))
    return name, None


def _refuse(key: str, value, expected: str):
    text = repr(value)
    refuse(f"Law: {key} = {text if len(text) < 80 else text[:77] + '...'}; {expected}")
