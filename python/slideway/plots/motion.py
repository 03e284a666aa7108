"""Figures of the motion of recorded points over time."""
from __future__ import annotations

import numpy as np

from slideway.plots import style
from slideway.results import ResultsError

ROUND_OFF = 1e-12  # relative change of a displacement below which its acceleration is noise of the solver


def moving_points(results) -> list[str]:
    """Points whose displacement changes; the acceleration of the others is noise of the solver."""
    def moves(point):
        u = results[f"points/{point}/displacement"].values
        return u.size < 2 or np.ptp(u) > ROUND_OFF * np.abs(u).max()
    return [point for point in results.names("points") if moves(point)]


@style.styled
def acceleration(results, point: str, t_from: float | None = None, t_to: float | None = None):
    """Acceleration of a point of `output.history`, such as "lower.free_end.y", over time.

    t_from, t_to: part of the record [s], default all. Returns a Figure. Raises ResultsError if the
        record has no sample there.
    """
    return _motion(results, point, "acceleration", t_from, t_to)


@style.styled
def displacement(results, point: str, t_from: float | None = None, t_to: float | None = None):
    """Displacement of a point of `output.history` over time. Arguments as in `acceleration`."""
    return _motion(results, point, "displacement", t_from, t_to)


def _motion(results, point, quantity, t_from, t_to):
    figure, ((axes,),) = style.panels(height=2.5)
    draw_motion(axes, results, point, quantity, t_from, t_to, color=style.BLUE)
    axes.set_title(style.title(results.title, point, between=": "))
    axes.set_xlabel("time [s]")
    style.contact_axis(axes, results)
    return figure


def draw_motion(axes, results, point: str, quantity: str = "acceleration",
                t_from: float | None = None, t_to: float | None = None, **look) -> None:
    """Draws one curve, with its label on the y axis; `look` goes to `axes.plot`."""
    time = results["time"].values
    array = results[f"points/{point}/{quantity}"]
    shown = slice(0 if t_from is None else time.searchsorted(t_from),
                  len(time) if t_to is None else time.searchsorted(t_to, "right"))
    values = array.values[shown]
    if not values.size:
        raise ResultsError(f"{results.label}: no sample of {point}"
                           + "".join(f" {word} {t:g} s" for word, t in (("from", t_from),
                                                                       ("to", t_to))
                                     if t is not None)
                           + (f"; the record goes from {time[0]:g} to {time[-1]:g} s" if time.size
                              else "; the record is empty"))
    factor, unit = style.scale(array.unit, values)
    width = 0.5 if quantity == "acceleration" else 0.9
    axes.plot(*style.envelope(time[shown], factor * values), **{"linewidth": width, **look})
    axes.set_ylabel(f"{quantity} [{unit}]")
    style.span(axes, time[shown])
