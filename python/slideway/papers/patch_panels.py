"""Panels of contact patches: the circle and the sphere of directions, and directions over a load."""
from __future__ import annotations

import numpy as np

from slideway.papers.panels import LOOKS, kind

# Colours of the limit directions, as the caption of Fig. 11 of doi:10.1007/s11071-024-09462-6 names them.
REPELLING, UNSTABLE = "repelling, stable node", "attracting, unstable node"
GREEN, BROWN = "attracting, saddle that is stable in the circle", "attracting, saddle that is unstable in the circle"
STABLE, DEGENERATE = "attracting, stable node", "degenerate"
MARKS = {REPELLING: ("v", "#7B3294"), UNSTABLE: ("s", "#D7191C"), GREEN: ("D", LOOKS["green"]),
         BROWN: ("d", "#8C510A"), STABLE: ("o", LOOKS["blue"]), DEGENERATE: ("x", LOOKS["black"])}
EVENTS = {"tangency": ("^", "T: tangency"), "pitchfork": ("*", "P: pitchfork"), "fold": ("v", "F: fold")}


def name_of(w, rate: float, kind_of: str) -> str:
    """Name of a limit direction in the plane of slip along the load (+x) and spin.

    The eigenvalue of the flow across this plane is -a/w_x, with the acceleration a > 0 of the load.
    Of a saddle, the eigenvalue in the plane has the other sign, so w_x > 0 is unstable in the plane.
    """
    if kind_of == "saddle":
        return BROWN if w[0] > 0 else GREEN
    if kind_of.startswith("unstable"):
        return UNSTABLE
    if kind_of.startswith("stable"):
        return STABLE if rate < 0 else REPELLING
    return DEGENERATE


def _handles(names) -> dict:
    from matplotlib.lines import Line2D
    return {name: Line2D([], [], linestyle="", marker=marker, color=colour)
            for name, (marker, colour) in MARKS.items() if name in names}


def _directions(results):
    """Directions (n x 3) with their names."""
    from slideway.plots.limit_directions import set_of
    w, rate, kinds = set_of(results)
    return [(one, name_of(one, r, k)) for one, r, k in zip(w, rate, kinds)]


@kind("direction_circle", required={"of": list})
def draw_circle(axes, panel, results, _) -> dict:
    """Circle of slip along the load and spin, with the flow on it and its limit directions."""
    from slideway.plots import limit_directions, style
    results = results[0]
    angle = np.linspace(0, 2 * np.pi, 361)
    axes.plot(np.cos(angle), np.sin(angle), color=style.GREY, linewidth=0.8)
    limit_directions.draw_arrows(axes, results)
    names = []
    for w, name in _directions(results):
        if abs(w[1]) < 1e-6:
            axes.plot(w[0], w[2], MARKS[name][0], color=MARKS[name][1], markersize=6, zorder=5)
            names.append(name)
    axes.set_aspect("equal")
    axes.set_xlim(-1.35, 1.35)
    axes.set_ylim(-1.35, 1.35)
    axes.set_xlabel("$w_1$")
    axes.set_ylabel("$w_3$")
    return _handles(names)


@kind("direction_sphere", required={"of": list}, optional={"azimuth": (int, float)})
def draw_sphere(axes, panel, results, _) -> dict:
    """Sphere of directions from one side, with its flow, limit directions and circles of them."""
    from matplotlib.lines import Line2D
    from slideway.plots import friction_bodies
    from slideway.plots.limit_directions import circles
    from slideway.plots.limit_directions import MARKS as TYPES
    directions = _directions(results[0])
    friction_bodies.draw_side(axes, results[0], np.radians(panel.options.get("azimuth", -50)),
                              [MARKS[name] for _, name in directions])
    lines = {f"{name} of limit directions": Line2D([], [], color=TYPES[name][1], linewidth=1.6)
             for _, name in circles(results[0])}
    return _handles([name for _, name in directions]) | lines


@kind("directions_over_load", required={"of": list})
def draw_diagram(axes, panel, results, _) -> dict:
    """Angle of the limit directions on the circle of slip and spin over the load, with tangency,
    pitchfork and folds."""
    from matplotlib.lines import Line2D
    from slideway.plots.limit_directions import branches_of, set_of
    results = results[0]
    seen = []
    for group in branches_of(results):
        w, rate, kinds = set_of(results, group)
        names = np.array([name_of(*one) for one in zip(w, rate, kinds)], dtype=object)
        angle = np.degrees(np.arctan2(w[:, 2], w[:, 0]))
        load = results[f"{group}/load"].values.copy()
        jump = np.flatnonzero(np.abs(np.diff(angle)) > 180) + 1
        angle, load = np.insert(angle, jump, np.nan), np.insert(load, jump, np.nan)
        names = np.insert(names, jump, DEGENERATE)
        for name in dict.fromkeys(one for one in names if one != DEGENERATE):
            on = names == name
            reach = on | np.concatenate(([False], on[:-1])) | np.concatenate((on[1:], [False]))
            axes.plot(np.where(reach, load, np.nan), np.where(reach, angle, np.nan),
                      color=MARKS[name][1], linewidth=1.4)
            seen.append(name)
    handles = {name: Line2D([], [], color=MARKS[name][1], linewidth=1.4) for name in MARKS if name in seen}
    events = "diagram/events"
    w = results[f"{events}/w"].values.reshape(-1, 3)
    for k, event in enumerate(results[f"{events}/kind"].values):
        marker, label = EVENTS[event]
        look = {"marker": marker, "color": LOOKS["black"], "linestyle": "", "markersize": 6}
        for sign in (1, -1):  # mirror images are listed once
            axes.plot(results[f"{events}/load"].values[k],
                      np.degrees(np.arctan2(sign * w[k, 2], w[k, 0])), zorder=5, **look)
        handles[label] = Line2D([], [], **look)
    axes.set_xlim(results["diagram/load"].values[[0, -1]])
    axes.set_ylim(-185, 185)
    axes.set_yticks(range(-180, 181, 90))
    return handles
