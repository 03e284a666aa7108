"""Frequency response functions over the sliding position or at one place."""
from __future__ import annotations

import numpy as np

from slideway.plots import measured, style
from slideway.plots.signals import quantity_label
from slideway.results import ResultsError

MOST_CURVES = 6  # largest number of places for curves; more are drawn as a map
SPAN = 80.0  # range of a map [dB]


def matched(results, several) -> list[str]:
    """Pairs of the results of which there is a measured response."""
    return [pair for pair in pairs(results) if measured.matching(pair, several, pairs(results))]


def pairs(results) -> list[str]:
    """"OUTPUT/INPUT" of every response in the file; empty without a place or a frequency."""
    if not all(name in results and results[name].values.size for name in ("position", "frequency")):
        return []
    return [f"{output}/{entry}" for output in results.names("frf")
            for entry in results.names(f"frf/{output}")]


@style.styled
def frequency_response(results, pair: str, limits: tuple[float, float] | None = None, over=()):
    """Frequency response OUTPUT/INPUT, such as "lower.free_end.y.acceleration/upper.tip.y".

    At few places the figure shows magnitude [dB re 1 unit] and phase [degrees] over frequency. At
    more places it is a map of the magnitude over time (or over the place if no body moves) and
    frequency. limits [dB]: range of its colours, default 80 dB below the largest magnitude. over:
    measured responses (`sw.read_universal(file).responses`); those of the pair are drawn over the curves. Returns
    a Figure. Raises ResultsError if there is no place or no frequency.
    """
    real = results[f"frf/{pair}/real"]
    if not real.values.size:
        raise ResultsError(f"{results.label}: no response at any place and frequency")
    response = np.atleast_2d(real.values + 1j * results[f"frf/{pair}/imag"].values)
    frequency, place = results["frequency"].values, results["position"].values
    factor, unit_f = style.scale("Hz", frequency)
    output, entry = pair.split("/")
    unit = style.unit_text(real.unit)
    level = style.decibel(np.abs(response) ** 2)
    moved = entry.startswith("motion.") and entry.count(".") == 1
    per = f"motion {entry.removeprefix('motion.')}" if moved else f"force on {entry}"
    title = f"{results.title}\n{quantity_label(output)} per {per}"
    reference = f"dB re 1 {unit}".rstrip()

    if len(place) <= MOST_CURVES:
        figure, ((top,), (bottom,)) = style.panels(2, height=4.2, sharex=True,
                                                   gridspec_kw={"height_ratios": [2, 1]})
        to_x, unit_x = style.scale("m", place)
        found = measured.matching(pair, list(over), pairs(results))
        for x, line, h in zip(place, level, response):
            top.plot(factor * frequency, line, label="computed" if found and len(place) == 1 else
                     f"contact at {to_x * x:.4g} {unit_x}")
            phase = np.degrees(np.angle(h))
            # Avoids a line across the panel where the phase passes 180 degrees.
            phase[:-1][np.abs(np.diff(phase)) > 180] = np.nan
            bottom.plot(factor * frequency, phase)
        # Leaves out the steep decrease towards 0 Hz.
        top.set_ylim(max(top.get_ylim()[0], level.max() - SPAN - 10), None)
        top.set_ylabel(f"magnitude [{reference}]")
        bottom.set_ylabel("phase [°]")
        measured.lay_over(top, bottom, factor, found)
        bottom.set_yticks((-180, -90, 0, 90, 180))
        bottom.set_xlabel(f"frequency [{unit_f}]")
        style.span(bottom, factor * frequency)
        top.set_title(title)
        top.legend(ncol=3)
        return figure

    figure, ((axes,),) = style.panels(height=3.2)
    moving = "time" in results
    to_x, unit_x = (1.0, "s") if moving else style.scale("m", place)
    x = results["time"].values if moving else to_x * place
    low, high = limits or style.heat_range(level, SPAN)
    picture = style.heat_map(axes, x, factor * frequency, level, low, high)
    axes.set_xlabel(f"time [{unit_x}]" if moving else f"place of the contact point [{unit_x}]")
    axes.set_ylabel(f"frequency [{unit_f}]")
    axes.set_title(title)
    if moving:
        style.place_axis(axes, x, place, "place of the contact point [mm]")
    figure.colorbar(picture, ax=axes, pad=0.01, extend="min",
                    label=f"magnitude [{reference}]")
    return figure
