"""Reading of matrices: every format that bodies of type `matrices` read, files of MATLAB, and exports."""
from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from slideway.exchange import mat_file
from slideway.exchange.file_error import FileError, head_of
from slideway.exchange.matrix_data import (KEYS, Matrices, converted, kinds_of, label_in, named_component,
                                           names_of_labels, system_of)
from slideway.values import hint


def read_matrices(file=None, *, M=None, C=None, K=None, names=None, dofs=None, mesh=None, units=None,
                  scale=None) -> Matrices:
    """Reads the matrices of a body from files of other programs, with the keys of a body of type
    `matrices`: Abaqus, CalculiX, Nastran (DMIG, OP4), Ansys (Harwell-Boeing), Matrix Market, MATLAB,
    and folders of `export`. The content decides the format.

    file: file, or files of one body. M, C, K: a file per matrix in place of it. names: name of the matrix
    in the file, {"K": "KAAX"}. dofs: file that names the rows, or a list of names. mesh: file with the
    nodes. units: units of the files. scale: [m] per unit of positions in a table.

    Returns `Matrices` in SI. Raises FileError, a ValueError of one line that names the file.
    """
    single = {key: os.fspath(value) for key, value in (("M", M), ("C", C), ("K", K)) if value is not None}
    files = _files(file)
    if bool(files) == bool(single):
        raise FileError("read_matrices: expected either file, or M, C and K")
    names = _names(names)
    system = system_of(units)
    if units is not None and scale is not None:
        raise FileError("scale: units convert the positions too; give one of them")
    if len(files) == 1 and os.path.isdir(files[0]):
        return _read_folder(files[0])
    if any(mat_file.is_mat(head_of(name)) for name in files or single.values()):
        if single:
            raise FileError(f"{', '.join(single.values())}: a file of MATLAB; expected it alone, in file")
        read = matrices_of_mat(files, names, dofs, named=mesh is None or dofs is not None)
        length = _take_mesh(read, mesh) if mesh is not None else None
    else:
        read, length = _read_files(files, single, names, dofs, mesh)
    _to_si(read, system, length or scale or system.length)
    return read


def read_op4(file) -> dict:
    """Square matrices of a Nastran OP4 file by their names: scipy.sparse, n x n, in the units of the file.
    Other matrices (shapes, loads) are left out. Raises FileError, one line that names the file."""
    return _by_name(file, "OP4 of Nastran")


def read_dmig(file) -> dict:
    """Square matrices of DMIG cards by their names: scipy.sparse, n x n, in the units of the file. Rows have the
    order of `read_matrices(file).dofs`. Raises FileError, one line that names the file."""
    return _by_name(file, "DMIG of Nastran")


def _by_name(file, expected: str) -> dict:
    import _slideway
    from slideway.body import csc_matrix
    name, = _files(os.fspath(file))
    try:
        raw = _slideway.read_matrix_files([name], "", "")
    except _slideway.InputError as error:
        raise FileError(str(error).removeprefix(": ")) from None
    if raw["format"] != expected:
        raise FileError(f"{name}: {raw['format']}; expected {expected}")
    return {matrix: csc_matrix(columns) for matrix, _, columns, _ in raw["matrices"]}


def _files(file) -> list[str]:
    several = file if isinstance(file, (list, tuple)) else [] if file is None else [file]
    for one in several:
        if not isinstance(one, (str, os.PathLike)):
            raise FileError(f"read_matrices({one!r}); expected the name of a file")
    return [os.fspath(one) for one in several]


def _names(names) -> dict[str, str]:
    names = names or {}
    if not isinstance(names, dict) or any(key not in KEYS or not isinstance(name, str) for key, name in names.items()):
        raise FileError(f"names = {names!r}; expected names of matrices by {', '.join(KEYS)}")
    return names


# ---- formats that the extension reads

def _read_files(files: list[str], single: dict[str, str], names: dict[str, str], dofs, mesh):
    """(matrices, [m] per unit of positions if the file of the nodes states it)"""
    import _slideway
    rows = dofs if isinstance(dofs, (str, os.PathLike)) else ""
    keys = dict(zip(single.values(), single))
    try:
        raw = _slideway.read_matrix_files(files or list(single.values()), os.fspath(mesh or ""), os.fspath(rows))
    except _slideway.InputError as error:
        raise FileError(str(error).removeprefix(": ")) from None
    read = Matrices(source=", ".join(files or single.values()), format=raw["format"], notes=list(raw["notes"]))
    found = [(name or Path(source).stem, keys.get(source) or quantity or _quantity(Path(source).stem), columns)
             for name, quantity, columns, source in raw["matrices"]]
    for key in KEYS:
        _take(read, key, names.get(key), found)
    if not read.given():
        raise FileError(f"{read.source}: no matrix is known as M, C or K by its name; expected "
                        f"names, of {', '.join(name for name, *_ in found)}")
    unused = [name for name, *_ in found if name not in read.names.values()]
    read.notes += [f"matrix {name} of the file is not used" for name in unused]
    read.notes += [f"{len(raw['held'])} dofs are held in the file and left out"] if raw["held"] else []
    _name_rows(read, raw["dofs"], raw["table"], dofs)
    _refuse_modes_without_mass(read)
    _take_nodes(read, raw, mesh)
    _take_loads(read, raw["loads"])
    return read, raw["unit"]


def _refuse_modes_without_mass(read: Matrices) -> None:
    """Refuses coordinates of modes with stiffness and without mass, as a case does: some formats have no end mark."""
    if read.M is None or read.K is None or read.dofs is None:
        return
    modal, _ = kinds_of(read.dof_names, read.dofs, read.n)
    rows = np.flatnonzero(modal & ~(read.M.diagonal() > 0) & (read.K.diagonal() != 0))
    if len(rows):
        some = ", ".join(str(read.dofs[row][0]) for row in rows[:10]) + (", ..." if len(rows) > 10 else "")
        raise FileError(f"{read.source}: scalar points {some} have stiffness and no mass; is the file whole?")


def _take_nodes(read: Matrices, raw: dict, mesh) -> None:
    """Takes positions and sets of nodes that the rows have."""
    for label in {label for label, component in read.dofs or [] if label > 0 and component > 0}:
        if label in raw["nodes"]:
            read.nodes.setdefault(f"n{label}", np.array(raw["nodes"][label]))
        elif raw["nodes"] and mesh:
            raise FileError(f"{mesh}: no node {label}, which the matrices have")
    for name, members in raw["sets"]:
        nodes = [f"n{label}" for label in dict.fromkeys(members)]
        if nodes and all(node in read.nodes for node in nodes):
            read.groups[name] = nodes


def _quantity(stem: str) -> str:
    """Quantity of a matrix whose file does not name it, by the name of the file: block_STIF1, block_K, K."""
    for word, key in (("_stif", "K"), ("_mass", "M"), ("_dmpv", "C"), ("_dmps", "H")):
        if word in stem.lower():
            return key
    last = stem.rpartition("_")[2]
    return last if last in KEYS else ""


def _take(read: Matrices, key: str, name: str | None, found: list) -> None:
    """Takes the matrix of a key: the named one, or that of its quantity."""
    from slideway.body import csc_matrix
    there = [name for name, *_ in found]
    if name is not None and name not in there and name.upper() in there:
        name = name.upper()
    if name is not None and name not in there:
        raise FileError(f"{read.source}: no matrix {name}{hint(name, there)}")
    fitting = [one for one in found if (one[0] == name if name is not None else one[1] == key)]
    if len(fitting) > 1:
        raise FileError(f"{read.source}: several matrices may be {key}: "
                        f"{', '.join(one[0] for one in fitting)}; choose one by names = "
                        f'{{"{key}": "{fitting[0][0]}"}}')
    if not fitting:
        return
    A = csc_matrix(fitting[0][2])
    n = read.n or A.shape[0]
    if A.shape != (n, n):
        raise FileError(f"{read.source}: {fitting[0][0]} has {A.shape[0]} x {A.shape[1]} entries, the matrix "
                        f"before {n} x {n}")
    setattr(read, key, A)
    read.names[key] = fitting[0][0]


def _name_rows(read: Matrices, labels: list, table, given) -> None:
    """Names the rows by labels of the file, by a table, or by names that the script gives."""
    if labels:
        if isinstance(given, (list, tuple)):
            raise FileError(f"{read.source}: the files name their rows ({read.format}); leave dofs out")
        read.dofs = [tuple(dof) for dof in labels]
        read.dof_names = names_of_labels(read.dofs)
    elif table is not None:
        read.dof_names, nodes, read.groups = list(table[0]), table[1], dict(table[2])
        read.nodes = {node: np.array(X) for node, X in nodes.items() if np.all(np.isfinite(X))}
    elif isinstance(given, (list, tuple)):
        read.dof_names = list(given)
    if read.dof_names is not None and len(read.dof_names) != read.n:
        raise FileError(f"{read.source}: {read.n} rows, but {len(read.dof_names)} names of dofs")
    if read.dof_names is not None and read.dofs is None:
        read.dofs = _labels_of_names(read.dof_names)


def _labels_of_names(dof_names: list[str]) -> list[tuple[int, int]] | None:
    """Labels of dofs whose names hold them: "n901.x". None if a name holds none."""
    from slideway.exchange.matrix_data import NUMBERS
    named = [named_component(name) for name in dof_names if name]
    labels = {node: label_in(node) for node, _ in named}
    if None in labels.values() or len(set(labels.values())) < len(labels) or \
            any(component not in NUMBERS for _, component in named):
        return None
    last = max(labels.values(), default=0)
    dofs = []
    for name in dof_names:
        node, component = named_component(name)
        last += 0 if name else 1
        dofs.append((labels[node], NUMBERS[component]) if name else (last, 0))
    return dofs


def _take_loads(read: Matrices, loads: list) -> None:
    row_of = {dof: row for row, dof in enumerate(read.dofs or [])}
    for k, (source, forces) in enumerate(loads):
        force = np.zeros(read.n)
        for label, component, value in forces:
            if (label, component) not in row_of:
                raise FileError(f"{read.source}: {source} has a force on node {label}, component {component}, "
                                "which the matrices lack")
            force[row_of[label, component]] += value
        read.loads[f"load_{k + 1}"] = force


# ---- MATLAB

def matrices_of_mat(files: list[str], names=None, dofs=None, named: bool = True) -> Matrices:
    """Matrices of a file of MATLAB, in its units.

    named: rows without names in the file and in `dofs` are a remark. Raises FileError.
    """
    names = _names(names)
    if len(files) > 1:
        raise FileError(f"{', '.join(files)}: a file of MATLAB; expected it alone, in file")
    [file] = files
    variables = mat_file.read_mat(file)
    read = Matrices(source=file, format="MATLAB")
    for key in KEYS:
        name, A = mat_file.matrix_of(variables, key, names.get(key), file)
        if A is not None:
            if A.shape[0] != (read.n or A.shape[0]):
                raise FileError(f"{file}: {name} is {A.shape[0]} x {A.shape[1]}, the matrix before {read.n} x {read.n}")
            setattr(read, key, A)
            read.names[key] = name
    missing = [key for key in ("M", "K") if key not in read.names]
    if missing:
        raise FileError(f"{file}: no {' and no '.join(missing)} among its variables "
                        f"({mat_file.described(variables)}); choose by names = {{\"M\": ..., \"K\": ...}}")
    if np.iscomplexobj(read.K):
        read.H, read.K = read.K.imag, read.K.real
    read.variables = {name: value for name, value in variables.items() if name not in read.names.values()}
    _name_mat_rows(read, dofs, named)
    _take_mat_loads(read)
    return read


def _name_mat_rows(read: Matrices, dofs, named: bool) -> None:
    """Names the rows by the argument, by the variable dof_names, or by 3 or 6 rows for each node."""
    held = {name.rpartition(".")[2]: value for name, value in read.variables.items()}
    coordinates = np.atleast_2d(held["node_coords"]) if "node_coords" in held else np.zeros((0, 3))
    if isinstance(dofs, (str, os.PathLike)):
        import _slideway
        try:
            labels, table = _slideway.read_rows(os.fspath(dofs), read.n, read.source)
        except _slideway.InputError as error:
            raise FileError(str(error).removeprefix(": ")) from None
        _name_rows(read, labels, table, None)
    elif dofs is not None:
        _name_rows(read, [], None, dofs)
    elif "dof_names" in held:
        _name_rows(read, [], None, _texts(held["dof_names"]))
        if "node_names" in held:
            read.nodes = dict(zip(_texts(held["node_names"]), coordinates[:, :3]))
        if "dofs" in held and np.shape(held["dofs"]) == (read.n, 2):
            read.dofs = [(int(label), int(component)) for label, component in held["dofs"]]
    elif len(coordinates) and read.n in (3 * len(coordinates), 6 * len(coordinates)):
        labels = np.ravel(held.get("node_ids", np.arange(1, len(coordinates) + 1))).astype(int)
        if len(labels) != len(coordinates):
            raise FileError(f"{read.source}: {len(labels)} node_ids, but {len(coordinates)} node_coords")
        _name_rows(read, [(int(label), c + 1) for label in labels for c in range(read.n // len(labels))], None, None)
        read.nodes = {f"n{label}": X for label, X in zip(labels, coordinates[:, :3])}
    elif named:
        read.notes.append(f"{read.n} rows without names; dofs= names them")


def _take_mesh(read: Matrices, mesh) -> float | None:
    """Takes positions and sets of a mesh, which also names rows that have no names: 3 or 6 for each of its nodes, by
    ascending labels. Returns [m] per unit of its positions, if it states that."""
    import _slideway
    try:
        raw = _slideway.read_nodes(os.fspath(mesh))
    except _slideway.InputError as error:
        raise FileError(str(error).removeprefix(": ")) from None
    n_nodes = len(raw["nodes"])
    if read.dof_names is None:
        if read.n not in (3 * n_nodes, 6 * n_nodes):
            raise FileError(f"{read.source}: {read.n} rows without names, and {mesh} has {n_nodes} nodes; expected 3 or "
                            "6 rows for each, or dofs")
        _name_rows(read, [(label, c + 1) for label in sorted(raw["nodes"]) for c in range(read.n // n_nodes)], None, None)
    elif read.dofs is None:
        raise FileError(f"{read.source}: names of rows without labels of nodes, such as {next(filter(None, read.dof_names), '')}; "
                        "expected n111.x to find its position in mesh")
    read.nodes = {}
    _take_nodes(read, raw, mesh)
    return raw["unit"]


def _take_mat_loads(read: Matrices) -> None:
    """Takes the load cases that `Matrices.write` writes: columns of loads, with their names."""
    if {"loads", "load_names"} <= set(read.variables):
        loads, names = np.asarray(read.variables.pop("loads"), float), _texts(read.variables.pop("load_names"))
        if loads.size != read.n * len(names):
            raise FileError(f"{read.source}: loads has {loads.size} numbers; expected {read.n} for each of "
                            f"{len(names)} load_names")
        read.loads = dict(zip(names, loads.reshape(read.n, len(names)).T))


def _texts(cells) -> list[str]:
    """Texts of a cell array; an empty cell is an empty array."""
    several = [cells] if isinstance(cells, str) else cells
    return [cell.strip() if isinstance(cell, str) else "" for cell in several]


# ---- folders of `export`

def _read_folder(folder: str) -> Matrices:
    from slideway.exchange.body_data import matrices_of_body
    from slideway.model import InputError, Model
    model = Model()
    try:
        model.matrices("body", folder=os.path.abspath(folder))
        return matrices_of_body(model.body("body"), source=folder)
    except InputError as error:
        raise FileError(f"{folder}: {str(error).partition('; ')[2] or error}") from None


def _to_si(read: Matrices, system, length: float) -> None:
    """Converts matrices, loads and positions of the files to SI. length: [m] per unit of the positions."""
    D = system.factors(*kinds_of(read.dof_names, read.dofs, read.n))
    for key, power in KEYS.items():
        setattr(read, key, converted(getattr(read, key), power, system, D, True))
    force = system.mass * system.length**2 / system.time**2
    read.loads = {name: f if system.is_si else force * f / D for name, f in read.loads.items()}
    read.nodes = {node: X if length == 1 else length * X for node, X in read.nodes.items()}
