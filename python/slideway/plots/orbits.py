"""Figures of periodic motions: branches with their stability and labels, orbits in the phase plane."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway import orbits
from slideway.plots import style
from slideway.plots.forced_response import curve_of

# Mark and size of each label; ends of branches have none.
MARKS = {"start": ("s", 3.5), "fold": ("^", 4.5), "branch point": ("D", 3.5),
         "period doubling": ("P", 4.5), "Neimark-Sacker": ("X", 4.5), "grazing": ("o", 3.5)}
MOST_PANELS = 6  # orbits in the phase plane
MOST_MAGNIFIED = 3  # places of grazing
MAGNIFIED = 0.04  # of the range of a branch, to either side
CLOSING, OPENING = 1, 0  # kinds of events
NEAR = np.array([0.03, 0.12])  # of the axes: numbers that would lie on each other


def parameter_label(results) -> str:
    unit = orbits.parameter_unit(results)
    return orbits.parameter_of(results) + (f" [{unit}]" if unit else "")


@style.styled
def orbit_branches(results, monitor: str):
    """Largest value of a displacement and largest multiplier along branches of periodic motions.

    Dashed lines are unstable motions. Marks are labels. Returns a Figure.
    """
    figure, axes = style.panels(2, height=4.8, sharex=True, gridspec_kw={"height_ratios": [3, 2]})
    top, bottom = axes[:, 0]
    branches = orbits.branches_of(results)
    factor, unit = style.scale(orbits.unit_of(results, monitor),
                               *(branch.largest[monitor] for branch in branches))
    handles, marks = {}, {}
    for branch in branches:
        colour = style.COLOURS[(branch.number - 1) % len(style.COLOURS)]
        largest = factor * branch.largest[monitor]
        for panel, y in ((top, largest), (bottom, branch.growth)):
            curve_of(panel, branch.parameter, y, branch.stable, color=colour)
            marks |= marks_of(panel, branch, y)
        if len(branches) > 1:
            handles[f"branch {branch.number}, period {branch.period}"] = Line2D([], [],
                                                                                color=colour)
        if not branch.stable.all():
            marks["unstable"] = Line2D([], [], color=style.GREY, linestyle="--")
    bottom.axhline(1, color=style.GREY, linestyle=":", linewidth=0.8, zorder=0)
    top.set_ylabel(f"largest {monitor} [{unit}]")
    bottom.set_ylabel("largest multiplier")
    bottom.set_xlabel(parameter_label(results))
    ends = np.concatenate([branch.parameter for branch in branches])
    bottom.set_xlim(*style.widened(ends.min(), ends.max(), 0))
    top.set_title(results.title)
    style.legend_below(figure, handles | marks)
    return figure


@style.styled
def compare_orbit_branches(several, monitor: str):
    """Largest value of a displacement along the branches of several results over the same axes.
    Magnified panels show the largest multiplier around the grazing points of the first results
    with stops, for example to compare exact with smoothed stops.

    Dashed lines are unstable motions. Marks are labels. Returns a Figure.
    """
    branches = [orbits.branches_of(results) for results in several]
    places = next((found for found in map(_grazing, branches) if found), [])[:MOST_MAGNIFIED]
    figure = style.panels(1, 1, height=2.9 + (2.2 if places else 0))[0]
    figure.clear()
    grid = figure.add_gridspec(2 if places else 1, max(1, len(places)),
                               height_ratios=[1.4, 1] if places else [1])
    top = figure.add_subplot(grid[0, :])
    below = [figure.add_subplot(grid[1, k]) for k in range(len(places))]
    factor, unit = style.scale(orbits.unit_of(several[0], monitor),
                               *(b.largest[monitor] for found in branches for b in found))
    handles, marks = {}, {}
    for k, (found, name) in enumerate(zip(branches, style.labels(several))):
        colour = style.COLOURS[k % len(style.COLOURS)]
        handles[name] = Line2D([], [], color=colour)
        for branch in found:
            for panel, y in [(top, factor * branch.largest[monitor]),
                             *((panel, branch.growth) for panel in below)]:
                curve_of(panel, branch.parameter, y, branch.stable, color=colour)
                marks |= marks_of(panel, branch, y)
            if not branch.stable.all():
                marks["unstable"] = Line2D([], [], color=style.GREY, linestyle="--")
    ends = np.concatenate([branch.parameter for found in branches for branch in found])
    top.set_xlim(*style.widened(ends.min(), ends.max(), 0))
    top.set_ylabel(f"largest {monitor} [{unit}]")
    top.set_xlabel(parameter_label(several[0]))
    for panel, place in zip(below, places):
        reach = MAGNIFIED * (ends.max() - ends.min())
        panel.set_xlim(place - reach, place + reach)
        panel.axhline(1, color=style.GREY, linestyle=":", linewidth=0.8, zorder=0)
        near = np.concatenate([branch.growth[np.abs(branch.parameter - place) < reach]
                               for found in branches for branch in found])
        margin = 0.05 * max(np.ptp(near), 0.1)
        panel.set_ylim(near.min() - margin, near.max() + margin)
        panel.set_xlabel(parameter_label(several[0]))
    if below:
        below[0].set_ylabel("largest multiplier")
    top.set_title("Periodic motions")
    style.legend_below(figure, handles | marks)
    return figure


def _grazing(branches) -> list[float]:
    return [float(p) for branch in branches for p in branch.parameter[branch.label == "grazing"]]


def comparable(several) -> list[str]:
    """Monitors that branches over the same parameter have in common."""
    if not all(orbits.has_branches(results) for results in several) or len(
            {orbits.parameter_of(results) for results in several}) > 1:
        return []
    return [monitor for monitor in orbits.monitors_of(several[0])
            if all(monitor in orbits.monitors_of(results) for results in several)]


@style.styled
def label_curves(results):
    """Places of the labels of branches over a second parameter.

    Rings mark points where two labels meet and vanish. Returns a Figure.
    """
    figure, axes = style.panels(1, height=3.6)
    panel = axes[0, 0]
    handles = {}
    curves = orbits.label_curves_of(results)
    known = list(dict.fromkeys(curve.label for curve in curves))
    for curve in curves:
        colour = style.COLOURS[known.index(curve.label)]
        # Folds and losses of stability lie close to grazing.
        wide = curve.label == "grazing"
        handles[curve.label], = panel.plot(curve.second, curve.parameter, color=colour,
                                           linewidth=2.4 if wide else 0.8, zorder=1 if wide else 2)
        if curve.vanishes.any():
            handles["two vanish"], = panel.plot(
                curve.second[curve.vanishes], curve.parameter[curve.vanishes], "o",
                color="white", markeredgecolor=style.BLACK, markersize=4, markeredgewidth=0.8)
    unit = orbits.second_unit(results)
    panel.set_xlabel(orbits.second_of(results) + (f" [{unit}]" if unit else ""))
    panel.set_ylabel(parameter_label(results))
    panel.set_title(results.title)
    style.legend_below(figure, handles)
    return figure


def joints_with_events(results) -> list[str]:
    """Joints whose force begins or ends in one of the orbits in full."""
    return sorted({str(joint) for orbit in orbits.orbits_of(results)
                   for joint in _events(results, orbit, "joint")})


@style.styled
def phase_plane(results, joint: str):
    """Velocity over displacement of a joint in the orbits in full, beside their places on the
    branches.

    Filled marks: the force of the joint begins. Open marks: it ends. Lines are stops. Returns a
        Figure.
    """
    shown = _some([orbit for orbit in orbits.orbits_of(results) if orbit.label != "bound"])
    columns = min(3, len(shown))
    rows = -(-len(shown) // columns)
    figure = style.panels(1, 1, height=2.2 + 2.1 * rows)[0]
    figure.clear()
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[1.1] + [1] * rows)
    _places(figure.add_subplot(grid[0, :]), results, shown)
    motions = [[results[f"{orbits.group_of(orbit)}/joints/{joint}/{what}"]
                for what in ("displacement", "velocity")] for orbit in shown]
    scales = [style.scale(array.unit, *(m[k].values for m in motions))
              for k, array in enumerate(motions[0])]
    first = None
    for k, (orbit, motion) in enumerate(zip(shown, motions)):
        panel = figure.add_subplot(grid[1 + k // columns, k % columns], sharex=first, sharey=first)
        first = first or panel
        (fr, of_r), (fv, of_v) = scales
        for r, v in zip(*(array.values for array in motion)):
            panel.plot(fr * r, fv * v, color=style.BLUE if orbit.stable else style.VERMILION)
        group = orbits.group_of(orbit)
        stops = f"{group}/joints/{joint}/stops"
        for level in results[stops].values if stops in results else []:
            panel.axvline(fr * level, color=style.GREY, linestyle=":", zorder=0)
        mine = _events(results, orbit, "joint") == joint
        kind = _events(results, orbit, "kind")
        for which, fill in ((CLOSING, style.BLACK), (OPENING, "white")):
            at = mine & (kind == which)
            panel.plot(fr * _events(results, orbit, "displacement")[at],
                       fv * _events(results, orbit, "speed")[at], "o", markersize=3.5,
                       color=fill, markeredgecolor=style.BLACK, markeredgewidth=0.6, zorder=4)
        panel.set_title(f"{k + 1}: " + style.title(orbit.label, f"{orbit.parameter:.6g}"))
        if k % columns == 0:
            panel.set_ylabel(f"velocity [{of_v}]")
        if k // columns == rows - 1:
            panel.set_xlabel(f"{joint} [{of_r}]")
    dot = {"marker": "o", "linestyle": "", "markersize": 3.5, "markeredgecolor": style.BLACK,
           "markeredgewidth": 0.6}
    style.legend_below(figure, {
        "stable": Line2D([], [], color=style.BLUE),
        "unstable": Line2D([], [], color=style.VERMILION),
        "force begins": Line2D([], [], color=style.BLACK, **dot),
        "force ends": Line2D([], [], color="white", **dot),
        "stop": Line2D([], [], color=style.GREY, linestyle=":")})
    return figure


def marks_of(panel, branch, y: np.ndarray) -> dict:
    """Draws the labels of a branch. Returns their handles by name."""
    handles = {}
    for label, (mark, size) in MARKS.items():
        at = branch.label == label
        if not at.any():
            continue
        look = {"marker": mark, "linestyle": "", "markersize": size, "color": style.BLACK,
                "markeredgecolor": "white", "markeredgewidth": 0.4}
        panel.plot(branch.parameter[at], y[at], zorder=4, **look)
        handles[label] = Line2D([], [], **look)
    return handles


def _places(panel, results, shown) -> None:
    """Draws the branches with the numbers of the orbits shown."""
    monitor = orbits.monitors_of(results)[0]
    branches = {branch.number: branch for branch in orbits.branches_of(results)}
    factor, unit = style.scale(orbits.unit_of(results, monitor),
                               *(branch.largest[monitor] for branch in branches.values()))
    for branch in branches.values():
        curve_of(panel, branch.parameter, factor * branch.largest[monitor], branch.stable,
                 color=style.GREY)
    at = np.array([(orbit.parameter, factor * _largest(results, orbit, monitor))
                   for orbit in shown])
    panel.plot(*at.T, "o", color=style.BLACK, markersize=3)
    ends = np.array([panel.get_xlim(), panel.get_ylim()])
    left = list(range(len(shown)))
    while left:  # orbits whose numbers would overlap share one place
        near = [k for k in left
                if np.all(np.abs(at[k] - at[left[0]]) < NEAR * np.ptp(ends, axis=1))]
        panel.annotate(", ".join(str(k + 1) for k in near), max(at[k].tolist() for k in near),
                       textcoords="offset points", xytext=(5, -3), fontsize=8)
        left = [k for k in left if k not in near]
    panel.set_ylabel(f"largest {monitor}\n[{unit}]")
    panel.set_xlabel(parameter_label(results))
    panel.margins(y=0.15)
    panel.set_title(results.title)


def _largest(results, orbit, monitor: str) -> float:
    name = f"{orbits.group_of(orbit)}/points/{monitor}"
    return max(results[f"{name}/displacement"].values.max(),
               results[f"{name}/extrema/value"].values.max())


def _some(of: list) -> list:
    """Selects as many orbits as there are panels, requested ones before those with a label."""
    first = sorted(of, key=lambda orbit: orbit.label != "")[:MOST_PANELS]
    return sorted(first, key=lambda orbit: orbit.number)


def _events(results, orbit, what: str) -> np.ndarray:
    name = f"{orbits.group_of(orbit)}/events/{what}"
    return results[name].values if name in results else np.array([], dtype=str if what == "joint" else float)
