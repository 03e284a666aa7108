"""Figures of backbones: amplitude and frequency of resonances over the level, by each method;
ridges also over another parameter."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import LogFormatter

from slideway import backbone
from slideway.plots import style
from slideway.plots.forced_response import DECADES, MOST_LABELS, rest_of, unwrapped

KINK_WIDTH = 2.6  # [pt]
DAMPED_MODE = {"color": style.VERMILION, "linestyle": (0, (5, 1.5, 1, 1.5)), "linewidth": 1.0}
PHASE_RESONANCE = {"color": style.GREEN, "linestyle": (0, (1.2, 1.2)), "linewidth": 1.2}
GREY = {"color": style.GREY}
MINOR = (1.5, 0.4)  # decades up to which some, or all, ticks between powers of ten have numbers


class _Plain(LogFormatter):
    """Formatter that prints 0.1 instead of 1e-01."""

    def __call__(self, x, pos=None):
        return f"{x:g}" if super().__call__(x, pos) else ""


@style.styled
def amplitude_over_level(results):
    """Amplitude (rms of the first monitor) of resonances over the level, or over the parameter of
    ridges.

    Maxima and minima over frequency have a colour per curve, or one colour if other methods are
    shown. Dashed lines are minima. Thick lines are kinks, where a contact begins to slip. Circles
    are nodes, where kinks begin and end. Triangles are folds. Dots mark the largest maximum at each
    requested level. Over another parameter, a ring marks the smallest of the largest maxima.
    Dash-dotted lines are damped modes; dotted lines are phase resonances. Returns a Figure.
    """
    factor, unit = amplitude_scale(results, backbone.monitor_of(results))
    figure, panel = _curves(results, lambda c: (c.value, factor * _rms(results, c)),
                            least=not backbone.over_level(results))
    parameter_axis(panel, results)
    amplitude_axis(panel)
    panel.set_ylabel(f"rms of {backbone.monitor_of(results)} [{unit}]")
    return figure


@style.styled
def frequency_over_level(results):
    """Frequency of resonances over the level. Marks are those of `amplitude_over_level`.

    Dotted grey lines are natural frequencies with the joints at rest. Returns a Figure.
    """
    figure, panel = _curves(results, lambda c: (c.value, c.frequency), lambda panel: panel.axhline)
    parameter_axis(panel, results)
    panel.set_ylabel("frequency [Hz]")
    panel.set_ylim(*style.widened(*panel.get_ylim(), 1e-3 * panel.get_ylim()[1]))
    return figure


@style.styled
def amplitude_over_frequency(results):
    """Amplitude of resonances over their frequency, as on response curves.

    Marks are those of `amplitude_over_level`. Dotted grey lines are natural frequencies with the
    joints at rest. Returns a Figure.
    """
    factor, unit = amplitude_scale(results, backbone.monitor_of(results))
    figure, panel = _curves(results, lambda c: (c.frequency, factor * _rms(results, c)),
                            lambda panel: panel.axvline)
    amplitude_axis(panel)
    panel.set_xlabel("frequency [Hz]")
    panel.set_xlim(*style.widened(*panel.get_xlim(), 1e-3 * panel.get_xlim()[1]))
    panel.set_ylabel(f"rms of {backbone.monitor_of(results)} [{unit}]")
    return figure


@style.styled
def amplitude_per_level(results):
    """Amplitude per unit of the level over the level. Marks are those of `amplitude_over_level`.

    The curve is constant where the joints act as at rest. A ring marks the smallest of the largest
    maxima, where contacts damp most. Returns a Figure.
    """
    values = np.concatenate([_rms(results, curve) / curve.value
                             for curve in backbone.pieces_of(results)])
    factor, unit = style.scale(backbone.unit_of(results), values)
    figure, panel = _curves(results, lambda c: (c.value, factor * _rms(results, c) / c.value),
                            least=True)
    parameter_axis(panel, results)
    if values.max() > DECADES * values.min() > 0:
        panel.set_yscale("log")
    else:
        panel.set_ylim(bottom=0)
    panel.set_ylabel(f"rms of {backbone.monitor_of(results)} per level [{unit}]")
    return figure


def has_amplitude_per_level(results) -> bool:
    return backbone.has_ridges(results) and backbone.over_level(results)


@style.styled
def motion_over_level(results, monitor: str):
    """Amplitude (rms) and phase lag of a monitor at the resonances of the first monitor, over the
    level.

    Marks are those of `amplitude_over_level`. Returns a Figure.
    """
    factor, unit = amplitude_scale(results, monitor)
    figure, axes = style.panels(2, height=4.8, sharex=True, gridspec_kw={"height_ratios": [3, 2]})
    top, bottom = axes[:, 0]
    handles = draw_methods(top, results, lambda c: (c.value, factor * c.rms[monitor]))
    lags = phase_lags(results, monitor)
    draw_methods(bottom, results, lambda c: (c.value, lags(c)))
    parameter_axis(bottom, results)
    amplitude_axis(top)
    top.set_ylabel(f"rms of {monitor} [{unit}]")
    bottom.set_ylabel("phase lag [°]")
    phase_axis(bottom)
    top.set_title(style.title(results.title, _resonances_of(results, monitor)))
    style.legend_below(figure, handles)
    return figure


def amplitude_scale(results, monitor: str) -> tuple[float, str]:
    """Scale factor and unit of the rms of all curves."""
    curves = [*backbone.pieces_of(results), *backbone.phase_resonances_of(results),
              *backbone.damped_modes_of(results)]
    return style.scale(backbone.unit_of(results, monitor), *[c.rms[monitor] for c in curves])


def phase_lags(results, monitor: str):
    """Returns a function that computes phase lags of a curve [°] without jumps of 360, starting
    between -90 and 270. A piece continues the phase of the previous piece."""
    known = {}
    before = None
    for piece in backbone.pieces_of(results):
        lag = unwrapped(np.degrees(piece.phase_lag[monitor]))
        if before is not None and before[0] == piece.number:
            lag = lag - 360 * np.round((lag[0] - before[1]) / 360)
        before = piece.number, lag[-1]
        known[piece.number, piece.piece] = lag

    def of(curve):
        if isinstance(curve, backbone.Piece):
            return known[curve.number, curve.piece]
        return unwrapped(np.degrees(curve.phase_lag[monitor]))
    return of


def parameter_axis(panel, results) -> None:
    log_axis(panel.xaxis)
    panel.set_xlabel(backbone.parameter_of(results))


def log_axis(axis) -> None:
    """Makes an axis logarithmic, with plain numbers."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    for name in ("major", "minor"):
        getattr(axis, f"set_{name}_formatter")(_Plain(minor_thresholds=MINOR))


def amplitude_axis(panel) -> None:
    """Makes an axis logarithmic, with powers of ten where they fit."""
    panel.set_yscale("log")
    low, high = panel.get_ylim()
    if high < 10 * low:
        log_axis(panel.yaxis)


def phase_axis(panel) -> None:
    """Sets ticks at quarters of a turn if the axis spans more than one."""
    low, high = panel.get_ylim()
    if high - low > 100:
        panel.set_yticks([at for at in range(-360, 541, 90) if low <= at <= high])


def draw_methods(panel, results, place, nodes=True, others=True) -> dict:
    """Draws all resonances. `place` maps a Curve to x, y; a NaN in y leaves a point out. Returns
    the handles of a legend.

    nodes: draw marks at nodes and folds. others: also draw methods other than ridges.
    """
    pieces = backbone.pieces_of(results)
    methods = [(look, label, curves) for look, label, curves in (
        (DAMPED_MODE, "damped mode", backbone.damped_modes_of(results)),
        (PHASE_RESONANCE, "phase resonance", backbone.phase_resonances_of(results))) if curves]
    n_curves = max((piece.number for piece in pieces), default=0)
    handles, seen = {}, set()
    for piece in pieces:
        colour = style.BLUE if methods else style.COLOURS[(piece.number - 1)
                                                         % (len(style.COLOURS) - 1)]
        if not methods and 1 < n_curves <= MOST_LABELS:
            handles[f"curve {piece.number}"] = Line2D([], [], color=colour)
        x, y = place(piece)
        _piece(panel, piece, x, y, colour)
        there = np.isfinite(y)
        if piece.kink and there.any():
            seen.add("kink")
        seen |= {"minimum" if bend > 0 else "maximum" for bend in piece.bend[there]}
        for label, mark, size, face in (("fold", "^", 4.5, colour), ("node", "o", 3.5, "white")):
            at = (piece.label == label) & there
            if nodes and at.any():
                seen.add(label)
                panel.plot(x[at], y[at], mark, color=colour, markerfacecolor=face, markersize=size,
                           markeredgewidth=0.6, zorder=4)
    grey = GREY if n_curves > 1 and not methods else {"color": style.BLUE}
    for name, label, look in (
            ("maximum", "maximum", {}), ("minimum", "minimum", {"linestyle": "--"}),
            ("kink", "kink: a contact begins to slip", {"linewidth": KINK_WIDTH}),
            ("node", "node: a kink begins or ends", {"marker": "o", "markerfacecolor": "white",
                                                     "linestyle": "", "markersize": 3.5}),
            ("fold", "fold", {"marker": "^", "linestyle": "", "markersize": 4.5})):
        if name in seen:
            handles[label] = Line2D([], [], **grey, **look)
    for look, label, curves in methods if others else []:
        for curve in curves:
            panel.plot(*place(curve), **look)
        handles[label] = Line2D([], [], **look)
    return handles


def _rms(results, curve) -> np.ndarray:
    return curve.rms[backbone.monitor_of(results)]


def _resonances_of(results, monitor: str) -> str:
    first = backbone.monitor_of(results)
    return "" if monitor == first else f"resonances of {first}"


def _curves(results, place, natural=None, least=False):
    """Figure and axes with all curves and a legend.

    place: maps a Curve to x, y. natural: method of the axes that draws a line at a natural
        frequency. least: draw a ring at the smallest y of the largest maxima.
    """
    figure, axes = style.panels(height=3.6)
    panel = axes[0, 0]
    handles = draw_methods(panel, results, place)
    if backbone.has_ridges(results):
        _largest(panel, results, place, handles, least)
    if natural is not None:
        for at in results["stuck_frequency"].values:
            natural(panel)(at, **GREY, linestyle=":", zorder=0)
            handles[f"natural frequency, {rest_of(results)}"] = Line2D([], [], **GREY,
                                                                       linestyle=":")
    panel.set_title(results.title)
    style.legend_below(figure, handles)
    return figure, panel


def _piece(panel, piece, x, y, colour) -> None:
    """Draws the lines of a piece, dashed along minima. At a fold, where both meet, the neighbouring
    points decide."""
    maximum = piece.bend[:-1] + piece.bend[1:] < 0
    edges = np.flatnonzero(np.diff(maximum.astype(int))) + 1
    look = {"linewidth": KINK_WIDTH, "dash_capstyle": "butt"} if piece.kink else {}
    for first, last in zip(np.r_[0, edges], np.r_[edges, len(maximum)]):
        panel.plot(x[first:last + 1], y[first:last + 1], color=colour, **look,
                   linestyle="-" if maximum[first] else "--")


def _largest(panel, results, place, handles, least) -> None:
    """Draws dots at the largest maximum of each requested level. A ring marks an inner level whose
    maximum is smaller than those of the first and the last level."""
    largest = backbone.largest_of(results)
    if not largest.value.size:
        return
    x, y = place(largest)
    look = {"color": style.BLACK, "linestyle": ""}
    handles["largest maximum"] = panel.plot(x, y, marker=".", markersize=3, zorder=3, **look)[0]
    k, value = y.argmin(), largest.value
    if least and y[k] < (1 - 1e-6) * min(y[value.argmin()], y[value.argmax()]):
        handles[f"smallest of these, {backbone.parameter_of(results)} {value[k]:.4g}"] = panel.plot(
            x[k], y[k], marker="o", markersize=7, markerfacecolor="none", markeredgewidth=0.8,
            zorder=5, **look)[0]
