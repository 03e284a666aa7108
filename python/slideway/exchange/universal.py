"""Universal files: geometry, groups, modes and responses."""
from __future__ import annotations

import dataclasses
import warnings
from collections import Counter

import numpy as np

from slideway.exchange import universal_58
from slideway.exchange.file_error import FileError
from slideway.exchange.responses import Response
from slideway.exchange.universal_lines import Lines, integers, reals

BEAMS = {11, 21, 22, 23, 24}  #: FE descriptors of dataset 2412 with a line for the orientation
GROUPS = {"2429": 2, "2430": 2, "2432": 2, "2435": 4, "2452": 4, "2467": 4, "2477": 4}  #: numbers per member


@dataclasses.dataclass
class Modes:
    """Modes of a file.

    frequency_hz, damping_ratio: n_modes. modal_mass: n_modes [kg], nan of complex modes. eigenvalue: n_modes
    [1/s], complex; nan of real modes. modal_a, modal_b: n_modes complex [kg/s], [kg/s^2], nan of real modes.
    labels: p numbers of nodes. shapes: n_modes x p x 6, x to rotation_z, as the file scales them (rotations per
    metre); nan where a mode lacks the node or the component.
    """

    frequency_hz: np.ndarray
    damping_ratio: np.ndarray
    modal_mass: np.ndarray
    eigenvalue: np.ndarray
    modal_a: np.ndarray
    modal_b: np.ndarray
    labels: np.ndarray
    shapes: np.ndarray

    def __len__(self) -> int:
        return len(self.frequency_hz)

    def __repr__(self) -> str:
        return f"<slideway.Modes: {len(self)} modes at {len(self.labels)} nodes>"


@dataclasses.dataclass
class Universal:
    """Content of a universal file in SI.

    nodes: positions [m] by label. elements: (type, labels of nodes) by label. groups: by name, a dict with
    `nodes` and `elements`, lists of labels. modes: `Modes`. responses: list of `Response`. units: what dataset 164
    states: description and factors (SI times factor is the file). header: lines of dataset 151. notes: what was
    left out or converted.
    """

    source: str
    nodes: dict[int, np.ndarray] = dataclasses.field(default_factory=dict)
    elements: dict[int, tuple[int, list[int]]] = dataclasses.field(default_factory=dict)
    groups: dict[str, dict[str, list[int]]] = dataclasses.field(default_factory=dict)
    modes: Modes | None = None
    responses: list[Response] = dataclasses.field(default_factory=list)
    units: dict = dataclasses.field(default_factory=dict)
    header: list[str] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)

    def __repr__(self) -> str:
        parts = [f"{len(held)} {name}" for name, held in (
            ("nodes", self.nodes), ("elements", self.elements), ("groups", self.groups), ("modes", self.modes or []),
            ("responses", self.responses)) if len(held)]
        return f"<slideway.Universal of {self.source}: {', '.join(parts) or 'nothing'}>"


def is_universal(head: bytes) -> bool:
    """True if a file begins as universal files do, after lines of text."""
    return any(line.rstrip() == b"    -1" for line in head.split(b"\n"))


def read_universal(file) -> Universal:
    """Reads a universal file: nodes (15, 781, 2411), elements (2412), groups, units (164), modes (55, 2414) and
    frequency responses (58, text and binary). Other datasets are skipped and counted in `notes`.

    Dataset 164 converts nodes and modes to SI; the unit texts of responses convert these. Where the unit text
    disagrees with the exponents or the kind of an axis, the text counts, and a warning says so. Raises FileError
    with file and line.
    """
    lines = Lines(file)
    read = _Reader(lines)
    while (line := lines.next()) is not None:
        if line.strip() != "-1" or not line.startswith("    "):
            continue
        lines.begin, lines.dataset = lines.number + 1, ""
        head = lines.next()
        if head is None:
            lines.refuse("a block begins with -1, and the file ends")
        lines.dataset = head[:6].strip()
        read.dataset(head)
        lines.dataset = ""
    if not lines.begin:
        raise FileError(f"{file}: not a universal file; expected blocks between lines with -1")
    return read.content()


@dataclasses.dataclass
class _Shape:
    """One mode as the file has it."""

    numbers: dict
    values: dict[int, np.ndarray]  # by label, up to 6


class _Reader:
    def __init__(self, lines: Lines):
        self.lines = lines
        self.found = Universal(str(lines.file))
        self.factors = (1.0, 1.0)  # of length and force: SI times factor is the file
        self.shapes: list[_Shape] = []
        self.responses: list[universal_58.Raw] = []
        self.skipped = Counter()

    def dataset(self, head: str) -> None:
        number = head[:6].strip()
        if number in ("15", "781", "2411"):
            self._nodes(number == "15")
        elif number == "151":
            while (line := self.lines.data()) is not None:
                self.found.header.append(line.strip())
        elif number == "164":
            self._units()
        elif number == "2412":
            self._elements()
        elif number in GROUPS:
            self._groups(GROUPS[number])
        elif number == "55":
            self._shape_55()
        elif number == "2414":
            self._shape_2414()
        elif number in ("58", "58b"):
            raw = universal_58.read(self.lines, head)
            if raw.is_frf:
                self.responses.append(raw)
            else:
                self.skipped["functions that are no frequency responses (dataset 58)"] += 1
        else:
            self._skip(f"dataset {number}")

    def _skip(self, what: str) -> None:
        self.skipped[what] += 1
        while self.lines.data() is not None:
            pass

    def _nodes(self, one_line: bool) -> None:
        lines = self.lines
        while (line := lines.data()) is not None:
            if one_line:
                label = integers(lines, line[:40], 4, "node")[0]
                X = reals(lines, line[40:], (13,), "coordinates")
            else:
                label = integers(lines, line, 4, "node")[0]
                X = reals(lines, lines.record("coordinates"), (25,), "coordinates")
            if len(X) < 3:
                lines.refuse(f"node {label}: {len(X)} coordinates; expected 3")
            if label in self.found.nodes:
                lines.refuse(f"node {label} is defined twice")
            self.found.nodes[label] = np.array(X[:3])

    def _units(self) -> None:
        head = self.lines.record("code of the units")
        values = reals(self.lines, self.lines.record("factors of the units"), (25,), "factors")
        if len(values) < 2 or not (values[0] > 0 and values[1] > 0):
            self.lines.refuse("factors of length and force; expected numbers > 0")
        self.factors = (values[0], values[1])
        self.found.units = {"code": head[:10].strip(), "description": head[10:30].strip(),
                            "length": values[0], "force": values[1]}
        while self.lines.data() is not None:
            pass

    def _elements(self) -> None:
        lines = self.lines
        while (line := lines.data()) is not None:
            label, kind, *_, count = integers(lines, line, 6, "element")[:6]
            if kind in BEAMS:
                lines.record("orientation")
            nodes: list[int] = []
            while len(nodes) < count:
                nodes += integers(lines, lines.record(f"nodes of element {label}"), 1, f"nodes of element {label}")
            self.found.elements[label] = (kind, nodes[:count])

    def _groups(self, per_member: int) -> None:
        lines = self.lines
        while (line := lines.data()) is not None:
            head = integers(lines, line, 2, "group")
            name = lines.record("name of a group").strip() or f"group_{head[0]}"
            numbers: list[int] = []
            while len(numbers) < head[-1] * per_member:
                numbers += integers(lines, lines.record(f"members of {name}"), 1, f"members of {name}")
            members = list(zip(numbers[::per_member], numbers[1::per_member]))
            self.found.groups[name] = {"nodes": [label for kind, label in members if kind == 7],
                                       "elements": [label for kind, label in members if kind == 8]}

    def _shape_55(self) -> None:
        lines = self.lines
        for _ in range(5):
            lines.record("ID line")
        _, analysis, _, _, kind, per_node = integers(lines, lines.record("record 6"), 6, "record 6")[:6]
        counts = integers(lines, lines.record("record 7"), 2, "record 7")
        numbers: list[float] = []
        while len(numbers) < counts[1]:
            numbers += reals(lines, lines.record("record 8"), (13,), "record 8")
        if analysis not in (2, 3, 7):
            self._skip(f"dataset 55 of analysis type {analysis}")
            return
        self.shapes.append(_Shape(self._of_mode(analysis, numbers), self._values(kind, per_node)))

    def _shape_2414(self) -> None:
        lines = self.lines
        for _ in range(2):
            lines.record("label and name")
        location = integers(lines, lines.record("place of the data"), 1, "place of the data")[0]
        for _ in range(5):
            lines.record("ID line")
        _, analysis, _, _, kind, per_node = integers(lines, lines.record("record 9"), 6, "record 9")[:6]
        for _ in range(2):
            lines.record("numbers of the mode")
        numbers = [value for _ in range(2)
                   for value in reals(lines, lines.record("reals of the mode"), (13,), "reals of the mode")]
        if location != 1 or analysis not in (2, 3, 7) or len(numbers) < 12:
            self._skip(f"dataset 2414 of analysis type {analysis}")
            return
        of_mode = numbers[1:2] + numbers[3:6] if analysis == 2 else numbers[6:12]
        self.shapes.append(_Shape(self._of_mode(analysis, of_mode), self._values(kind, per_node)))

    def _of_mode(self, analysis: int, numbers: list[float]) -> dict:
        """Numbers of a mode in units of the file."""
        if analysis == 2:
            if len(numbers) < 3:
                self.lines.refuse(f"{len(numbers)} numbers of a mode; expected frequency, modal mass and damping ratios")
            frequency, mass, viscous = numbers[:3]
            hysteretic = numbers[3] if len(numbers) > 3 else 0.0
            return {"frequency_hz": frequency, "modal_mass": mass, "damping_ratio": viscous or hysteretic / 2}
        if len(numbers) < 6:
            self.lines.refuse(f"{len(numbers)} numbers of a complex mode; expected eigenvalue, modal A and modal B")
        eigenvalue, a, b = (complex(*numbers[k:k + 2]) for k in (0, 2, 4))
        size = abs(eigenvalue)
        return {"frequency_hz": size / (2 * np.pi), "damping_ratio": -eigenvalue.real / size if size else 0.0,
                "eigenvalue": eigenvalue, "modal_a": a, "modal_b": b}

    def _values(self, kind: int, per_node: int) -> dict[int, np.ndarray]:
        """Values at the nodes, up to the closing -1. kind: 2, 4 real, 5, 6 complex."""
        if kind not in (2, 4, 5, 6) or not 1 <= per_node <= 6:
            self.lines.refuse(f"data type {kind} with {per_node} values per node; expected 2, 4, 5 or 6 with 1 to 6")
        count = per_node * (2 if kind > 4 else 1)
        width = (20,) if kind in (4, 6) else (13,)
        values = {}
        while (line := self.lines.data()) is not None:
            label = integers(self.lines, line, 1, "node")[0]
            numbers: list[float] = []
            while len(numbers) < count:
                numbers += reals(self.lines, self.lines.record(f"values of node {label}"), width, f"values of node {label}")
            if len(numbers) != count:
                self.lines.refuse(f"{len(numbers)} values of node {label}; expected {count}")
            values[label] = np.array(numbers[::2]) + 1j * np.array(numbers[1::2]) if kind > 4 else np.array(numbers)
        return values

    def content(self) -> Universal:
        """All that was read, in SI."""
        found = self.found
        length, force = self.factors
        if self.factors != (1.0, 1.0):
            found.notes.append(f"dataset 164: {found.units['description'] or 'units'}; lengths are divided by "
                               f"{length:g}, forces by {force:g}")
        found.nodes = {label: X / length for label, X in found.nodes.items()}
        if self.shapes:
            found.modes = _joined(self.shapes, length / force, length)
        told: dict[str, None] = {}
        for raw in self.responses:
            response, notes, alarms = raw.in_si(length, force, bool(found.units))
            found.responses.append(response)
            told |= dict.fromkeys(notes + alarms)
            for alarm in alarms:
                warnings.warn(alarm, stacklevel=4)
            if note := response.note():
                told[note] = None
        found.notes += list(told) + [f"{n} x {what} left out" for what, n in self.skipped.items()]
        return found


def _joined(shapes: list[_Shape], mass: float, length: float) -> Modes:
    """Modes over the nodes of all of them, in SI. mass: SI mass per mass of the file."""
    labels = list(dict.fromkeys(label for shape in shapes for label in shape.values))
    row = {label: k for k, label in enumerate(labels)}
    is_complex = any(np.iscomplexobj(values) for shape in shapes for values in shape.values.values())
    all_shapes = np.full((len(shapes), len(labels), 6), np.nan, complex if is_complex else float)
    for k, shape in enumerate(shapes):
        for label, values in shape.values.items():
            all_shapes[k, row[label], :len(values)] = values
    all_shapes[:, :, 3:] *= length

    def numbers(name: str, factor: float = 1.0) -> np.ndarray:
        nothing = complex(np.nan, np.nan) if name in ("eigenvalue", "modal_a", "modal_b") else np.nan
        return np.array([factor * shape.numbers.get(name, nothing) for shape in shapes])
    return Modes(numbers("frequency_hz"), numbers("damping_ratio"), numbers("modal_mass", mass), numbers("eigenvalue"),
                 numbers("modal_a", mass), numbers("modal_b", mass), np.array(labels, int), all_shapes)
