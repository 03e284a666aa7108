"""Backbones of free motions: frequency over energy and over amplitude."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway.plots import style

MARKS = {  # mark of each label
    "branch point": {"marker": "D", "color": style.BLACK, "markersize": 4},
    "fold": {"marker": "^", "color": style.BLACK, "markersize": 4, "markerfacecolor": "white"},
    "grazing": {"marker": "o", "color": style.BLACK, "markersize": 4, "markerfacecolor": "white"},
}
UNSTABLE = (0, (4, 2))
WIDE = 30  # ratio beyond which an axis is logarithmic
OF_CURVES = {"branch", "mode", "begins", "ends", "energy", "frequency", "stable", "growth", "label",
             "note"}


def has_free_motions(results) -> bool:
    return results.analysis == "backbone" and bool(results.names("free_motions"))


def monitors_of(results) -> list[str]:
    """Recorded displacements in alphabetical order; [] for other results."""
    if not has_free_motions(results):
        return []
    first = results.names("free_motions")[0]
    return [name for name in results.names(f"free_motions/{first}") if name not in OF_CURVES]


@style.styled
def frequency_over_energy(results):
    """Frequency of free motions over their energy, one colour per curve.

    Dashed lines are unstable motions. Diamonds are branch points. Triangles are folds of the
    energy. Circles are grazing. Dotted grey lines are frequencies of small motions. Returns a
    Figure.
    """
    return _frequency_over(results, "energy", "energy", "")


@style.styled
def frequency_over_amplitude(results, monitor: str):
    """Frequency of free motions over half of the peak-to-peak value of a monitor. Marks are those
    of `frequency_over_energy`. Returns a Figure."""
    return _frequency_over(results, f"{monitor}/amplitude", f"amplitude of {monitor}", monitor)


def _frequency_over(results, array: str, name: str, monitor: str):
    figure, axes = style.panels()
    panel = axes[0, 0]
    groups = [f"free_motions/{number}" for number in results.names("free_motions")]
    values = [results[f"{group}/{array}"] for group in groups]
    factor, unit = style.scale(values[0].unit, *values)
    handles = {}
    reached = []
    for k, (group, value) in enumerate(zip(groups, values)):
        x, y = factor * np.asarray(value), np.asarray(results[f"{group}/frequency"])
        stable = np.asarray(results[f"{group}/stable"]) > 0.5
        colour = style.COLOURS[k % len(style.COLOURS)]
        for there, dashes in ((stable, "-"), (~stable, UNSTABLE)):
            panel.plot(*_parts(x, y, there), color=colour, linestyle=dashes)
        handles[f"curve {k + 1}"] = Line2D([], [], color=colour)
        label = np.array([str(text) for text in results[f"{group}/label"]])
        for what, look in MARKS.items():
            at = label == what
            if at.any():
                panel.plot(x[at], y[at], linestyle="none", zorder=3, **look)
                handles[what] = Line2D([], [], linestyle="none", **look)
        if not stable.all():
            handles["unstable"] = Line2D([], [], color=style.GREY, linestyle=UNSTABLE)
        reached.append(y)
    low, high = min(y.min() for y in reached), max(y.max() for y in reached)
    for frequency in np.asarray(results["small_frequency"]):
        if low <= frequency * (1 + 1e-6) and frequency <= high:
            panel.axhline(frequency, color=style.GREY, linestyle=":", linewidth=0.6)
    positive = np.concatenate([np.asarray(value) for value in values])
    if positive.min() > 0 and positive.max() > WIDE * positive.min():
        panel.set_xscale("log")
    room = 0.03 * (high - low)
    panel.set_ylim(*style.widened(low - room, high + room, 1e-3 * high))
    panel.set_xlabel(f"{name} [{unit}]")
    panel.set_ylabel("frequency [Hz]")
    panel.set_title(style.title(results.title, "free motions" + (f" of {monitor}" if monitor else "")))
    curves = [name for name in handles if name.startswith("curve ")]
    style.legend_below(figure, {name: handles[name] for name in curves + sorted(handles.keys() - curves)})
    return figure


def _parts(x: np.ndarray, y: np.ndarray, there: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parts of a line between points of which at least one satisfies `there`; other parts are NaN."""
    piece = there.copy()
    piece[:-1] |= there[1:]
    return np.where(piece, x, np.nan), np.where(piece, y, np.nan)
