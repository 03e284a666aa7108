"""Kinds of panels of manifests: what each draws, and its keys."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from slideway.papers.expressions import hint
from slideway.values import ResultsError

# Names of colours in manifests, as in `plots.style`; grey is for what lies beneath.
LOOKS = {"blue": "#0072B2", "vermilion": "#D55E00", "green": "#009E73", "orange": "#E69F00",
         "sky": "#56B4E9", "pink": "#CC79A7", "black": "#000000", "yellow": "#F0E442", "grey": "0.55"}
MOST_POINTS = 20000  # of a curve; longer records keep the extrema of bins


@dataclass
class Kind:
    """A kind of panel.

    draw: function of (axes, panel, results of `of`, readable results of all runs by name) that
        returns handles of a legend by label. `axes` is a list if `shape` is not 1 x 1.
    required, optional: types of its keys. expressions: keys that hold an expression.
    projection: of matplotlib. shape: rows and columns of axes; None: the key `shape` of the panel.
    """
    draw: Callable
    required: dict = field(default_factory=dict)
    optional: dict = field(default_factory=dict)
    expressions: tuple = ()
    projection: str | None = None
    shape: tuple | None = (1, 1)


def look_of(entry: dict) -> dict:
    """Keywords of a line of matplotlib for a curve of a manifest."""
    look = {"color": LOOKS[entry.get("colour", "blue")], "linestyle": entry.get("line", "-"),
            "linewidth": entry.get("width", 1.0)}
    if "marker" in entry:
        look |= {"marker": entry["marker"], "markersize": entry.get("size", 4),
                 "markeredgecolor": "white", "markeredgewidth": 0.3}
    return look


def draw_curves(axes, panel, _, readable) -> dict:
    """Draws curves of expressions. An x or y of one element is a point; a curve of several columns
    is drawn column by column with one label."""
    from matplotlib.lines import Line2D
    from slideway.plots.style import envelope
    handles = {}
    for entry in panel.options["curves"]:
        parts = [np.asarray(entry[axis].value(readable), float) for axis in ("x", "y", "z")
                 if axis in entry]
        parts = np.broadcast_arrays(*map(np.atleast_1d, parts))
        look = look_of(entry)
        if len(parts) == 2 and parts[0].size > MOST_POINTS and parts[0].ndim == 1:
            parts = envelope(*parts)
        for columns in zip(*(part.reshape(len(part), -1).T for part in parts)):
            axes.plot(*columns, **look)
        if entry.get("label"):
            handles[entry["label"]] = Line2D([], [], **look)
    return handles


def draw_heat(axes, panel, _, readable) -> dict:
    """Draws z (n_x x n_y) over x and y as colours, with a bar."""
    from slideway.plots import style
    x, y, z = (np.asarray(panel.options[key].value(readable), float) for key in ("x", "y", "z"))
    shown = z[np.isfinite(z)]
    low, high = panel.options.get("range", [shown.min(), shown.max()])
    picture = style.heat_map(axes, x, y, z, low, high)
    axes.figure.colorbar(picture, ax=axes, label=panel.options.get("z_label", ""), pad=0.02)
    return {}


def draw_standard(axes, panel, results, _) -> dict:
    """Draws a figure of `slideway plot` into the panel."""
    from slideway.plots import canvas, standard
    name = panel.options["figure"]
    known = [figure.name for figure in [*standard.FIGURES, *standard.COMPARISONS]]
    figure = next((f for f in [*standard.FIGURES, *standard.COMPARISONS] if f.name == name), None)
    if figure is None:
        raise ResultsError(f"no figure {name}{hint(name, known)}")
    of = results[0] if figure in standard.FIGURES else results
    if not figure.subjects(of):
        raise ResultsError(f"no figure {name} of {results[0].label}")
    legends: dict = {}
    with canvas.drawn_into(axes, legends):
        figure.draw(of, panel.options.get("subject", figure.subjects(of)[0]))
    return legends


NUMBERS = {"range": list, "z_label": str}
KINDS: dict[str, Kind] = {
    "curves": Kind(draw_curves, {"curves": list}),
    "space": Kind(draw_curves, {"curves": list}, {"z_label": str, "elevation": (int, float),
                                                  "azimuth": (int, float)}, projection="3d"),
    "heat": Kind(draw_heat, {"x": str, "y": str, "z": str}, NUMBERS, ("x", "y", "z")),
    "plot": Kind(draw_standard, {"figure": str, "of": list}, {"subject": str, "shape": list}, shape=None),
    "table": Kind(None, {"columns": list, "rows": list}),
}


def kind(name: str, **keys):
    """Decorates the function of a kind of panel of its own."""
    def add(draw):
        KINDS[name] = Kind(draw, **keys)
        return draw
    return add


# Modules that add kinds; they load matplotlib when they draw.
from slideway.papers import backbone_panels, orbit_panels, patch_panels  # noqa: E402,F401
