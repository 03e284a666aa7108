"""Dataset 58 of universal files: functions, as text and binary."""
from __future__ import annotations

import dataclasses
import re

import numpy as np

from slideway.exchange.responses import Point, Response, unit_of_response
from slideway.exchange.unit_text import FORCE, G, MOMENT, motion_of, parsed
from slideway.exchange.universal_lines import Lines, integers, reals, text_numbers

KINDS = {8: "displacement", 11: "velocity", 12: "acceleration"}  #: of an axis
FORCES = {9, 13}  #: reaction and excitation force
FREQUENCY = 18
FRF = 4


@dataclasses.dataclass
class Axis:
    """One of the four axes: its kind, exponents of length and force, label and unit."""

    kind: int
    length: int
    force: int
    label: str
    unit: str


@dataclasses.dataclass
class Raw:
    """A function as the file has it. axes: abscissa, ordinate numerator, ordinate denominator."""

    function: int
    name: str
    output: Point
    entry: Point
    axes: list[Axis]
    x: np.ndarray
    y: np.ndarray
    place: str

    @property
    def is_frf(self) -> bool:
        return self.function == FRF and self.axes[0].kind in (FREQUENCY, 0)

    def in_si(self, length: float, force: float, known_units: bool) -> tuple[Response, list[str], list[str]]:
        """(response in SI, notes, warnings). length, force: factors of dataset 164, for axes without a unit."""
        notes, alarms = [], []
        top, powers = self._factor(self.axes[1], length, notes, alarms, known_units)
        bottom, below = self._factor(self.axes[2], force, notes, alarms, known_units)
        quantity, per_force = motion_of(powers), self._is_force(below)
        if not quantity and powers[1] == -1:  # the ordinate names the whole unit: "m/N"
            whole = tuple(a + b for a, b in zip(powers, FORCE))
            quantity, bottom, per_force = motion_of(whole), 1.0, True
        elif not per_force and motion_of(below) != "":
            per_force = False
        if not quantity:
            quantity = self._rotation(powers)
        x, unit = self.x, parsed(self.axes[0].unit)
        if unit is not None and unit[1] == (0, 0, -1):
            x = x * unit[0] / (2 * np.pi if "rad" in self.axes[0].unit else 1.0)
        if not quantity:
            notes.append(f"{self.place}: the quantity of the output is unknown (axis type {self.axes[1].kind}, unit "
                         f"\"{self.axes[1].unit}\")")
        text = unit_of_response(quantity, self.output, self.entry, per_force)
        return Response(self.y * (top / bottom), x, self.output, self.entry, quantity, per_force, text, self.name,
                        self.place), notes, alarms

    def _rotation(self, powers) -> str:
        """Quantity of a rotation, whose unit is rad, rad/s or rad/s^2."""
        turns = abs(self.output.direction) > 3 and powers[:2] == (0, 0)
        return {0: "displacement", -1: "velocity", -2: "acceleration"}.get(powers[2], "") if turns else ""

    @staticmethod
    def _is_force(powers) -> bool:
        return powers in (FORCE, MOMENT)

    def _factor(self, axis: Axis, base: float, notes: list, alarms: list, known_units: bool):
        """(factor to SI, powers of length, mass and time) of an axis: by its unit, else by its kind."""
        by_kind = {8: (1, 0, 0), 11: (1, 0, -1), 12: (1, 0, -2), 9: FORCE, 13: FORCE}.get(axis.kind, (0, 0, 0))
        unit = parsed(axis.unit)
        if unit is None:
            if axis.unit and axis.unit.upper() != "NONE":
                alarms.append(f'{self.place}: unit "{axis.unit}" of axis "{axis.label}" is unknown; taken by the '
                              f"axis type {axis.kind} in " + ("units of dataset 164" if known_units else "SI"))
            return (1.0 / base if by_kind != (0, 0, 0) else 1.0), by_kind
        factor, powers = unit
        if factor == G:
            notes.append(f'{self.place}: unit "{axis.unit}" of axis "{axis.label}": multiplied by {G} to m/s^2')
        given, stated = (axis.length, axis.force), (powers[0] - powers[1], powers[1])
        if given != stated and powers != (0, 0, 0):
            if given == (0, 0):
                notes.append(f'axes "{axis.label}" have no exponents; their unit "{axis.unit}" counts')
            else:
                alarms.append(f'{self.place}: axis "{axis.label}" has exponents {axis.length} of length and {axis.force} '
                              f'of force, and unit "{axis.unit}"; the unit counts')
        if axis.kind in KINDS and motion_of(powers) and motion_of(powers) != KINDS[axis.kind]:
            alarms.append(f'{self.place}: axis "{axis.label}" is {KINDS[axis.kind]} by its type {axis.kind}, and its unit '
                          f'is "{axis.unit}"; the unit counts')
        return factor, powers


def read(lines: Lines, head: str) -> Raw:
    """Reads a dataset 58 or 58b, up to its closing -1. head: its first line."""
    begin = lines.number
    binary = _binary_head(lines, head) if head[:7].strip().lower() == "58b" else None
    names = [lines.record("ID line").strip() for _ in range(5)]
    function, output, entry = _points(lines, lines.record("record 6"))
    line = lines.record("record 7")
    ordinate, n, even = integers(lines, line[:30], 3, "record 7")[:3]
    start, step, *_ = reals(lines, line[30:], (13,), "record 7") + [0.0, 0.0]
    if ordinate not in (2, 4, 5, 6):
        lines.refuse(f"ordinate data type {ordinate}; expected 2, 4 (real), 5 or 6 (complex)")
    if not 0 <= n <= lines.bytes_left():
        lines.refuse(f"{n} points, more than the file holds")
    axes = [_axis(lines, lines.record("record of an axis")) for _ in range(4)]
    parts = 2 if ordinate > 4 else 1
    numbers = (_from_bytes(lines, binary, n, ordinate, bool(even), begin) if binary
               else text_numbers(lines, n, parts + (0 if even else 1), _widths(ordinate, bool(even))))
    table = numbers.reshape(n, -1)
    x = start + step * np.arange(n) if even else table[:, 0]
    y = table[:, 0 if even else 1:]
    return Raw(function, names[0], output, entry, axes, x, y[:, 0] + 1j * y[:, 1] if parts == 2 else y[:, 0],
               f"{lines.file}:{begin}")


def _widths(ordinate: int, even: bool) -> tuple[int, ...]:
    """Columns of the numbers of a line, which repeat."""
    single = ordinate in (2, 5)
    if even or single:
        return (13,) if single else (20,)
    return (13, 20) if ordinate == 4 else (13, 20, 20)


def _points(lines: Lines, line: str) -> tuple[int, Point, Point]:
    """Function type, and the points of response and reference. Names may be longer than their columns."""
    fixed = line.ljust(80)
    try:
        return (int(fixed[:5]), Point(int(fixed[41:51]), int(fixed[51:55])), Point(int(fixed[66:76]), int(fixed[76:80])))
    except ValueError:
        found = re.match(r".*?\s(-?\d+)\s+([+-]?[0-6])\s+\S.*?\s(-?\d+)\s+([+-]?[0-6])\s*$", line[30:])
        if not found or not fixed[:5].strip().isdecimal():
            lines.refuse(f'record 6: "{line.strip()[:60]}"; expected names, nodes and directions')
        numbers = [int(text) for text in found.groups()]
        return int(fixed[:5]), Point(*numbers[:2]), Point(*numbers[2:])


def _axis(lines: Lines, line: str) -> Axis:
    kind, length, force, *_ = integers(lines, " ".join(
        (line[:10], line[10:15], line[15:20], line[20:25])), 4, "record of an axis")
    return Axis(kind, length, force, line[26:46].strip(), line[47:67].strip())


@dataclasses.dataclass
class _Binary:
    order: str  # < or >
    n_bytes: int


def _binary_head(lines: Lines, head: str) -> _Binary:
    numbers = integers(lines, head[7:], 4, "dataset 58b")
    order, form, _, n_bytes = numbers[:4]
    if order not in (1, 2) or form != 2:
        lines.refuse(f"byte order {order}, format of numbers {form}; expected 1 (little) or 2 (big), and 2 (IEEE)")
    return _Binary("<" if order == 1 else ">", n_bytes)


def _from_bytes(lines: Lines, binary: _Binary, n: int, ordinate: int, even: bool, begin: int) -> np.ndarray:
    """Numbers of a binary dataset, row by row. The abscissa of uneven data may have 4 or 8 bytes."""
    size = 4 if ordinate in (2, 5) else 8
    parts = 2 if ordinate > 4 else 1
    name = f"{'complex' if parts == 2 else 'real'} {'single' if size == 4 else 'double'}"
    allowed = [n * parts * size] if even else [n * (parts * size + x) for x in dict.fromkeys((size, 4))]
    if binary.n_bytes not in allowed:
        lines.refuse(f"{binary.n_bytes} bytes announced; {n} {name} numbers are {allowed[0]}")
    data = lines.take(binary.n_bytes)
    if len(data) != binary.n_bytes:
        lines.refuse(f"{len(data)} of {binary.n_bytes} bytes; the closing -1 is missing")
    y = ("y", f"{binary.order}f{size}", (parts,))
    if even:
        table = np.frombuffer(data, [y])["y"]
    else:
        x = binary.n_bytes // n - parts * size if n else size
        held = np.frombuffer(data, [("x", f"{binary.order}f{x}"), y])
        table = np.column_stack([held["x"], held["y"]])
    lines.skip_blanks()
    line = lines.next()
    if line is None or line.strip() != "-1":
        lines.refuse(f"no closing -1 after {binary.n_bytes} bytes")
    numbers = table.astype(float).ravel()
    if not np.all(np.isfinite(numbers)):
        lines.refuse("a number is not finite; expected finite numbers")
    return numbers
