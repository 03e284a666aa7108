"""Friction of a contact patch, and the directions of slip and spin in which a body comes to rest."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway.plots import style

MARKS = {"stable node": ("o", style.BLUE), "saddle": ("D", style.ORANGE),
         "unstable node": ("s", style.VERMILION), "stable focus": ("h", style.SKY),
         "unstable focus": ("8", style.PINK), "degenerate": ("x", style.BLACK)}
EVENTS = {"tangency": ("^", style.GREEN), "pitchfork": ("*", style.BLACK),
          "fold": ("v", style.PINK)}


def has_law(results) -> bool:
    return "law/latitude" in results


def has_diagram(results) -> bool:
    return "diagram/load" in results


def branches_of(results) -> list[str]:
    """Groups of the curves of a diagram, in their order."""
    return [f"diagram/{name}" for name in results.names("diagram") if name.startswith("branch_")]


# ---- the law

@style.styled
def patch_law(results):
    """Force and torque, slip along x, over eps = u/(R omega), over the angle between both, and over one
    another; parts of those of pure slip and pure spin. Thin dashed lines: the exact law, where the
    case has another. Returns a Figure.
    """
    theta = results["law/latitude"].values
    eps = results["law/rho"].values[0] / results["law/radius"].values[0] / np.tan(
        np.clip(theta, 1e-9, None))
    figure, axes = style.panels(1, 3, height=2.5)
    by_eps, by_angle, body = axes[0]
    exact = [results[f"law/exact/{name}"].values for name in ("force", "torque")]
    own = [results[f"law/{name}"].values for name in ("force", "torque")]
    approximate = np.abs(np.subtract(own, exact)).max() > 1e-9
    for (Q, T), look in ((exact, {"linestyle": (0, (4, 2)), "linewidth": 0.7}),
                         (own, {"linewidth": 1.2})):
        if Q is exact[0] and not approximate:
            continue
        shown = eps <= 3
        for values, colour in ((Q, style.BLUE), (T, style.VERMILION)):
            by_eps.plot(eps[shown], values[shown], color=colour, **look)
            by_angle.plot(np.degrees(theta), values, color=colour, **look)
        body.plot(Q, T, color=style.BLACK, **look)
    by_eps.set_xlim(0, 3)
    by_eps.set_xlabel("ε = slip / (R spin)")
    by_eps.set_ylabel("force, torque")
    by_angle.set_xlim(0, 90)
    by_angle.set_xticks([0, 30, 60, 90])
    by_angle.set_xlabel("latitude [°]")
    body.set_xlabel("force")
    body.set_ylabel("torque")
    for each in (by_eps, by_angle):
        each.set_ylim(0, None)
    body.set_xlim(0, None)
    body.set_ylim(0, None)
    handles = {"force": Line2D([], [], color=style.BLUE),
               "torque": Line2D([], [], color=style.VERMILION)}
    if approximate:
        handles["exact law"] = Line2D([], [], color=style.GREY, linestyle=(0, (4, 2)))
    style.legend_below(figure, handles)
    return figure


# ---- directions under the load of the case

def _type_handles(types) -> dict:
    return {name: Line2D([], [], linestyle="", marker=MARKS[name][0], color=MARKS[name][1])
            for name in MARKS if name in types}


def _mark(axes, x, y, kind: str, attracting: bool):
    marker, colour = MARKS[kind]
    axes.plot(x, y, marker, color=colour, markersize=6, zorder=5, clip_on=False,
              markerfacecolor=colour if attracting else "white")


@style.styled
def directions(results):
    """The flow of directions on their sphere, in longitude and latitude, with all limit directions;
    beside it its section by the plane of x and spin. Filled marks attract. Returns a Figure.
    """
    figure, axes = style.panels(1, 2, height=3.3, gridspec_kw={"width_ratios": [1.9, 1]})
    sphere, circle = axes[0]
    phi, theta = (np.degrees(results[f"flow/{name}"].values) for name in ("longitude", "latitude"))
    by_phi, by_theta = (results[f"flow/{name}_rate"].values for name in ("longitude", "latitude"))
    uniform = np.linspace(theta[0], theta[-1], len(theta))
    sphere.streamplot(phi, uniform, by_phi, by_theta, color=style.GREY, density=1.3, linewidth=0.5,
                      arrowsize=0.6)
    sphere.set_xlim(-180, 180)
    sphere.set_ylim(-90, 90)
    sphere.set_xticks(range(-180, 181, 90))
    sphere.set_yticks(range(-90, 91, 45))
    sphere.set_xlabel("longitude: direction of slip [°]")
    sphere.set_ylabel("latitude: spin [°]")
    angle = np.linspace(0, 2 * np.pi, 361)
    circle.plot(np.cos(angle), np.sin(angle), color=style.GREY, linewidth=0.8)
    _arrows(circle, results)
    w, rate, types = _set(results, "directions")
    for k, kind in enumerate(types):
        at = np.degrees([np.arctan2(w[k, 1], w[k, 0]), np.arctan2(w[k, 2], np.hypot(*w[k, :2]))])
        for longitude in {at[0], -at[0]} if 180 - abs(at[0]) < 1e-6 else {at[0]}:
            _mark(sphere, longitude, at[1], kind, rate[k] < 0)
        if abs(w[k, 1]) < 1e-6:
            _mark(circle, w[k, 0], w[k, 2], kind, rate[k] < 0)
    handles = _type_handles(types)
    if "circles/latitude" in results:
        stable = results["circles/eigenvalue"].values < 0
        for at, is_stable in zip(results["circles/latitude"].values, stable):
            look = {"color": style.BLUE if is_stable else style.VERMILION,
                    "linestyle": "-" if is_stable else (0, (4, 2)), "linewidth": 1.4}
            sphere.axhline(np.degrees(at), **look)
            label = f"{'stable' if is_stable else 'unstable'} circle"
            handles[label] = Line2D([], [], **look)
            circle.plot([np.cos(at), -np.cos(at)], [np.sin(at)] * 2, "o", markersize=5,
                        color=look["color"], zorder=5)
    circle.set_aspect("equal")
    circle.set_xlim(-1.35, 1.35)
    circle.set_ylim(-1.35, 1.35)
    circle.set_xlabel("slip along x")
    circle.set_ylabel("spin × ρ")
    style.legend_below(figure, handles)
    return figure


def _arrows(axes, results) -> None:
    """The flow along the section by the plane of x and spin."""
    phi, theta = results["flow/longitude"].values, results["flow/latitude"].values
    by_theta = results["flow/latitude_rate"].values
    for longitude, sign in ((0.0, 1.0), (np.pi, -1.0)):
        column = int(np.argmin(np.abs(phi - longitude)))
        for row in range(1, len(theta), 3):
            c, s = sign * np.cos(theta[row]), np.sin(theta[row])
            way = np.sign(by_theta[row, column]) * np.array([-sign * s * 1.0, abs(c)])
            axes.annotate("", (1.1 * c + 0.05 * way[0], 1.1 * s + 0.05 * way[1]),
                          (1.1 * c - 0.05 * way[0], 1.1 * s - 0.05 * way[1]),
                          arrowprops={"arrowstyle": "->", "color": style.GREY, "linewidth": 0.7})


def _set(results, group: str):
    return (results[f"{group}/w"].values, results[f"{group}/rate"].values,
            list(results[f"{group}/type"].values))


# ---- over a load

def _in_plane(results) -> bool:
    """Whether all directions lie in the plane of the load and the spin axis, along x."""
    return all(np.abs(results[f"{group}/w"].values[:, 1]).max() < 1e-9
               for group in branches_of(results))


def _angle(w: np.ndarray, in_plane: bool) -> np.ndarray:
    """[°] On the circle from the load towards spin, or the latitude."""
    return np.degrees(np.arctan2(w[:, 2], w[:, 0] if in_plane else np.hypot(w[:, 0], w[:, 1])))


@style.styled
def directions_over_load(results):
    """Angle of the limit directions and rate of the speed over the load: on the circle of slip and
    spin where all of them lie on it, else the latitude. Colours tell types; tangency, pitchfork and
    folds are marked, those that the exact law lacks with white faces. Returns a Figure.
    """
    figure, axes = style.panels(2, 1, height=4.6, sharex=True)
    upper, lower = axes[:, 0]
    in_plane = _in_plane(results)
    seen = set()
    for group in branches_of(results):
        w, rate, types = _set(results, group)
        angle = _angle(w, in_plane)
        jump = np.flatnonzero(np.abs(np.diff(angle)) > 180) + 1
        columns = [np.insert(values, jump, np.nan)
                   for values in (results[f"{group}/load"].values, angle, rate)]
        load, angle, rate = columns
        types = np.insert(np.array(types, dtype=object), jump, "degenerate")
        for kind in MARKS:
            on = types == kind
            if kind == "degenerate" or not on.any():
                continue
            seen.add(kind)
            # A run reaches one point into the next, so that the curve has no gap.
            reach = on | np.concatenate(([False], on[:-1])) | np.concatenate((on[1:], [False]))
            for axis, values in ((upper, angle), (lower, rate)):
                axis.plot(np.where(reach, load, np.nan), np.where(reach, values, np.nan),
                          color=MARKS[kind][1], linewidth=1.2)
    handles = {name: Line2D([], [], color=MARKS[name][1]) for name in MARKS if name in seen}
    events = "diagram/events"
    at, rate = results[f"{events}/load"].values, results[f"{events}/rate"].values
    angle = _angle(results[f"{events}/w"].values.reshape(-1, 3), in_plane)
    spurious = results[f"{events}/spurious"].values
    for k, kind in enumerate(results[f"{events}/kind"].values):
        marker, colour = EVENTS[kind]
        face = "white" if spurious[k] else colour
        for axis, value in ((upper, angle[k]), (lower, rate[k])):
            axis.plot(at[k], value, marker, color=colour, markerfacecolor=face, markersize=7,
                      zorder=5)
        name = f"{kind}, not of the exact law" if spurious[k] else kind
        handles[name] = Line2D([], [], linestyle="", marker=marker, color=colour,
                               markerfacecolor=face)
    lower.axhline(0, color=style.GREY, linewidth=0.6)
    loads = results["diagram/load"]
    lower.set_xlim(loads.values[0], loads.values[-1])
    most = 180 if in_plane else 90
    upper.set_ylim(-most - 5, most + 5)
    upper.set_yticks(range(-most, most + 1, 90 if in_plane else 45))
    upper.set_ylabel("angle from slip to spin [°]" if in_plane else "latitude: spin [°]")
    lower.set_ylabel("rate of the speed [m/s²]")
    lower.set_xlabel(f"load [{loads.unit}]")
    style.legend_below(figure, handles)
    return figure
