"""Panels of backbones: resonances by each method over response curves, of several results, in the
plane and in space."""
from __future__ import annotations

import numpy as np

from slideway.papers.panels import LOOKS, kind

METHODS = {"ridge": ("-", "ridge"), "damped-mode": ("-.", "damped mode"),
           "phase-resonance": (":", "phase resonance")}
METHOD_COLOURS = {"ridge": LOOKS["blue"], "damped-mode": LOOKS["vermilion"], "phase-resonance": LOOKS["green"]}
AXES = ("level", "frequency", "rms", "phase")


def _curves(results, method: str) -> list:
    from slideway import backbone
    return {"ridge": backbone.pieces_of, "damped-mode": backbone.damped_modes_of,
            "phase-resonance": backbone.phase_resonances_of}[method](results)


def _along(curve, axis: str, monitor: str) -> np.ndarray:
    """Values of a curve. Phase lags [deg] are between -90 and 270."""
    if axis == "level":
        return curve.value
    if axis == "frequency":
        return curve.frequency
    if axis == "rms":
        return curve.rms[monitor]
    return (np.degrees(curve.phase_lag[monitor]) + 90) % 360 - 90


def _response(results, group: str, axis: str, monitor: str) -> np.ndarray:
    from slideway.plots.forced_response import unwrapped
    if axis == "level":
        return np.full(len(results[f"{group}/frequency"].values), results[f"{group}/level"].values[0])
    if axis == "frequency":
        return results[f"{group}/frequency"].values
    if axis == "rms":
        return results[f"{group}/points/{monitor}/rms"].values
    return unwrapped(np.degrees(results[f"{group}/points/{monitor}/phase_lag"].values))


def _broken(x, y):
    """A curve whose jumps of the phase by 360 are left out."""
    jump = np.flatnonzero(np.abs(np.diff(y)) > 180) + 1
    return np.insert(x, jump, np.nan), np.insert(y, jump, np.nan)


OPTIONS = {"horizontal": str, "vertical": str, "monitors": list, "methods": list, "labels": list,
           "responses": bool, "levels": list}


@kind("backbones", required={"of": list, "horizontal": str, "vertical": str}, optional=OPTIONS)
def draw_backbones(axes, panel, results, _) -> dict:
    """Draws resonances of one or several results, with one colour per method, or per result or
    monitor if there are several of these. Response curves lie below them, at `levels` only if these
    are given."""
    from matplotlib.lines import Line2D
    from slideway import backbone
    from slideway.plots.forced_response import groups_of
    options = panel.options
    handles = {}
    several = [(one, monitor) for one in results
               for monitor in options.get("monitors", [backbone.monitor_of(one)])]
    labels = options.get("labels", [""] * len(several))
    for k, ((one, monitor), label) in enumerate(zip(several, labels)):
        own = list(LOOKS.values())[k] if len(several) > 1 else None
        for group in groups_of(one) if options.get("responses", True) else []:
            level = one[f"{group}/level"].values[0]
            if "levels" in options and not np.isclose(level, options["levels"], rtol=1e-9).any():
                continue
            look = {"color": own or LOOKS["grey"], "linewidth": 0.6 if own is None else 0.9}
            name = f"response of {label}" if label else "response"
            axes.plot(*(_response(one, group, options[at], monitor) for at in ("horizontal", "vertical")), **look)
            handles[name] = Line2D([], [], **look)
        for method in options.get("methods", list(METHODS)):
            line, words = METHODS[method]
            look = {"color": own or METHOD_COLOURS[method], "linestyle": line,
                    "linewidth": 1.6 if method == "phase-resonance" else 1.2}
            for curve in _curves(one, method):
                axes.plot(*_broken(*(_along(curve, options[at], monitor) for at in ("horizontal", "vertical"))),
                          **look)
                handles[f"{words} of {label}" if label else words] = Line2D([], [], **look)
    return handles


@kind("backbone_space", required={"of": list}, projection="3d", optional={
    "monitors": list, "elevation": (int, float), "azimuth": (int, float), "z_label": str, "methods": list})
def draw_space(axes, panel, results, _) -> dict:
    """Draws responses and resonances over frequency and level in space, level and amplitude as
    powers of ten. Projections of the ridge lie on the walls."""
    from matplotlib.lines import Line2D
    from slideway import backbone
    from slideway.plots.forced_response import groups_of
    one = results[0]
    monitors = panel.options.get("monitors", [backbone.monitor_of(one)])
    handles, ridges = {}, []
    for k, monitor in enumerate(monitors):
        colour = LOOKS["grey"] if len(monitors) == 1 else list(LOOKS.values())[k]
        name = "response" if len(monitors) == 1 else f"response of {monitor}"
        for group in groups_of(one):
            axes.plot(_response(one, group, "frequency", monitor),
                      np.log10(_response(one, group, "level", monitor)),
                      np.log10(_response(one, group, "rms", monitor)), color=colour, linewidth=0.7)
            handles[name] = Line2D([], [], color=colour, linewidth=0.7)
    for method in panel.options.get("methods", ["ridge"]):
        look = {"color": METHOD_COLOURS[method], "linestyle": METHODS[method][0], "linewidth": 1.3}
        for curve in _curves(one, method):
            ridges.append((curve.frequency, np.log10(curve.value), np.log10(curve.rms[monitors[0]])))
            axes.plot(*ridges[-1], **look)
        handles[METHODS[method][1]] = Line2D([], [], **look)
    axes.set_xlabel("frequency [Hz]", fontsize=7, labelpad=-4)
    axes.set_ylabel("log$_{10}$ level", fontsize=7, labelpad=-4)
    axes.set_zlabel("log$_{10}$ rms [m]", fontsize=7, labelpad=-4)
    axes.tick_params(labelsize=6, pad=-2)
    low_x, high_y, low_z = axes.get_xlim()[0], axes.get_ylim()[1], axes.get_zlim()[0]
    for x, y, z in ridges:
        for place in ((x, y, low_z), (np.full_like(x, low_x), y, z), (x, np.full_like(x, high_y), z)):
            axes.plot(*np.broadcast_arrays(*place), color=LOOKS["grey"], linewidth=0.5, linestyle="--")
    return handles
