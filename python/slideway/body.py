"""Bodies of a model as arrays."""
from __future__ import annotations

import dataclasses
import functools
import os

import numpy as np

from slideway.place import file_name, needed, refuse


@dataclasses.dataclass(frozen=True)
class Port:
    """A place of a body where joints, contacts and loads attach: y = W u; forces act as W.T f."""

    components: list[str]  #: components of each node: ["x", "y"]
    W: object  #: scipy.sparse, (nodes * components) x n, node by node
    X: np.ndarray  #: nodes x 3, undeformed positions [m]; nan if unknown
    share: np.ndarray  #: share of each node in a resultant force; sums to 1
    area: float  #: length times thickness of a curve [m^2]; 0 for points


class Body:
    """A body of a model, reduced and damped, with supports eliminated: M u'' + C u' + K u = f.

    name: name of the body.
    M, C, K: scipy.sparse, n x n.
    T: n_full x n, u_full = T u; None for a body that is not reduced.
    omega: frequencies of the modes that the reduction added [rad/s].
    ports: dict of `Port`.

    Arrays are read-only views without a copy. They stay valid after model and body are gone.
    """

    def __init__(self, found, name: str):
        self._found = found  # object of the extension module
        self.name = name

    @functools.cached_property
    def M(self):
        return csc_matrix(self._found.matrix("M"))

    @functools.cached_property
    def C(self):
        return csc_matrix(self._found.matrix("C"))

    @functools.cached_property
    def K(self):
        return csc_matrix(self._found.matrix("K"))

    @functools.cached_property
    def T(self) -> np.ndarray | None:
        """Reduction matrix. None if the body is not reduced, or if several processes hold its
        parts."""
        return self._found.T()

    @functools.cached_property
    def omega(self) -> np.ndarray:
        return self._found.omega()

    @functools.cached_property
    def ports(self) -> dict[str, Port]:
        return {name: Port(components, csr_matrix(W), X, share, area)
                for name, components, W, X, share, area in self._found.ports()}

    def save(self, folder: str | os.PathLike) -> None:
        """Writes the body as the key `export` does. A body of type `matrices` reads it as its
        `folder`."""
        self._found.save(os.fspath(folder), [])

    def to_mat(self, file: str | os.PathLike) -> None:
        """Writes M, C, K, T, omega and ports (structs with W, X and share) for MATLAB."""
        ports = {name: dict(W=port.W, X=port.X, share=port.share) for name, port in self.ports.items()}
        own = dict(name=self.name, M=self.M, C=self.C, K=self.K, omega=self.omega, ports=ports)
        needed("scipy.io").savemat(file, own | ({} if self.T is None else {"T": self.T}))

    def write(self, file: str | os.PathLike, units=None, labels: dict[str, int] | None = None,
              force: bool = False) -> list[str]:
        """Writes the body for another program: DMIG (.pch), OUTPUT4 (.op4), Abaqus (.inp), Matrix Market (.mtx),
        MATLAB (.mat). Dofs that belong to no port are coordinates of modes. A port outside of the interface of the
        reduction combines dofs, and is no node of the file.

        units: units of the file, such as "mm-t-s"; default SI. labels: number of a node by its port, or of the first
        node of a port with several; a port n901 has the number 901. force: replaces a file that Slideway did not
        write. Returns the names of the files. Raises FileError.
        """
        from slideway.exchange.body_data import matrices_of_body
        return matrices_of_body(self).write(file_name("write", file), units, labels, force)

    def __deepcopy__(self, _) -> Body:
        return self

    def __reduce__(self):
        refuse(f"body {self.name}; no pickle holds a body: expected its model, or its matrices")

    def __repr__(self) -> str:
        return f"<slideway.Body: {self._found.text().strip()}>"


def csr_matrix(rows):
    """View of (values, columns, beginnings of rows, n_rows, n_columns) as a scipy matrix."""
    values, columns, begins, n_rows, n_columns = rows
    return needed("scipy.sparse").csr_matrix((values, columns, begins), shape=(n_rows, n_columns),
                                             copy=False)


def csc_matrix(columns):
    """View of (values, rows, beginnings of columns, n_rows, n_columns) as a scipy matrix."""
    values, rows, begins, n_rows, n_columns = columns
    return needed("scipy.sparse").csc_matrix((values, rows, begins), shape=(n_rows, n_columns),
                                             copy=False)
