"""Figures that compare several results."""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle

from slideway.plots import style
from slideway.plots.complex_modes import (about_label, drawable, friction_label, friction_of,
                                          zones_of)
from slideway.plots.motion import draw_motion
from slideway.plots.signals import SPAN, colour_bar, draw_spectrogram, levels
from slideway.results import ResultsError


@style.styled
def compare_motion(several, point: str, quantity: str = "acceleration", overlay: bool = False):
    """Motion of a point in several transients over the same axes.

    Panels are stacked, or curves share one panel (`overlay`). Returns a Figure.
    """
    names = style.labels(several)
    rows = 1 if overlay else len(several)
    figure, axes = style.panels(rows, height=0.7 + (2.4 if overlay else 1.7 * rows), sharex=True,
                                sharey=True)
    for k, (results, name) in enumerate(zip(several, names)):
        row = axes[0 if overlay else k, 0]
        draw_motion(row, results, point, quantity, label=name,
                    color=style.COLOURS[k % len(style.COLOURS)] if overlay else style.BLUE,
                    **({"alpha": 0.8} if overlay else {}))
        if not overlay:
            row.set_title(f"{name}: {point}")
    times = [results["time"].values for results in several]
    style.span(axes[0, 0], np.array([min(t[0] for t in times), max(t[-1] for t in times)]))
    if overlay:
        axes[0, 0].set_title(point)
        axes[0, 0].legend(loc="upper left")
    axes[-1, 0].set_xlabel("time [s]")
    style.contact_axis(axes[0, 0], several[0])
    style.fit_titles(figure, axes[:, 0])
    return figure


@style.styled
def compare_spectrograms(several, name: str, f_max: float = style.MOST_FREQUENCY,
                         limits: tuple[float, float] | None = None):
    """Spectrograms `signals/NAME` of several results, two in a row, with the same colours.

    f_max [Hz] and limits [dB] as in `spectrogram`. Returns a Figure.
    """
    rows = -(-len(several) // 2)
    figure, axes = style.panels(rows, min(len(several), 2), height=0.4 + 2.6 * rows, sharex=True,
                                sharey=True)
    if limits is None:
        top = max(style.heat_range(levels(r, name, f_max)[2], SPAN)[1] for r in several)
        limits = (top - SPAN, top)
    for panel in axes.flat[len(several):]:
        panel.set_axis_off()
    for results, label, panel in zip(several, style.labels(several), axes.flat):
        picture = draw_spectrogram(panel, results, name, f_max, limits)
        panel.set_title(label)
        panel.set_xlabel("time [s]")
        panel.label_outer()
    colour_bar(figure, picture, axes, several[0], name)
    style.fit_titles(figure, axes.flat[:len(several)])
    return figure


@style.styled
def predicted_zones(transient, predictions, name: str, f_max: float = style.MOST_FREQUENCY,
                    limits: tuple[float, float] | None = None):
    """Spectrogram of a transient with the unstable zones that complex modes predict.

    A box extends from the beginning to the end of each zone, around its frequency. predictions:
    results of complex modes, one or several, for example about the undeformed and the deformed
    bodies. Of several friction coefficients, the one of the transient is used, or the largest if
    the transient's friction is not one number. Returns a Figure.
    """
    figure, ((axes,),) = style.panels(height=3.6)
    picture = draw_spectrogram(axes, transient, name, f_max, limits)
    factor, _ = style.scale("Hz", levels(transient, name, f_max)[1])
    time = transient[f"signals/{name}/time"].values
    half = 0.02 * f_max
    least = 0.004 * (time[-1] - time[0])  # shorter boxes would be invisible
    handles = []
    for k, prediction in enumerate(predictions):
        group = group_for(transient, prediction)
        zones = zones_of(prediction, group)
        if zones.time_from is None:
            continue
        colour, dashes = _BOXES[k % len(_BOXES)]
        # Boxes of the second prediction enclose those of the first.
        tall = half * (1 + 0.6 * k)
        for f, start, end in zip(zones.frequency, zones.time_from, zones.time_to):
            widen = max(0.0, least - (end - start)) / 2 + 0.25 * k * least
            if f <= f_max:
                axes.add_patch(Rectangle((start - widen, factor * (f - tall)),
                                         end - start + 2 * widen, factor * 2 * tall, fill=False,
                                         edgecolor=colour, linewidth=1.1, linestyle=dashes))
        label = ", ".join(p for p in (about_label(prediction) or prediction.title,
                                      friction_label(group)) if p)
        handles.append(Rectangle((0, 0), 1, 1, fill=False, edgecolor=colour, linewidth=1.4,
                                 linestyle=dashes,
                                 label=f"{label}: {len(zones.frequency)} zones"))
    axes.set_title(transient.title)
    axes.set_xlabel("time [s]")
    style.contact_axis(axes, transient)
    colour_bar(figure, picture, axes, transient, name)
    legend = axes.legend(handles=handles, loc="upper right", frameon=True, framealpha=0.75,
                         facecolor="black", edgecolor="none", labelcolor="white")
    legend.get_frame().set_linewidth(0)
    return figure


# White and vermilion stand out from the dark and middle shades of the map.
_BOXES = (("white", "-"), (style.VERMILION, "-"), (style.SKY, "-"))


def group_for(transient, prediction) -> str:
    """Group of `complex_modes/` with the friction of the transient, otherwise the one with the
    largest.

    Raises ResultsError if no group has a mode.
    """
    groups = drawable(prediction)
    if not groups:
        raise ResultsError(f"{prediction.label}: no mode at any position")
    mu = constant_friction(transient)
    for group in groups:
        of_group = friction_of(group)
        if mu is not None and of_group is not None and abs(of_group - mu) < 1e-9:
            return group
    return groups[-1]


def constant_friction(results) -> float | None:
    """Friction coefficient of the only contact of a case, with its overrides. None if there are
    several contacts, or if friction is not one number."""
    contacts = results.case.get("contact", [])
    if len(contacts) != 1:
        return None
    friction = contacts[0].get("friction")
    key = f"contact.{contacts[0].get('name', '')}.friction"
    for override in results.overrides:
        name, _, value = override.partition("=")
        if name.strip() == key:
            try:
                friction = float(value)
            except ValueError:
                return None
    return float(friction) if isinstance(friction, (int, float)) else None


def same_points(several) -> list[str]:
    """Points that all of the transients recorded."""
    common = set(several[0].names("points"))
    return sorted(common.intersection(*(results.names("points") for results in several)))


def compatible(several, name: str) -> bool:
    """True if spectrograms `name` of several results end at about the same frequency."""
    ends = [results[f"signals/{name}/frequency"].values[-1] for results in several]
    return bool(np.ptp(ends) <= 0.5 * max(ends))
