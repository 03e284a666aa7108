"""Figures of long motions: points of sections, convergence of the exponent, last periods, life
times."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway import long_motions
from slideway.plots import style

MOST_PANELS = 3  # of a section
AT_PHASE = 1e-9  # of a period: a section at a phase
HELD = 1e-9  # of the largest: what the section holds
POINT = 1.2  # size of a mark
MOST_EXTREMA = 200  # largest number of points with single marks


@style.styled
def section_points(results, section: str):
    """Velocity over displacement where a motion crosses a section, for up to three monitors. If the
    section holds displacement or velocity constant, the other one is drawn over the phase of the
    drive.

    Rings mark the periodic motion that it settles on, at phase 0. Returns a Figure.
    """
    at = f"sections/{section}"
    names = long_motions.watched_in(results, at)[:MOST_PANELS]
    figure, axes = style.panels(1, len(names), height=2.9)
    periods = results[f"{at}/time"].values / long_motions.period(results)
    whole = np.round(periods - periods[0])
    at_phase = bool(np.abs(periods - periods[0] - whole).max() < AT_PHASE)
    at_0 = at_phase and abs(periods[0] - np.round(periods[0])) < AT_PHASE
    orbits = results.names("orbits") if at_0 else []
    for panel, name in zip(axes[0], names):
        u, v = (results[f"{at}/points/{name}/{what}"] for what in ("displacement", "velocity"))
        factor, unit = style.scale(u.unit, u.values)
        rate, rate_unit = style.scale(v.unit, v.values)
        held = "" if at_phase else _held(results, name, u.values, v.values)
        if held:
            shown, label = ((factor * u.values, f"{name} [{unit}]") if held == "velocity" else
                            (rate * v.values, f"{name}, velocity [{rate_unit}]"))
            panel.plot(360 * (periods % 1), shown, ".", markersize=POINT, color=style.BLUE,
                       rasterized=True)
            panel.set_xlim(0, 360)
            panel.set_xticks([0, 90, 180, 270, 360])
            panel.set_xlabel("phase of the drive [°]")
            panel.set_ylabel(label)
            continue
        panel.plot(factor * u.values, rate * v.values, ".", markersize=POINT, color=style.BLUE,
                   rasterized=True)
        for x, y in ([results[f"orbits/{orbit}/points/{name}/{what}"].values
                      for what in ("displacement", "velocity")] for orbit in orbits):
            panel.plot(factor * x, rate * y, "o", markersize=6, markeredgewidth=0.8,
                       color="none", markeredgecolor=style.VERMILION)
        panel.set_xlabel(f"{name} [{unit}]")
        panel.set_ylabel(f"velocity [{rate_unit}]")
    figure.suptitle(style.title(results.title, f"section {section}", f"{len(periods)} points"))
    if orbits:
        ring = Line2D([], [], linestyle="none", marker="o", color="none",
                      markeredgecolor=style.VERMILION)
        style.legend_below(figure, {"periodic motion": ring})
    return figure


def _held(results, name: str, u: np.ndarray, v: np.ndarray) -> str:
    """Which of displacement and velocity is constant over the points, compared with its range in
    the last periods; "" if both vary."""
    for what, values in (("displacement", u), ("velocity", v)):
        whole = results[f"last/points/{name}/{what}"].values if "last/time" in results else values
        if np.ptp(values) < HELD * np.abs(whole).max():
            return what
    return ""


@style.styled
def convergence_of_exponent(results):
    """Largest Lyapunov exponent over the number of periods, and three standard errors at the end.

    For a motion that settles, the dotted line is the logarithm of the largest multiplier per time.
    Returns a Figure.
    """
    figure, axes = style.panels(1, height=2.8)
    panel = axes[0, 0]
    periods, exponent = long_motions.running_exponent(results)
    handles = {"exponent": panel.plot(periods, exponent, color=style.BLUE)[0]}
    if "starts/exponent/error" in results:
        value, error = (float(results[f"starts/exponent/{what}"].values[0])
                        for what in ("value", "error"))
        handles["three standard errors"] = panel.axhspan(
            value - 3 * error, value + 3 * error, color=style.pale(style.BLUE, 0.25), zorder=0)
    for orbit in results.names("orbits"):
        growth = float(results[f"orbits/{orbit}/growth"].values[0])
        n = len(results[f"orbits/{orbit}/points/{long_motions.monitor_of(results)}/displacement"])
        rate = np.log(growth) / (n * long_motions.period(results))
        handles["of the multiplier"] = panel.axhline(rate, color=style.VERMILION, linestyle=":")
    panel.axhline(0, color=style.GREY, linewidth=0.6, zorder=0)
    shown = exponent[len(exponent) // 50:]  # the first values scatter
    low, high = style.widened(min(shown.min(), 0), max(shown.max(), 0), 1e-12)
    panel.set_ylim(low - 0.1 * (high - low), high + 0.1 * (high - low))
    panel.set_xlim(*style.widened(0, len(periods), 1))
    panel.set_xlabel("periods")
    panel.set_ylabel("largest exponent [1/s]")
    panel.set_title(results.title)
    style.legend_below(figure, handles)
    return figure


def sampled(results) -> list[str]:
    """Names of what the last periods were sampled for."""
    if not long_motions.is_one(results) or "last/time" not in results:
        return []
    return long_motions.watched_in(results, "last")


@style.styled
def last_periods(results, name: str):
    """Displacement over the last periods with its extrema, and velocity over displacement.

    Returns a Figure.
    """
    figure, axes = style.panels(1, 2, height=2.8, gridspec_kw={"width_ratios": [2, 1]})
    history, plane = axes[0]
    at = f"last/points/{name}"
    T = long_motions.period(results)
    time = results["last/time"].values / T
    u, v = results[f"{at}/displacement"], results[f"{at}/velocity"]
    factor, unit = style.scale(u.unit, u.values)
    rate, rate_unit = style.scale(v.unit, v.values)
    history.plot(time, factor * u.values, color=style.BLUE)
    if f"{at}/extrema/time" in results:
        history.plot(results[f"{at}/extrema/time"].values[-MOST_EXTREMA:] / T,
                     factor * results[f"{at}/extrema/value"].values[-MOST_EXTREMA:], "o",
                     color="none", markeredgecolor=style.VERMILION, markersize=3,
                     markeredgewidth=0.6)
    style.span(history, time)
    history.locator_params(axis="x", nbins=5)
    history.ticklabel_format(useOffset=False)
    history.set_xlabel("time [periods]")
    history.set_ylabel(f"{name} [{unit}]")
    plane.plot(factor * u.values, rate * v.values, color=style.BLUE, linewidth=0.5)
    plane.set_xlabel(f"displacement [{unit}]")
    plane.set_ylabel(f"velocity [{rate_unit}]")
    history.set_title(style.title(results.title, "the last periods"))
    return figure


@style.styled
def life_times(results):
    """Number of starts that have not settled, over the periods.

    Returns a Figure.
    """
    figure, axes = style.panels(1, height=2.8)
    panel = axes[0, 0]
    periods, number = long_motions.unsettled(results)
    panel.step(periods, number, where="post", color=style.BLUE)
    panel.set_ylim(0, 1.05 * max(number.max(), 1))
    panel.set_xlim(*style.widened(0, periods.max(), 1))
    panel.set_xlabel("periods")
    panel.set_ylabel("starts that have not settled")
    panel.set_title(results.title)
    return figure
