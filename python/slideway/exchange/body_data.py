"""Bodies of a model as matrices with named dofs, and the numbers of their nodes in other programs."""
from __future__ import annotations

import re

import numpy as np

from slideway.exchange.file_error import FileError
from slideway.exchange.matrix_data import NUMBERS, Matrices, label_in, named_component


HELD = -1  #: in place of a dof that a support eliminates


def matrices_of_body(body, source: str = "") -> Matrices:
    """Matrices of a `slideway.Body`: dofs of its ports by name, all others as coordinates of modes.

    A port that combines dofs, as one outside of the interface of a reduction, is no node; `notes` names it.
    """
    n = body.M.shape[0]
    found = Matrices(M=body.M, K=body.K, C=body.C if body.C.nnz else None, source=source or body.name,
                     format="a body of Slideway")
    names = [""] * n
    scalar = {}
    for port_name, port in sorted(body.ports.items(), key=lambda one: len(one[1].X)):
        if port.components == ["factor"]:  # a load case: its row is the forces
            found.loads[port_name] = port.W.toarray().ravel()
            continue
        single = len(port.X) == 1
        members = []
        of_rows = [_single_dof(port_name, port, row) for row in range(port.W.shape[0])]
        if None in of_rows:
            found.notes.append(f"port {port_name} combines several dofs and is no node of the file")
            continue
        for node, X in enumerate(port.X):
            own = port_name if single else f"{port_name}_{node + 1}"
            rows = of_rows[node * len(port.components):(node + 1) * len(port.components)]
            dofs = {component: dof for component, dof in zip(port.components, rows) if dof != HELD}
            if not dofs:
                continue
            if re.fullmatch(r"s\d+", own) and len(dofs) == 1:  # a scalar point
                scalar[dofs.popitem()[1]] = label_in(own)
                continue
            taken = {named_component(names[dof])[0] for dof in dofs.values() if names[dof]}
            if taken:
                own = taken.pop()
            members.append(own)
            if np.all(np.isfinite(X)):
                found.nodes.setdefault(own, X)
            for component, dof in dofs.items():
                names[dof] = names[dof] or f"{own}.{component}"
        if not single and members:
            found.groups[port_name] = members
    found.dof_names = names
    if scalar:
        found.dofs = numbered(found, {}, scalar)
    return found


def _single_dof(name: str, port, row: int) -> int | None:
    """The dof that a row of a port is; HELD if it is held, None if it combines dofs."""
    entries = slice(*port.W.indptr[row:row + 2])
    dofs, values = (part[entries][port.W.data[entries] != 0] for part in (port.W.indices, port.W.data))
    if len(dofs) == 0:
        return HELD
    if len(dofs) != 1 or (values[0] != 1 and not re.fullmatch(r"s\d+", name)):
        return None
    return int(dofs[0])


def numbered(matrices: Matrices, labels: dict[str, int], scalar: dict[int, int] | None = None) -> list[tuple[int, int]]:
    """(label, component) of each row for files that number nodes.

    labels: number of a node, or of the first node of a group; others have the number in their name, or the
    next free one. Coordinates of modes get numbers above those of the nodes. scalar: their known numbers by row.
    """
    if matrices.dofs is not None and not labels and all(label > 0 for label, _ in matrices.dofs):
        return matrices.dofs
    if matrices.dof_names is None:
        raise FileError(f"{matrices.source}: rows without names; expected dofs= or mesh= of read_matrices")
    known = {row: label for row, (label, _) in enumerate(matrices.dofs or [])
             if not matrices.dof_names[row] and label > 0}  # internal nodes of Abaqus have negative labels
    number = _numbers_of_nodes(matrices, labels)
    last = max(number.values(), default=0)
    first_mode = 10 ** len(str(last)) + 1
    free = iter(range(first_mode, first_mode + matrices.n + 1))
    dofs = []
    for row, name in enumerate(matrices.dof_names):
        node, component = named_component(name)
        if not name:
            dofs.append(((scalar or known).get(row) or next(free), 0))
        elif component not in NUMBERS:
            raise FileError(f"{matrices.source}: component {component} of {node}; files that number dofs have "
                            f"{', '.join(NUMBERS)}")
        else:
            dofs.append((number[node], NUMBERS[component]))
    if len(set(dofs)) < len(dofs):
        twice = next(dof for dof in dofs if dofs.count(dof) > 1)
        raise FileError(f"{matrices.source}: two dofs have the number {twice[0]}, component {twice[1]}; expected "
                        "other labels")
    return dofs


def _numbers_of_nodes(matrices: Matrices, labels: dict[str, int]) -> dict[str, int]:
    """Number of each node."""
    nodes = list(dict.fromkeys(named_component(name)[0] for name in matrices.dof_names if name))
    given = {}
    for name, label in labels.items():
        if not isinstance(label, int) or isinstance(label, bool) or not 1 <= label <= 99_999_999:
            raise FileError(f"labels: {name} = {label!r}; expected a number from 1 to 99999999")
        members = [name] if name in nodes else matrices.groups.get(name)
        if not members:
            raise FileError(f"labels: no node or group {name}; expected some of {', '.join(nodes[:20])}"
                            + "".join(f"; {note}" for note in matrices.notes if note.startswith(f"port {name} ")))
        given |= {node: label + k for k, node in enumerate(members)}
    own = {node: label_in(node) for node in nodes if node not in given}
    taken = {*given.values(), *(label for label in own.values() if label)}
    free = (k for k in range(1, len(nodes) + len(taken) + 1) if k not in taken)
    number = {node: given.get(node) or own[node] or next(free) for node in nodes}
    first = {}
    for node, label in number.items():
        if first.setdefault(label, node) != node:
            raise FileError(f"{matrices.source}: nodes {first[label]} and {node} have the number {label}; expected "
                            "other labels")
    return number
