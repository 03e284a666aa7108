"""Panels of periodic motions: branches with windows, orbits over one another, diagrams of several
runs, periods that searches find, and basins."""
from __future__ import annotations

import numpy as np

from slideway.papers.panels import LOOKS, kind
from slideway.values import ResultsError

COLOURS = [LOOKS[name] for name in ("black", "blue", "vermilion", "green", "orange", "pink", "sky", "grey")]
QUANTITIES = ("largest", "amplitude", "growth")


def _value(branch, quantity: str, monitor: str) -> np.ndarray:
    if quantity == "growth":
        return branch.growth
    if quantity == "amplitude":
        return (branch.largest[monitor] - branch.least[monitor]) / 2
    return branch.largest[monitor]


@kind("branches", required={"of": list, "quantity": str}, optional={
    "monitor": str, "labels": list, "only": list, "free_motions": str, "marks": bool})
def draw_branches(axes, panel, results, _) -> dict:
    """Draws branches of several results: the largest displacement, the amplitude (half of peak to
    peak) or the largest multiplier over the parameter.

    Solid lines are stable, dashed ones unstable, marks are labels. only: numbers of branches. The
    last of the results holds free motions if `free_motions` names their monitor; they are grey.
    """
    from matplotlib.lines import Line2D
    from slideway import orbits
    from slideway.plots import orbits as figures
    from slideway.plots.forced_response import curve_of
    options = panel.options
    handles, marks = {}, {}
    if "free_motions" in options:
        handles |= _draw_free(axes, results[-1], options["free_motions"])
        results = results[:-1]
    labels = options.get("labels", [])
    for k, one in enumerate(results):
        monitor = options.get("monitor", orbits.monitors_of(one)[0])
        for branch in orbits.branches_of(one):
            if "only" in options and branch.number not in options["only"]:
                continue
            colour = COLOURS[(k if labels else branch.number - 1 + 3 * k) % len(COLOURS)]
            y = _value(branch, options["quantity"], monitor)
            curve_of(axes, branch.parameter, y, branch.stable, color=colour, linewidth=1.0)
            if options.get("marks", True):
                marks |= figures.marks_of(axes, branch, y)
            name = labels[k] if labels else f"period {branch.period}, branch {branch.number}"
            handles[name] = Line2D([], [], color=colour)
    handles["unstable"] = Line2D([], [], color=LOOKS["grey"], linestyle="--")
    return handles | marks


def _draw_free(axes, results, monitor: str) -> dict:
    """Draws the amplitude of free motions over their frequency [rad/s]."""
    from matplotlib.lines import Line2D
    look = {"color": LOOKS["grey"], "linewidth": 1.6}
    for name in results.names("free_motions"):
        group = f"free_motions/{name}"
        axes.plot(2 * np.pi * results[f"{group}/frequency"].values, results[f"{group}/{monitor}/amplitude"].values,
                  zorder=0, **look)
    return {"free motions": Line2D([], [], **look)}


@kind("orbits", required={"of": list, "labels": list}, optional={
    "monitor": str, "at": list, "mirror": bool, "stops": list})
def draw_orbits(axes, panel, results, _) -> dict:
    """Draws orbits of several results over one another: velocity over displacement of a monitor.

    at: parameter of the orbit of each of the results that is drawn; of several at one parameter a
    stable one is drawn. mirror: draw the mirror image of each too. stops: displacements of stops.
    """
    from matplotlib.lines import Line2D
    from slideway import orbits
    options = panel.options
    handles = {}
    for k, (one, label, at) in enumerate(zip(results, options["labels"], options["at"])):
        monitor = options.get("monitor", orbits.monitors_of(one)[0])
        known = orbits.orbits_of(one)
        orbit = min(known, key=lambda orbit: (round(abs(orbit.parameter - at), 9), not orbit.stable))
        group = f"{orbits.group_of(orbit)}/points/{monitor}"
        x, v = (one[f"{group}/{what}"].values for what in ("displacement", "velocity"))
        look = {"color": COLOURS[k + 1], "linewidth": 1.4 if k == 0 else 0.9, "linestyle": "-" if k == 0 else "--"}
        axes.plot(x, v, **look)
        handles[label] = Line2D([], [], **look)
        if options.get("mirror"):
            axes.plot(-x, -v, color=COLOURS[k + 2], linewidth=0.9)
            handles[f"mirror image of {label}"] = Line2D([], [], color=COLOURS[k + 2], linewidth=0.9)
    for at in options.get("stops", []):
        axes.axvline(at, color=LOOKS["grey"], linestyle=":", linewidth=0.8)
    return handles


@kind("diagram", required={"of": list, "section": str}, optional={"labels": list, "size": (int, float)})
def draw_diagram(axes, panel, results, _) -> dict:
    """Draws the points of a section of all motions over the parameter, one colour per start; starts
    of several results are counted one after the other."""
    from matplotlib.lines import Line2D
    from slideway import bifurcation_diagram as diagrams
    handles, number = {}, 0
    labels = panel.options.get("labels", [])
    for one in results:
        monitor = one.attributes["monitor"]
        values = one["values"].values
        for of in diagrams.series_of(one):
            points = diagrams.points_of(one, of, panel.options["section"], monitor)
            colour = COLOURS[number % len(COLOURS)]
            label = labels[number] if number < len(labels) else f"start {number + 1}"
            number += 1
            if points is None:
                continue
            axes.plot(values[points.at], points.displacement, ".", color=colour, markeredgewidth=0,
                      markersize=panel.options.get("size", 1.6), rasterized=True, zorder=len(COLOURS) - number)
            handles[label] = Line2D([], [], linestyle="", marker="o", markersize=4, color=colour)
    return handles


def _settled(results) -> tuple[np.ndarray, np.ndarray]:
    """Parameter and period of all motions that diagrams and searches began, one entry per start.
    The period is 0 if the motion did not settle."""
    from slideway import bifurcation_diagram as diagrams
    from slideway import orbits
    parameters, periods = [], []
    for one in results:
        if orbits.has_search(one):
            parameters.append(one["search/parameter"].values)
            periods.append(np.where(one["search/outcome"].values == 0, one["search/period"].values, 0))
        elif diagrams.has_diagram(one):
            for series in diagrams.series_of(one):
                parameters.append(one["values"].values)
                periods.append(series.period)
        else:
            raise ResultsError(f"{one.label}: neither a diagram nor a search from several starts")
    return np.concatenate(parameters), np.concatenate(periods)


def _count_starts(axes, periods: np.ndarray, more: str = "") -> None:
    """Writes the numbers of starts and of motions that settled on the right above the axes."""
    axes.set_title(f"{len(periods)} starts, {np.count_nonzero(periods)} settle{more}", loc="right", fontsize=8)


@kind("periods", required={"of": list, "sought": int})
def draw_periods(axes, panel, results, _) -> dict:
    """Draws the period that each start of diagrams and searches settles on, over the parameter.
    A line shows the period sought; the title states the numbers of starts and of motions."""
    from matplotlib.lines import Line2D
    parameter, period = _settled(results)
    sought = panel.options["sought"]
    known, line = {"color": LOOKS["blue"]}, {"color": LOOKS["vermilion"]}
    axes.axhline(sought, linewidth=0.8, linestyle="--", **line)
    axes.plot(parameter[period > 0], period[period > 0], ".", markersize=3, markeredgewidth=0, **known)
    axes.set_ylabel("period")
    _count_starts(axes, period, f", {np.count_nonzero(period == sought) or 'none'} on period {sought}")
    return {"motion": Line2D([], [], linestyle="", marker="o", markersize=4, **known),
            "period sought": Line2D([], [], linestyle="--", **line)}


@kind("period_counts", required={"of": list, "sought": list})
def draw_period_counts(axes, panel, results, _) -> dict:
    """Draws how many starts of diagrams and searches settle on each period. Periods sought are
    coloured; the title states the numbers of starts and of motions."""
    from matplotlib.patches import Patch
    _, period = _settled(results)
    sought = panel.options["sought"]
    periods = sorted({*sought, *period[period > 0].tolist()})
    counts = [np.count_nonzero(period == one) for one in periods]
    looks = {True: LOOKS["vermilion"], False: LOOKS["grey"]}
    bars = axes.bar([str(one) for one in periods], counts, color=[looks[one in sought] for one in periods])
    axes.bar_label(bars, fontsize=7)
    axes.set_yscale("log")
    axes.set_ylim(0.5, 3 * max(counts))
    axes.set_xlabel("period")
    axes.set_ylabel("motions")
    _count_starts(axes, period)
    return {"period of the paper": Patch(color=looks[True]), "other period": Patch(color=looks[False])}


@kind("basins", required={"of": list}, optional={"monitor": str, "range": list})
def draw_basins(axes, panel, results, _) -> dict:
    """Draws the largest displacement of the motion that each start leads to. Starts that do not
    settle are grey."""
    from matplotlib.lines import Line2D
    from slideway import basins
    from slideway.plots import style
    one = results[0]
    handles = {}
    x, y = one["x"].values, one["y"].values
    extent = [x[0] - (x[1] - x[0]) / 2, x[-1] + (x[1] - x[0]) / 2, y[0] - (y[1] - y[0]) / 2, y[-1] + (y[1] - y[0]) / 2]
    axes.set_facecolor("0.8")
    unsettled = basins.grid_of(one, "label") < 0
    if unsettled.any():
        handles["not settled"] = Line2D([], [], linestyle="", marker="s", markersize=8, color="0.8")
    if not unsettled.all():
        monitor = panel.options.get("monitor", basins.monitors_of(one)[0])
        largest = np.ma.masked_invalid(basins.largest_of(one, monitor))
        low, high = panel.options.get("range", [largest.min(), largest.max()])
        image = axes.imshow(largest, origin="lower", extent=extent, aspect="auto", interpolation="nearest",
                            cmap=style.HEAT, vmin=low, vmax=high)
        axes.figure.colorbar(image, ax=axes, label=f"largest {monitor}", pad=0.02)
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])
    axes.set_xlabel(f"$x_1$ ({one.attributes['x']})")
    axes.set_ylabel(f"$x_2$ ({one.attributes['y']})")
    return handles
