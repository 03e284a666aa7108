"""Details of backbones: over response curves, near the first slip, and damped modes over their
amplitude."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import LogFormatterSciNotation

from slideway import backbone
from slideway.plots import style
from slideway.plots.backbone import amplitude_scale, draw_methods, phase_axis, phase_lags
from slideway.plots.forced_response import (curve_of, groups_of, rest_of, stable_points,
                                            unwrapped)

AROUND = (-0.1, 0.3)  # of the logarithm of the level, about the first slip; more for a long kink
SHORT = 0.05  # share of that
LEAST_WIDTH = 1e-9  # of a kink, likewise
RESPONSE = {"color": style.GREY, "linewidth": 0.6, "zorder": 1}
LEAST_GAP = 0.055  # between names of lines, of the height of a panel
MOST_MOVES = 100  # of such names, apart
NEAR = 1e-2  # frequencies of other methods beside the kink, relative


def has_responses(results) -> bool:
    return backbone.has_curves(results) and bool(groups_of(results))


def has_transition(results) -> bool:
    return (backbone.has_ridges(results) and backbone.over_level(results)
            and _first_kink(results) is not None)


@style.styled
def responses_and_backbones(results, monitor: str):
    """Amplitude (rms) and phase lag of a monitor over frequency. Response curves of some levels are
    grey with their level. The resonances of the first monitor lie over them, by each method.

    Squares mark motions that are written for ParaView. Returns a Figure.
    """
    figure, axes = style.panels(2, height=5.4, sharex=True, gridspec_kw={"height_ratios": [3, 2]})
    top, bottom = axes[:, 0]
    factor, unit = amplitude_scale(results, monitor)
    ends, names, unstable = [], [], False
    for group in groups_of(results):
        frequency = results[f"{group}/frequency"].values
        rms = factor * results[f"{group}/points/{monitor}/rms"].values
        lag = np.degrees(results[f"{group}/points/{monitor}/phase_lag"].values)
        stable = stable_points(results, group, len(frequency))
        for panel, y in ((top, rms), (bottom, unwrapped(lag))):
            curve_of(panel, frequency, y, stable, **RESPONSE)
        unstable = unstable or not stable.all()
        ends += [frequency.min(), frequency.max()]
        names.append((rms[frequency.argmax()], f"{results[f'{group}/level'].values[0]:g}"))
    handles = {"response, with its level": Line2D([], [], **RESPONSE)}
    if unstable:
        handles["unstable response"] = Line2D([], [], **RESPONSE, linestyle="--")
    handles |= draw_methods(top, results, lambda c: (c.frequency, factor * c.rms[monitor]),
                            nodes=False)
    lags = phase_lags(results, monitor)
    draw_methods(bottom, results, lambda c: (c.frequency, lags(c)), nodes=False)
    for at in results["stuck_frequency"].values:
        for panel in (top, bottom):
            panel.axvline(at, color=style.GREY, linestyle=":", linewidth=0.8, zorder=0)
        handles[f"natural frequency, {rest_of(results)}"] = Line2D([], [], color=style.GREY,
                                                                   linestyle=":")
    if "shapes/what" in results:
        drawn = backbone.drawn_of(results)
        shapes = top.plot(drawn.frequency, factor * drawn.rms[monitor], "s", color=style.BLACK,
                          markerfacecolor="none", markersize=5, markeredgewidth=0.8, zorder=5)
        what = dict.fromkeys(results["shapes/what"].values)  # asked for: several times the same
        handles[f"shapes: {', '.join(what)}"] = shapes[0]
    top.set_yscale("log")
    _name_lines(top, names)
    top.set_ylabel(f"rms of {monitor} [{unit}]")
    bottom.set_ylabel("phase lag [°]")
    phase_axis(bottom)
    bottom.set_xlabel("frequency [Hz]")
    bottom.set_xlim(min(ends), max(ends))
    top.set_title(results.title)
    style.legend_below(figure, handles)
    return figure


@style.styled
def transition(results):
    """Frequency and amplitude (rms of the first monitor) near the kink of the lowest level, where
    contacts begin to slip, over the change of the level. If the kink is short, its frequency has
    a separate panel. Returns a Figure."""
    monitor = backbone.monitor_of(results)
    first, last = _first_kink(results)
    width = max(np.log(last / first), LEAST_WIDTH)
    low, high = min(AROUND[0], -width), max(AROUND[1], 3 * width)
    _, rms = _node(results, first)
    factor, unit = style.scale(backbone.unit_of(results), np.array(rms))
    short = width < SHORT * (high - low)
    figure, axes = style.panels(1, 3 if short else 2, height=3.2)
    panels = axes[0]
    handles = _near_slip(panels[0], results, lambda c: c.frequency, low, high)
    _near_slip(panels[1], results, lambda c: factor * c.rms[monitor], low, high)
    panels[1].set_ylabel(f"rms of {monitor} [{unit}]")
    if short:
        _near_slip(panels[2], results, lambda c: c.frequency, -width, 3 * width, ridges_only=True)
        panels[2].set_title("the kink")
    for panel in panels[::2]:
        panel.set_ylabel("frequency [Hz]")
    figure.suptitle(f"{results.title}: first slip, level {first:.6g}", x=0.01, ha="left")
    style.legend_below(figure, handles)
    return figure


def _near_slip(panel, results, of, low, high, ridges_only=False) -> dict:
    """Draws `quantity` of each Curve over the level relative to that of the first slip. The
    logarithm of the relative level lies between `low` and `high`, and only close frequencies are
    drawn. Returns the handles of a legend."""
    first, _ = _first_kink(results)
    frequency, _ = _node(results, first)
    power = int(np.floor(np.log10(high)))
    scale, unit = (100.0, "%") if power >= -3 else (10.0 ** -power, f"10$^{{{power}}}$")
    seen = []

    def place(curve):
        x = np.log(curve.value / first)
        near = abs(curve.frequency / frequency - 1) < NEAR
        part = np.zeros(x.shape, dtype=bool)  # line segments that cross the window
        for k in range(len(x) - 1):
            if near[k] and near[k + 1] and min(x[k:k + 2]) <= high and max(x[k:k + 2]) >= low:
                part[k:k + 2] = True
                order = np.argsort(x[k:k + 2])
                seen.extend(np.interp(np.clip(x[k:k + 2], low, high), x[k:k + 2][order],
                                      of(curve)[k:k + 2][order]))
        return scale * np.expm1(x), np.where(part, of(curve), np.nan)
    handles = draw_methods(panel, results, place, others=not ridges_only)
    panel.set_xlim(scale * np.expm1(low), scale * np.expm1(high))
    panel.set_xlabel(f"change of level [{unit}]")
    margin = 0.06 * (max(seen) - min(seen)) or 1e-9 * abs(max(seen))
    panel.set_ylim(min(seen) - margin, max(seen) + margin)
    panel.ticklabel_format(axis="y", useOffset=False)
    panel.locator_params(nbins=5)
    return handles


@style.styled
def damping_over_amplitude(results):
    """Frequency and damping ratio of damped modes over their modal amplitude, one colour per mode.

    Dots mark the largest damping ratio. Returns a Figure.
    """
    figure, axes = style.panels(2, height=4.4, sharex=True)
    top, bottom = axes[:, 0]
    modes = backbone.damped_modes_of(results)
    handles = {}
    for k, mode in enumerate(modes):
        colour = style.COLOURS[k % (len(style.COLOURS) - 1)]
        top.plot(mode.amplitude, mode.frequency, color=colour)
        bottom.plot(mode.amplitude, 100 * mode.damping_ratio, color=colour)
        handles[f"mode {mode.mode}, {mode.frequency[0]:.4g} Hz at rest"] = Line2D([], [],
                                                                                color=colour)
        most = mode.damping_ratio.argmax()
        if 0 < most < len(mode.value) - 1:
            for panel, y in ((top, mode.frequency[most]), (bottom, 100 * mode.damping_ratio[most])):
                panel.plot(mode.amplitude[most], y, "o", color=colour, markersize=3.5)
            handles[f"largest damping, level {mode.value[most]:.4g}"] = Line2D(
                [], [], color=colour, marker="o", linestyle="", markersize=3.5)
    top.set_xscale("log")
    bottom.xaxis.set_major_formatter(LogFormatterSciNotation())
    top.set_ylabel("frequency [Hz]")
    low, high = top.get_ylim()
    top.set_ylim(*style.widened(low, high, 1e-3 * high))
    bottom.set_ylabel("damping ratio [%]")
    bottom.set_ylim(bottom=min(0, 100 * min(mode.damping_ratio.min() for mode in modes)))
    unit = results[f"damped_mode/{results.names('damped_mode')[0]}/amplitude"].unit
    bottom.set_xlabel(f"modal amplitude [{unit.replace('kg^(1/2)', '√kg')}]")
    top.set_title(results.title)
    style.legend_below(figure, handles)
    return figure


def _first_kink(results) -> tuple[float, float] | None:
    """Levels at the ends of the kink piece of lowest level, among pieces along maxima."""
    kinks = [tuple(sorted((piece.value[0], piece.value[-1])))
             for piece in backbone.pieces_of(results)
             if piece.kink and piece.bend[len(piece.bend) // 2] < 0]
    return min(kinks, default=None)


def _node(results, level: float) -> tuple[float, float]:
    """Frequency and rms of the node at the start of that piece."""
    monitor = backbone.monitor_of(results)
    return min((abs(piece.value[k] - level), piece.frequency[k], piece.rms[monitor][k])
               for piece in backbone.pieces_of(results) if piece.kink for k in (0, -1))[1:]


def _name_lines(panel, names: list[tuple[float, str]]) -> None:
    """Writes names at the right edge of a panel with a logarithmic axis. names: (y, name);
    overlapping names are moved apart."""
    low, high = np.log(panel.get_ylim())
    names = sorted(names)
    at = (np.log([y for y, _ in names]) - low) / (high - low)
    for _ in range(MOST_MOVES):
        short = np.maximum(LEAST_GAP - np.diff(at), 0) / 2
        at += np.r_[0, short] - np.r_[short, 0]
    for height, (_, name) in zip(at, names):
        panel.annotate(name, (1, height), (4, 0), xycoords="axes fraction", va="center", fontsize=7,
                       textcoords="offset points", color=style.GREY, annotation_clip=False)
