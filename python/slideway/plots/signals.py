"""Figures of requested signals: spectrograms, spectra of parts of a record, band levels."""
from __future__ import annotations

import numpy as np

from slideway.plots import style

_KIND_OF = {"power": "spectrogram", "amplitude": "spectrum", "level": "band level"}
SPAN = 60.0  # range of a spectrogram [dB]


def signals_of(results, kind: str) -> list[str]:
    """Names of the signals of a kind: "spectrogram", "spectrum" or "band level"."""
    return [name for name in results.names("signals")
            if any(_KIND_OF.get(array) == kind for array in results.names(f"signals/{name}"))]


def unit_of(results, name: str) -> str:
    """Unit of the signal that `name` was computed from, as in the file: "m/s^2"."""
    for array in ("amplitude", "level"):
        if f"signals/{name}/{array}" in results:
            return results[f"signals/{name}/{array}"].unit
    unit = results[f"signals/{name}/power"].unit  # "(m/s^2)^2"
    return unit[1:-3] if unit.startswith("(") and unit.endswith(")^2") else unit.removesuffix("^2")


def source_of(results, name: str) -> str:
    """Signal that `name` was computed from, for example "lower.free_end.y.acceleration"."""
    return str(results[f"signals/{name}/of"].values.ravel()[0])


def quantity_label(source: str) -> str:
    """Label such as "acceleration of lower.free_end.y" for "lower.free_end.y.acceleration".

    A number at the end (of a slave node or component) stays with the quantity.
    """
    parts = source.split(".")
    n = 2 if parts[-1].isdigit() else 1
    if len(parts) <= n:
        return source
    return f"{' '.join(parts[-n:]).replace('_', ' ')} of {'.'.join(parts[:-n])}"


@style.styled
def spectrogram(results, name: str, f_max: float = style.MOST_FREQUENCY,
                limits: tuple[float, float] | None = None):
    """Spectrogram `signals/NAME`: level over time and frequency up to f_max [Hz].

    The level is the power of a spectral line in dB re 1 unit²; a sine of amplitude a has a²/2.
    limits: range of the colours [dB], default 60 dB below the largest level. Returns a Figure.
    """
    figure, ((axes,),) = style.panels(height=3.0)
    picture = draw_spectrogram(axes, results, name, f_max, limits)
    axes.set_title(results.title)
    axes.set_xlabel("time [s]")
    style.contact_axis(axes, results)
    colour_bar(figure, picture, axes, results, name)
    return figure


def levels(results, name: str, f_max: float = style.MOST_FREQUENCY):
    """Time (n_t) [s], frequency (n_f) [Hz] and level (n_t x n_f) [dB] up to f_max [Hz]."""
    at = f"signals/{name}/"
    frequency = results[at + "frequency"].values
    shown = frequency <= f_max * (1 + 1e-9)
    power = results[at + "power"].values[:, shown]
    return results[at + "time"].values, frequency[shown], style.decibel(power)


def draw_spectrogram(axes, results, name: str, f_max: float = style.MOST_FREQUENCY,
                     limits: tuple[float, float] | None = None):
    """Draws a spectrogram into given axes. Returns the picture, for `colour_bar`."""
    time, frequency, level = levels(results, name, f_max)
    low, high = limits or style.heat_range(level, SPAN)
    factor, unit = style.scale("Hz", frequency)
    picture = style.heat_map(axes, time, factor * frequency, level, low, high)
    axes.set_ylabel(f"frequency [{unit}]")
    axes.set_ylim(*style.widened(0, factor * frequency[-1], 1e-3))
    return picture


def colour_bar(figure, picture, axes, results, name: str) -> None:
    """Draws the colour bar of a spectrogram, with its quantity and reference."""
    unit = style.unit_text(unit_of(results, name))
    source = quantity_label(source_of(results, name))
    figure.colorbar(picture, ax=axes, pad=0.01, extend="min",
                    label=f"level of {source}\n[dB re ({unit})², power of a line]")


@style.styled
def spectra(results, names: list[str] | None = None, f_max: float = style.MOST_FREQUENCY):
    """Spectra of parts of a record, one panel each, in the order of their start.

    A sine of amplitude a has the value a. names: names in `signals/`, default all spectra. f_max in
    Hz. Returns a Figure.
    """
    names = names or signals_of(results, "spectrum")
    names = sorted(names, key=lambda name: results[f"signals/{name}/from"].values.item())
    figure, axes = style.panels(len(names), height=0.7 + 1.5 * len(names), sharex=True)
    for name, row in zip(names, axes[:, 0]):
        at = f"signals/{name}/"
        frequency = results[at + "frequency"].values
        shown = frequency <= f_max * (1 + 1e-9)
        amplitude = results[at + "amplitude"]
        factor, frequency_unit = style.scale("Hz", frequency[shown])
        scaled, unit = style.scale(amplitude.unit, amplitude.values[shown])
        row.plot(factor * frequency[shown], scaled * amplitude.values[shown], linewidth=0.7)
        peaks = _peaks(frequency[shown], amplitude.values[shown])
        for k in peaks:
            # Left of the line if the next marked line would cross the text.
            text_width = 0.13 * frequency[shown][-1]
            left = frequency[k] > text_width and any(
                0 < frequency[j] - frequency[k] < text_width for j in peaks)
            row.annotate(f"{factor * frequency[k]:.4g} {frequency_unit}",
                         (factor * frequency[k], scaled * amplitude.values[k]),
                         xytext=(-3 if left else 3, 0), textcoords="offset points", va="top",
                         ha="right" if left else "left", fontsize=8)
        row.set_ylim(0, None)
        row.set_ylabel(f"amplitude [{unit}]")
        start, end = (results[at + key].values.item() for key in ("from", "to"))
        row.set_title(f"{name}: {start:.4g} to {end:.4g} s, "
                      f"{quantity_label(source_of(results, name))}")
    axes[-1, 0].set_xlabel(f"frequency [{frequency_unit}]")
    axes[-1, 0].set_xlim(*style.widened(0, factor * frequency[shown][-1], 1e-3))
    figure.suptitle(results.title, x=0.01, ha="left")
    return figure


def _peaks(frequency, amplitude, most: int = 3, apart: float = 0.05) -> list[int]:
    """Indices of up to `most` lines with at least a fifth of the largest amplitude. Each is the
    largest within `apart` times the frequency range on both sides."""
    width = apart * (frequency[-1] - frequency[0])
    chosen: list[int] = []
    for k in np.argsort(amplitude)[::-1]:
        if len(chosen) == most or amplitude[k] < 0.2 * amplitude.max() or amplitude[k] <= 0:
            break
        near = np.abs(frequency - frequency[k]) <= width
        if amplitude[k] == amplitude[near].max():
            chosen.append(int(k))
    return chosen


def _band(results, name: str) -> str:
    """Text ": 10.2 to 10.9 kHz" if the case gives the band and no override can have changed it."""
    if any(f"band_level.{name}." in override for override in results.overrides):
        return ""
    for entry in results.case.get("output", {}).get("band_level", []):
        if entry.get("name") == name and "band_hz" in entry:
            low, high = entry["band_hz"]
            factor, unit = style.scale("Hz", np.array([low, high]))
            return f": {factor * low:g} to {factor * high:g} {unit}"
    return ""


@style.styled
def band_levels(results, names: list[str] | None = None):
    """Band levels over time, one curve per band, one panel per source signal.

    names: names in `signals/`, default all band levels. The axis is logarithmic if no level is 0.
        Returns a Figure.
    """
    names = names or signals_of(results, "band level")
    sources = sorted({source_of(results, name) for name in names})
    figure, axes = style.panels(len(sources), height=0.6 + 2.2 * len(sources), sharex=True)
    for source, row in zip(sources, axes[:, 0]):
        of_source = [name for name in names if source_of(results, name) == source]
        positive = True
        for name in of_source:
            time, level = (results[f"signals/{name}/{key}"].values for key in ("time", "level"))
            row.plot(*style.envelope(time, level), label=name + _band(results, name))
            positive = positive and bool(np.all(level > 0))
        if positive:
            row.set_yscale("log")
        row.set_ylabel(f"level [{style.unit_text(unit_of(results, of_source[0]))}]")
        row.set_title(style.title(results.title, quantity_label(source)))
        row.legend(loc="upper left", ncol=4)
        style.span(row, time)
    axes[-1, 0].set_xlabel("time [s]")
    style.contact_axis(axes[0, 0], results)
    return figure
