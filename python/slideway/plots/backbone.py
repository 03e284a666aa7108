"""Backbones: extrema of the forced response over the level, amplitude and frequency."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import LogFormatter

from slideway import backbone
from slideway.plots import style
from slideway.plots.forced_response import DECADES, MOST_LABELS, rest_of

KINK_WIDTH = 2.6  # [pt]


class _Plain(LogFormatter):
    """0.1 in place of 1e-01."""

    def __call__(self, x, pos=None):
        return f"{x:g}" if super().__call__(x, pos) else ""


@style.styled
def amplitude_over_level(results):
    """Amplitude (rms of the first monitor) of maxima and minima over the level, a colour per curve.

    Dashed: minima. Thick: kinks, where a contact begins to slip. Circles: nodes, where kinks begin
    and end. Triangles: folds. Dots: the largest maximum at each level asked for. Returns a Figure.
    """
    factor, unit = _amplitude(results)
    figure, panel = _curves(results, lambda level, frequency, rms: (level, factor * rms))
    _level_axis(panel)
    panel.set_yscale("log")
    panel.set_ylabel(f"{backbone.monitor_of(results)} [{unit}], rms")
    return figure


@style.styled
def frequency_over_level(results):
    """Frequency of maxima and minima over the level, marks as in `amplitude_over_level`.

    Dotted lines: natural frequencies with the joints as at rest. Returns a Figure.
    """
    figure, panel = _curves(results, lambda level, frequency, rms: (level, frequency),
                            lambda panel: panel.axhline)
    _level_axis(panel)
    panel.set_ylabel("frequency [Hz]")
    panel.set_ylim(*style.widened(*panel.get_ylim(), 1e-3 * panel.get_ylim()[1]))
    return figure


@style.styled
def amplitude_over_frequency(results):
    """Amplitude of maxima and minima over their frequency, as it lies over response curves.

    Marks as in `amplitude_over_level`; dotted lines: natural frequencies with the joints as at
    rest. Returns a Figure.
    """
    factor, unit = _amplitude(results)
    figure, panel = _curves(results, lambda level, frequency, rms: (frequency, factor * rms),
                            lambda panel: panel.axvline)
    panel.set_yscale("log")
    panel.set_xlabel("frequency [Hz]")
    panel.set_xlim(*style.widened(*panel.get_xlim(), 1e-3 * panel.get_xlim()[1]))
    panel.set_ylabel(f"{backbone.monitor_of(results)} [{unit}], rms")
    return figure


@style.styled
def amplitude_per_level(results):
    """Amplitude per unit of the level over the level, marks as in `amplitude_over_level`.

    Constant where the joints are as at rest; where contacts damp most, the largest maximum is
    smallest: a ring. Returns a Figure.
    """
    pieces = backbone.pieces_of(results)
    values = np.concatenate([piece.rms / piece.level for piece in pieces])
    factor, unit = style.scale(backbone.unit_of(results), values)
    figure, panel = _curves(results, lambda level, frequency, rms: (level, factor * rms / level),
                            least=True)
    _level_axis(panel)
    if values.max() > DECADES * values.min() > 0:
        panel.set_yscale("log")
    else:
        panel.set_ylim(bottom=0)
    panel.set_ylabel(f"{backbone.monitor_of(results)} per level [{unit}], rms")
    return figure


def _amplitude(results) -> tuple[float, str]:
    return style.scale(backbone.unit_of(results),
                       *[piece.rms for piece in backbone.pieces_of(results)])


def _level_axis(panel) -> None:
    panel.set_xscale("log")
    for name in ("major", "minor"):
        getattr(panel.xaxis, f"set_{name}_formatter")(_Plain())
    panel.set_xlabel("level")


def _curves(results, place, natural=None, least=False):
    """Figure and axes with all curves and a legend.

    place: of level, frequency [Hz], rms -> x, y. natural: of the axes, the function that draws a
    line at a natural frequency. least: a ring at the smallest y of the largest maxima.
    """
    figure, axes = style.panels(height=3.6)
    panel = axes[0, 0]
    pieces = backbone.pieces_of(results)
    n_curves = max(piece.curve for piece in pieces)
    handles = {}
    for piece in pieces:
        colour = style.COLOURS[(piece.curve - 1) % (len(style.COLOURS) - 1)]
        if 1 < n_curves <= MOST_LABELS:
            handles[f"curve {piece.curve}"] = Line2D([], [], color=colour)
        x, y = place(piece.level, piece.frequency, piece.rms)
        _piece(panel, piece, x, y, colour)
        for label, mark, size, face in (("fold", "^", 4.5, colour), ("node", "o", 3.5, "white")):
            at = piece.label == label
            panel.plot(x[at], y[at], mark, color=colour, markerfacecolor=face, markersize=size,
                       markeredgewidth=0.6, zorder=4)
    grey = {"color": style.GREY}
    labels = np.concatenate([piece.label for piece in pieces])
    for label, there, look in (
            ("maximum", True, {}),
            ("minimum", any((piece.bend > 0).any() for piece in pieces), {"linestyle": "--"}),
            ("kink", any(piece.kink for piece in pieces), {"linewidth": KINK_WIDTH}),
            ("node", "node" in labels, {"marker": "o", "markerfacecolor": "white",
                                        "linestyle": "", "markersize": 3.5}),
            ("fold", "fold" in labels, {"marker": "^", "linestyle": "", "markersize": 4.5})):
        if there:
            handles[label] = Line2D([], [], **grey, **look)
    _largest(panel, results, place, handles, least)
    if natural is not None:
        for at in results["stuck_frequency"].values:
            natural(panel)(at, **grey, linestyle=":", zorder=0)
            handles[f"natural frequency, {rest_of(results)}"] = Line2D([], [], **grey,
                                                                       linestyle=":")
    panel.set_title(results.title)
    style.legend_below(figure, handles)
    return figure, panel


def _piece(panel, piece, x, y, colour) -> None:
    """Lines, dashed along minima; at a fold, where both meet, the points beside it decide."""
    maximum = piece.bend[:-1] + piece.bend[1:] < 0
    edges = np.flatnonzero(np.diff(maximum.astype(int))) + 1
    look = {"linewidth": KINK_WIDTH, "dash_capstyle": "butt"} if piece.kink else {}
    for first, last in zip(np.r_[0, edges], np.r_[edges, len(maximum)]):
        panel.plot(x[first:last + 1], y[first:last + 1], color=colour, **look,
                   linestyle="-" if maximum[first] else "--")


def _largest(panel, results, place, handles, least) -> None:
    """Dots at the largest maximum of each level asked for; a ring around one between the first and
    the last level that is smaller than theirs."""
    which = results["extrema/largest"].values == 1
    level, frequency, rms = (results[f"extrema/{name}"].values[which] for name in
                             ("level", "frequency", f"{backbone.monitor_of(results)}/rms"))
    if not which.any():
        return
    x, y = place(level, frequency, rms)
    look = {"color": style.BLACK, "linestyle": ""}
    handles["largest maximum"] = panel.plot(x, y, marker=".", markersize=3, zorder=3, **look)[0]
    k = y.argmin()
    if least and y[k] < (1 - 1e-6) * min(y[level.argmin()], y[level.argmax()]):
        handles[f"smallest of these, level {level[k]:.4g}"] = panel.plot(
            x[k], y[k], marker="o", markersize=7, markerfacecolor="none", markeredgewidth=0.8,
            zorder=5, **look)[0]
