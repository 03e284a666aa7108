"""Figures that show whether a contact stays closed and sliding, and how it carries a load."""
from __future__ import annotations

import numpy as np

from slideway.plots import style


def contacts_over_time(results) -> list[str]:
    """Contacts whose state is recorded over time."""
    return results.names("contacts") if "time" in results else []


def contacts_at_rest(results) -> list[str]:
    """Contacts of a static solution."""
    return results.names("contacts") if results.analysis == "static" else []


@style.styled
def contact_pressure(results, contact: str):
    """Pressure along the master in a static solution, or forces of single points. Returns a Figure."""
    at = f"contacts/{contact}/"
    force = results[at + "force"].values
    is_curve = results[at + "thickness"].values.ravel()[0] > 0
    values = results[at + ("pressure" if is_curve else "force")]
    order = np.argsort(results[at + "along"].values)
    to_x, x_unit = style.scale("m", results[at + "along"].values)
    to_y, y_unit = style.scale(values.unit, values.values)
    to_total, total_unit = style.scale("N", force.sum())
    figure, ((axes,),) = style.panels()
    axes.plot(to_x * results[at + "along"].values[order], to_y * values.values[order], "o-" if is_curve else "o", ms=3)
    axes.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8)
    axes.set_xlabel(f"position along the master [{x_unit}]")
    axes.set_ylabel(f"{'pressure' if is_curve else 'normal force'} [{y_unit}]")
    axes.set_title(style.title(results.title, f"contact {contact}",
                               f"total normal force {force.sum() * to_total:.4g} {total_unit}"))
    return figure


@style.styled
def contact_status(results, contact: str):
    """Normal force, sliding velocity and slave velocity of a contact over time.

    The lines at 0 are the limits: below them the contact would open, or the sliding would reverse.
    For several slave nodes the figure shows the mean and the range. Returns a Figure.
    """
    figure, ((top,), (bottom,)) = style.panels(2, height=4.2, sharex=True)
    at = f"contacts/{contact}/"
    time = results["time"].values
    force = results[at + "normal_force"]
    velocities = {"sliding velocity": results[at + "sliding_velocity"],
                  "velocity of the slave, x": results[at + "slave_velocity_x"]}

    factor, unit = style.scale(force.unit, force.values)
    _draw(top, time, factor * force.values, "normal force", style.VERMILION)
    top.set_ylabel(f"normal force [{unit}]")
    several = f": mean and range of {force.values.shape[1]} nodes" if force.values.ndim > 1 else ""
    top.set_title(style.title(results.title, f"contact {contact}{several}"))
    factor, unit = style.scale("m/s", *(v.values for v in velocities.values()))
    for (name, v), colour in zip(velocities.items(), (style.SKY, style.BLUE)):
        _draw(bottom, time, factor * v.values, name, colour)
    bottom.set_ylabel(f"velocity [{unit}]")
    bottom.set_xlabel("time [s]")
    for axes, limit in ((top, "contact opens"), (bottom, "sliding reverses")):
        axes.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8, label=f"limit: {limit}")
        style.span(axes, time)
        low, high = axes.get_ylim()
        axes.set_ylim(low - 0.05 * (high - low) if low <= 0 else low, high + 0.22 * (high - low))
        legend = axes.legend(loc="upper left", ncol=3, borderaxespad=0.2)
        legend.set_in_layout(False)  # a long name would squeeze the panels
        for line in legend.get_lines():
            line.set_linewidth(1.2)
    style.contact_axis(top, results)
    return figure


def _draw(axes, time, values, name, colour):
    if values.ndim == 1:
        axes.plot(*style.envelope(time, values), color=colour, linewidth=0.5, label=name)
        return
    low = style.envelope(time, values.min(axis=1))
    high = style.envelope(time, values.max(axis=1))
    t = np.union1d(low[0], high[0])
    axes.fill_between(t, np.interp(t, *low), np.interp(t, *high), color=colour, alpha=0.3,
                      linewidth=0)
    axes.plot(*style.envelope(time, values.mean(axis=1)), color=colour, linewidth=0.8,
              label=name)
