"""Limit directions: the directions of slip and spin in which a body comes to rest on a contact
patch."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway.plots import style

MARKS = {"stable node": ("o", style.BLUE), "saddle": ("D", style.ORANGE),
         "unstable node": ("s", style.VERMILION), "stable focus": ("h", style.SKY),
         "unstable focus": ("8", style.PINK), "stable circle": ("", style.BLUE),
         "unstable circle": ("", style.VERMILION), "degenerate": ("x", style.BLACK)}
EVENTS = {"tangency": ("^", style.GREEN), "pitchfork": ("*", style.BLACK),
          "fold": ("v", style.PINK)}


def has_directions(results) -> bool:
    return "flow/latitude" in results


def has_diagram(results) -> bool:
    return "diagram/load" in results


def set_of(results, group: str = "directions"):
    """Directions w (n x 3), rate [m/s^2] and type of a set or a curve of directions."""
    return (results[f"{group}/w"].values.reshape(-1, 3), results[f"{group}/rate"].values,
            list(results[f"{group}/type"].values))


def branches_of(results) -> list[str]:
    """Groups of the curves of a diagram, in their order."""
    return [f"diagram/{name}" for name in results.names("diagram") if name.startswith("branch_")]


# ---- directions under the load of the case

def type_handles(types) -> dict:
    """Legend handles: a mark for each type, and a line for circles of directions."""
    return {name: Line2D([], [], linestyle="" if marker else "-", marker=marker, color=colour)
            for name, (marker, colour) in MARKS.items() if name in types}


def circles(results) -> list[tuple[float, str]]:
    """Latitude [rad] and type of each circle of directions."""
    if "circles/latitude" not in results:
        return []
    return [(at, "stable circle" if value < 0 else "unstable circle")
            for at, value in zip(results["circles/latitude"].values,
                                 results["circles/eigenvalue"].values)]


def _mark(axes, x, y, kind: str, attracting: bool):
    marker, colour = MARKS[kind]
    axes.plot(x, y, marker, color=colour, markersize=6, zorder=5, clip_on=False,
              markerfacecolor=colour if attracting else "white")


@style.styled
def directions(results):
    """Flow of directions on their sphere, in longitude and latitude, with all limit directions. A
    second panel shows its section by the plane of x and spin. Filled marks attract. Returns a
    Figure."""
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
    draw_arrows(circle, results)
    w, rate, types = set_of(results, "directions")
    for k, kind in enumerate(types):
        at = np.degrees([np.arctan2(w[k, 1], w[k, 0]), np.arctan2(w[k, 2], np.hypot(*w[k, :2]))])
        for longitude in {at[0], -at[0]} if 180 - abs(at[0]) < 1e-6 else {at[0]}:
            _mark(sphere, longitude, at[1], kind, rate[k] < 0)
        if abs(w[k, 1]) < 1e-6:
            _mark(circle, w[k, 0], w[k, 2], kind, rate[k] < 0)
    for at, kind in circles(results):
        colour = MARKS[kind][1]
        sphere.axhline(np.degrees(at), color=colour, linewidth=1.4)
        circle.plot([np.cos(at), -np.cos(at)], [np.sin(at)] * 2, "o", markersize=5, color=colour,
                    zorder=5)
    circle.set_aspect("equal")
    circle.set_xlim(-1.35, 1.35)
    circle.set_ylim(-1.35, 1.35)
    circle.set_xlabel("slip along x")
    circle.set_ylabel("spin × ρ")
    sphere.set_title(results.title)
    style.legend_below(figure, type_handles([*types, *(kind for _, kind in circles(results))]))
    return figure


def draw_arrows(axes, results) -> None:
    """Draws the flow along the section by the plane of x and spin."""
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


# ---- over a load

def _in_plane(results) -> bool:
    """True if all directions lie in the plane of the load along x and the spin axis."""
    return all(np.abs(results[f"{group}/w"].values[:, 1]).max() < 1e-9
               for group in branches_of(results))


def _angle(w: np.ndarray, in_plane: bool) -> np.ndarray:
    """Angle on the circle from the load towards spin, or the latitude [°]."""
    return np.degrees(np.arctan2(w[:, 2], w[:, 0] if in_plane else np.hypot(w[:, 0], w[:, 1])))


def _width(kind: str) -> float:
    return 2.4 if kind.endswith("circle") else 1.2


@style.styled
def directions_over_load(results):
    """Angle of the limit directions and rate of the speed over the load. The angle is measured on
    the circle of slip and spin if all directions lie on it, otherwise it is the latitude.

    Colours are types. Thick lines are circles of directions, of which two opposite ones are drawn.
    Tangency, pitchfork and folds are marked; those that the exact law does not have are white
    inside. Returns a Figure.
    """
    figure, axes = style.panels(2, 1, height=4.6, sharex=True)
    upper, lower = axes[:, 0]
    in_plane = _in_plane(results)
    seen = set()
    for group in branches_of(results):
        w, rate, types = set_of(results, group)
        angle = _angle(w, in_plane)
        jump = np.flatnonzero(np.abs(np.diff(angle)) > 180) + 1
        columns = [np.insert(values, jump, np.nan)
                   for values in (results[f"{group}/load"].values, angle, rate)]
        load, angle, rate = columns
        types = np.insert(np.array(types, dtype=object), jump, "degenerate")
        for kind in MARKS:
            on = types == kind
            # A circle with one point occurs where a curve passes load zero.
            if kind == "degenerate" or on.sum() <= kind.endswith("circle"):
                continue
            seen.add(kind)
            # Each part includes one point of the next part, so that the curve has no gap.
            reach = on | np.concatenate(([False], on[:-1])) | np.concatenate((on[1:], [False]))
            for axis, values in ((upper, angle), (lower, rate)):
                axis.plot(np.where(reach, load, np.nan), np.where(reach, values, np.nan),
                          color=MARKS[kind][1], linewidth=_width(kind))
    handles = {name: Line2D([], [], color=MARKS[name][1], linewidth=_width(name))
               for name in MARKS if name in seen}
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
    upper.set_title(results.title)
    style.legend_below(figure, handles)
    return figure
