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


@style.styled
def locus(results, groups: list[str] | None = None):
    """Loci of the eigenvalues as the contact point slides, one panel per friction coefficient.

    Growth rate [1/s] across, frequency up, a line per branch; parts beyond the limit of stability
    stand out, with the frequency and place of the fastest growth. Dotted: eigenvalues of the
    uncoupled bodies (marks) and the damping between them.
    results: one, or several whose panels stand side by side. groups: of `complex_modes/`;
    default all. Returns a Figure.
    """
    several = list(results) if isinstance(results, (list, tuple)) else [results]
    shown = [(r, group) for r in several for group in (groups or friction_groups(r))]
    figure, axes = style.panels(1, len(shown), height=4.6, sharex=True, sharey=True)
    all_frequencies = [r[f"complex_modes/{group}/frequency"].values for r, group in shown]
    factor, unit = style.scale("Hz", *all_frequencies)
    growths = [r[f"complex_modes/{group}/growth_rate"].values for r, group in shown]
    low, high = min(g.min() for g in growths), max(g.max() for g in growths)
    for (r, group), panel in zip(shown, axes[0]):
        _draw_locus(panel, r, group, factor, unit)
        panel.set_title(panel_title(r, group))
        panel.set_xlabel("growth rate [1/s]")
    axes[0, 0].set_ylabel(f"frequency [{unit}]")
    axes[0, 0].set_ylim(0, 1.02 * factor * max(f.max() for f in all_frequencies))
    axes[0, 0].set_xlim(low - 0.03 * (high - low), max(high, 0) + 0.15 * (high - low))
    axes[0, -1].legend(loc="upper right", handlelength=1.6, borderaxespad=0, frameon=True,
                       framealpha=1, edgecolor="none")
    figure.suptitle("; ".join(dict.fromkeys(r.title for r in several)), x=0.01, ha="left")
    return figure


def _draw_locus(axes, results, group, factor, unit):
    at = f"complex_modes/{group}/"
    frequency, growth = results[at + "frequency"].values, results[at + "growth_rate"].values
    axes.axvline(0, color=style.BLACK, linewidth=0.8, linestyle="--", label="limit of stability")
    for k, (f, g) in enumerate(zip(frequency.T, growth.T)):
        axes.plot(g, factor * f, linewidth=0.9, color=_branch_colours[k % len(_branch_colours)],
                  label="branch, any place" if k == 0 else None)
    unstable = False
    for f, g in zip(frequency.T, growth.T):
        if np.any(g > 0):
            axes.plot(np.where(g > 0, g, np.nan), factor * f, linewidth=2.0, color=style.VERMILION,
                      label=None if unstable else "unstable", zorder=3)
            unstable = True
    zones = zones_of(results, group)
    for k in _strongest(zones):
        axes.annotate(f"{factor * zones.frequency[k]:.4g} {unit}\n"
                      f"at {1e3 * zones.at[k]:.3g} mm",
                      (zones.growth_rate[k], factor * zones.frequency[k]), xytext=(4, 0),
                      textcoords="offset points", va="center", fontsize=8)
    for (name, marker) in zip(results.names("uncoupled"), "s^Dov"):
        own = np.array([results[f"uncoupled/{name}/{key}"].values
                        for key in ("frequency", "growth_rate")])
        own = own[:, np.argsort(own[0])]
        line = _damping_line(*own)
        axes.plot(line[1], factor * line[0], linestyle=":", color=style.BLACK, linewidth=1.0,
                  zorder=2.5)
        axes.plot(own[1], factor * own[0], linestyle="none", marker=marker, markersize=3.5,
                  color=style.BLACK, markerfacecolor="white", markeredgewidth=0.7, zorder=2.6,
                  label=f"{name}, uncoupled")


# Blues and greens: warm colours are kept for what is unstable.
_branch_colours = (style.BLUE, style.SKY, style.GREEN, style.GREY)


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
    for group, top, bottom in zip(groups, axes[0], axes[1]):
        x, frequency, growth = arrays[group]
        zones = zones_of(results, group)
        least = 0.003 * (x[-1] - x[0])  # narrower zones would not be seen
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
        for k in np.flatnonzero(unstable):
            f, g = frequency[:, k], growth[:, k]
            (line,) = top.plot(to_x * x, to_f * f, linewidth=0.8)
            top.plot(to_x * x, np.where(g > 0, to_f * f, np.nan), linewidth=3,
                     color=line.get_color(), solid_capstyle="butt")
            bottom.plot(to_x * x, g, color=line.get_color(), linewidth=0.9,
                        label=f"{to_f * f[g.argmax()]:.4g} {unit_f}")
        for k in _strongest(zones):
            top.annotate(f"{to_f * zones.frequency[k]:.4g} {unit_f}",
                         (to_x * zones.at[k], to_f * zones.frequency[k]), xytext=(0, 4),
                         textcoords="offset points", ha="center", fontsize=8)
        top.set_title(panel_title(results, group))
        bottom.set_xlabel(f"place of the contact point [{unit_x}]")
        top.set_xlim(to_x * x[0], to_x * x[-1])
        if np.any(unstable):
            bottom.legend(title="unstable at", loc="upper left", ncol=3, title_fontsize=8)
    growths = [g for _, _, g in arrays.values()]
    highest = max(g.max() for g in growths)
    depth = max(highest, float(np.median(np.abs(np.concatenate([g.ravel() for g in growths])))))
    axes[1, 0].set_ylim(-1.2 * depth, max(1.5 * highest, 0.25 * depth))
    axes[0, 0].set_ylim(0, None)
    axes[0, 0].set_ylabel(f"frequency [{unit_f}]")
    axes[1, 0].set_ylabel("growth rate [1/s]")
    figure.suptitle(results.title, x=0.01, ha="left")
    return figure
