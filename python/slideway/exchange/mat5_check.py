"""Check of the elements of a file of MATLAB, version 5: scipy crashes on some damaged files."""
from __future__ import annotations

import math
import struct
import zlib

NUMBERS = {1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 17, 18}  #: types of elements with numbers or texts
MATRIX, COMPRESSED, FLAGS, SIZES, NAME = 14, 15, 6, 5, 1
CELL, STRUCT, OBJECT, SPARSE = 1, 2, 3, 5  #: classes of variables; 4 and 6 to 15 are texts and numbers
DEEPEST = 60  #: levels of structs and cells


def fault_of(data: bytes) -> str:
    """What is wrong with the elements of a file; "" if nothing is.

    Source: MathWorks, MAT-File Format, version 5.
    """
    if len(data) < 128 or data[126:128] not in (b"IM", b"MI"):
        return "no header of 128 bytes"
    order = "<" if data[126:128] == b"IM" else ">"
    try:
        for kind, content, place in _elements(memoryview(data)[128:], order, 128):
            if kind == COMPRESSED:
                inner = _elements(_expanded(content, place), order, place)
                if [one[0] for one in inner] != [MATRIX]:
                    raise ValueError(f"byte {place}: expected one compressed variable")
                kind, content, place = inner[0]
            if kind != MATRIX:
                raise ValueError(f"byte {place}: element of type {kind}; expected a variable")
            _check_variable(content, order, place, 0)
    except ValueError as error:
        return str(error)
    return ""


def _expanded(content: memoryview, place: int) -> memoryview:
    try:
        return memoryview(zlib.decompress(content))
    except zlib.error:
        raise ValueError(f"byte {place}: compressed data are damaged") from None


def _elements(data: memoryview, order: str, place: int) -> list[tuple[int, memoryview, int]]:
    """(type, content, byte of the file) of a sequence of elements."""
    found, at = [], 0
    while at < len(data):
        if len(data) - at < 8:
            raise ValueError(f"byte {place + at}: the file ends within an element")
        kind, size = struct.unpack_from(f"{order}II", data, at)
        small = kind >> 16
        kind, size, begin = (kind & 0xFFFF, kind >> 16, at + 4) if small else (kind, size, at + 8)
        if kind not in NUMBERS and kind not in (MATRIX, COMPRESSED) or small and (size > 4 or kind not in NUMBERS):
            raise ValueError(f"byte {place + at}: an element of type {kind} with {size} bytes, which the format does "
                             "not have")
        if size > len(data) - begin:
            raise ValueError(f"byte {place + at}: an element of {size} bytes; {len(data) - begin} follow")
        found.append((kind, data[begin:begin + size], place + at))
        at = at + 8 if small else begin + (size if kind == COMPRESSED else -(-size // 8) * 8)
    return found


def _check_variable(data: memoryview, order: str, place: int, depth: int) -> None:
    """Checks flags, sizes, name and content of a variable, and the variables within."""
    if depth > DEEPEST:
        raise ValueError(f"byte {place}: nested more than {DEEPEST} deep")
    parts = _elements(data, order, place + 8)
    if not parts:  # an empty variable within a struct
        return
    if parts[0][0] != FLAGS or len(parts[0][1]) != 8:
        raise ValueError(f"byte {place}: the flags of a variable are damaged")
    flags = struct.unpack_from(f"{order}I", parts[0][1])[0]
    kind = flags & 0xFF
    if kind in (16, 17):  # functions and opaque objects, which are not used
        return
    if not 1 <= kind <= 15 or [part[0] for part in parts[1:3]] != [SIZES, NAME] or not 8 <= len(parts[1][1]) <= 256:
        raise ValueError(f"byte {place}: class, sizes or name of a variable are damaged")
    sizes = struct.unpack_from(f"{order}{len(parts[1][1]) // 4}i", parts[1][1])
    if any(n < 0 for n in sizes):
        raise ValueError(f"byte {place}: a variable has a negative size")
    n, rest = math.prod(sizes), parts[3:]
    if kind in (STRUCT, OBJECT):
        names = rest[1:3] if kind == OBJECT else rest[:2]
        rest = rest[3:] if kind == OBJECT else rest[2:]
        if [part[0] for part in names] != [SIZES, NAME] or len(names[0][1]) != 4:
            raise ValueError(f"byte {place}: the names of the fields are damaged")
        length = struct.unpack_from(f"{order}i", names[0][1])[0]
        if length < 1 or len(names[1][1]) % length:
            raise ValueError(f"byte {place}: the names of the fields are damaged")
        n *= len(names[1][1]) // length
    if kind in (CELL, STRUCT, OBJECT):
        if [part[0] for part in rest] != [MATRIX] * n:
            raise ValueError(f"byte {place}: {len(rest)} members of a cell or a struct; expected {n}")
        for _, content, at in rest:
            _check_variable(content, order, at, depth + 1)
        return
    expected = (3 if kind == SPARSE else 1) + bool(flags & 0x800)  # an imaginary part
    if len(rest) != expected or any(part[0] not in NUMBERS for part in rest):
        raise ValueError(f"byte {place}: {len(rest)} elements of numbers in a variable; expected {expected}")
