"""Joint laws of a script's own."""
from __future__ import annotations

import ctypes
import math

import _slideway
from _slideway import InputError

from slideway.place import refuse


class Law(_slideway.ScriptLaw):
    """A joint law of one's own, without memory: model.joint("bush", law=sw.Law(f), between=[...]).

    function: f(r, v) gives (force [N] that the first body puts on the second, df/dr [N/m], df/dv [N s/m])
        at r [m], v [m/s]: numbers in transients (`forward-increment`, `runge-kutta`), arrays in a
        `forced-response` with sampled forces, where a slope may also be one number. It is called from
        other threads, one at a time. Or a compiled function

            double f(double r, double v, const double* parameters, double* df);

        which gives the force and sets df[0] = df/dr, df[1] = df/dv: a function of ctypes or cffi,
        numba.cfunc, scipy.LowLevelCallable, or its address. Python has no part in the loop then,
        and several threads may call it at once. What it reads besides must last as long as the law.
    parameters: numbers that a compiled function gets.
    check_slopes: compares the slopes with differences of the force now and then, at states that
        the motion passes.
    """

    def __init__(self, function, parameters=(), check_slopes: bool = True):
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
        if not isinstance(check_slopes, bool):
            _refuse("check_slopes", check_slopes, "expected True or False")
        try:
            super().__init__(function if address is None else None, address or 0, numbers,
                             check_slopes, name)
        except InputError as error:
            _refuse("function", function, str(error).partition(": ")[2])
        self.function = function  # kept: the code of a library goes with it


def _compiled(function) -> tuple[str, int | None]:
    """The name of a function, and its address if it is compiled."""
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
