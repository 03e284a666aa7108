"""Branches of periodic motions that a search over many starts found."""
from __future__ import annotations

from matplotlib.lines import Line2D

from slideway import orbits
from slideway.plots import style
from slideway.plots.forced_response import curve_of
from slideway.plots.orbits import marks_of, parameter_label

MOST_PANELS = 6  # magnified branches
SMALL = 0.2  # largest fraction of the whole range of a magnified branch


def monitors_of(results) -> list[str]:
    return orbits.monitors_of(results) if orbits.has_search(results) else []


@style.styled
def orbit_search(results, monitor: str):
    """Largest value of a displacement along the branches that a search found, one colour each.
    Branches that span less than a fifth of the whole range are repeated below, magnified, with
    their labels.

    Dashed lines are unstable motions. Returns a Figure.
    """
    branches = orbits.branches_of(results)
    ends = [f(b.parameter) for b in branches for f in (min, max)]
    whole = max(ends) - min(ends)
    small = [b for b in branches if b.parameter.max() - b.parameter.min() < SMALL * whole]
    small = small[:MOST_PANELS]
    columns = max(1, min(3, len(small)))
    rows = -(-len(small) // columns)
    figure = style.panels(1, 1, height=2.8 + 2.1 * rows)[0]
    figure.clear()
    grid = figure.add_gridspec(rows + 1, columns, height_ratios=[1.3] + [1] * rows)
    factor, unit = style.scale(orbits.unit_of(results, monitor),
                               *(b.largest[monitor] for b in branches))
    top = figure.add_subplot(grid[0, :])
    handles, marks = {}, {}
    places = [(top, branches)] + [(figure.add_subplot(grid[1 + k // columns, k % columns]), [b])
                                  for k, b in enumerate(small)]
    for panel, shown in places:
        for branch in shown:
            colour = style.COLOURS[(branch.number - 1) % len(style.COLOURS)]
            largest = factor * branch.largest[monitor]
            curve_of(panel, branch.parameter, largest, branch.stable, color=colour)
            handles[f"branch {branch.number}, period {branch.period}"] = Line2D([], [],
                                                                                color=colour)
            if panel is not top:
                marks |= marks_of(panel, branch, largest)
                panel.set_title(f"branch {branch.number}, period {branch.period}")
                panel.locator_params(axis="x", nbins=4)
                panel.ticklabel_format(useOffset=False)
    if not all(branch.stable.all() for branch in branches):
        marks["unstable"] = Line2D([], [], color=style.GREY, linestyle="--")
    top.set_title(results.title)
    top.set_ylabel(f"largest {monitor} [{unit}]")
    for panel, _ in places[-columns:]:  # those with none below
        panel.set_xlabel(parameter_label(results))
    for panel, _ in places[1::columns]:
        panel.set_ylabel(f"largest [{unit}]")
    style.legend_below(figure, handles | marks)
    return figure
