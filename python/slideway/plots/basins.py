"""Figures of planes of starts: the outcome of each start, and the settling time."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.lines import Line2D

from slideway import basins
from slideway.plots import motion_colours, style

PALE = 0.45  # share of the colour in a filled area; the rest is white


def _area(colour):
    return motion_colours.area(colour, PALE)


def _square(colour, **options):
    return Line2D([], [], color=colour, marker="s", linestyle="", markersize=8, **options)


def _plane(results, axes):
    """Labels of the axes, factors of their units, and the extent of an image."""
    factors, extent = [], []
    for name, set_label in (("x", axes.set_xlabel), ("y", axes.set_ylabel)):
        values = results[name].values
        factor, unit = style.scale(results[name].unit, values)
        step = (values[-1] - values[0]) / (len(values) - 1)
        extent += [factor * (values[0] - step / 2), factor * (values[-1] + step / 2)]
        factors.append(factor)
        set_label(f"{results.attributes[name]} [{unit}]")
    for side in ("right", "top"):
        axes.spines[side].set_visible(True)
    return factors, extent


def _run_text(results) -> str:
    """Text with the number of starts that were run; empty if all were."""
    run = basins.was_run(results)
    return "" if run.all() else f"{run.sum()} of {run.size} starts run"


def _draw(axes, values, extent, **options):
    return axes.imshow(values, origin="lower", extent=extent, aspect="auto",
                       interpolation="nearest", **options)


@style.styled
def basins_of_attraction(results):
    """Outcome of each start of the plane, one colour per periodic motion; the motions with the
    fewest starts are grey together.

    States of the motions at phase 0 of the drive are marked if they lie in the plane. Dots mark
    starts whose label differs at a hundredth of the tolerance, crosses those whose label differs at
    the end of all periods. If labels were refined, the title states how many starts were run.
    Returns a Figure.
    """
    figure, axes = style.panels(1, 1, height=5.2)
    axes = np.ravel(axes)[0]
    (fx, fy), extent = _plane(results, axes)
    label = basins.grid_of(results, "label")
    orbits = basins.orbits_of(results)
    labels = [*range(len(orbits)), *basins.OTHERS]
    of_orbit = motion_colours.of_motions({k: (label == k).sum() for k in range(len(orbits))})
    colours = ([_area(colour) for colour in of_orbit.values()]
               + [motion_colours.OTHERS[k] for k in basins.OTHERS])
    index = np.zeros(label.shape, dtype=int)
    for k, value in enumerate(labels):
        index[label == value] = k
    _draw(axes, index, extent, cmap=ListedColormap(colours), vmin=-0.5, vmax=len(labels) - 0.5)
    handles = {}

    def share(*values):
        return f"{100 * np.isin(label, values).mean():.3g} %"
    for k, orbit in enumerate(orbits):
        colour = of_orbit[k]
        inside = ((fx * orbit.x >= extent[0]) & (fx * orbit.x <= extent[1])
                  & (fy * orbit.y >= extent[2]) & (fy * orbit.y <= extent[3]))
        axes.plot(fx * orbit.x[inside], fy * orbit.y[inside], "o", color=colour,
                  markeredgecolor="black", markersize=5)
        if colour == motion_colours.FURTHER:
            continue
        period = "" if len(orbit.x) == 1 else f", period {len(orbit.x)}"
        handles[f"{orbit.name.item()}{period}: {share(k)}"] = _square(_area(colour))
    further = [k for k, colour in of_orbit.items() if colour == motion_colours.FURTHER]
    if further:
        handles[f"{len(further)} other motions: {share(*further)}"] = _square(motion_colours.FURTHER)
    for value, name in basins.OTHERS.items():
        if (label == value).any():
            handles[f"{name}: {share(value)}"] = _square(motion_colours.OTHERS[value],
                                                         markeredgecolor=style.GREY)
    again = basins.looked_at_again(results)
    for what, marker, size in (("uncertain", ".", 3), ("wrong", "x", 4)):
        if again and again[what].any():
            axes.plot(fx * again["x"][again[what]], fy * again["y"][again[what]], marker,
                      color="black", markersize=size)
            handles[f"{what}: {again[what].sum()} of {len(again[what])}"] = Line2D(
                [], [], color="black", marker=marker, linestyle="", markersize=size)
    axes.set_title(style.title(results.title, _run_text(results)))
    style.legend_below(figure, handles)
    return figure


@style.styled
def compare_basins(several):
    """Outcome of each start of a plane in several results, for example with exact and with smoothed
    stops or at two tolerances. One colour per outcome, by its name; the motions with the fewest
    starts are grey together. Dots mark starts whose outcome differs from the first results.
    Returns a Figure."""
    figure, axes = style.panels(1, len(several), height=4.0, sharex=True, sharey=True)
    outcomes = [basins.outcomes_of(results) for results in several]
    orbits = dict.fromkeys(name for results in several for name in basins.names_of(results))
    count = {name: sum((o == name).sum() for o in outcomes)
             for name in (*orbits, *basins.OTHERS.values())}
    of_orbit = motion_colours.of_motions({name: count[name] for name in orbits})
    colours = {name: _area(colour) for name, colour in of_orbit.items()} | {
        name: motion_colours.OTHERS[k] for k, name in basins.OTHERS.items()}
    index = {name: k for k, name in enumerate(colours)}
    handles = {name if colour != motion_colours.FURTHER else "other motions": _square(colour)
               for name, colour in colours.items() if count[name] > 0}
    for panel, results, outcome, title in zip(axes.flat, several, outcomes, style.labels(several)):
        factors, extent = _plane(results, panel)
        _draw(panel, np.vectorize(index.get)(outcome), extent,
              cmap=ListedColormap(list(colours.values())), vmin=-0.5, vmax=len(colours) - 0.5)
        row, column = np.nonzero(outcome != outcomes[0])
        if len(row) > 0:
            panel.plot(factors[0] * results["x"].values[column],
                       factors[1] * results["y"].values[row], ".", color="black", markersize=3)
            handles["another than in the first"] = Line2D([], [], color="black", marker=".",
                                                          linestyle="")
            title += f"\n{len(row)} of {outcome.size} others"
        panel.set_title(title)
    for panel in axes.flat[1:]:
        panel.set_ylabel("")
    style.legend_below(figure, handles)
    return figure


@style.styled
def settling_time(results):
    """Number of periods of the drive that each start of the plane takes to settle on its periodic
    motion. Starts without a motion are grey. Returns a Figure."""
    since = basins.grid_of(results, "since")
    return _number_over_plane(results, np.ma.masked_less(since, 0), "periods until it settles")


@style.styled
def largest_displacement(results, monitor: str):
    """Largest displacement of a monitor in the periodic motion that each start of the plane leads
    to. Starts without a motion are grey. Returns a Figure."""
    largest = np.ma.masked_invalid(basins.largest_of(results, monitor))
    unit = results.root.orbits[0].points[monitor].largest.unit
    factor, unit = style.scale(unit, largest.filled(0))
    return _number_over_plane(results, factor * largest,
                              f"largest {monitor} [{unit}]")


def _number_over_plane(results, number, label: str):
    figure, axes = style.panels(1, 1, height=5.0)
    axes = np.ravel(axes)[0]
    _, extent = _plane(results, axes)
    of = basins.grid_of(results, "label")
    handles = {}
    for k, name in basins.OTHERS.items():
        if (of == k).any():
            colour = motion_colours.OTHERS[k]
            _draw(axes, np.ma.masked_array(of, of != k), extent, cmap=ListedColormap([colour]))
            handles[name] = _square(colour, markeredgecolor=style.GREY)
    image = _draw(axes, number, extent, cmap=style.HEAT)
    figure.colorbar(image, ax=axes, label=label)
    axes.set_title(results.title)
    if handles:
        style.legend_below(figure, handles)
    return figure
