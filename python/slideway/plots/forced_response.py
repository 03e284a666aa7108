"""Forced responses by harmonic balance: curves over frequency, contact states, loops."""
from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from slideway.plots import style

STATES = {0: ("stick", (0.84, 0.84, 0.84)), 1: ("slip forward", style.pale(style.ORANGE, 0.75)),
          2: ("slip back", style.pale(style.SKY, 0.8)), 3: ("separation", "white")}
MOST_LABELS = 8  # largest number of levels in the legend; more get a colour bar
MOST_PANELS = 6  # levels of contact states
MAXIMUM, FOLD, BRANCH_POINT, ZERO = 5, 2, 3, 4
DASHES = ("-", "--", ":", "-.")  # of the loops of a level, one for each peak
DECADES = 30  # ratio of amplitudes beyond which the axis is logarithmic


def has_curves(results) -> bool:
    """True for forced responses, also for those that come with a backbone."""
    return results.analysis in ("forced-response", "backbone") and bool(groups_of(results))


def groups_of(results) -> list[str]:
    """Groups such as "levels/0001" whose curve has points."""
    groups = [f"levels/{name}" for name in results.names("levels")]
    return [group for group in groups if f"{group}/frequency" in results]


def monitors_of(results) -> list[str]:
    """Displacements recorded along the curves of forced responses."""
    if results.analysis != "forced-response" or not has_curves(results):
        return []
    return results.names(f"{groups_of(results)[0]}/points")


def joints_of(results) -> list[str]:
    """Joints whose hysteresis loops can be drawn."""
    return results.names(f"{groups_of(results)[0]}/joints") if has_curves(results) else []


def contacts_of(results) -> list[str]:
    """Joints that stick, slip and separate."""
    return [name for name in joints_of(results)
            if f"{groups_of(results)[0]}/joints/{name}/share" in results]


@style.styled
def response_curves(results, point: str):
    """Amplitude (rms) and phase lag of a displacement over frequency, one curve per level.

    Dashed lines are unstable motions. Dots are maxima of the first monitor. Triangles are folds.
    Diamonds are branch points and losses of stability. Dotted lines are natural frequencies with
    the joints at rest. Returns a Figure.
    """
    groups = groups_of(results)
    levels = np.array([results[f"{group}/level"].values[0] for group in groups])
    figure, axes = style.panels(2, height=4.8, sharex=True,
                                gridspec_kw={"height_ratios": [3, 2]})
    top, bottom = axes[:, 0]
    colours, bar = _colours(levels)
    rms = [results[f"{group}/points/{point}/rms"].values for group in groups]
    # A curve that goes to zero at an antiresonance does not make the axis logarithmic.
    highest = np.array([values.max() for values in rms])
    wide = highest.max() > DECADES * highest.min() > 0
    of_rms = results[f"{groups[0]}/points/{point}/rms"].unit
    factor, unit = (1.0, of_rms) if wide else style.scale(of_rms, *rms)
    handles, marks = {}, {}
    for group, level, colour, values in zip(groups, levels, colours, rms):
        frequency = results[f"{group}/frequency"].values
        lag = np.degrees(results[f"{group}/points/{point}/phase_lag"].values)
        stable = stable_points(results, group, len(frequency))
        for panel, y in ((top, factor * values), (bottom, unwrapped(lag))):
            curve_of(panel, frequency, y, stable, color=colour)
        if bar is None:
            handles[f"level {level:g}"] = Line2D([], [], color=colour)
        kind = results[f"{group}/branch/kind"].values
        for label, which, mark, size in (("maximum", kind == MAXIMUM, "o", 3.5),
                                         ("fold", kind == FOLD, "^", 4.5),
                                         ("branch point, loss of stability",
                                          (kind == BRANCH_POINT) | (kind == ZERO), "D", 3.5)):
            if which.any():
                top.plot(frequency[which], factor * values[which], mark, color=colour,
                         markersize=size, markeredgecolor="white", markeredgewidth=0.4, zorder=4)
                marks[label] = Line2D([], [], marker=mark, linestyle="", color=style.GREY,
                                      markersize=size)
        if not stable.all():
            marks["unstable"] = Line2D([], [], color=style.GREY, linestyle="--")
    for panel in (top, bottom):
        for at in results["stuck_frequency"].values:
            panel.axvline(at, color=style.GREY, linestyle=":", linewidth=0.8, zorder=0)
            marks[f"natural frequency, {rest_of(results)}"] = Line2D([], [], color=style.GREY,
                                                                     linestyle=":")
    if wide:
        top.set_yscale("log")
        top.set_ylim(bottom=0.3 * min(values[values > 0].min() for values in rms))
    else:
        top.set_ylim(bottom=0)
    top.set_ylabel(f"rms of {point} [{unit}]")
    bottom.set_ylabel("phase lag [°]")
    bottom.set_xlabel("frequency [Hz]")
    ends = np.concatenate([results[f"{group}/frequency"].values for group in groups])
    bottom.set_xlim(ends.min(), ends.max())
    top.set_title(results.title)
    if bar is not None:
        figure.colorbar(bar, ax=[top, bottom], label="level")
    style.legend_below(figure, handles | marks)
    return figure


@style.styled
def contact_states(results, joint: str):
    """Phases of sticking, slipping and separation of a contact, over cycle and frequency: one panel
    per level.

    Where a curve turns back in frequency, its parts overlap, the last one on top. Dashed lines are
    maxima of the first monitor. Returns a Figure.
    """
    groups = groups_of(results)
    if len(groups) > MOST_PANELS:
        some = np.unique(np.linspace(0, len(groups) - 1, MOST_PANELS).round().astype(int))
        groups = [groups[k] for k in some]
    columns = 1 if len(groups) == 1 else 2
    rows = -(-len(groups) // columns)
    figure, axes = style.panels(rows, columns, height=0.9 + 1.6 * rows, sharex=True, sharey=True)
    met = set()
    for panel, group in zip(axes.ravel(), groups):
        frequency = results[f"{group}/frequency"].values
        met |= _states(panel, results, group, joint, frequency)
        kind = results[f"{group}/branch/kind"].values
        for at in frequency[kind == MAXIMUM]:
            panel.axvline(at, color=style.BLACK, linestyle="--", linewidth=0.6)
        panel.set_title(f"level {results[f'{group}/level'].values[0]:g}")
        panel.set_xlim(frequency.min(), frequency.max())
        panel.set_ylim(0, 360)
        panel.set_yticks([0, 90, 180, 270, 360])
    for panel in axes.ravel()[len(groups):]:
        panel.set_axis_off()
    for panel in axes[:, 0]:
        panel.set_ylabel("Omega t [°]")
    for panel in axes[-1]:
        panel.set_xlabel("frequency [Hz]")
    figure.suptitle(f"{results.title}: {joint}", x=0.01, ha="left")
    style.legend_below(figure, {STATES[k][0]: Patch(facecolor=STATES[k][1], edgecolor=style.GREY,
                                                    linewidth=0.5)
                                for k in sorted(met)})
    return figure


@style.styled
def joint_loops(results, joint: str):
    """Force over displacement of a joint in one cycle at the maxima of each level.

    A friction contact has a row of panels for the tangential and one for the normal direction.
    Displacements differ by decades between levels, so each loop is scaled by its largest
    displacement. Returns a Figure.
    """
    groups = [group for group in groups_of(results) if len(results[f"{group}/loops"].values)]
    levels = np.array([results[f"{group}/level"].values[0] for group in groups])
    first = f"{groups[0]}/joints/{joint}"
    n_rows = (results[f"{first}/loops/force"].values.shape[0]
              // len(results[f"{groups[0]}/loops"].values))
    # A row that stays, or whose force does (the preload where k_n = 0), has no loop.
    shown = [row for row in range(n_rows)
             if any(all(np.ptp(values) > 0 for values in _loops(results, group, joint, row))
                    for group in groups)] or [0]
    figure, axes = style.panels(1, len(shown), height=3.4)
    names = ("tangential", "normal") if n_rows == 2 else ("",) * n_rows
    colours, bar = _colours(levels)
    handles = {}
    forces = [_loops(results, group, joint, row)[1] for group in groups for row in shown]
    factor, unit = style.scale(results[f"{first}/loops/force"].unit, *forces)
    of_loops = results[f"{first}/loops/displacement"].unit
    for panel, row in zip(axes[0], shown):
        sizes = []
        met = {level: 0 for level in levels}
        for group, level, colour in zip(groups, levels, colours):
            points = results[f"{group}/loops"].values
            at = results[f"{group}/frequency"].values[points]
            for hz, r, f in zip(at, *_loops(results, group, joint, row)):
                size = np.abs(r - r.mean()).max()
                sizes.append(size)
                look = {"color": colour, "linestyle": DASHES[met[level] % len(DASHES)]}
                met[level] += 1
                if size > 0:
                    panel.plot((r - r.mean()) / size, factor * f, **look)
                if bar is None:
                    handles[f"level {level:g}, {hz:.4g} Hz"] = Line2D([], [], **look)
        low, low_unit = style.scale(of_loops, np.array([min(sizes)]))
        high, high_unit = style.scale(of_loops, np.array([max(sizes)]))
        panel.set_xlabel(f"{names[row]} displacement / its amplitude\n"
                         f"({low * min(sizes):.3g} {low_unit} to "
                         f"{high * max(sizes):.3g} {high_unit})")
        panel.set_ylabel(f"{names[row]} force [{unit}]")
    axes[0, 0].set_title(f"{results.title}: {joint} at the peaks")
    if bar is not None:
        figure.colorbar(bar, ax=list(axes[0]), label="level")
    style.fit_titles(figure, axes[0, :1])
    if handles:
        style.legend_below(figure, handles)
    return figure


def rest_of(results) -> str:
    """State of the joints for which the natural frequencies of the results hold."""
    return "joints as at rest" if "as at rest" in results["stuck_frequency"].meaning \
        else "contacts stuck"


def _colours(levels: np.ndarray):
    """Colours by level, and the data of a colour bar if there are many levels."""
    map_ = matplotlib.colormaps[style.HEAT]
    known = list(dict.fromkeys(levels))  # crossing curves have that of their level
    if len(known) <= len(style.COLOURS) - 1 and len(known) <= MOST_LABELS:
        return [style.COLOURS[known.index(level)] for level in levels], None
    even = np.all(levels > 0) and levels.max() > 10 * levels.min()
    norm = (matplotlib.colors.LogNorm if even else matplotlib.colors.Normalize)(
        levels.min(), levels.max())
    return [map_(0.95 * norm(level)) for level in levels], matplotlib.cm.ScalarMappable(norm, map_)


def stable_points(results, group: str, n: int) -> np.ndarray:
    name = f"{group}/stable"
    return results[name].values != 0 if name in results else np.ones(n, dtype=bool)


def curve_of(panel, x, y, stable, **look) -> None:
    """Draws a line, dashed where unstable. A segment has the style of its first point."""
    edges = np.flatnonzero(np.diff(stable.astype(int))) + 1
    for first, last in zip(np.r_[0, edges], np.r_[edges, len(x)]):
        panel.plot(x[first:last + 1], y[first:last + 1], **look,
                   linestyle="-" if stable[first] else "--")


def unwrapped(lag: np.ndarray) -> np.ndarray:
    """Phase in degrees without jumps of 360, starting between -90 and 270."""
    lag = np.unwrap(lag, period=360)
    return lag - 360 * np.floor((lag[0] + 90) / 360)


def _states(panel, results, group: str, joint: str, frequency: np.ndarray) -> set:
    """Fills a panel with the states over the cycle. Returns the states that occur."""
    at = f"{group}/joints/{joint}/"
    share = results[at + "share"].values
    point = results[at + "events/point"].values
    phase = np.degrees(results[at + "events/phase"].values)
    after = results[at + "events/after"].values
    middle = (frequency[1:] + frequency[:-1]) / 2
    left = np.r_[frequency[0], middle]
    right = np.r_[middle, frequency[-1]]
    boxes, colours, met = [], [], set()

    def add(k, low, high, state):
        boxes.append([(left[k], low), (right[k], low), (right[k], high), (left[k], high)])
        colours.append(STATES[state][1])
        met.add(state)

    for k in range(len(frequency)):
        mine = np.flatnonzero(point == k)
        if mine.size == 0:
            add(k, 0, 360, 0 if share[0, k] > 0 else 3)
            continue
        order = mine[np.argsort(phase[mine])]
        edges = np.r_[0, phase[order], 360]
        states = np.r_[after[order[-1]], after[order]]
        for low, high, state in zip(edges[:-1], edges[1:], states):
            if high > low:
                add(k, low, high, int(state))
    panel.add_collection(PolyCollection(boxes, facecolors=colours, edgecolors=colours,
                                        linewidths=0.2, rasterized=True))
    return met


def _loops(results, group: str, joint: str, row: int) -> tuple[np.ndarray, np.ndarray]:
    """Displacement and force of one row of a joint: loops x samples."""
    at = f"{group}/joints/{joint}/loops/"
    n = len(results[f"{group}/loops"].values)
    r, f = results[at + "displacement"].values, results[at + "force"].values
    rows = r.shape[0] // n
    return r[row::rows], f[row::rows]
