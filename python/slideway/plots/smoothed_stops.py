"""Forces of gaps with smoothed corners, and their smoothing error."""
from __future__ import annotations

import numpy as np

from slideway.plots import style

# The error of a corner is w(u) = u / (1 + e^u) (docs/theory/smoothed_gap.md). Its largest value is
# W(1/e), at u = 1 + W(1/e). The third number is the depth that holds 68 % of its area.
LARGEST_ERROR = 0.2784645427610738
RADIUS = 2.578018704774089
SHOWN = 4  # range of the axis on either side, in radii of influence


def joints_of(results) -> list[str]:
    """Joints with `smoothing`."""
    return sorted(name.removesuffix(".smoothing.radius")
                  for name in results.summary.get("quantities", {})
                  if name.endswith(".smoothing.radius"))


@style.styled
def smoothed_force(results, joint: str):
    """Force of a gap with `smoothing` near its stop, the force with a corner, and their difference.

    The axis is the displacement in units of the clearance, or in its own unit without a clearance.
    The radius of influence is shaded. Dots mark the largest errors. Returns a Figure.
    """
    def quantity(name):
        return results.summary["quantities"][f"{joint}.smoothing.{name}"]
    radius, largest = quantity("radius")["value"], quantity("force_error")["value"]
    part = results.summary["quantities"].get(f"{joint}.smoothing.part_of_clearance")
    delta = RADIUS / radius
    stiffness = largest * delta / LARGEST_ERROR
    depth = np.linspace(-SHOWN * radius, SHOWN * radius, 801)
    exact = stiffness * np.maximum(depth, 0)
    error = np.abs(stiffness * depth) / (1 + np.exp(delta * np.abs(depth)))
    if part:
        length, label, about = radius / part["value"], "displacement / clearance", 1
        told = f", {100 * part['value']:.3g} % of the clearance"
    else:
        factor, unit = style.scale(quantity("radius")["unit"], depth)
        length, label, about, told = 1 / factor, f"displacement [{unit}]", 0, ""

    figure, ((top,), (bottom,)) = style.panels(2, height=4.2, sharex=True,
                                               gridspec_kw={"height_ratios": [3, 2]})
    factor, unit = style.scale(quantity("force_error")["unit"], exact)
    top.plot(about + depth / length, factor * exact, color=style.BLACK, linestyle="--",
             label="with a corner")
    top.plot(about + depth / length, factor * (exact - error), linewidth=1.2, label="smoothed")
    top.set_ylabel(f"force [{unit}]")
    factor, unit = style.scale(quantity("force_error")["unit"], error)
    bottom.plot(about + depth / length, factor * error, label="_error")
    ends = (1 + LARGEST_ERROR) / delta / length
    bottom.plot([about - ends, about + ends], [factor * largest] * 2, "o", color=style.VERMILION,
                markersize=3.5, label=f"largest: {factor * largest:.3g} {unit}")
    bottom.set_ylabel(f"too small by [{unit}]")
    bottom.set_xlabel(label)
    for panel in (top, bottom):
        panel.axvspan(about - radius / length, about + radius / length, color=style.GREY,
                      alpha=0.25, linewidth=0, label="radius of influence" if panel is top else None)
        panel.legend(loc="upper left")
    factor, unit = style.scale(quantity("radius")["unit"], np.array([radius]))
    top.set_title(style.title(results.title, f"{joint}: radius of influence {factor * radius:.3g} "
                                             f"{unit}{told}", between="\n"))
    style.span(bottom, about + depth / length)
    return figure
