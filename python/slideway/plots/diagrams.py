"""Bifurcation diagrams: points of sections over a parameter, with branches of periodic motions."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway import bifurcation_diagram as diagrams
from slideway.plots import style
from slideway.plots.forced_response import curve_of
from slideway.plots.orbits import marks_of

MOST_PANELS = 2  # of what is watched
POINTS = {"same": 2.6, "up": 1.9, "down": 1.2}  # sizes of marks; they differ, so that coinciding marks are visible
SETTLED = 1.5  # factor on the size of settled motions, which lie above the branches
HELD = 1e-9  # of the largest: what the section holds
SWEEPS = {"same": "0.7", "up": style.VERMILION, "down": style.BLUE}


@style.styled
def bifurcation_diagram(results, section: str):
    """Displacements where motions cross a section, over the parameter, with the branches of earlier
    runs. A lower panel shows the period of the motion that each start settled on.

    Colours are sweeps, or starts if there is one sweep. Lines are branches, dashed where unstable;
    marks are their labels. Returns a Figure.
    """
    all_series = diagrams.series_of(results)
    branches = diagrams.branches_of(results)
    colours = _colours(all_series)
    watched = _watched(results, section)
    figure, axes = style.panels(len(watched) + 1, height=2.5 * len(watched) + 1.3, sharex=True,
                                gridspec_kw={"height_ratios": [2.2] * len(watched) + [1]})
    handles, marks = {}, {}
    values = results["values"]
    for panel, name in zip(axes[:, 0], watched):
        told = {of.number: diagrams.points_of(results, of, section, name) for of in all_series}
        what = _told(told.values())
        unit = diagrams.units_of(results, section, name)[what == "velocity"]
        factor, unit = style.scale(unit, *(getattr(points, what) for points in told.values()
                                           if points is not None))
        for of in all_series:
            points = told[of.number]
            if points is None:
                continue
            settled = (of.period > 0)[points.at]
            for mine, size, order in ((~settled, 1, 1), (settled, SETTLED, 3)):
                panel.plot(values.values[points.at[mine]], factor * getattr(points, what)[mine],
                           ".", markersize=size * POINTS[of.sweep], markeredgewidth=0,
                           color=colours[of.number], rasterized=True, zorder=order)
            handles[_name(of, all_series)] = Line2D([], [], linestyle="none", marker="o",
                                                    markersize=4, markeredgewidth=0,
                                                    color=colours[of.number])
        for branch in branches:
            points = diagrams.points_of(results, branch, section, name)
            if points is not None:
                marks |= _draw(panel, branch, points.at, factor * getattr(points, what))
        panel.set_ylabel(f"{name} [{unit}]" if what == "displacement" else
                         f"{name},\nvelocity [{unit}]")
    _periods(axes[-1, 0], results, all_series, colours)
    axes[-1, 0].set_xlim(values.values.min(), values.values.max())
    unit = values.unit
    axes[-1, 0].set_xlabel(diagrams.parameter_of(results) + (f" [{unit}]" if unit else ""))
    axes[0, 0].set_title(style.title(results.title, f"section {section}"))
    style.legend_below(figure, handles | marks)
    return figure


def _colours(all_series) -> dict:
    """Colour of each series by its number: by sweeps, or by starts if there is one sweep."""
    if len({of.sweep for of in all_series}) > 1 or len(all_series) == 1:
        return {of.number: SWEEPS[of.sweep] for of in all_series}
    return {of.number: style.COLOURS[(of.start - 1) % len(style.COLOURS)] for of in all_series}


def _name(of, all_series) -> str:
    sweep = {"same": "from the same start", "up": "upwards", "down": "downwards"}[of.sweep]
    if len({other.start for other in all_series}) == 1:
        return sweep
    if len({other.sweep for other in all_series}) > 1:
        return sweep.replace("same start", "same starts")
    return f"start {of.start}" if of.start <= len(style.COLOURS) else "others"


def _watched(results, section: str) -> list[str]:
    group = next(f"{diagrams.group_of(of)}/sections/{section}/points"
                 for of in diagrams.series_of(results)
                 if f"{diagrams.group_of(of)}/sections/{section}/points" in results)
    first = results.attributes["monitor"]
    return sorted(results.names(group), key=lambda name: (name != first, name))[:MOST_PANELS]


def _told(points) -> str:
    """Recorded displacements, without one that the section holds constant."""
    known = [of.displacement for of in points if of is not None]
    u = np.concatenate(known)
    return "velocity" if np.ptp(u) <= HELD * np.abs(u).max() else "displacement"


def _draw(panel, branch, at: np.ndarray, y: np.ndarray) -> dict:
    """Draws a branch: one line per point of the section in a period. Returns handles."""
    marks = {}
    rows = np.split(y, np.flatnonzero(np.diff(at)) + 1)
    places = at[np.r_[0, np.flatnonzero(np.diff(at)) + 1]]
    sizes = np.array([len(row) for row in rows])
    gaps = np.flatnonzero((np.diff(sizes) != 0) | (np.diff(places) != 1)) + 1
    for first, last in zip(np.r_[0, gaps], np.r_[gaps, len(rows)]):
        stretch = _threads(rows[first:last])
        part = _Part(branch.parameter[places[first:last]], branch.label[places[first:last]])
        stable = branch.stable[places[first:last]]
        for line in stretch.T:
            curve_of(panel, part.parameter, line, stable, color=style.BLACK, linewidth=0.7)
            marks |= marks_of(panel, part, line)
        if stable.any():
            marks["stable branch"] = Line2D([], [], color=style.BLACK, linewidth=0.7)
        if not stable.all():
            marks["unstable"] = Line2D([], [], color=style.BLACK, linewidth=0.7, linestyle="--")
    return marks


class _Part:
    """The attributes of a branch that marks_of reads."""

    def __init__(self, parameter: np.ndarray, label: np.ndarray):
        self.parameter, self.label = parameter, label


def _threads(rows: list[np.ndarray]) -> np.ndarray:
    """Columns of points that continue from row to row. Where a point passes phase 0, the order of
    the points rotates."""
    out = [rows[0]]
    for row in rows[1:]:
        turned = [np.roll(row, shift) for shift in range(len(row))]
        out.append(min(turned, key=lambda of: np.abs(of - out[-1]).sum()))
    return np.array(out)


def _periods(panel, results, all_series, colours) -> None:
    """Draws the period of the motion that each start settled on, and the starts that did not
    settle."""
    values = results["values"].values
    longest = max(int(of.period.max(initial=1)) for of in all_series)
    top = np.floor(np.log2(longest)) + 1
    rows = {f"{2 ** k}": k for k in range(int(top))}
    others = {name: top + k for k, name in enumerate(
        name for name in ("not settled", "broke off")
        if any((of.outcome == name).any() for of in all_series))}
    for of in all_series:
        at = np.array([others.get(name, np.nan) for name in of.outcome])
        settled = of.period > 0
        at[settled] = np.log2(of.period[settled])
        panel.plot(values, at, ".", markersize=1.5 * POINTS[of.sweep], markeredgewidth=0,
                   color=colours[of.number])
    rows |= others
    panel.set_yticks(list(rows.values()), list(rows))
    panel.set_ylim(-0.5, max(rows.values()) + 0.5)
    panel.set_ylabel("period")


@style.styled
def exponent_over_parameter(results):
    """Largest Lyapunov exponents over the parameter.

    Returns a Figure.
    """
    figure, axes = style.panels(1, height=2.8)
    panel = axes[0, 0]
    all_series = diagrams.series_of(results)
    colours = _colours(all_series)
    values = results["values"]
    handles = {}
    for of in all_series:
        at, exponent = diagrams.exponents_of(results, of)
        line, = panel.plot(values.values[at], exponent, color=colours[of.number])
        handles[_name(of, all_series)] = line
    panel.axhline(0, color=style.GREY, linewidth=0.6, zorder=0)
    panel.set_xlim(values.values.min(), values.values.max())
    unit = values.unit
    panel.set_xlabel(diagrams.parameter_of(results) + (f" [{unit}]" if unit else ""))
    panel.set_ylabel("largest exponent [1/s]")
    panel.set_title(results.title)
    style.legend_below(figure, handles)
    return figure


def has_exponents(results) -> bool:
    return diagrams.has_diagram(results) and any(
        len(diagrams.exponents_of(results, of)[0]) for of in diagrams.series_of(results))
