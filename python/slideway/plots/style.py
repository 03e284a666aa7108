"""Common functions of all figures: style, units, decimation of long records, heat maps, files."""
from __future__ import annotations

import functools
import os
import textwrap

import matplotlib
import numpy as np
from cycler import cycler
from matplotlib.figure import Figure

from slideway.files import whole
from slideway.plots.canvas import (Borrowed, break_titles, drawn_into, given_axes, lay_out,
                                   load_backend, new_figure)

# Okabe & Ito (2008): distinguishable with any colour vision. Yellow is last, too pale for lines.
BLUE, VERMILION, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
SKY, PINK, BLACK, YELLOW = "#56B4E9", "#CC79A7", "#000000", "#F0E442"
COLOURS = (BLUE, VERMILION, GREEN, ORANGE, SKY, PINK, BLACK, YELLOW)
GREY = "0.55"
HEAT = "viridis"

WIDTH = 7.0  # [in], both columns of a journal page
MOST_FREQUENCY = 20e3  # largest frequency of default spectrograms and spectra [Hz]

STYLE = {
    "axes.labelsize": 9,
    "axes.linewidth": 0.6,
    "axes.prop_cycle": cycler(color=COLOURS),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "figure.titlesize": 9,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "lines.linewidth": 0.8,
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "svg.hashsalt": "slideway",  # equal figures give equal files
    "xtick.labelsize": 8,
    "xtick.major.width": 0.6,
    "ytick.labelsize": 8,
    "ytick.major.width": 0.6,
}


def styled(draw):
    """Decorates a function that returns a Figure, so that it is drawn in the common style. With axes
    `ax` it draws into these and returns them."""
    @functools.wraps(draw)
    def wrapper(*arguments, ax=None, **options):
        load_backend()
        with matplotlib.rc_context(STYLE), drawn_into(ax):
            figure = draw(*arguments, **options)
        return figure if ax is None else ax
    return wrapper


def panels(rows: int = 1, columns: int = 1, height: float = 2.6, **options):
    """A figure of the common width and `height` [in], and its axes: a rows x columns array. The axes
    are those of the script if it has given some."""
    given = given_axes(rows, columns)
    if given:
        return given
    figure = new_figure(WIDTH, height)
    return figure, figure.subplots(rows, columns, squeeze=False, **options)


@styled
def settle(figure: Figure, dpi: int) -> None:
    """Fixes the layout of a figure, so that later files of the same resolution do not compute it
    again."""
    figure.set_dpi(dpi)
    lay_out(figure)
    break_titles(figure)
    figure.set_layout_engine(None)


def save(figure: Figure, file: str | os.PathLike, dpi: int = 200) -> None:
    """Writes a figure completely or not at all.

    The ending of `file` selects the format. Equal figures give equal bytes. Raises OSError.
    """
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with whole(file) as temporary, matplotlib.rc_context(STYLE):
        figure.savefig(temporary, dpi=dpi, metadata=dates.get(temporary.suffix))


def envelope(x: np.ndarray, y: np.ndarray, bins: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """Reduces a long record (n) for drawing: keeps the smallest and the largest value of each bin.

    Both keep their times, and the ends of the record are kept, so that the line looks as with all
    points. Returns x and y, unchanged if n <= 4 bins.
    """
    n = len(y)
    if n <= 4 * bins:
        return x, y
    edges = np.linspace(0, n, bins + 1).astype(int)
    keep = {0, n - 1}
    for first, last in zip(edges[:-1], edges[1:]):
        part = y[first:last]
        keep.update((first + int(part.argmin()), first + int(part.argmax())))
    kept = np.array(sorted(keep))
    return x[kept], y[kept]


def span(axes, x: np.ndarray) -> None:
    """Limits of the x axis: the ends of x, widened if they coincide."""
    if len(x) > 1 and x[0] != x[-1]:
        axes.set_xlim(x[0], x[-1])


def widened(low: float, high: float, least: float) -> tuple[float, float]:
    """Limits of an axis that are at least `least` > 0 apart, also with round-off."""
    more = max(least, 1e-9 * max(abs(low), abs(high))) - (high - low)
    return (low, high) if more <= 0 else (low - more / 2, high + more / 2)


def legend_below(figure: Figure, handles: dict, **look) -> None:
    """Draws a legend below all panels, or into the last axes of a script. handles: by label; as many
    columns as fit."""
    if isinstance(figure, Borrowed):
        figure.legend_below(handles, **look)
        return
    for columns in range(len(handles), 0, -1):
        legend = figure.legend(handles.values(), handles.keys(), loc="lower center",
                               ncol=columns, borderaxespad=0.2, **look)
        legend.set_in_layout(False)
        box = legend.get_window_extent()
        if box.width <= figure.bbox.width or columns == 1:
            break
        legend.remove()
    height = box.height / figure.bbox.height + 0.01
    figure.get_layout_engine().set(rect=(0, height, 1, 1 - height))


def pale(colour: str, share: float = 0.8) -> tuple:
    """Mixes a line colour with white, for areas; share: share of the colour."""
    rgb = np.array([int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)])
    return tuple(1 - share * (1 - rgb))


def title(*parts: str, between: str = ", ") -> str:
    """Joins the parts of a title that are not empty."""
    return between.join(part for part in parts if part)


def fit_titles(figure: Figure, panels) -> None:
    """Breaks titles of axes into lines if they are wider than their panels."""
    lay_out(figure)
    for panel in panels:
        title = panel.get_title("left")
        size = len(title)
        while size > 8 and panel._left_title.get_window_extent().width > panel.bbox.width:
            size -= 1
            panel.set_title(textwrap.fill(title, size), loc="left")


def unit_text(unit: str) -> str:
    """Unit in print: "m/s^2" gives "m/s²"."""
    return unit.replace("^2", "²").replace("^3", "³")


_PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G"}
_PREFIXED = ("m", "m/s", "rad", "s", "N", "N/m", "N m", "J", "Pa", "Hz")


def scale(unit: str, *values: np.ndarray) -> tuple[float, str]:
    """Factor and prefixed unit that bring the largest magnitude of `values` between 1 and 1000.

    For example (1e3, "mN") for forces [N] up to 0.1. Units without usual prefixes, such as "m/s^2",
    give (1, unit).
    """
    largest = max((np.abs(v).max() for v in values if np.size(v)), default=0.0)
    if unit not in _PREFIXED or largest <= 0:
        return 1.0, unit_text(unit)
    # 1 - 1e-9: the end of a 1000 Hz axis reads 1 kHz in spite of round-off.
    power = int(np.clip(3 * np.floor(np.log10(largest * (1 + 1e-9)) / 3), -12, 9))
    return 10.0 ** -power, unit_text(_PREFIXES[power] + unit)


def decibel(power: np.ndarray) -> np.ndarray:
    """10 log10 of a power. Zeros become the smallest positive value."""
    positive = power[power > 0]
    return 10 * np.log10(np.maximum(power, positive.min() if positive.size else 1e-30))


def heat_range(levels: np.ndarray, span: float) -> tuple[float, float]:
    """Limits of a heat map [dB]: the largest level rounded up to 5 dB, and the limit `span` below
    it."""
    top = 5 * np.ceil(levels.max() / 5)
    return top - span, top


def heat_map(axes, x: np.ndarray, y: np.ndarray, values: np.ndarray, low: float, high: float):
    """Draws values (n_x x n_y) at the centres x (n_x), y (n_y) as a picture. Returns the artist."""
    if _even(x) and _even(y):
        # Few values are stored unchanged; many are averaged, so that narrow lines stay visible.
        look = "none" if len(x) <= 600 and len(y) <= 600 else "antialiased"
        dx, dy = (float(np.ptp(v)) / (len(v) - 1) if len(v) > 1 else 1.0 for v in (x, y))
        return axes.imshow(values.T, origin="lower", aspect="auto", cmap=HEAT, vmin=low, vmax=high,
                           interpolation=look,
                           extent=(x[0] - dx / 2, x[-1] + dx / 2, y[0] - dy / 2, y[-1] + dy / 2))
    return axes.pcolormesh(x, y, values.T, shading="nearest", cmap=HEAT, vmin=low, vmax=high,
                           rasterized=True)


def _even(x: np.ndarray) -> bool:
    steps = np.diff(x)
    return len(x) == 1 or bool(np.allclose(steps, steps.mean(), rtol=1e-3, atol=0))


def contact_axis(axes, results) -> None:
    """Adds ticks on top of a time axis [s]: the position of the contact point of a transient [mm].

    Does nothing if there is no contact, or several. Call it after `set_title`.
    """
    names = results.names("contacts")
    if len(names) == 1:
        x = results[f"contacts/{names[0]}/contact_x"].values
        place_axis(axes, results["time"].values, x, "contact point, x [mm]")


def place_axis(axes, time: np.ndarray, place: np.ndarray, label: str) -> None:
    """Adds ticks on top of a time axis [s]: a position (n) [m], printed in mm.

    Does nothing if the position is not unique or does not move monotonically. Call it after
    `set_title`.
    """
    if place.ndim != 1 or len(time) < 2 or time[0] == time[-1]:
        return
    some = np.unique(np.linspace(0, len(time) - 1, 100).astype(int))
    time, place = time[some], 1e3 * place[some]
    steps = np.diff(place)
    if not np.all(steps > 1e-3 * steps.mean()) or steps.mean() <= 0:
        return
    # The last slopes continue beyond both ends, because matplotlib needs an invertible map.
    span = time[-1] - time[0]
    slopes = steps / np.diff(time)
    time = np.concatenate(([time[0] - span], time, [time[-1] + span]))
    place = np.concatenate(([place[0] - span * slopes.mean()], place,
                            [place[-1] + span * slopes.mean()]))
    top = axes.secondary_xaxis("top", functions=(lambda t: np.interp(t, time, place),
                                                 lambda x: np.interp(x, place, time)))
    top.set_xlabel(label, loc="right")
    # The title stands beside that label, or above it if both together are wider than a panel.
    both = axes._left_title.get_window_extent().width + top.xaxis.label.get_window_extent().width
    beside = both < 0.75 * axes.figure.bbox.width
    axes.set_title(axes.get_title("left"), y=1.0, pad=22 if beside else 36)


def labels(several) -> list[str]:
    """Short names of several results: titles, or folders if titles repeat."""
    titles = [results.title for results in several]
    if len(set(titles)) == len(titles) and all(titles):
        return titles
    return [results.label for results in several]
