"""Design figures of backbones: derivatives of the largest maximum by each parameter of the model,
and the best preload."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway import backbone
from slideway.plots import style
from slideway.plots.backbone import amplitude_axis, draw_methods, log_axis, parameter_axis

CHANGE = {"color": style.GREY, "linestyle": (0, (4, 2)), "linewidth": 0.8, "zorder": 0}
CHANGE_LABEL = "another maximum becomes the largest"
ALL = "all."
WIDTHS = (2.4, 0.7)  # widths of the first and the last line [pt]
N_COLOURS = len(style.COLOURS) - 1


def has_preload_curve(results) -> bool:
    return (backbone.has_ridges(results) and backbone.over_level(results)
            and "best_preload.level" in results.quantities)


@style.styled
def derivatives_over_level(results):
    """Logarithmic derivatives of the rms (of the first monitor) and of the frequency of the largest
    maximum, over the level or over the parameter of ridges. One colour per parameter.

    If several joints share a parameter, its curve is the sum; the table lists each joint. Lines
    become thinner, so that coinciding lines are visible. Dashed grey lines mark where another
    maximum becomes the largest. Returns a Figure.
    """
    figure, axes = style.panels(2, height=5.0, sharex=True)
    largest = results["extrema/largest"].values == 1
    value = backbone.largest_of(results).value
    order = np.argsort(value)
    value = value[order]
    changes = _changes(results)
    breaks = np.searchsorted(value, changes)
    handles = {}
    of = backbone.derivatives_of(results)
    together = {name.removeprefix(ALL) for name in of if name.startswith(ALL)}
    names = [name for name in of
             if name.startswith(ALL) or name.rpartition(".")[2] not in together]
    names.sort(key=lambda name: (name != "level", name != "damping", name))
    for k, name in enumerate(names):
        width = WIDTHS[0] + (WIDTHS[1] - WIDTHS[0]) * k / max(1, len(names) - 1)
        look = {"color": style.COLOURS[k % N_COLOURS], "linewidth": width, "marker": ".",
                "markersize": 2 * width, "linestyle": "-" if k < N_COLOURS else "--"}
        for panel, what in zip(axes[:, 0], ("rms", "frequency")):
            derivative = of[name][what][largest][order]
            panel.plot(np.insert(value, breaks, changes), np.insert(derivative, breaks, np.nan),
                       **look)
        label = f"{name.removeprefix(ALL)}, all joints" if name.startswith(ALL) else name
        handles[label] = Line2D([], [], **look)
    for panel, what in zip(axes[:, 0], ("rms", "frequency")):
        panel.axhline(0, color=style.BLACK, linewidth=0.5, zorder=0)
        panel.set_ylabel(f"d ln {what} / d ln p")
        for change in changes:
            panel.axvline(change, **CHANGE)
            handles[CHANGE_LABEL] = Line2D([], [], **CHANGE)
    parameter_axis(axes[1, 0], results)
    axes[0, 0].set_title(style.title(results.title,
                                     f"largest maximum of {backbone.monitor_of(results)}"))
    style.legend_below(figure, handles)
    return figure


@style.styled
def preload_curve(results):
    """Maxima of the rms (of the first monitor) per level, over the preload of the first joint per
    level: one curve for all levels, or for all preloads.

    Dots mark the largest maximum at each requested level. A ring marks the best preload, which
    gives the smallest of the largest maxima. Thick lines are kinks. Dashed grey lines mark where
    another maximum becomes the largest. Returns a Figure.
    """
    quantities = {name: quantity.value for name, quantity in results.quantities.items()}
    per_level = np.atleast_1d(quantities["best_preload.preload_per_level"])[0]
    preload = per_level * quantities["best_preload.level"]
    joint, monitor = results["joints"].values[0], backbone.monitor_of(results)
    least = quantities["best_preload.rms_per_level"]
    largest = backbone.largest_of(results)
    factor, unit = style.scale(backbone.unit_of(results), largest.rms[monitor] / largest.value)

    def place(curve):
        return preload / curve.value, np.where(curve.bend < 0, factor * curve.rms[monitor]
                                               / curve.value, np.nan)
    figure, axes = style.panels(height=3.6)
    panel = axes[0, 0]
    handles = draw_methods(panel, results, place, nodes=False, others=False)
    handles["largest maximum"] = panel.plot(
        preload / largest.value, factor * largest.rms[monitor] / largest.value, ".", markersize=3,
        color=style.BLACK, zorder=3)[0]
    handles[f"best preload, {per_level:.4g} N per level"] = panel.plot(
        per_level, factor * least, "o", color=style.BLACK, markersize=7, markerfacecolor="none",
        markeredgewidth=0.8, zorder=5)[0]
    for change in _changes(results):
        panel.axvline(preload / change, **CHANGE)
        handles[CHANGE_LABEL] = Line2D([], [], **CHANGE)
    log_axis(panel.xaxis)
    amplitude_axis(panel)
    panel.set_xlabel(f"preload of {joint} per level [N]")
    panel.set_ylabel(f"rms of {monitor} per level [{unit}]")
    panel.set_title(results.title)
    style.legend_below(figure, handles)
    return figure


def _changes(results) -> np.ndarray:
    """Ascending levels at which another maximum becomes the largest."""
    name = "largest.changes." + ("level" if backbone.over_level(results) else "value")
    if name not in results.quantities:
        return np.empty(0)
    return np.sort(np.atleast_1d(results.quantities[name].value))
