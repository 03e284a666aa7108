"""Bodies of type `matrices` whose file is one of MATLAB."""
from __future__ import annotations

import os

import numpy as np

from slideway.exchange import mat_file
from slideway.exchange.file_error import FileError, head_of
from slideway.exchange.matrix_data import label_in, named_component
from slideway.exchange.matrix_reader import matrices_of_mat


def keys_with_arrays(keys: dict) -> dict:
    """Keys of a body of type `matrices`, in which M, C, K, dofs and nodes replace a `file` of MATLAB.

    Other keys, such as units and mesh, keep their meaning, because the arrays are those of the file. Keys without
    such a file are returned as they are. Raises FileError.
    """
    given = keys.get("file")
    files = [os.fspath(one) for one in (given if isinstance(given, (list, tuple)) else [given])
             if isinstance(one, (str, os.PathLike))]
    if not any(os.path.isfile(file) and mat_file.is_mat(head_of(file)) for file in files):
        return keys
    also = [key for key in ("M", "C", "K", "folder") if key in keys]
    if also:
        raise FileError(f"{files[0]}: file is given beside {', '.join(also)}; expected one of them")
    rest = {key: value for key, value in keys.items() if key not in ("file", "names")}
    read = matrices_of_mat(files, keys.get("names"), named="dofs" not in keys)
    if read.H is not None:
        raise FileError(f"{read.source}: {read.names['K']} is complex; a body of a model has real M, C and K")
    arrays = read.given()
    if "dofs" in keys:
        return rest | arrays
    if read.dof_names is None:
        if "mesh" not in keys:
            raise FileError(f"{read.source}: {read.n} rows without names; expected dofs or mesh")
        return rest | arrays
    own = {"dofs": read.dof_names}
    nodes = _positions(read)
    if nodes and "mesh" not in keys and "nodes" not in keys:
        own["nodes"] = nodes
    if isinstance(keys.get("groups"), dict) and "mesh" not in keys:
        own["groups"] = {group: _named(members, read) for group, members in keys["groups"].items()}
    return rest | arrays | own


def _positions(read) -> dict[str, list[float]]:
    """Positions of the nodes of rows, in units of the file."""
    named = {named_component(name)[0] for name in read.dof_names if name}
    return {node: list(map(float, X)) for node, X in read.nodes.items() if node in named and np.all(np.isfinite(X))}


def _named(members, read):
    """Members of a group by name, if labels are given: 111 is the node n111."""
    by_label = {label_in(node): node for node in (named_component(name)[0] for name in read.dof_names if name)}
    if not isinstance(members, (list, tuple, np.ndarray)):
        return members
    return [by_label.get(int(one), str(one)) if isinstance(one, (int, np.integer)) else one for one in members]
