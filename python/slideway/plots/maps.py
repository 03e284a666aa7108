"""Figures of maps: results over one or two keys of the case."""
from __future__ import annotations

import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap, LogNorm, Normalize
from matplotlib.patches import Patch

from slideway.plots import complex_modes, style

MOST_PANELS = 8
MOST_REGIONS = len(style.COLOURS)
ROUND_OFF = 1e-9  # relative change of a quantity below which its panel is left out
SOLVER_NOISE = {"energy.residual"}  # quantities that are zero but for round-off
NO_RESULT = "0.88"  # grey for points without a result


def quantities(results) -> list[str]:
    """Names of the quantities of a map, numbers or texts, that at least one point has."""
    found = results.names("map/quantities")
    return [name for name in found if results[f"map/quantities/{name}/value"].values.size]


def over_two_keys(results) -> bool:
    """True if a map varies two keys."""
    return "map/y" in results


def has_lock_in(results) -> bool:
    """True if a map over one key holds frequencies and growth rates of complex modes."""
    return not over_two_keys(results) and \
        {"modes.frequency", "modes.growth_rate"} <= set(quantities(results))


def _points(results, name):
    at = f"map/quantities/{name}/"
    point = results[at + "point"].values.astype(int)
    return results["map/x"].values[point], results[at + "value"]


def key_label(results, axis: str = "x") -> str:
    """Label of a mapped key with its unit."""
    x = results[f"map/{axis}"]
    label = x.meaning or str(results["map/key"].values.ravel()["xy".index(axis)])
    unit = style.unit_text(x.unit)
    return f"{label} [{unit}]" if unit else label


def mark_failed(axes, results) -> None:
    status = results["map/status"].values
    failed = results["map/x"].values[status != "end"]
    if failed.size:
        axes.plot(failed, np.zeros(failed.size), "x", color=style.BLACK, markersize=5,
                  transform=axes.get_xaxis_transform(), clip_on=False,
                  label="failed or stopped early")


@style.styled
def lock_in(results):
    """Frequencies and growth rates of complex modes over the mapped key.

    Unstable modes are highlighted, with the threshold of the program. Where two frequencies
    coincide (lock-in), one of the modes grows. Crosses on the axis mark points that failed or
    stopped early. Returns a Figure.
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
        mark_failed(axes, results)
    bottom.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8)
    top.set_ylabel(f"frequency [{unit}]")
    bottom.set_ylabel(f"growth rate [{style.unit_text(growth.unit) or '1/s'}]")
    bottom.set_xlabel(key_label(results))
    top.set_title(results.title)
    top.legend(loc="best", ncol=3)
    return figure


@style.styled
def map_quantities(results, names: list[str] | None = None, without=frozenset()):
    """Quantities of the summary over the mapped keys, one panel each.

    Over one key they are points. Over two keys they are a colour map, or coloured regions if the
    quantity is a text. names: names of the quantities; default the first eight whose value differs
    between points and that are not in `without`. Returns a Figure.
    """
    names = names or [name for name in varying(results) if name not in without][:MOST_PANELS]
    two = over_two_keys(results)
    columns = 1 if len(names) == 1 else 2
    rows = -(-len(names) // columns)
    height = (3.6 if columns == 1 else 2.6) if two else 1.5
    figure, axes = style.panels(rows, columns, height=0.6 + height * rows, sharex=True)
    panels = axes.T.ravel()
    for name, panel in zip(names, panels):
        (_over_two if two else _over_one)(figure, panel, results, name)
    failed = [line for line in panels[0].get_lines() if line.get_label().startswith("failed")]
    if failed:
        panels[0].legend(handles=failed)
    for panel in panels[len(names):]:
        panel.set_axis_off()
    for column in range(columns):
        last = [p for p in axes[:, column] if p.axison][-1]
        last.set_xlabel(key_label(results))
        last.tick_params(labelbottom=True)
    figure.suptitle(results.title, x=0.01, ha="left")
    return figure


def varying(results) -> list[str]:
    """Names of the quantities of a map that differ between points, texts first.

    For a map over two keys, only quantities with one value per point.
    """
    def values(name):
        return results[f"map/quantities/{name}/value"].values

    def shown(name):
        at = f"map/quantities/{name}/"
        point = results[at + "point"].values
        return not over_two_keys(results) or len(np.unique(point)) == len(point)
    names = [name for name in quantities(results) if _differs(name, values(name)) and shown(name)]
    return sorted(names, key=lambda name: values(name).dtype.kind != "U")


def _differs(name: str, values: np.ndarray) -> bool:
    """False for a quantity without a change, or whose changes are round-off of the solver."""
    if values.dtype.kind == "U":
        return len(np.unique(values)) > 1
    return name not in SOLVER_NOISE and np.ptp(values) > ROUND_OFF * np.abs(values).max()


def _over_one(_, panel, results, name) -> None:
    x, value = _points(results, name)
    if value.values.dtype.kind == "U":
        panel.plot(x, value.values, "o", markersize=3)
        panel.set_title(name)
    else:
        factor, unit = style.scale(value.unit, value.values)
        single = len(np.unique(x)) == len(x)
        panel.plot(x, factor * value.values, "o-" if single else ".", markersize=3)
        panel.set_title(name + (f" [{unit}]" if unit else ""))
    mark_failed(panel, results)


def _over_two(figure, panel, results, name) -> None:
    at = f"map/quantities/{name}/"
    point, value = results[at + "point"].values.astype(int), results[at + "value"]
    panel.set_ylabel(key_label(results, "y"))
    if value.values.dtype.kind == "U":
        _regions(panel, results, point, value.values)
        panel.set_title(name)
        return
    factor, unit = style.scale(value.unit, value.values)
    x, y, values = picture(results, point, factor * value.values)
    some = values[np.isfinite(values)]
    logarithmic = 0 < 100 * some.min() < some.max()
    low, high = common_range(some, logarithmic)
    drawn = mesh(panel, x, y, values, cmap=style.HEAT,
                 norm=(LogNorm if logarithmic else Normalize)(low, high))
    beyond = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}
    figure.colorbar(drawn, ax=panel, label=unit, extend=beyond[low > some.min(), high < some.max()])
    panel.set_title(name)


def common_range(values: np.ndarray, logarithmic: bool) -> tuple[float, float]:
    """Range of colours: that of all values, or, if a few lie far outside, that of the others.

    An end is cut at the 1st or 99th percentile if the values beyond it take more than half of the range.
    """
    scaled = np.log(values) if logarithmic else values
    low, high = scaled.min(), scaled.max()
    first, last = np.percentile(scaled, [1, 99])
    middle = last - first
    low = first if first - low > middle > 0 else low
    high = last if high - last > middle > 0 else high
    return (float(np.exp(low)), float(np.exp(high))) if logarithmic else (float(low), float(high))


def _regions(panel, results, point, texts) -> None:
    """Draws a colour for each text, with a legend. Beyond eight texts, the rarest share one colour."""
    names, number, count = np.unique(texts, return_inverse=True, return_counts=True)
    order = np.argsort(-count, kind="stable")
    rank = np.empty(len(names), dtype=int)
    rank[order] = np.arange(len(names))
    labels = [str(names[k]) for k in order]
    if len(labels) > MOST_REGIONS:
        labels = labels[:MOST_REGIONS - 1] + ["others"]
    x, y, values = picture(results, point, np.minimum(rank[number], len(labels) - 1))
    colours = [style.pale(colour) for colour in style.COLOURS[:len(labels)]]
    mesh(panel, x, y, values, cmap=ListedColormap(colours),
          norm=BoundaryNorm(np.arange(-0.5, len(labels)), len(labels)))
    patches = [Patch(color=colour, label=label) for colour, label in zip(colours, labels)]
    if np.isnan(values).any():
        patches.append(Patch(color=NO_RESULT, label="no result"))
    panel.legend(handles=patches, loc="upper left", bbox_to_anchor=(1, 1), handlelength=1)


def places(results) -> tuple[np.ndarray, np.ndarray]:
    """Values of both keys at each point of a map."""
    x, y = results["map/x"].values, results["map/y"].values
    if "map/axis_x" not in results:  # x and y are axes: point = i_x * n_y + i_y
        x, y = np.repeat(x, len(y)), np.tile(y, len(x))
    return x, y


def picture(results, point, value):
    """Ascending values of both keys, x (n_x) and y (n_y), and a picture (n_x x n_y).

    The picture is NaN where a point has no result. Between points that refinement added, it has the
    nearest value.
    """
    x, y = places(results)
    (x_axis, i), (y_axis, j) = (np.unique(v, return_inverse=True) for v in (x, y))
    of_point = np.full(len(x), np.nan)
    of_point[point] = value
    values = np.full((len(x_axis), len(y_axis)), np.nan)
    known = np.zeros(values.shape, dtype=bool)
    values[i, j], known[i, j] = of_point, True
    while not known.all():
        before, was = values.copy(), known.copy()
        for to, of in ((np.s_[1:], np.s_[:-1]), (np.s_[:-1], np.s_[1:]),
                       (np.s_[:, 1:], np.s_[:, :-1]), (np.s_[:, :-1], np.s_[:, 1:])):
            new = was[of] & ~known[to]
            values[to][new] = before[of][new]
            known[to] |= new
    return x_axis, y_axis, values


def mesh(panel, x, y, values, cmap, norm):
    """A cell around each point, on logarithmic axes if the values have equal ratios."""
    logarithmic = [equal_ratios(v) for v in (x, y)]
    edges = [_edges(v, log) for v, log in zip((x, y), logarithmic)]
    panel.set_facecolor(NO_RESULT)
    drawn = panel.pcolormesh(*edges, np.ma.masked_invalid(values.T), cmap=cmap, norm=norm,
                             rasterized=True)
    for log, scale in zip(logarithmic, (panel.set_xscale, panel.set_yscale)):
        if log:
            scale("log")
    panel.set(xlim=edges[0][[0, -1]], ylim=edges[1][[0, -1]])
    return drawn


def equal_ratios(v: np.ndarray) -> bool:
    """True if ascending values have equal ratios rather than equal steps."""
    if len(v) < 3 or v[0] <= 0:
        return False
    steps, ratios = np.diff(v), np.diff(np.log(v))
    return np.ptp(ratios) / ratios.mean() < 0.5 * np.ptp(steps) / steps.mean()


def _edges(v: np.ndarray, logarithmic: bool) -> np.ndarray:
    if logarithmic:
        return np.exp(_edges(np.log(v), False))
    if len(v) == 1:
        width = abs(v[0]) / 2 or 0.5
        return np.array([v[0] - width, v[0] + width])
    middle = (v[:-1] + v[1:]) / 2
    return np.concatenate(([2 * v[0] - middle[0]], middle, [2 * v[-1] - middle[-1]]))
