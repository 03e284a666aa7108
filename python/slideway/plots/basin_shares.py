"""Figures of basin shares over a parameter, and of the integrity of their motions."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from slideway import basin_shares, basins
from slideway.plots import motion_colours, style

PALE = 0.6
OTHER_COLOURS = {name: motion_colours.OTHERS[k] for k, name in basins.OTHERS.items()}
LINES = {"fold": "-", "branch point": "-.", "period doubling": "--", "Neimark-Sacker": ":",
         "grazing": (0, (1, 4)), "none": (0, (1, 4)), "lost": (0, (6, 4))}
RESOLUTION = {"facecolor": "none", "edgecolor": "0.8", "hatch": ".....", "linewidth": 0}
WORDS = {"none": "stability changes", "lost": "not followed further"}


def _stepped(p, shares, names, marks):
    """Parameter values and shares (motions x values) for an area plot. If a motion begins or ends
    between two values, its share changes at that place, and the other motions fill the rest."""
    x, columns = [p[0]], [shares[:, 0]]
    for v in range(len(p) - 1):
        appear = (shares[:, v] == 0) != (shares[:, v + 1] == 0)
        place, steps = None, np.zeros(len(names), dtype=bool)
        for mark in marks:
            here = appear & np.isin(names, mark.names)
            if mark.kind != "crisis" and p[v] < mark.low <= p[v + 1] and here.any():
                place, steps = mark.low, steps | here
        if place is not None:
            way = (place - p[v]) / (p[v + 1] - p[v])
            for side in (v, v + 1):
                column = (1 - way) * shares[:, v] + way * shares[:, v + 1]
                column[steps] = shares[steps, side]
                rest = column[~steps].sum()
                column[~steps] *= (1 - column[steps].sum()) / rest if rest > 0 else 1
                x.append(place)
                columns.append(column)
        x.append(p[v + 1])
        columns.append(shares[:, v + 1])
    return np.array(x), np.array(columns).T


def _stack(axes, p, orbits, others, marks, colours):
    """Draws stacked areas of shares, with standard errors at their tops if starts are random."""
    areas = [(name, o.share.values, motion_colours.area(colours[name], PALE))
             for name, o in orbits.items() if o.share.any()]
    areas += [(name, share, OTHER_COLOURS[name]) for name, share in others.items()]
    names = np.array([name for name, _, _ in areas])
    shares = np.array([share for _, share, _ in areas])
    x, stepped = _stepped(p, shares, names, marks)
    tops = np.cumsum(stepped, axis=0)
    handles = {}
    for (name, _, colour), top, share in zip(areas, tops, stepped):
        axes.fill_between(x, top - share, top, facecolor=colour, linewidth=0.6, edgecolor="white",
                          label=name)
        handles["other motions" if colour == motion_colours.FURTHER else name] = Patch(color=colour)
    errors = {name: o.standard_error for name, o in orbits.items() if "standard_error" in o}
    for name, top in zip(names, np.cumsum(shares, axis=0)):
        if name in errors:
            axes.errorbar(p, top, errors[name], fmt="none", ecolor="black", elinewidth=0.6,
                          capsize=1.5)
    axes.set_ylabel("share of the starts")
    axes.set_ylim(0, 1)
    return handles


def _draw_marks(panels, marks, colours):
    """Draws lines through all panels where motions end or change, and hatching at crises."""
    handles = {}
    for mark in marks:
        colour = colours[mark.names[0]]
        for axes in panels:
            if mark.kind == "crisis":
                axes.axvspan(mark.low, mark.high, facecolor="none", edgecolor=colour,
                             hatch="////", linewidth=0, alpha=0.55)
            else:
                axes.axvline(mark.low, color=colour, linestyle=LINES[mark.kind], linewidth=1.3)
        handles[WORDS.get(mark.kind, mark.kind)] = (
            Patch(facecolor="none", edgecolor="black", hatch="////", linewidth=0)
            if mark.kind == "crisis" else
            Line2D([], [], color="black", linestyle=LINES[mark.kind], linewidth=1.3))
    return handles


def _integrity(axes, results, p, orbits, colours):
    resolution = results["resolution"]
    values = [o.integrity.values for o in orbits.values()]
    known = np.concatenate([v[np.isfinite(v)] for v in values] + [resolution.values])
    factor, unit = style.scale(resolution.unit, known)
    axes.axhspan(0, factor * resolution.values[0], zorder=0, **RESOLUTION)
    for name, orbit in orbits.items():
        if np.isfinite(orbit.integrity).any():
            axes.plot(p, factor * orbit.integrity, "o-", color=colours[name], markersize=2.5)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("integrity" + (f" [{unit}]" if unit else ", part of the widths"))


@style.styled
def shares(results):
    """Shares of the starts, stacked over the parameter. For a plane of starts, a second panel shows
    the integrity of each motion, dotted where the grid does not resolve it.

    The motions with the smallest shares are grey together. Lines in the colour of a motion mark
    where it ends or where its stability changes. Hatching marks a crisis. Returns a Figure.
    """
    orbits = basin_shares.orbits_of(results)
    colours = motion_colours.of_motions({name: o.share.sum() for name, o in orbits.items()})
    p = results["parameter"]
    plane = results.attributes["starts"] == "plane" and bool(orbits)
    figure, panels = style.panels(2 if plane else 1, 1, height=5.4 if plane else 3.4, sharex=True,
                                  gridspec_kw={"height_ratios": [3, 2]} if plane else None)
    panels = np.ravel(panels)
    marks = basin_shares.marks_of(results)
    handles = _stack(panels[0], p.values, orbits, basin_shares.others_of(results), marks,
                     colours)
    if plane:
        _integrity(panels[1], results, p.values, orbits, colours)
        handles["below the resolution"] = Patch(**RESOLUTION)
    handles |= _draw_marks(panels, marks, colours)
    style.span(panels[0], p.values)
    unit = f" [{p.unit}]" if p.unit else ""
    panels[-1].set_xlabel(f"{results.attributes['parameter']}{unit}")
    panels[0].set_title(results.title)
    style.legend_below(figure, handles)
    return figure
