"""Writing of a body for other programs. The ending of the file decides the format."""
from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np

from slideway.exchange import nastran_writer
from slideway.exchange.body_data import numbered
from slideway.exchange.file_error import FileError, package
from slideway.exchange.matrix_data import KEYS, Matrices, UnitSystem, converted, kinds_of, named_component, system_of
from slideway.exchange.own_output import write_files


def write_body(body: Matrices, file, units, labels: dict[str, int], force: bool) -> list[str]:
    """Writes a body. Arguments and result: `Matrices.write`."""
    file = Path(file)
    ending = file.suffix.lower()
    if ending not in WRITERS:
        raise FileError(f"{file}: ending {file.suffix}; expected one of {', '.join(filter(None, WRITERS))}, or a "
                        "folder")
    if not body.given():
        raise FileError(f"{file}: no matrix to write")
    if ending == "":
        return _write_folder(body, file, units, force)
    system = system_of(units)
    return write_files(WRITERS[ending](_in_units(body, system), file, system, labels), force)


def _in_units(body: Matrices, system: UnitSystem) -> Matrices:
    """The same body in other units."""
    D = system.factors(*kinds_of(body.dof_names, body.dofs, body.n))
    given = {key: _symmetric(converted(A, KEYS[key], system, D, False)) for key, A in body.given().items()}
    force = system.mass * system.length**2 / system.time**2
    return Matrices(**given, loads={name: D * f / force for name, f in body.loads.items()}, notes=body.notes,
                    dof_names=body.dof_names, dofs=body.dofs, groups=body.groups,
                    source=body.source, nodes={node: np.asarray(X) / system.length for node, X in body.nodes.items()})


def _symmetric(A, tolerance: float = 1e-8):
    """A matrix whose asymmetry is round-off, as its mean with its transpose; others as they are."""
    from scipy import sparse
    A = sparse.csc_matrix(A)
    if (A != A.T).nnz == 0:
        return A
    scale = np.sqrt(np.abs(A.diagonal()))
    difference = (A - A.T).tocoo()
    small = np.abs(difference.data) <= tolerance * scale[difference.row] * scale[difference.col]
    return sparse.csc_matrix((A + A.T) / 2) if np.all(small) else A


def _about(body: Matrices, system: UnitSystem) -> str:
    """Line about a file, without the folder of its source."""
    return f"{Path(body.source).name}, written by Slideway; units {system.name}: {system.length:g} m, {system.mass:g} kg, " \
           f"{system.time:g} s"


def _positions(body: Matrices, dofs) -> dict[int, np.ndarray]:
    """Positions by label."""
    return {label: body.nodes[named_component(name)[0]] for (label, component), name in zip(dofs, body.dof_names)
            if component > 0 and named_component(name)[0] in body.nodes}


def _dmig(body: Matrices, file: Path, system: UnitSystem, labels) -> dict:
    dofs = numbered(body, labels)
    return {file: nastran_writer.dmig_text(body, dofs, _positions(body, dofs), _about(body, system)).encode()}


def _op4(body: Matrices, file: Path, system: UnitSystem, labels) -> dict:
    dofs = numbered(body, labels)
    cards = nastran_writer.extrn_text(dofs, _positions(body, dofs), _about(body, system))
    return {file: nastran_writer.op4_bytes(body), file.with_suffix(".pch"): cards.encode()}


# ---- Matrix Market

def market_bytes(A) -> bytes:
    """Matrix Market with all digits."""
    stream = io.BytesIO()
    symmetric = A.shape[0] == A.shape[1] and abs(A - A.T).sum() == 0
    package("scipy.io", "Matrix Market").mmwrite(stream, A, precision=17,
                                                 symmetry="symmetric" if symmetric else "general")
    return stream.getvalue()


def _market(body: Matrices, file: Path, system: UnitSystem, labels) -> dict:
    if labels:
        raise FileError(f"{file}: labels; a table of dofs has the names of the nodes")
    stem = file.with_suffix("")
    files = {stem.with_name(f"{stem.name}_{key}.mtx"): market_bytes(A) for key, A in body.given().items()}
    if body.loads:
        files[stem.with_name(f"{stem.name}_loads.mtx")] = market_bytes(np.column_stack(list(body.loads.values())))
    if body.dof_names is not None:
        files[stem.with_name(f"{stem.name}_dofs.csv")] = dof_table(body).encode()
    return files


def dof_table(body: Matrices) -> str:
    """Table of the dofs. It has positions if all nodes have one."""
    names = [named_component(name) for name in body.dof_names]
    nodes = dict.fromkeys(node for node, _ in names if node)
    placed = bool(nodes) and all(node in body.nodes for node in nodes)
    groups = {}
    for group, members in body.groups.items():
        for node in members:
            groups.setdefault(node, []).append(group)
    heads = ["dof", "node", "component"] + ["X", "Y", "Z"] * placed + ["groups"] * bool(groups)
    lines = [",".join(heads)]
    for row, (node, component) in enumerate(names):
        X = [repr(float(x)) for x in body.nodes[node]] if node and placed else [""] * 3
        lines.append(",".join([str(row + 1), node, component] + X * placed
                              + [" ".join(groups.get(node, []))] * bool(groups)))
    return "\n".join(lines) + "\n"


# ---- MATLAB

def _mat(body: Matrices, file: Path, system: UnitSystem, labels) -> dict:
    scipy_io = package("scipy.io", file)
    held = dict(body.given())
    if body.dof_names is not None:
        held["dof_names"] = np.array(body.dof_names, dtype=object)
        nodes = [node for node in dict.fromkeys(named_component(name)[0] for name in body.dof_names if name)
                 if node in body.nodes]
        held["node_names"] = np.array(nodes, dtype=object)
        held["node_coords"] = np.array([body.nodes[node] for node in nodes]).reshape(-1, 3)
    if body.dofs is not None or labels:
        held["dofs"] = np.array(numbered(body, labels), dtype=float)
    if body.loads:
        held["loads"] = np.column_stack(list(body.loads.values()))
        held["load_names"] = np.array(list(body.loads), dtype=object)
    held["about"] = _about(body, system)
    return {file: lambda temporary: scipy_io.savemat(temporary, held, appendmat=False)}


# ---- Abaqus

def _abaqus(body: Matrices, file: Path, system: UnitSystem, labels) -> dict:
    """Nodes and node sets, and a file for each matrix that *MATRIX INPUT reads. Coordinates of modes have negative
    labels, as internal nodes of Abaqus."""
    dofs = numbered(body, labels)
    modes = iter(range(1, len(dofs) + 1))
    rows = [(label, component) if component else (-next(modes), 1) for label, component in dofs]
    stem = file.with_suffix("")
    kinds = {"K": ("STIF1", "STIFFNESS"), "M": ("MASS1", "MASS"), "C": ("DMPV1", "VISCOUS DAMPING"),
             "H": ("DMPS1", "STRUCTURAL DAMPING")}
    positions = _positions(body, dofs)
    lines = [f"** {_about(body, system)}", "*NODE"]
    lines += [f"{label}, {', '.join(repr(float(x)) for x in X)}" for label, X in sorted(positions.items())]
    label_of = {named_component(name)[0]: dof[0] for name, dof in zip(body.dof_names, dofs) if name}
    for group, members in body.groups.items():
        lines.append(f"*NSET, NSET={group}")
        numbers = [str(label_of[node]) for node in members]
        lines += [", ".join(numbers[first:first + 8]) for first in range(0, len(numbers), 8)]
    files = {file: b""}
    for key, A in body.given().items():
        name = f"{stem.name}_{kinds[key][0]}.mtx"
        kind = "" if (A != A.T).nnz == 0 else ", TYPE=UNSYMMETRIC"
        lines.append(f"*MATRIX INPUT, NAME={key}, INPUT={name}{kind}")
        files[file.with_name(name)] = _matrix_input(A, rows).encode()
    lines.append("*MATRIX ASSEMBLE, " + ", ".join(f"{kinds[key][1]}={key}" for key in body.given()))
    files[file] = ("\n".join(lines) + "\n").encode()
    return files


def _matrix_input(A, rows: list[tuple[int, int]]) -> str:
    """Lines "node,dof, node,dof, value": the lower triangle by columns if A is symmetric."""
    from scipy import sparse
    entries = sparse.coo_matrix(sparse.tril(A, format="csc") if (A != A.T).nnz == 0 else sparse.csc_matrix(A))
    return "".join(f"{rows[i][0]},{rows[i][1]}, {rows[j][0]},{rows[j][1]}, {value:.17g}\n"
                   for i, j, value in zip(entries.row, entries.col, entries.data))


# ---- folder as `export` writes it

def _write_folder(body: Matrices, folder: Path, units, force: bool) -> list[str]:
    from slideway.model import InputError, Model
    if not system_of(units).is_si:
        raise FileError(f"{folder}: units = {units!r}; an export is in SI")
    if body.H is not None:
        raise FileError(f"{folder}: structural damping H is not part of an export; expected M, C and K")
    model = Model()
    try:
        body.to_model(model, "body", reduction={"method": "none", "boundary": sorted(
            {named_component(name)[0] for name in body.dof_names or [] if name})})
        model.body("body")._found.save(str(folder), [(name, list(f)) for name, f in body.loads.items()])
    except InputError as error:
        raise FileError(f"{body.source}: {str(error).partition(': ')[2] or error}") from None
    return [str(folder / name) for name in sorted(os.listdir(folder)) if not name.startswith(".")]


def loads_in(file) -> str:
    """What becomes of load cases in a file that `write_body` writes."""
    ending = Path(file).suffix.lower()
    return {".inp": "not written; Abaqus takes loads in its steps (*CLOAD)", ".op4": f"columns of {nastran_writer.OP4_LOADS}",
            ".mtx": "columns of a matrix beside it, *_loads.mtx", ".mat": "columns of loads",
            "": "ports load_1, ..."}.get(ending, f"columns of {nastran_writer.LOADS}")


WRITERS = {".pch": _dmig, ".bdf": _dmig, ".dat": _dmig, ".op4": _op4, ".inp": _abaqus, ".mtx": _market, ".mat": _mat,
           "": None}
