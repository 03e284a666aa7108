"""The energy balance of a transient."""
from __future__ import annotations

import numpy as np

from slideway.plots import style

TERMS = {"drive": ("work of the drives", "-"), "loads": ("work of the loads", "-"),
         "stored": ("stored: kinetic and elastic", "-"),
         "friction": ("dissipated by friction", (0, (4, 3))),
         "impact": ("lost in impacts", ":"),
         "damping": ("dissipated by damping", (0, (4, 3))), "joints": ("into joints", "-.")}


ROUND_OFF = 1e-9  # residual relative to the largest energy, below which it has no panel


@style.styled
def energy_account(results):
    """Energies since the start over time, and the residual of their balance. Returns a Figure.

    Terms that are 0 throughout are left out. A residual that is round-off stands in the title instead.
    """
    time = results["energy/time"].values
    terms = {name: results[f"energy/{name}"].values for name in TERMS
             if f"energy/{name}" in results}
    terms = {name: values for name, values in terms.items() if np.any(values)}
    residual = results["energy/residual"].values
    largest = max((np.abs(values).max() for values in terms.values()), default=0.0)
    error = np.abs(residual).max(initial=0)
    shown = error > ROUND_OFF * largest
    figure, axes = style.panels(2 if shown else 1, height=4.0 if shown else 3.2, sharex=True,
                                **({"gridspec_kw": {"height_ratios": [3, 1]}} if shown else {}))
    top, bottom = axes[0, 0], axes[-1, 0]
    factor, unit = style.scale("J", *terms.values())
    for name, values in terms.items():
        label, dashes = TERMS[name]
        top.plot(*style.envelope(time, factor * values), label=label, linestyle=dashes,
                 linewidth=1.2)
    top.set_ylabel(f"energy since the start [{unit}]")
    top.set_title(style.title(results.title, "" if shown else f"residual up to {error:.1g} J"))
    if shown:
        factor, unit = style.scale("J", residual)
        bottom.plot(*style.envelope(time, factor * residual), color=style.BLACK, linewidth=0.6)
        bottom.set_ylabel(f"residual [{unit}]")
    bottom.set_xlabel("time [s]")
    style.span(bottom, time)
    if terms:
        style.legend_below(figure, {line.get_label(): line for line in top.get_lines()})
    return figure
