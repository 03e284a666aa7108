"""Meshes of scripts, plane or of solid elements: from arrays, from Gmsh, from meshio."""
from __future__ import annotations

from collections.abc import Mapping

import numpy as np

import _slideway
from _slideway import InputError

from slideway.place import place

# Types of elements by the names of meshio: (dimension, nodes, the words of Gmsh)
_TYPES = {"vertex": (0, 1, "Point"), "line": (1, 2, "Line 2"), "line3": (1, 3, "Line 3"),
          "triangle": (2, 3, "Triangle 3"), "quad": (2, 4, "Quadrilateral 4"),
          "triangle6": (2, 6, "Triangle 6"), "quad8": (2, 8, "Quadrilateral 8"),
          "tetra": (3, 4, "Tetrahedron 4"), "hexahedron": (3, 8, "Hexahedron 8"), "wedge": (3, 6, "Prism 6"),
          "tetra10": (3, 10, "Tetrahedron 10"), "hexahedron20": (3, 20, "Hexahedron 20"),
          "wedge15": (3, 15, "Prism 15")}
_NAMES = {kind: name for name, (_, _, kind) in _TYPES.items()}
# Place among the nodes of meshio, VTK and Abaqus of each node of Gmsh, if they differ
_GMSH_ORDER = {"tetra10": [*range(8), 9, 8], "wedge15": [*range(6), 6, 8, 12, 7, 13, 14, 9, 11, 10],
               "hexahedron20": [*range(8), 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14]}


class Mesh:
    """A mesh in the plane or of solid elements, for the key `mesh` of a body.

    points: n x 2 or n x 3 positions [m]. For a mesh in mm set scale=1e-3 of the body.
    elements: elements of the body by type, {"quad": m x 4 integers, ...}. Integers are rows of
        `points`, from 0. Types are "triangle", "quad", "triangle6" and "quad8": corner nodes around
        the element, then mid nodes, beginning with the one between the first two corners. A solid
        body has "tetra", "hexahedron", "wedge", "tetra10", "hexahedron20" and "wedge15", in the
        order of meshio and VTK. A beam has "line" or "line3".
    groups: named groups, {"tip": {"vertex": [[7]]}, "left": {"line": [[0, 3], [3, 6]]}}. A group
        holds nodes ("vertex"), sides ("line", "line3": ends, then the mid node), faces of a solid
        body in any direction ("quad", ...), or some of `elements`. Each group becomes a port.

    Arrays are copied. Raises InputError, a ValueError that names the line of the script and the
    fault.
    """

    def __init__(self, points, elements: Mapping, groups: Mapping[str, Mapping] | None = None):
        where = place()
        X = _points(points, where)
        cells = [(_array(f"elements[{name!r}]", name, nodes, len(X), where), name, None)
                 for name, nodes in _items("elements", elements, where)]
        names = []
        body = max((_TYPES[name][0] for _, name, _ in cells), default=2)
        for group, parts in _items("groups", groups or {}, where):
            parts = [(_array(f"groups[{group!r}][{name!r}]", name, nodes, len(X), where), name, len(names))
                     for name, nodes in _items(f"groups[{group!r}]", parts, where)]
            dimensions = {_TYPES[name][0] for _, name, _ in parts}
            if len(dimensions) != 1:
                _refuse(where, f"groups[{group!r}]", "expected points, sides or elements, of one kind")
            for rows, name, _ in parts if body > 1 and body in dimensions else []:
                own = next((nodes for nodes, type_, _ in cells if type_ == name), rows[:0])
                missing = np.flatnonzero(~_among(rows, own))
                if len(missing):
                    _refuse(where, f"groups[{group!r}][{name!r}][{missing[0]}] = {rows[missing[0]].tolist()}",
                            f"not one of elements[{name!r}]")
            names.append((dimensions.pop(), group))
            cells += parts
        self._given = _given(X, cells, names, where)

    @classmethod
    def of(cls, given: _slideway.Mesh) -> Mesh:
        """Returns the mesh that a model holds."""
        mesh = cls.__new__(cls)
        mesh._given = given
        return mesh

    @classmethod
    def from_gmsh(cls, model, scale: float = 1.0) -> Mesh:
        """Copies the mesh of Gmsh's current model with its physical groups. `gmsh.model` does not
        change.

        As in a .msh file, the body consists of the physical surfaces, or of all surfaces if there
        is no physical surface, and a solid body in the same way of volumes.

        scale: metres per unit of the model.

        Raises InputError if the model has no mesh, or as `Mesh`.
        """
        where = place()
        if not hasattr(model, "getPhysicalGroups"):
            _refuse(where, f"a {type(model).__name__}", "expected gmsh.model")
        groups, of_entity = [], {}
        for dimension, tag in model.getPhysicalGroups():
            for entity in model.getEntitiesForPhysicalGroup(dimension, tag):
                of_entity.setdefault((dimension, entity), []).append(len(groups))
            groups.append((dimension, tag, model.getPhysicalName(dimension, tag)))
        blocks = []
        for entity in model.getEntities():
            for kind, tags, nodes in zip(*model.mesh.getElements(*entity)):
                if len(tags):
                    name, dimension, _, n_nodes, *_ = model.mesh.getElementProperties(kind)
                    blocks.append((dimension, name, n_nodes, tags, nodes, of_entity.get(entity, [])))
        if not any(dimension for dimension, *_ in blocks):
            _refuse(where, "gmsh.model", "has no mesh; gmsh.model.mesh.generate(2) or (3) makes one")
        tags, X, _ = model.mesh.getNodes()
        return cls.of(_slideway.Mesh(tags, _scale(scale, where) * np.asarray(X), blocks, groups, where))

    @classmethod
    def from_meshio(cls, mesh, scale: float = 1.0) -> Mesh:
        """Copies a mesh that meshio read. Its volume elements are the body, or its surface elements
        if there are none. Its groups are the cell sets, the point sets and the names of
        "gmsh:physical".

        scale: metres per unit of the mesh.

        Raises InputError for types of elements that `Mesh` does not take.
        """
        where = place()
        if not hasattr(mesh, "cell_sets"):
            _refuse(where, f"a {type(mesh).__name__}", "expected a mesh of meshio: meshio.read(file)")
        X = _points(mesh.points, where) * _scale(scale, where)
        types = [block.type for block in mesh.cells]
        for name in types:
            if name not in _TYPES:
                _refuse(where, f"a mesh with elements {name!r}", f"allowed: {', '.join(_TYPES)}")
        blocks = [_array(f"cells {block.type!r}", block.type, block.data, len(X), where)
                  for block in mesh.cells]
        cells = [(nodes, name, None) for nodes, name in zip(blocks, types) if _TYPES[name][0] > 0]
        names = []
        for group, parts in _sets(mesh).items():
            try:
                parts = [(blocks[k][rows], types[k]) for k, rows in enumerate(parts)
                         if rows is not None and len(rows)]
            except IndexError as error:
                _refuse(where, f"cell_sets[{group!r}]", str(error))
            for dimension in sorted({_TYPES[name][0] for _, name in parts}):
                cells += [(nodes, name, len(names)) for nodes, name in parts
                          if _TYPES[name][0] == dimension]
                names.append((dimension, group))
        for group, points in mesh.point_sets.items():
            if group not in {name for _, name in names}:
                nodes = _array(f"point_sets[{group!r}]", "vertex", points, len(X), where)
                cells.append((nodes, "vertex", len(names)))
                names.append((0, group))
        return cls.of(_given(X, cells, names, where))

    @property
    def points(self) -> np.ndarray:
        """Positions, n x 3 [m]; read-only."""
        return self._given.parts()[1].reshape(-1, 3)

    @property
    def elements(self) -> dict[str, np.ndarray]:
        """Elements of the body by type, as rows of `points`: of volumes, or else of surfaces."""
        body = max(2, max(dimension for dimension, *_ in self._given.parts()[2]))
        return self._cells(lambda dimension, groups: dimension == body)

    @property
    def groups(self) -> dict[str, dict[str, np.ndarray]]:
        """Elements of each named group by type, as rows of `points`."""
        return {name: self._cells(lambda _, groups, k=k: k in groups)
                for k, (_, _, name) in enumerate(self._given.parts()[3]) if name}

    def _cells(self, wanted) -> dict[str, np.ndarray]:
        tags, _, blocks, _ = self._given.parts()
        order = np.argsort(tags)
        found = {}
        for dimension, kind, n_nodes, _, nodes, groups in blocks:
            if wanted(dimension, groups):
                rows = order[np.searchsorted(tags, nodes, sorter=order)].reshape(-1, n_nodes)
                name = _NAMES.get(kind, kind)
                if name in _GMSH_ORDER:
                    rows = rows[:, np.argsort(_GMSH_ORDER[name])]
                found.setdefault(name, []).append(rows)
        return {name: _once(np.concatenate(rows)) for name, rows in found.items()}

    def __repr__(self) -> str:
        X = self.points
        counts = [f"{len(X)} nodes"] + [f"{len(rows)} {name}" for name, rows in self.elements.items()]
        solid = any(_TYPES[name][0] == 3 for name in self.elements if name in _TYPES)
        size = " x ".join(f"{length:.6g}" for length in np.ptp(X[:, :3 if solid else 2], axis=0) * 1e3)
        groups = ", ".join(self.groups) or "none"
        return f"<slideway.Mesh: {', '.join(counts)}; {size} mm; groups: {groups}>"


def _refuse(where, value: str, said: str):
    raise InputError(f"{where[0]}:{where[1]}: {value}; {said}")


def _items(what: str, given, where):
    if not isinstance(given, Mapping):
        _refuse(where, f"{what} = {type(given).__name__}", "expected a dict")
    return given.items()


def _scale(scale, where) -> float:
    if not isinstance(scale, (int, float, np.number)) or not 0 < scale < np.inf:
        _refuse(where, f"scale = {scale!r}", "expected a number > 0: metres per unit")
    return float(scale)


def _points(points, where) -> np.ndarray:
    """Converts positions to n x 3 numbers."""
    try:
        X = np.asarray(points)
    except ValueError:  # rows of several lengths
        X = np.empty(0, dtype=object)
    if X.ndim != 2 or X.shape[1] not in (2, 3) or X.dtype.kind not in "iuf" or len(X) == 0:
        _refuse(where, f"points, an array of {X.dtype}, shape {X.shape}", "expected n x 2 or n x 3 numbers")
    X = X.astype(float)
    if not np.isfinite(X).all():
        row = int(np.argmin(np.isfinite(X).all(axis=1)))
        _refuse(where, f"points[{row}] = {X[row].tolist()}", "expected finite numbers")
    return X if X.shape[1] == 3 else np.column_stack([X, np.zeros(len(X))])


def _array(what: str, name: str, nodes, n_points: int, where) -> np.ndarray:
    """Converts elements of a type to rows of points."""
    if name not in _TYPES:
        _refuse(where, what, f"no type of elements {name!r}; allowed: {', '.join(_TYPES)}")
    n_nodes = _TYPES[name][1]
    try:
        rows = np.asarray(nodes)
    except ValueError:
        rows = np.empty(0, dtype=object)
    if name == "vertex" and rows.ndim == 1:
        rows = rows.reshape(-1, 1)
    if rows.ndim != 2 or rows.shape[1] != n_nodes or rows.dtype.kind not in "iu" or len(rows) == 0:
        _refuse(where, f"{what}, an array of {rows.dtype}, shape {rows.shape}",
                f"expected m x {n_nodes} whole numbers")
    wrong = np.flatnonzero(((rows < 0) | (rows >= n_points)).any(axis=1))
    if len(wrong):
        _refuse(where, f"{what}[{wrong[0]}] = {rows[wrong[0]].tolist()}",
                f"expected rows of points, 0 to {n_points - 1}")
    return rows.astype(np.int64)


def _among(rows: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """True for each row that has the nodes of one of the elements."""
    _, number = np.unique(np.sort(np.concatenate([elements, rows]), axis=1), axis=0, return_inverse=True)
    return np.isin(number[len(elements):], number[:len(elements)])


def _once(rows: np.ndarray) -> np.ndarray:
    """Elements without later repetitions."""
    _, first = np.unique(np.sort(rows, axis=1), axis=0, return_index=True)
    return rows[np.sort(first)]


def _given(X: np.ndarray, cells: list, names: list, where) -> _slideway.Mesh:
    """Mesh of the extension module. cells: (rows of X, type, index of their group in `names` or
    None). names: (dimension, name)."""
    if all(_TYPES[name][0] == 0 for _, name, _ in cells):
        _refuse(where, "a mesh without elements", "expected triangles, quadrilaterals or solid elements, or lines for a beam")
    groups = [(dimension, k + 1, name) for k, (dimension, name) in enumerate(names)]
    seen = set()
    for _, name in names:
        if not isinstance(name, str) or not name or name in seen:
            _refuse(where, f"group {name!r}", "that name comes twice" if name in seen else "expected a name")
        seen.add(name)
    dimension_of_body = max(2, max(_TYPES[name][0] for _, name, _ in cells))
    if any(dimension == dimension_of_body for dimension, _ in names):  # they do not say what the body is
        groups.append((dimension_of_body, len(groups) + 1, ""))
    body = [len(groups) - 1] if len(groups) > len(names) else []
    blocks, next_tag = [], 1
    for rows, name, group in cells:
        dimension, n_nodes, kind = _TYPES[name]
        tags = np.arange(next_tag, next_tag + len(rows))
        next_tag += len(rows)
        of = ([] if group is None else [group]) + (body if dimension == dimension_of_body else [])
        if name in _GMSH_ORDER:
            rows = rows[:, _GMSH_ORDER[name]]
        blocks.append((dimension, kind, n_nodes, tags, (rows + 1).ravel(), of))
    return _slideway.Mesh(np.arange(1, len(X) + 1), X.ravel(), blocks, groups, where)


def _sets(mesh) -> dict[str, list]:
    """Cell sets by name, with the rows of each block or None, including those of "gmsh:physical"."""
    sets = {name: list(parts) for name, parts in mesh.cell_sets.items()
            if not name.startswith("gmsh:")}
    for name, (tag, dimension) in mesh.field_data.items():
        physical = mesh.cell_data.get("gmsh:physical")
        if name not in sets and physical is not None:
            sets[name] = [np.flatnonzero(numbers == tag)
                          if _TYPES[block.type][0] == dimension else None
                          for block, numbers in zip(mesh.cells, physical)]
    return sets
