"""Modal assurance criterion of two sets of modes."""
from __future__ import annotations

import dataclasses

import numpy as np

from slideway.exchange.file_error import FileError
from slideway.exchange.mode_data import modes_of


@dataclasses.dataclass
class Mac:
    """Modal assurance criterion |phi^H psi|^2 / (phi^H phi psi^H psi) of two sets of modes.

    values: n_measured x n_computed, from 0 to 1. measured_hz, computed_hz: their frequencies [Hz].
    dofs: (label, component) of the translations that both sets have, 1 to 3 for x to z.
    measured, computed: names for the figure.
    Source: R. J. Allemang, The modal assurance criterion - twenty years of use and abuse, Sound and Vibration
    37(8), 2003.
    """

    values: np.ndarray
    measured_hz: np.ndarray
    computed_hz: np.ndarray
    dofs: list[tuple[int, int]]
    measured: str
    computed: str

    def __array__(self, dtype=None) -> np.ndarray:
        return np.asarray(self.values, dtype)

    def plot(self, ax=None):
        """Draws the values as a table of squares over the modes. ax: axes to draw into. Returns a matplotlib
        Figure, or `ax`."""
        from slideway.plots import canvas, measured
        with canvas.managed(), canvas.drawn_into(ax):
            drawing = measured.assurance(self)
        return drawing if ax is None else ax

    def __repr__(self) -> str:
        n, m = self.values.shape
        return f"<slideway.Mac: {n} measured x {m} computed modes, {len(self.dofs)} common dofs>"


def mac(measured, computed, labels: dict[str, int] | None = None) -> Mac:
    """Compares the modes of two sets on the translations that both have.

    measured, computed: a universal file that was read, its `modes`, or results of the analysis modes. labels: numbers
    of the ports of results whose names hold none, {"tip": 512}; a port n512 needs none. Raises FileError.
    """
    (one, name), (other, other_name) = modes_of(measured, labels), modes_of(computed, labels)
    first, second = _columns(one), _columns(other)
    dofs = [dof for dof in first if dof in second]
    if not dofs:
        raise FileError(f"mac: {name} and {other_name} have no translation of a node in common; nodes of the first: "
                        f"{_listed(one.labels)}; of the second: {_listed(other.labels)}. labels= gives numbers to ports")
    phi, psi = (np.array([of[dof] for dof in dofs]) for of in (first, second))
    size = np.linalg.norm(phi, axis=0)[:, None] * np.linalg.norm(psi, axis=0)[None, :]
    for norms, which in ((np.linalg.norm(phi, axis=0), name), (np.linalg.norm(psi, axis=0), other_name)):
        if not np.all(norms > 0):
            raise FileError(f"mac: mode {int(np.argmin(norms)) + 1} of {which} rests at all {len(dofs)} common dofs")
    values = (np.abs(phi.conj().T @ psi) / size) ** 2
    return Mac(values, one.frequency_hz, other.frequency_hz, dofs, name, other_name)


def _columns(modes) -> dict[tuple[int, int], np.ndarray]:
    """Values of the modes at each translation that all of them have."""
    return {(int(label), component + 1): modes.shapes[:, node, component]
            for node, label in enumerate(modes.labels) for component in range(3)
            if np.all(np.isfinite(modes.shapes[:, node, component]))}


def _listed(labels) -> str:
    return ", ".join(map(str, labels[:8])) + (", ..." if len(labels) > 8 else "")
