"""Modes of results at the numbered nodes of a universal file."""
from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np

from slideway.exchange.file_error import FileError
from slideway.exchange.matrix_data import NUMBERS, label_in
from slideway.exchange.universal import Modes, Universal
from slideway.values import hint


@dataclasses.dataclass
class Numbered:
    """Modes of one set, with the positions [m] and the names of their nodes by label."""

    modes: Modes
    nodes: dict[int, np.ndarray]
    names: dict[int, str]


def modes_of_results(results, name: str = "", labels: dict[str, int] | None = None, count: bool = True) -> Numbered:
    """Modes of a set of results: `coupled`, or a body; by default the only set, or `coupled`.

    Bodies with a mesh have shapes at the points of their outline, with the numbers of the file of the mesh. A port
    such as n111 has the number 111; labels gives those of others, by "BODY.PORT" or "PORT".
    count: nodes without a number are counted from the next free one; otherwise they are left out. Raises FileError.
    """
    sets = results.names("modes") if results.analysis == "modes" else []
    if not sets:
        raise FileError(f"{results.label}: no modes; expected results of the analysis modes")
    name = name or (sets[0] if len(sets) == 1 else "coupled")
    if name not in sets:
        raise FileError(f"{results.label}: no set of modes {name}{hint(name, sets)}")
    n = len(results[f"modes/{name}/frequency"])
    parts = [*_ports(results, name), *_outlines(results, name)]
    number = _numbers(parts, labels or {}, count)
    if not number:
        some = list(dict.fromkeys(part[0] for part in parts))
        raise FileError(f"{results.label}: the set {name} has no numbered nodes: {', '.join(some[:8]) or 'no shapes'}"
                        f"{', ...' if len(some) > 8 else ''}; expected ports such as n512, a mesh from a file, or labels=")
    parts = [part for part in parts if part[0] in number]
    shapes = np.full((n, len(number), 6), np.nan)
    row = {node: k for k, node in enumerate(number)}
    nodes, names = {}, {}
    for node, component, values, X in parts:
        if component is not None:
            shapes[:, row[node], component - 1] = values
        names[number[node]] = node
        if X is not None:
            nodes[number[node]] = X
    nothing = np.full(n, complex(np.nan, np.nan))
    damping = results.get(f"modes/{name}/damping_ratio")
    modes = Modes(np.array(results[f"modes/{name}/frequency"]),
                  np.zeros(n) if damping is None else np.array(damping), np.ones(n), nothing, nothing, nothing,
                  np.array(list(number.values())), shapes)
    return Numbered(modes, nodes, names)


def _ports(results, name: str) -> list[tuple]:
    """(BODY.PORT, component, values of each mode, None) of the components that results hold."""
    parts = []
    for body in results.names(f"modes/{name}/components"):
        values = results[f"modes/{name}/components/{body}"].values
        for k, text in enumerate(results[f"bodies/{body}/components"].values):
            port, _, component = str(text).rpartition(".")
            parts.append((f"{body}.{port}", NUMBERS.get(component), values[k], None))
    return parts


def _outlines(results, name: str) -> list[tuple]:
    """(BODY.node, component, values, position) of the points of outlines of bodies without such components. Points
    have the names of nodes, n111, if their mesh comes from a file, otherwise numbers from 1."""
    parts = []
    known = results.names(f"modes/{name}/components")
    for body in results.names(f"modes/{name}/outline"):
        if body in known:
            continue
        X = results[f"bodies/{body}/outline/X"].values
        labels = results.get(f"bodies/{body}/outline/label")
        values = results[f"modes/{name}/outline/{body}"].values.reshape(len(X), X.shape[1], -1)
        for k, point in enumerate(X):
            place = np.pad(point, (0, 3 - len(point)))
            node = f"{body}.point {k + 1}" if labels is None else f"{body}.n{labels[k]}"
            parts += [(node, c + 1, values[k, c], place) for c in range(X.shape[1])]
    return parts


def _numbers(parts: list[tuple], labels: dict[str, int], count: bool) -> dict[str, int]:
    """Number of each node, all different."""
    nodes = list(dict.fromkeys(node for node, *_ in parts))
    known = {*nodes, *(node.partition(".")[2] for node in nodes)}
    for wrong in labels:
        if wrong not in known:
            raise FileError(f"labels: no node {wrong}{hint(wrong, sorted(known))}")
    number, taken = {}, set()
    for node in nodes:
        port = node.partition(".")[2]
        label = labels.get(node, labels.get(port, label_in(port)))
        if label is not None and label not in taken:
            number[node] = label
            taken.add(label)
        elif label is not None and not count:
            other = next(name for name in number if number[name] == label)
            raise FileError(f"{other} and {node} have the number {label}; expected modes of one of the bodies "
                            '(of="bodies"), or other labels=')
    if not count:
        return number
    free = (k for k in range(1, 2 * len(nodes) + len(taken) + 2) if k not in taken)
    return {node: number[node] if node in number else next(free) for node in nodes}


def modes_of(source, labels: dict[str, int] | None = None) -> tuple[Modes, str]:
    """(modes, name for a figure) of a universal file, of modes or of results."""
    if isinstance(source, Modes):
        return source, "modes"
    if isinstance(source, Universal):
        if source.modes is None:
            raise FileError(f"{source.source}: no modes (dataset 55 or 2414)")
        return source.modes, Path(source.source).name
    if hasattr(source, "analysis"):
        return modes_of_results(source, "", labels, count=False).modes, source.label
    raise FileError(f"mac: {source!r}; expected a universal file that was read, its modes, or results of modes")
