"""Complex modes over the sliding position: loci of eigenvalues, unstable zones."""
from __future__ import annotations

import dataclasses

import numpy as np

from slideway.plots import style


@dataclasses.dataclass(frozen=True)
class Zones:
    """Unstable zones of one friction coefficient; arrays of equal length, one entry per zone."""

    frequency: np.ndarray  #: [Hz]
    start: np.ndarray  #: [m] position where the zone begins
    end: np.ndarray  #: [m]
    at: np.ndarray  #: [m] of the largest growth
    growth_rate: np.ndarray  #: [1/s] the largest
    time_from: np.ndarray | None  #: [s]; None if nothing moves
    time_to: np.ndarray | None  #: [s]


def has_places(results) -> bool:
    """Whether the contact point moves on, so that there is something over its place."""
    return any(len(results[f"complex_modes/{group}/position"].values) > 1
               for group in friction_groups(results))


def friction_groups(results) -> list[str]:
    """Groups of `complex_modes/`, one per friction coefficient, by rising coefficient."""
    return sorted(results.names("complex_modes"), key=lambda g: (friction_of(g) or 0.0, g))


def friction_of(group: str) -> float | None:
    """The coefficient of a group "mu_0.3"; None for "as_given"."""
    return float(group.removeprefix("mu_")) if group.startswith("mu_") else None


def friction_label(group: str) -> str:
    """"μ = 0.3", or "friction as in the case"."""
    mu = friction_of(group)
    return "friction as in the case" if mu is None else f"μ = {mu:g}"


def about_label(results) -> str:
    """"undeformed bodies" or "deformed bodies"; "" if the file does not say."""
    about = results.attributes.get("about", "")
    return f"{about} bodies" if about else ""


def panel_title(results, group: str) -> str:
    """"μ = 0.3, undeformed bodies"."""
    return ", ".join(part for part in (friction_label(group), about_label(results)) if part)


def zones_of(results, group: str) -> Zones:
    """The unstable zones of a friction coefficient; arrays of length 0 if there are none."""
    at = f"complex_modes/{group}/zones"
    there = results.names(at)

    def values(name):
        return np.atleast_1d(results[f"{at}/{name}"].values) if there else np.zeros(0)
    times = [values(name) if name in there or not there else None
             for name in ("time_from", "time_to")]
    return Zones(values("frequency"), values("from"), values("to"), values("at"),
                 values("growth_rate"), *times)


def _strongest(zones: Zones, apart: float = 0.03) -> list[int]:
    """Of zones at about the same frequency the one that grows fastest; their indices."""
    chosen: list[int] = []
    for k in np.argsort(-zones.growth_rate):
        if all(abs(zones.frequency[k] - zones.frequency[j]) > apart * zones.frequency[j]
               for j in chosen):
            chosen.append(int(k))
    return chosen


def _kinds(several: list[Zones]) -> np.ndarray:
    """Frequencies [Hz] at which zones lie in several groups, ascending, one for about the same."""
    found: list[float] = []
    for zones in several:
        for k in _strongest(zones):
            if all(abs(zones.frequency[k] - f) > 0.03 * f for f in found):
                found.append(float(zones.frequency[k]))
    return np.sort(found)


@style.styled
def locus(results, groups: list[str] | None = None):
    """Loci of the eigenvalues as the contact point slides, one panel per friction coefficient.

    Growth rate [1/s] across, frequency up, a line per branch; parts beyond the limit of stability
    stand out, with the frequency and place of the fastest growth. Dotted: eigenvalues of the
    uncoupled bodies (marks) and the damping between them.
    results: one, or several, a row of panels each. groups: of `complex_modes/`; default all.
    Returns a Figure.
    """
    several = list(results) if isinstance(results, (list, tuple)) else [results]
    rows = [[(r, group) for group in (groups or friction_groups(r))] for r in several]
    columns = max(len(row) for row in rows)
    figure, axes = style.panels(len(rows), columns, height=0.6 + 4.0 * len(rows), sharex=True,
                                sharey=True)
    shown = [(r, group, panel) for row, line in zip(rows, axes)
             for (r, group), panel in zip(row, line)]
    for panel in set(axes.flat) - {panel for _, _, panel in shown}:
        panel.set_axis_off()
    frequencies = [r[f"complex_modes/{group}/frequency"].values for r, group, _ in shown]
    growths = [r[f"complex_modes/{group}/growth_rate"].values for r, group, _ in shown]
    factor, unit = style.scale("Hz", *frequencies)
    for r, group, panel in shown:
        _draw_locus(panel, r, group, factor, unit)
        panel.set_title(panel_title(r, group))
    for panel in axes[-1]:
        panel.set_xlabel("growth rate [1/s]")
    for panel in axes[:, 0]:
        panel.set_ylabel(f"frequency [{unit}]")
    low, high = min(g.min() for g in growths), max(0, max(g.max() for g in growths))
    axes[0, 0].set_xlim(low - 0.03 * (high - low), high + 0.4 * (high - low))  # room for texts
    axes[0, 0].set_ylim(0, 1.02 * factor * max(f.max() for f in frequencies))
    kinds = {}  # every kind of line once, though not each panel has it
    for _, _, panel in shown:
        for handle, label in zip(*panel.get_legend_handles_labels()):
            kinds.setdefault(label, handle)
    axes[0, -1].legend(kinds.values(), kinds.keys(), loc="upper right", handlelength=1.6,
                       borderaxespad=0, frameon=True, framealpha=1, edgecolor="none")
    if len(several) == 1:
        figure.suptitle(several[0].title, x=0.01, ha="left")
    return figure


# Cool colours: vermilion is kept for what is unstable.
_BRANCH_COLOURS = (style.BLUE, style.GREEN, style.PINK, style.SKY, style.GREY)


def _draw_locus(axes, results, group, factor, unit):
    at = f"complex_modes/{group}/"
    frequency, growth = results[at + "frequency"].values, results[at + "growth_rate"].values
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
    alone = "o" if len(frequency) == 1 else None  # one place: a point per branch
    for k, (f, g) in enumerate(zip(frequency.T, growth.T)):
        axes.plot(g, factor * f, linewidth=1.4, marker=alone, markersize=3, color=_BRANCH_COLOURS[k % len(_BRANCH_COLOURS)],
                  label="branch of the coupled system" if k == 0 else None, zorder=3)
    unstable = np.flatnonzero(np.any(growth > 0, axis=0))
    for k in unstable:
        f, g = frequency[:, k], growth[:, k]
        axes.plot(np.where(g > 0, g, np.nan), factor * f, linewidth=2.5, marker=alone,
                  markersize=4, color=style.VERMILION,
                  label="unstable" if k == unstable[0] else None, zorder=3.5)
    zones = zones_of(results, group)
    for k in _strongest(zones):
        text = axes.annotate(f"{factor * zones.frequency[k]:.4g} {unit}\n"
                             f"at {1e3 * zones.at[k]:.3g} mm",
                             (zones.growth_rate[k], factor * zones.frequency[k]), xytext=(5, 0),
                             textcoords="offset points", va="center", fontsize=8)
        text.set_in_layout(False)


def _damping_line(frequency, growth, points: int = 200):
    """Through the eigenvalues of a body, linear in the squared frequency: that is the law of
    Rayleigh damping, of which the line then is exact."""
    if len(frequency) < 2:
        return frequency, growth
    f = np.linspace(frequency[0], frequency[-1], points)
    return f, np.interp(f**2, frequency**2, growth)


@style.styled
def over_position(results, groups: list[str] | None = None):
    """Frequencies and growth rates over the place of the contact point, unstable zones shaded.

    A column per friction coefficient; above the frequency of every branch, below the growth rate:
    coloured where a branch gets unstable somewhere, grey for the others. Returns a Figure.
    """
    groups = groups or friction_groups(results)
    figure, axes = style.panels(2, len(groups), height=5.2, sharex=True, sharey="row",
                                gridspec_kw={"height_ratios": [1.6, 1]})
    arrays = {group: [results[f"complex_modes/{group}/{key}"].values
                      for key in ("position", "frequency", "growth_rate")] for group in groups}
    to_f, unit_f = style.scale("Hz", *(f for _, f, _ in arrays.values()))
    to_x, unit_x = style.scale("m", *(x for x, _, _ in arrays.values()))
    own = _kinds([zones_of(results, group) for group in groups])
    for group, top, bottom in zip(groups, axes[0], axes[1]):
        x, frequency, growth = arrays[group]
        zones = zones_of(results, group)
        least = 0.004 * (x[-1] - x[0])  # narrower zones would not be seen
        for start, end in zip(zones.start, zones.end):
            widen = max(0.0, least - (end - start)) / 2
            for panel in (top, bottom):
                panel.axvspan(to_x * (start - widen), to_x * (end + widen), color=style.ORANGE,
                              alpha=0.35, linewidth=0)
        bottom.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8)
        unstable = np.any(growth > 0, axis=0)
        for f, g in zip(frequency.T[~unstable], growth.T[~unstable]):
            top.plot(to_x * x, to_f * f, color=style.GREY, linewidth=0.6)
            bottom.plot(to_x * x, g, color=style.GREY, linewidth=0.5)
        # One colour for the branches that get unstable at about the same frequency.
        for k in np.flatnonzero(unstable):
            f, g = frequency[:, k], growth[:, k]
            nearest = int(np.abs(own - f[g.argmax()]).argmin()) if own.size else 0
            colour = style.COLOURS[nearest % len(style.COLOURS)]
            top.plot(to_x * x, to_f * f, linewidth=0.8, color=colour)
            top.plot(to_x * x, np.where(g > 0, to_f * f, np.nan), linewidth=4, color=colour,
                     solid_capstyle="butt")
            label = f"{to_f * (own[nearest] if own.size else f[g.argmax()]):.4g} {unit_f}"
            known = bottom.get_legend_handles_labels()[1]
            bottom.plot(to_x * x, g, color=colour, linewidth=0.9,
                        label=None if label in known else label)
        top.set_title(panel_title(results, group))
        bottom.set_xlabel(f"place of the contact point [{unit_x}]")
        style.span(top, to_x * x)
        if np.any(unstable):
            bottom.legend(loc="upper left", ncol=3, handlelength=1.2, columnspacing=1.0,
                          borderaxespad=0).set_in_layout(False)
    growths = [g for _, _, g in arrays.values()]
    highest = max(g.max() for g in growths)
    depth = max(highest, float(np.median(np.abs(np.concatenate([g.ravel() for g in growths])))))
    axes[1, 0].set_ylim(-1.2 * depth, max(1.4 * highest, 0.25 * depth))
    axes[0, 0].set_ylim(0, None)
    axes[0, 0].set_ylabel(f"frequency [{unit_f}]")
    axes[1, 0].set_ylabel("growth rate [1/s]")
    figure.suptitle(results.title, x=0.01, ha="left")
    return figure
