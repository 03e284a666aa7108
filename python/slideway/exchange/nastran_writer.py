"""DMIG and OUTPUT4 of Nastran."""
from __future__ import annotations

import struct

import numpy as np

NAMES = {"K": "KAAX", "M": "MAAX", "C": "BAAX", "H": "K4AAX"}  #: of DMIG
OP4_NAMES = {"K": "KAA", "M": "MAA", "C": "BAA", "H": "K4AA"}
LOADS, OP4_LOADS = "PAX", "PA"  #: names of the load cases, a column each
CASE_CONTROL = {"K": "K2GG", "M": "M2GG", "C": "B2GG", "H": "K42GG"}
LOAD_CONTROL = "P2G"


def real(value: float, letter: str = "D") -> str:
    """Number in 16 columns: ten digits, nine if its exponent has three."""
    for digits in (9, 8):
        text = f"{value:.{digits}E}".replace("E", letter)
        if len(text) <= 16:
            break
    return text


def position(value: float) -> str:
    """Coordinate in 16 columns, with as many digits as fit."""
    for digits in range(17, 0, -1):
        text = f"{value:.{digits}g}"
        text += "" if "." in text or "e" in text else "."
        if len(text) <= 16:
            break
    return text


def node_cards(dofs: list[tuple[int, int]], positions: dict[int, np.ndarray]) -> list[str]:
    """Cards GRID and SPOINT of the dofs. Nodes without a position have no card."""
    lines = []
    for label in sorted({label for label, component in dofs if component > 0}):
        if label in positions:
            x, y, z = (position(value) for value in positions[label])
            lines += [f"{'GRID*':8}{label:16d}{'':16}{x:>16}{y:>16}", f"{'*':8}{z:>16}{0:16d}"]
    points = sorted(label for label, component in dofs if component == 0)
    while points:
        last = 0
        while last + 1 < len(points) and points[last + 1] == points[last] + 1:
            last += 1
        lines.append(f"{'SPOINT':8}{points[0]:8d}" + (f"{'THRU':>8}{points[last]:8d}" if last else ""))
        points = points[last + 1:]
    return lines


def dmig(name: str, A, dofs: list[tuple[int, int]]) -> list[str]:
    """Cards of a real matrix: symmetric ones (IFO 6) have each pair once."""
    from scipy import sparse
    symmetric = (A != A.T).nnz == 0
    lines = [f"{'DMIG':8}{name:8}{0:8d}{6 if symmetric else 1:8d}{2:8d}{0:8d}{'':16}{len(dofs):8d}"]
    A = sparse.csc_matrix(sparse.triu(A) if symmetric else A)
    A.sort_indices()
    for j, (label, component) in enumerate(dofs):
        part = slice(A.indptr[j], A.indptr[j + 1])
        entries = [(dofs[i], v) for i, v in zip(A.indices[part], A.data[part]) if v != 0]
        if entries:
            lines.append(f"{'DMIG*':8}{name:16}{label:16d}{component:16d}")
            lines += [f"{'*':8}{row:16d}{c:16d}{real(v):>16}" for (row, c), v in entries]
    return lines


def dmig_loads(loads, dofs: list[tuple[int, int]]) -> list[str]:
    """Cards of load cases: a rectangular matrix (IFO 9) with a column for each."""
    lines = [f"{'DMIG':8}{LOADS:8}{0:8d}{9:8d}{2:8d}{0:8d}{'':16}{len(loads):8d}"]
    for k, forces in enumerate(loads):
        rows = np.flatnonzero(forces)
        if len(rows):
            lines.append(f"{'DMIG*':8}{LOADS:16}{k + 1:16d}{0:16d}")
            lines += [f"{'*':8}{dofs[i][0]:16d}{dofs[i][1]:16d}{real(forces[i]):>16}" for i in rows]
    return lines


def dmig_text(body, dofs, positions, about: str) -> str:
    """A bulk data file with the body."""
    matrices = body.given()
    control = ", ".join([f"{CASE_CONTROL[key]} = {NAMES[key]}" for key in matrices]
                        + ([f"{LOAD_CONTROL} = {LOADS}"] if body.loads else []))
    lines = [f"$ {about}", f"$ Case control of the run that includes this file: {control}"]
    lines += node_cards(dofs, positions)
    for key, A in matrices.items():
        lines += dmig(NAMES[key], A, dofs)
    if body.loads:
        lines += dmig_loads(list(body.loads.values()), dofs)
    return "\n".join(lines) + "\n"


def extrn_text(dofs, positions, about: str) -> str:
    """Bulk data with the nodes and the order of the rows (EXTRN), beside an OP4 file."""
    pairs = []
    for label, component in dofs:
        if pairs and pairs[-1][0] == label and component > 0 and int(pairs[-1][1][-1]) < component \
                and pairs[-1][1] != "0":
            pairs[-1][1] += str(component)
        else:
            pairs.append([label, str(component)])
    lines = [f"$ {about}", *node_cards(dofs, positions)]
    for first in range(0, len(pairs), 4):
        lines.append((f"{'EXTRN':8}" if first == 0 else " " * 8)
                     + "".join(f"{label:8d}{components:>8}" for label, components in pairs[first:first + 4]))
    return "\n".join(lines) + "\n"


def op4_bytes(body) -> bytes:
    """Binary OUTPUT4 in double precision, little-endian: columns from the first to the last entry."""
    from scipy import sparse
    parts = []
    named = {OP4_NAMES[key]: A for key, A in body.given().items()}
    if body.loads:
        named[OP4_LOADS] = sparse.csc_matrix(np.column_stack(list(body.loads.values())))

    def record(data: bytes) -> None:
        size = struct.pack("<i", len(data))
        parts.extend((size, data, size))

    for name, A in named.items():
        n_rows, n = A.shape
        A = A.tocsc(copy=True)
        A.sort_indices()
        form = 2 if name == OP4_LOADS else 6 if (A != A.T).nnz == 0 else 1
        record(struct.pack("<iiii8s", n, n_rows, form, 2, name.ljust(8).encode()))
        for j in range(n):
            rows, values = (part[A.indptr[j]:A.indptr[j + 1]] for part in (A.indices, A.data))
            if len(rows) == 0:
                continue
            column = np.zeros(rows[-1] - rows[0] + 1)
            column[rows - rows[0]] = values
            record(struct.pack("<iii", j + 1, rows[0] + 1, 2 * len(column)) + column.astype("<f8").tobytes())
        record(struct.pack("<iiid", n + 1, 1, 2, np.sqrt(2.0)))
    return b"".join(parts)
