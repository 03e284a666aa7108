"""Maps: results over one key of the case."""
from __future__ import annotations

import numpy as np

from slideway.plots import complex_modes, style

MOST_PANELS = 8


def quantities(results) -> list[str]:
    """Names of the quantities of a map that are numbers which some point gave."""
    return [name for name in results.names("map/quantities")
            if results[f"map/quantities/{name}/value"].values.size]


def has_lock_in(results) -> bool:
    """Whether a map holds frequencies and growth rates of complex modes."""
    return {"modes.frequency", "modes.growth_rate"} <= set(quantities(results))


def _points(results, name):
    at = f"map/quantities/{name}/"
    point = results[at + "point"].values.astype(int)
    return results["map/x"].values[point], results[at + "value"]


def _key(results) -> str:
    """Label of the mapped key with its unit."""
    x = results["map/x"]
    label = x.meaning or str(results["map/key"].values.ravel()[0])
    unit = style.unit_text(x.unit)
    return f"{label} [{unit}]" if unit else label


def _mark_failed(axes, results) -> None:
    status = results["map/status"].values
    failed = results["map/x"].values[status != "end"]
    if failed.size:
        axes.plot(failed, np.zeros(failed.size), "x", color=style.BLACK, markersize=5,
                  transform=axes.get_xaxis_transform(), clip_on=False,
                  label="failed or stopped early")


@style.styled
def lock_in(results):
    """Frequencies and growth rates of complex modes over the mapped key.

    Unstable modes stand out, by the threshold of the program: where two frequencies lock in, one
    of the modes grows. Crosses on the axis: points that failed or stopped early. Returns a Figure.
    """
    x, growth = _points(results, "modes.growth_rate")
    _, frequency = _points(results, "modes.frequency")
    to_f, unit = style.scale("Hz", frequency.values)
    unstable = complex_modes.grows(frequency.values, growth.values)
    figure, ((top,), (bottom,)) = style.panels(2, height=4.6, sharex=True,
                                               gridspec_kw={"height_ratios": [1.4, 1]})
    size = float(np.clip(400 / max(len(results["map/x"].values), 1), 2, 5))
    for axes, values in ((top, to_f * frequency.values), (bottom, growth.values)):
        axes.plot(x[~unstable], values[~unstable], ".", color=style.BLUE, markersize=size,
                  label="stable")
        if np.any(unstable):
            axes.plot(x[unstable], values[unstable], "o", color=style.VERMILION, markersize=size,
                      label="unstable")
        _mark_failed(axes, results)
    bottom.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8)
    top.set_ylabel(f"frequency [{unit}]")
    bottom.set_ylabel(f"growth rate [{style.unit_text(growth.unit) or '1/s'}]")
    bottom.set_xlabel(_key(results))
    top.set_title(results.title)
    top.legend(loc="best", ncol=3)
    return figure


@style.styled
def map_quantities(results, names: list[str] | None = None):
    """Quantities of the summary over the mapped key, one panel each.

    names: of the quantities; default the first eight whose value differs between points.
    Returns a Figure.
    """
    names = names or varying(results)[:MOST_PANELS]
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    figure, axes = style.panels(rows, columns, height=0.6 + 1.5 * rows, sharex=True)
    panels = axes.T.ravel()
    for name, panel in zip(names, panels):
        x, value = _points(results, name)
        factor, unit = style.scale(value.unit, value.values)
        single = len(np.unique(x)) == len(x)
        panel.plot(x, factor * value.values, "o-" if single else ".", markersize=3)
        panel.set_title(name + (f" [{unit}]" if unit else ""))
        _mark_failed(panel, results)
    failed = [line for line in panels[0].get_lines() if line.get_label().startswith("failed")]
    if failed:
        panels[0].legend(handles=failed)
    for panel in panels[len(names):]:
        panel.set_axis_off()
    for column in range(columns):
        last = [p for p in axes[:, column] if p.axison][-1]
        last.set_xlabel(_key(results))
        last.tick_params(labelbottom=True)
    figure.suptitle(results.title, x=0.01, ha="left")
    return figure


def varying(results) -> list[str]:
    """Names of the quantities of a map that differ from point to point."""
    return [name for name in quantities(results)
            if np.ptp(results[f"map/quantities/{name}/value"].values) > 0]
