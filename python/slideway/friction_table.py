"""Friction coefficients that are functions of the sliding speed."""
from __future__ import annotations

import math

from slideway.place import refuse

MOST_SPEEDS = 4096  #: largest table; a smooth function needs fewer speeds
BEGUN_WITH = 16  #: number of equal pieces at the start
LOOKED_AT = 15  #: number of speeds within a piece where table and function are compared
UNDER = 0.98  #: fraction of `error`; between two compared speeds a parabola deviates by 2 % more


def friction(function, up_to: float, error: float = 1e-4) -> dict:
    """Tabulates a friction coefficient mu(speed), for model.contact(..., friction=...).

    function: mu at a sliding speed >= 0 [m/s], continuous.
    up_to: last speed of the table [m/s]; the coefficient is constant beyond it.
    error: largest allowed distance between the piecewise linear table and the function. Speeds are
        added where the distance is larger. `used` of the results reports it as "friction of
        CONTACT".
    """
    for name, value in (("up_to", up_to), ("error", error)):
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 < value < math.inf:
            refuse(f"friction: {name} = {value!r}; expected a number > 0")
    if not callable(function):
        refuse(f"friction: function = {function!r}; expected a callable")
    known = {}

    def mu(speed: float) -> float:
        if speed not in known:
            known[speed] = _value(function, speed)
        return known[speed]
    ends = [up_to * i / BEGUN_WITH for i in range(BEGUN_WITH + 1)]
    speeds = [0.0]
    pieces = list(zip(ends[:-1], ends[1:]))[::-1]
    while pieces:
        low, high = pieces.pop()
        off = max(abs(mu(low + (high - low) * x) - (mu(low) + (mu(high) - mu(low)) * x))
                  for x in (i / (LOOKED_AT + 1) for i in range(1, LOOKED_AT + 1)))
        if off <= UNDER * error:
            speeds.append(high)
            continue
        middle = (low + high) / 2
        if len(speeds) + len(pieces) > MOST_SPEEDS or not low < middle < high:
            refuse(f"friction: function = {_name(function)}; jumps or winds near {middle:.6g} m/s: a table of "
                   f"{MOST_SPEEDS} speeds is not within {error:g} of it")
        pieces += [(middle, high), (low, middle)]
    return {"speed": speeds, "mu": [mu(speed) for speed in speeds], "error": error}


def _name(function) -> str:
    return getattr(function, "__name__", None) or type(function).__name__


def _value(function, speed: float) -> float:
    try:
        value = function(speed)
    except Exception as error:
        refuse(f"friction: function = {_name(function)}; at {speed:.6g} m/s it raises {type(error).__name__}: "
               f"{' '.join(str(error).split())}", error)
    try:
        value = float(value)
    except (TypeError, ValueError):
        refuse(f"friction: function = {_name(function)}; at {speed:.6g} m/s it gives a {type(value).__name__}; "
               "expected a number")
    if not 0 <= value < math.inf:
        refuse(f"friction: function = {_name(function)}; at {speed:.6g} m/s it gives {value!r}; expected a number >= 0")
    return value
