"""Matrices of a body with the names of their dofs, whichever program they come from."""
from __future__ import annotations

import dataclasses
import os
import re

import numpy as np

from slideway.exchange.file_error import FileError

COMPONENTS = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")
NUMBERS = {name: k + 1 for k, name in enumerate(COMPONENTS)} | {"rotation": 6}
KEYS = {"M": 0, "C": 1, "K": 2, "H": 2}  #: matrices of a body, with the power of time in their units


@dataclasses.dataclass(frozen=True)
class UnitSystem:
    """Units of length [m], mass [kg] and time [s]; the others follow."""

    name: str = "SI"
    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0

    @property
    def is_si(self) -> bool:
        return self.length == self.mass == self.time == 1

    def factors(self, modal: np.ndarray, rotation: np.ndarray) -> np.ndarray:
        """D of q_SI = D q_file: length for translations, 1 for rotations, length sqrt(mass) for
        coordinates of modes."""
        D = np.full(len(modal), self.length)
        D[rotation] = 1.0
        D[modal] = self.length * np.sqrt(self.mass)
        return D


def system_of(units) -> UnitSystem:
    """System of units that the key `units` of a case names: a name, or a dict with length, mass and
    time. None is SI."""
    import _slideway
    known = {name: UnitSystem(name, *values) for name, *values in _slideway.unit_systems()}
    if units is None:
        return UnitSystem()
    if isinstance(units, UnitSystem):
        return units
    if isinstance(units, str) and units in known:
        return known[units]
    if isinstance(units, dict) and set(units) == {"length", "mass", "time"} and \
            all(isinstance(v, (int, float)) and np.isfinite(v) and v > 0 for v in units.values()):
        return UnitSystem("own units", *(float(units[key]) for key in ("length", "mass", "time")))
    raise FileError(f"units = {units!r}; expected one of {', '.join(known)}, or length, mass and time in SI")


def converted(A, power: int, units: UnitSystem, D: np.ndarray, to_si: bool):
    """Congruence between units: A_SI = mass length^2 / time^p D^-1 A D^-1, or its inverse."""
    if A is None or units.is_si:
        return A
    from scipy import sparse
    factor = units.mass * units.length**2 / units.time**power
    A = sparse.coo_matrix(A)
    entries = D[A.row] * D[A.col] / factor  # equal for both entries of a pair
    return sparse.csc_matrix((A.data / entries if to_si else A.data * entries, (A.row, A.col)), shape=A.shape)


@dataclasses.dataclass
class Matrices:
    """Matrices of a body in SI, as files of other programs hold them.

    M, C, K, H: scipy.sparse, n x n; None if there is none. H is the imaginary part of the stiffness
        (structural damping).
    dof_names: name of each row, "NODE.COMPONENT"; "" for a coordinate of a mode; None if the rows have
        no names.
    labels: node numbers by their names; coordinates of modes have theirs in `dofs`.
    dofs: (label, component) of each row: 1 to 6 are x to rotation_z, 0 is a coordinate of a mode. None if
        the rows have no labels.
    nodes: positions by name of the node, 3 [m]. groups: names of nodes by name of the group.
    names: name of each matrix in the file, by M, C, K or H.
    loads: forces of the load cases in the file, by their names: n [N], [N m].
    variables: further variables of a file of MATLAB, by name.
    notes: what was left out, and what a reader should know.
    """

    M: object = None
    C: object = None
    K: object = None
    H: object = None
    dof_names: list[str] | None = None
    dofs: list[tuple[int, int]] | None = None
    nodes: dict[str, np.ndarray] = dataclasses.field(default_factory=dict)
    groups: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    names: dict[str, str] = dataclasses.field(default_factory=dict)
    loads: dict[str, np.ndarray] = dataclasses.field(default_factory=dict)
    variables: dict = dataclasses.field(default_factory=dict)
    format: str = ""
    source: str = ""
    notes: list[str] = dataclasses.field(default_factory=list)

    @property
    def n(self) -> int:
        return next((A.shape[0] for A in self.given().values()), 0)

    def given(self) -> dict:
        """Matrices that exist, by M, C, K, H."""
        return {key: getattr(self, key) for key in KEYS if getattr(self, key) is not None}

    def to_model(self, model, name: str, **keys) -> None:
        """Adds the body to a model as `model.matrices`. keys: further keys, such as fixed=["n901"].
        Positions and groups come along. The model takes M, C and K alone."""
        if self.dof_names is None:
            raise FileError(f"{self.source}: rows without names; expected dofs= or mesh= of read_matrices")
        given = {key: A for key, A in self.given().items() if key != "H"}
        named = {dof.rpartition(".")[0] for dof in self.dof_names if dof}
        nodes = {node: list(map(float, X)) for node, X in self.nodes.items()
                 if node in named and np.all(np.isfinite(X))}
        more = {key: value for key, value in (("nodes", nodes), ("groups", self.groups)) if value}
        model.matrices(name, **given, dofs=self.dof_names, **(more | keys))

    def write(self, file: str | os.PathLike, units=None, labels: dict[str, int] | None = None,
              force: bool = False) -> list[str]:
        """Writes the body for another program; the ending of the file decides the format:

        .pch .bdf .dat: DMIG of Nastran with GRID and SPOINT. .op4: OUTPUT4, with the dofs in a .pch.
        .inp: Abaqus, nodes and *MATRIX INPUT with the matrices in *_STIF1.mtx and *_MASS1.mtx.
        .mtx: Matrix Market, *_M.mtx and *_K.mtx with the table *_dofs.csv. .mat: MATLAB.
        No ending: a folder as `export` writes it.
        Load cases are columns of PAX, PA, *_loads.mtx or `loads`, and ports of the folder. Abaqus takes loads in
        its steps, so .inp has none.

        units: units of the file, as in a case; default SI. labels: node number by node, or the first of
        a port with several nodes. force: replaces a file of another program. Returns the names of the
        files. Raises FileError.
        """
        from slideway.exchange.body_writers import write_body
        return write_body(self, file, units, labels or {}, force)

    def __repr__(self) -> str:
        kinds = ", ".join(self.given())
        return f"<slideway.Matrices of {self.source}: {self.format}, {self.n} dofs; {kinds}>"


def named_component(name: str) -> tuple[str, str]:
    """Splits "n901.rotation_x"."""
    node, _, component = name.rpartition(".")
    return node, component


def kinds_of(names: list[str] | None, dofs, n: int) -> tuple[np.ndarray, np.ndarray]:
    """(modal, rotation) of each row, for units. Rows without names are translations."""
    if dofs is not None:
        label, component = (np.array(part) for part in zip(*dofs)) if n else (np.zeros(0, int),) * 2
        return (label < 0) | (component == 0), component > 3
    if names is None:
        return np.zeros(n, bool), np.zeros(n, bool)
    return (np.array([not name for name in names], bool),
            np.array([named_component(name)[1].startswith("rotation") for name in names], bool))


def label_in(node: str) -> int | None:
    """Number in a name such as "n901", "901" or "s9001"."""
    found = re.fullmatch(r"[ns]?([1-9]\d{0,17})", node)
    return int(found.group(1)) if found else None


def names_of_labels(dofs: list[tuple[int, int]]) -> list[str]:
    """Names that a case gives to labelled dofs: "n901.x"; "" for coordinates of modes."""
    spatial = any(label > 0 and 3 <= component <= 5 for label, component in dofs)

    def name(label: int, component: int) -> str:
        if label <= 0 or component == 0:
            return ""
        return f"n{label}." + ("rotation" if component == 6 and not spatial else COMPONENTS[component - 1])
    return [name(*dof) for dof in dofs]
