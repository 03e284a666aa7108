"""Regimes of a dry contact: the friction forces that part them, over the excitation."""
from __future__ import annotations

import numpy as np

from slideway.plots import style

BOUNDARIES = (("no-motion", "no motion above", style.BLACK, "-"),
              ("continuous", "continuous below", style.BLUE, "-"),
              ("continuous-unit-S", "continuous below, S = 1", style.ORANGE, "--"))
HEADROOM = 2.5  # above the largest finite peak: the infinite ones leave the figure


def has_boundaries(results) -> bool:
    """Whether the boundaries were computed over a range."""
    return "boundaries/Omega" in results and len(results["boundaries/Omega"].values) > 1


@style.styled
def regime_boundaries(results):
    """Friction forces that part the regimes of a contact, over Omega.

    Dotted lines: driven frequencies of the system with the contact locked, where no friction force
    holds it. Dots: free resonances. A cross: the case. Returns a Figure.
    """
    figure, ((axes,),) = style.panels(height=3.0)
    Omega = results["boundaries/Omega"].values
    drawn = [entry for entry in BOUNDARIES if f"boundaries/{entry[0]}" in results]
    curves = {name: results[f"boundaries/{name}"].values for name, *_ in drawn}
    limit = results["boundaries/at/limit"].values[0]
    tops = [limit]
    for name, values in curves.items():
        tops.append(HEADROOM * np.median(values) if name == "no-motion" else values.max())
    factor, unit = style.scale("N", np.array(tops))
    for name, label, colour, dashes in drawn:
        axes.plot(Omega, factor * curves[name], dashes, color=colour, label=label)
    if {"continuous", "no-motion"} <= curves.keys():
        axes.fill_between(Omega, factor * curves["continuous"], factor * curves["no-motion"],
                          color=style.GREEN, alpha=0.12, linewidth=0, label="stick-slip")
    if "no-motion" in curves and "peaks/infinite" in results:
        for at in results["peaks/infinite"].values:
            axes.axvline(at, color=style.GREY, linestyle=":", linewidth=0.8)
    if "continuous" in curves and "peaks/resonances" in results:
        axes.plot(results["peaks/resonances"].values, factor * results["peaks/finite"].values, "o",
                  color=style.BLUE, markersize=3, label="free resonances")
    axes.plot(results["boundaries/at/Omega"].values, [factor * limit], "x", color=style.VERMILION,
              label="this case")
    axes.set_ylim(0, 1.1 * factor * max(tops))
    style.span(axes, Omega)
    axes.set_xlabel("Omega [rad/s]")
    axes.set_ylabel(f"friction force [{unit}]")
    axes.set_title(results.title)
    axes.legend(ncol=2, frameon=True, framealpha=0.85, edgecolor="none")
    return figure
