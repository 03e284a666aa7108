"""Complex modes over the sliding position: loci of eigenvalues, unstable zones."""
from __future__ import annotations

import dataclasses

import numpy as np

from slideway.plots import style
from slideway.results import ResultsError

GROWS = 1e-8  # a mode grows if Re s > GROWS |s|; same rule as in the program
BAND = (0.0, 20e3)  # band of a case without `analysis.band_hz` [Hz]


@dataclasses.dataclass(frozen=True)
class Zones:
    """Unstable zones of one friction coefficient. Arrays have one entry per zone."""

    frequency: np.ndarray  #: [Hz]
    start: np.ndarray  #: [m] position where the zone begins
    end: np.ndarray  #: [m]
    at: np.ndarray  #: position of the largest growth [m]
    growth_rate: np.ndarray  #: largest growth rate [1/s]
    time_from: np.ndarray | None  #: [s]; None if no body moves
    time_to: np.ndarray | None  #: [s]


@dataclasses.dataclass(frozen=True)
class Modes:
    """Eigenvalues of one friction coefficient."""

    position: np.ndarray  #: (n) [m]
    frequency: np.ndarray  #: (n x branches) [Hz]
    growth_rate: np.ndarray  #: (n x branches) [1/s]


def modes_of(results, group: str) -> Modes:
    """Eigenvalues of a friction coefficient; n x 0 if there are none."""
    position = np.atleast_1d(results[f"complex_modes/{group}/position"].values)
    frequency, growth = (
        values.reshape(len(position), values.size // max(len(position), 1))
        for values in (results[f"complex_modes/{group}/{key}"].values
                       for key in ("frequency", "growth_rate")))
    return Modes(position, frequency, growth)


def drawable(results) -> list[str]:
    """Groups of `friction_groups` that hold a mode at some position."""
    return [g for g in friction_groups(results) if modes_of(results, g).frequency.size]


def has_modes(results) -> bool:
    """True if there is a mode at some position."""
    return bool(drawable(results))


def has_places(results) -> bool:
    """True if the contact point moves, so that modes depend on its position."""
    return any(np.ptp(modes_of(results, group).position) > 0 for group in drawable(results))


def _chosen(results, groups: list[str] | None) -> list[str]:
    """Groups to draw: the requested ones, or all. Raises ResultsError if there is none."""
    there = drawable(results)
    chosen = [group for group in groups or there if group in there]
    if not chosen:
        raise ResultsError(f"{results.label}: no mode at any position"
                           + (f" in {', '.join(groups)}" if groups else ""))
    return chosen


def grows(frequency: np.ndarray, growth: np.ndarray) -> np.ndarray:
    """True for each mode that the program reports as growing. Takes frequencies [Hz] and growth
    rates [1/s]."""
    return growth > GROWS * np.hypot(growth, 2 * np.pi * frequency)


def band_of(results) -> tuple[float, float] | None:
    """`analysis.band_hz` of the case with its overrides [Hz]; None if the case cannot be read."""
    analysis = results.case.get("analysis")
    if not isinstance(analysis, dict):
        return None
    band = analysis.get("band_hz", BAND)
    for override in results.overrides:
        key, _, value = override.partition("=")
        if key.strip() == "analysis.band_hz":
            band = value.strip().removeprefix("[").removesuffix("]").split(",")
    try:
        low, high = (float(end) for end in band)
    except (TypeError, ValueError):
        return None
    return low, high


def _in_band(results, modes: Modes) -> np.ndarray:
    """True for modes in the band. If the case gives no band, it ends a little above the zones."""
    band = band_of(results)
    if band is None:
        zones = np.concatenate([zones_of(results, g).frequency for g in friction_groups(results)])
        band = (0.0, 1.05 * zones.max() if np.any(zones > 0) else np.inf)
    return (modes.frequency >= band[0]) & (modes.frequency <= band[1])


def unstable_modes(results, modes: Modes) -> np.ndarray:
    """True for unstable modes (n x branches), which grow and lie in the band. The file also holds
    branches above the band, which do not count."""
    return grows(modes.frequency, modes.growth_rate) & _in_band(results, modes)


def _frequency_limits(shown: list[tuple]) -> tuple[float, float]:
    """Limits of the frequency axis [Hz] for (results, group) pairs, from the data within the bands."""
    lows, highs = [], []
    for results, group in shown:
        most = modes_of(results, group).frequency.max()
        low, high = band_of(results) or (0.0, np.inf)
        # Real eigenvalues, at 0 Hz, count in any band.
        lows.append(0.0 if np.any(zones_of(results, group).frequency == 0) else low)
        highs.append(high if low < high < 1.05 * most else 1.05 * most)
    return style.widened(min(lows), max(highs), 1.0)


def _shown_growths(results, group: str) -> np.ndarray:
    """Growth rates [1/s] that a figure must show: those in the band and those of the zones."""
    modes = modes_of(results, group)
    inside = _in_band(results, modes)
    growths = modes.growth_rate[inside] if np.any(inside) else modes.growth_rate.ravel()
    return np.concatenate((growths, zones_of(results, group).growth_rate))


def friction_groups(results) -> list[str]:
    """Groups of `complex_modes/`, one per friction coefficient, in ascending order."""
    return sorted(results.names("complex_modes"), key=lambda g: (friction_of(g) or 0.0, g))


def friction_of(group: str) -> float | None:
    """Friction coefficient of a group such as "mu_0.3"; None for "as_given"."""
    return float(group.removeprefix("mu_")) if group.startswith("mu_") else None


def friction_label(group: str) -> str:
    """"μ = 0.3", or "friction as in the case"."""
    mu = friction_of(group)
    return "friction as in the case" if mu is None else f"μ = {mu:g}"


def about_label(results) -> str:
    """"undeformed bodies" or "deformed bodies"; "" if the file does not state it."""
    about = results.attributes.get("about", "")
    return f"{about} bodies" if about else ""


def panel_title(results, group: str) -> str:
    """"μ = 0.3, undeformed bodies"."""
    return ", ".join(part for part in (friction_label(group), about_label(results)) if part)


def zones_of(results, group: str) -> Zones:
    """Unstable zones of a friction coefficient; arrays of length 0 if there are none."""
    at = f"complex_modes/{group}/zones"
    there = results.names(at)

    def values(name):
        return np.atleast_1d(results[f"{at}/{name}"].values) if there else np.zeros(0)
    times = [values(name) if name in there or not there else None
             for name in ("time_from", "time_to")]
    if all(t is not None for t in times):
        times = [np.minimum(*times), np.maximum(*times)]  # also for a slide in the negative direction
    return Zones(values("frequency"), values("from"), values("to"), values("at"),
                 values("growth_rate"), *times)


def _strongest(zones: Zones, apart: float = 0.03) -> list[int]:
    """Indices of the zones that grow fastest among zones at about the same frequency."""
    chosen: list[int] = []
    for k in np.argsort(-zones.growth_rate):
        if all(abs(zones.frequency[k] - zones.frequency[j]) > apart * zones.frequency[j]
               for j in chosen):
            chosen.append(int(k))
    return chosen


def _kinds(several: list[Zones]) -> np.ndarray:
    """Ascending frequencies > 0 [Hz] at which zones of several groups lie, one for about equal
    frequencies."""
    found: list[float] = []
    for zones in several:
        for k in _strongest(zones):
            if zones.frequency[k] > 0 and all(abs(zones.frequency[k] - f) > 0.03 * f
                                              for f in found):
                found.append(float(zones.frequency[k]))
    return np.sort(found)


@style.styled
def locus(results, groups: list[str] | None = None):
    """Loci of the eigenvalues as the contact point slides, one panel per friction coefficient.

    The growth rate [1/s] is on the horizontal axis, the frequency up to the end of the band on the
    vertical axis, with a line per branch. Unstable parts are highlighted, with the frequency and
    position of the fastest growth. Marks are eigenvalues of the uncoupled bodies; dotted lines are
    the damping between them.

    results: one or several, a row of panels each. groups: groups of `complex_modes/`, default all.

    Returns a Figure. Raises ResultsError if there is no mode.
    """
    several = list(results) if isinstance(results, (list, tuple)) else [results]
    rows = [[(r, group) for group in _chosen(r, groups)] for r in several]
    columns = max(len(row) for row in rows)
    figure, axes = style.panels(len(rows), columns, height=0.9 + 4.0 * len(rows), sharex=True,
                                sharey=True)
    shown = [(r, group, panel) for row, line in zip(rows, axes)
             for (r, group), panel in zip(row, line)]
    for panel in set(axes.flat) - {panel for _, _, panel in shown}:
        panel.set_axis_off()
    low, high = _frequency_limits([(r, group) for r, group, _ in shown])
    factor, unit = style.scale("Hz", np.array([low, high]))
    texts = []
    for r, group, panel in shown:
        texts += _draw_locus(panel, r, group, factor, unit)
        panel.set_title(panel_title(r, group))
    for column in range(columns):
        last = [panel for _, _, panel in shown if panel in axes[:, column]][-1]
        if columns <= 4 or column == columns // 2:  # narrow panels share a label
            last.set_xlabel("growth rate [1/s]")
        last.tick_params(labelbottom=True)
    for panel in axes[:, 0]:
        panel.set_ylabel(f"frequency [{unit}]")
    axes[0, 0].set_ylim(factor * low, factor * high)
    growths = np.concatenate([_shown_growths(r, group) for r, group, _ in shown])
    # Undamped modes: round-off must not fill the panel.
    left, right = style.widened(min(0, growths.min()), max(0, growths.max()),
                                1e-6 * 2 * np.pi * max(high, 1.0))
    axes[0, 0].set_xlim(left - 0.03 * (right - left), right + 0.05 * (right - left))
    kinds = {}  # one handle per kind of line, although not every panel has it
    for _, _, panel in shown:
        for handle, label in zip(*panel.get_legend_handles_labels()):
            kinds.setdefault(label, handle)
    if len(several) == 1:
        figure.suptitle(several[0].title, x=0.01, ha="left")
    style.legend_below(figure, kinds, handlelength=1.6)
    style.fit_titles(figure, [panel for _, _, panel in shown])
    _keep_inside(figure, texts)
    return figure


def _keep_inside(figure, texts) -> None:
    """Widens the common x axis for texts beside their points, and shifts texts that still leave the
    panel.

    The figure must have been laid out.
    """
    if not texts:
        return
    panel = texts[0].axes
    left, right = panel.get_xlim()
    for text in texts:
        # Share of the panel that text and gap need to the right of the point.
        gap = text.get_window_extent().x1 - text.axes.transData.transform(text.xy)[0]
        share = min(gap / text.axes.bbox.width, 0.7) + 0.01
        right = max(right, (text.xy[0] - share * left) / (1 - share))
    panel.set_xlim(left, right)
    style.lay_out(figure)
    points = 72 / figure.dpi
    for text in texts:
        box, of = text.get_window_extent(), text.axes.bbox
        dx = min(0, of.x1 - box.x1) * points
        dy = (min(0, of.y1 - box.y1) + max(0, of.y0 - box.y0)) * points
        x, y = text.get_position()
        text.set_position((x + dx, y + dy))


# Cool colours: vermilion is kept for what is unstable.
_BRANCH_COLOURS = (style.BLUE, style.GREEN, style.PINK, style.SKY, style.GREY)


def _draw_locus(axes, results, group, factor, unit):
    """Draws a panel. Returns the texts at the unstable modes."""
    modes = modes_of(results, group)
    frequency, growth = modes.frequency, modes.growth_rate
    axes.axvline(0, color=style.BLACK, linewidth=0.8, linestyle="--", label="limit of stability")
    for (name, marker) in zip(results.names("uncoupled"), "s^Dov"):
        own = np.array([results[f"uncoupled/{name}/{key}"].values
                        for key in ("frequency", "growth_rate")])
        own = own[:, np.argsort(own[0])]
        line = _damping_line(*own)
        axes.plot(line[1], factor * line[0], linestyle=":", color=style.BLACK, linewidth=1.0)
        axes.plot(own[1], factor * own[0], linestyle="none", marker=marker, markersize=3.5,
                  color=style.BLACK, markerfacecolor="white", markeredgewidth=0.7, zorder=4,
                  label=f"{name}, uncoupled")
    # A point for each branch that does not move, for example at a single position.
    size = 2 * np.pi * frequency.max(axis=0)
    still = (np.ptp(frequency, axis=0) <= 1e-3 * frequency.max(axis=0)) & (
        np.ptp(growth, axis=0) <= 1e-3 * np.abs(growth).max(axis=0) + 1e-8 * size)
    markers = np.where(still, "o", "")
    for k, (f, g) in enumerate(zip(frequency.T, growth.T)):
        axes.plot(g, factor * f, linewidth=1.4, marker=markers[k], markersize=3,
                  color=_BRANCH_COLOURS[k % len(_BRANCH_COLOURS)],
                  label="branch of the coupled system" if k == 0 else None, zorder=3)
    unstable = unstable_modes(results, modes)
    for k in np.flatnonzero(np.any(unstable, axis=0)):
        axes.plot(np.where(unstable[:, k], growth[:, k], np.nan), factor * frequency[:, k],
                  linewidth=2.5, marker=markers[k], markersize=4, color=style.VERMILION,
                  label="unstable", zorder=3.5)
    zones = zones_of(results, group)
    divergent = zones.frequency == 0  # real eigenvalues belong to no branch
    if np.any(divergent):
        axes.plot(zones.growth_rate[divergent], 0 * zones.growth_rate[divergent], "o",
                  markersize=4, color=style.VERMILION, label="divergence", clip_on=False,
                  zorder=3.5)
    texts = []
    for k in _strongest(zones):
        kind = f"{factor * zones.frequency[k]:.4g} {unit}" if zones.frequency[k] else "divergence"
        text = axes.annotate(f"{kind}\nat {1e3 * zones.at[k]:.4g} mm",
                             (zones.growth_rate[k], factor * zones.frequency[k]), xytext=(5, 0),
                             textcoords="offset points", va="center", fontsize=8)
        text.set_in_layout(False)
        texts.append(text)
    return texts


def _damping_line(frequency, growth, points: int = 200):
    """Line through the eigenvalues of a body, linear in the squared frequency. It is exact for
    Rayleigh damping."""
    if len(frequency) < 2:
        return frequency, growth
    f = np.linspace(frequency[0], frequency[-1], points)
    return f, np.interp(f**2, frequency**2, growth)


@style.styled
def over_position(results, groups: list[str] | None = None):
    """Frequencies and growth rates over the position of the contact point, with unstable zones
    shaded.

    There is a column per friction coefficient, with frequencies above and growth rates below.
    Branches that become unstable are coloured, others are grey. Returns a Figure. Raises
    ResultsError if there is no mode, or only one position.
    """
    groups = _chosen(results, groups)
    if all(np.ptp(modes_of(results, group).position) == 0 for group in groups):
        raise ResultsError(f"{results.label}: modes at one position only")
    figure, axes = style.panels(2, len(groups), height=5.2, sharex=True, sharey="row",
                                gridspec_kw={"height_ratios": [1.6, 1]})
    arrays = {group: modes_of(results, group) for group in groups}
    low, high = _frequency_limits([(results, group) for group in groups])
    to_f, unit_f = style.scale("Hz", np.array([low, high]))
    to_x, unit_x = style.scale("m", *(modes.position for modes in arrays.values()))
    own = _kinds([zones_of(results, group) for group in groups])
    for group, top, bottom in zip(groups, axes[0], axes[1]):
        modes = arrays[group]
        x, frequency, growth = modes.position, modes.frequency, modes.growth_rate
        zones = zones_of(results, group)
        least = 0.004 * (x[-1] - x[0])  # narrower zones would be invisible
        for start, end in zip(zones.start, zones.end):
            widen = max(0.0, least - (end - start)) / 2
            for panel in (top, bottom):
                panel.axvspan(to_x * (start - widen), to_x * (end + widen), color=style.ORANGE,
                              alpha=0.35, linewidth=0)
        bottom.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8)
        there = unstable_modes(results, modes)
        unstable = np.any(there, axis=0)
        for f, g in zip(frequency.T[~unstable], growth.T[~unstable]):
            top.plot(to_x * x, to_f * f, color=style.GREY, linewidth=0.6)
            bottom.plot(to_x * x, g, color=style.GREY, linewidth=0.5)
        # One colour for branches that become unstable at about the same frequency.
        for k in np.flatnonzero(unstable):
            f, g = frequency[:, k], growth[:, k]
            fastest = f[np.where(there[:, k], g, -np.inf).argmax()]
            nearest = int(np.abs(own - fastest).argmin()) if own.size else 0
            colour = style.COLOURS[nearest % len(style.COLOURS)]
            top.plot(to_x * x, to_f * f, linewidth=0.8, color=colour)
            top.plot(to_x * x, np.where(there[:, k], to_f * f, np.nan), linewidth=4, color=colour,
                     solid_capstyle="butt")
            label = f"{to_f * (own[nearest] if own.size else fastest):.4g} {unit_f}"
            known = bottom.get_legend_handles_labels()[1]
            bottom.plot(to_x * x, g, color=colour, linewidth=0.9,
                        label=None if label in known else label)
        divergence = f"complex_modes/{group}/divergence"
        if divergence in results:  # growth of real eigenvalues, which belong to no branch
            bottom.plot(to_x * x, results[divergence].values, color=style.BLACK, linewidth=0.9,
                        label="divergence")
        top.set_title(panel_title(results, group))
        bottom.set_xlabel(f"place of the contact point [{unit_x}]")
        style.span(top, to_x * x)
        if bottom.get_legend_handles_labels()[1]:
            bottom.legend(loc="upper left", ncol=3, handlelength=1.2, columnspacing=1.0,
                          borderaxespad=0).set_in_layout(False)
    growths = np.concatenate([_shown_growths(results, group) for group in groups])
    highest = growths.max()
    depth = max(highest, float(np.median(np.abs(growths))))
    axes[1, 0].set_ylim(*style.widened(-1.2 * depth, max(1.4 * highest, 0.25 * depth),
                                       1e-6 * 2 * np.pi * max(high, 1.0)))
    axes[0, 0].set_ylim(to_f * low, to_f * high)
    axes[0, 0].set_ylabel(f"frequency [{unit_f}]")
    axes[1, 0].set_ylabel("growth rate [1/s]")
    figure.suptitle(results.title, x=0.01, ha="left")
    style.fit_titles(figure, axes[0])
    return figure
