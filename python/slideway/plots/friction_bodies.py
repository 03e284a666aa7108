"""The friction body of a contact patch and the limit directions on their sphere, in space."""
from __future__ import annotations

import numpy as np
from matplotlib.lines import Line2D

from slideway.plots import style
from slideway.plots.limit_directions import MARKS, circles, set_of, type_handles

IN_PLANE = 1e-6  # of directions, and of forces beside their limit


def has_body(results) -> bool:
    return "body/load" in results


def _distances(results, friction: np.ndarray) -> np.ndarray:
    """Distance from the load to points (..., 3) [m/s²]. The norm is the acceleration that the
    difference would cause, divided by the root of the mobility along x. The distance of pure
    slip along x is therefore |rate|."""
    flexibility = results["body/flexibility"].values
    off = results["body/load"].values - friction
    return np.sqrt(np.einsum("...i,ij,...j", off, flexibility, off) * flexibility[0, 0])


def _is_plane(results) -> bool:
    """True if everything that is drawn lies in the plane of force along x and torque."""
    w = set_of(results)[0]
    friction = results["body/circle"].values
    size = IN_PLANE * np.abs(friction[:, 0]).max()
    return bool(np.abs(friction[:, 1]).max() < size
                and abs(results["body/load"].values[1]) < size
                and (w.size == 0 or np.abs(w[:, 1]).max() < IN_PLANE))


@style.styled
def friction_body(results):
    """All forces and torques that friction can transmit, and the load.

    Lines connect the load with the friction of the limit directions. Their lengths, in the norm of
    accelerations, are stationary and equal the rates of the speed. The right panel shows this
    distance over all directions: stable nodes lie in valleys, unstable nodes on tops, saddles on
    passes. Returns a Figure.
    """
    figure = style.new_figure(style.WIDTH, 3.4)
    plane = _is_plane(results)
    left, right = figure.add_gridspec(1, 2, width_ratios=[1 if plane else 1.25, 1.45])
    body = figure.add_subplot(left, **({} if plane else {"projection": "3d"}))
    (_draw_section if plane else _draw_body)(body, results)
    handles = _draw_distance(figure.add_subplot(right), figure, results)
    handles["load"] = Line2D([], [], linestyle="", marker="*", color=style.BLACK)
    figure.suptitle(results.title, x=0.01, ha="left")
    style.legend_below(figure, handles)
    return figure


def _draw_section(axes, results) -> None:
    friction, load = results["body/circle"].values, results["body/load"].values
    flexibility = results["body/flexibility"].values
    axes.fill(friction[:, 0], friction[:, 2], color=style.pale(style.BLUE, 0.12))
    axes.plot(friction[:, 0], friction[:, 2], color=style.BLUE, linewidth=1)
    _, rate, types = set_of(results)
    for foot, speed, kind in zip(results["directions/friction"].values.reshape(-1, 3), rate, types):
        marker, colour = MARKS[kind]
        axes.plot([load[0], foot[0]], [load[2], foot[2]], color=colour, linewidth=0.9)
        axes.plot(foot[0], foot[2], marker, color=colour, markersize=5, zorder=5,
                  markerfacecolor=colour if speed < 0 else "white")
        if kind == "stable node":  # what is as near as it touches the body there
            axes.plot(*_as_near(load, foot, flexibility).T, color=style.GREY, linewidth=0.5,
                      linestyle=(0, (2, 2)))
    axes.plot(load[0], load[2], "*", color=style.BLACK, markersize=8, zorder=6)
    axes.set_aspect(float(np.sqrt(flexibility[2, 2] / flexibility[0, 0])), adjustable="datalim")
    axes.set_xlabel("force along x [N]")
    axes.set_ylabel("torque [N m]")


def _as_near(load, foot, flexibility) -> np.ndarray:
    """Forces along x and torques (n x 2) at the same distance from the load as a foot point, in the
    norm of accelerations. They form a circle on the axes of a section, or an ellipse if the mass
    couples slip along x and spin."""
    plane = [0, 2]
    root = np.linalg.cholesky(flexibility[np.ix_(plane, plane)])
    radius = np.linalg.norm((foot - load)[plane] @ root)
    angle = np.linspace(0, 2 * np.pi, 181)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return load[plane] + radius * np.linalg.solve(root.T, circle.T).T


def _draw_body(axes, results) -> None:
    """Draws the axes of forces and torque, each scaled by the acceleration that it causes alone."""
    flexibility = results["body/flexibility"].values

    def place(friction):
        return np.moveaxis(friction, -1, 0)

    grid = np.stack([results[f"flow/{name}"].values for name in ("force_x", "force_y", "torque")],
                    axis=-1)
    # Closed at the poles, which the grid leaves out, by the means of its last latitudes.
    caps = [np.broadcast_to(row.mean(axis=0), row.shape)[None] for row in (grid[0], grid[-1])]
    axes.plot_wireframe(*place(np.concatenate([caps[0], grid, caps[1]])), rstride=3, cstride=4,
                        color=style.BLUE, linewidth=0.35, alpha=0.6)
    load = results["body/load"].values
    _, rate, types = set_of(results)
    for foot, speed, kind in zip(results["directions/friction"].values.reshape(-1, 3), rate, types):
        marker, colour = MARKS[kind]
        axes.plot(*place(np.array([load, foot])), color=colour, linewidth=1.1)
        axes.plot(*place(foot[None]), marker, color=colour, markersize=5,
                  markerfacecolor=colour if speed < 0 else "white")
    axes.plot(*place(load[None]), "*", color=style.BLACK, markersize=8)
    limits = [getattr(axes, f"get_{name}lim")() for name in "xyz"]
    axes.set_box_aspect([(high - low) * by for (low, high), by in
                         zip(limits, np.sqrt(np.diag(flexibility)))], zoom=0.8)
    axes.set_xlabel("force along x [N]", fontsize=7, labelpad=-4)
    axes.set_ylabel("along y [N]", fontsize=7, labelpad=-4)
    axes.set_zlabel("torque [N m]", fontsize=7, labelpad=-4)
    axes.tick_params(labelsize=6, pad=-2)
    axes.locator_params(nbins=4)


def _draw_distance(axes, figure, results) -> dict:
    """Draws the distance over all directions. Returns the handles of a legend."""
    phi, theta = (np.degrees(results[f"flow/{name}"].values) for name in ("longitude", "latitude"))
    friction = np.stack([results[f"flow/{name}"].values
                         for name in ("force_x", "force_y", "torque")], axis=-1)
    distance = _distances(results, friction)
    drawn = style.heat_map(axes, phi, theta, distance.T, distance.min(), distance.max())
    axes.contour(phi, theta, distance, levels=24, colors="white", linewidths=0.3)
    figure.colorbar(drawn, ax=axes, label="distance from the load [m/s²]")
    w, rate, types = set_of(results)
    for direction, speed, kind in zip(w, rate, types):
        marker, colour = MARKS[kind]
        longitude = np.degrees(np.arctan2(direction[1], direction[0]))
        latitude = np.degrees(np.arctan2(direction[2], np.hypot(*direction[:2])))
        for at in {longitude, -longitude} if 180 - abs(longitude) < 1e-6 else {longitude}:
            axes.plot(at, latitude, marker, color=colour, markersize=6, clip_on=False, zorder=5,
                      markerfacecolor=colour if speed < 0 else "white", markeredgecolor="white",
                      markeredgewidth=0.6)
    for at, kind in circles(results):
        axes.axhline(np.degrees(at), color=MARKS[kind][1], linewidth=1.4)
    axes.set_xlim(-180, 180)
    axes.set_ylim(theta[0], theta[-1])
    axes.set_xticks(range(-180, 181, 90))
    axes.set_yticks(range(-60, 61, 30))
    axes.set_xlabel("longitude: direction of slip [°]")
    axes.set_ylabel("latitude: spin [°]")
    return type_handles([*types, *(kind for _, kind in circles(results))])


# ---- the sphere in space

def _flow(results, w: np.ndarray) -> np.ndarray:
    """Velocities on the sphere at directions (..., 3), interpolated between those of the grid."""
    phi, theta = results["flow/longitude"].values, results["flow/latitude"].values
    c, s = np.cos(theta)[:, None], np.sin(theta)[:, None]
    east = np.stack([-np.sin(phi), np.cos(phi), 0 * phi], axis=-1)[None]
    north = np.stack([-s * np.cos(phi), -s * np.sin(phi), c + 0 * phi], axis=-1)
    grid = (c * results["flow/longitude_rate"].values)[..., None] * east \
        + results["flow/latitude_rate"].values[..., None] * north
    at = [np.clip((value - axis[0]) / (axis[1] - axis[0]), 0, len(axis) - 1 - 1e-9)
          for value, axis in ((np.arctan2(w[..., 2], np.hypot(w[..., 0], w[..., 1])), theta),
                              (np.arctan2(w[..., 1], w[..., 0]), phi))]
    (i, j), (u, v) = [value.astype(int) for value in at], [value % 1 for value in at]
    return ((1 - u) * (1 - v))[..., None] * grid[i, j] + (u * (1 - v))[..., None] * grid[i + 1, j] \
        + ((1 - u) * v)[..., None] * grid[i, j + 1] + (u * v)[..., None] * grid[i + 1, j + 1]


@style.styled
def direction_sphere(results):
    """The sphere of directions from two opposite sides, with the flow on it, the equator, the
    circle of slip along x and spin, and all limit directions. Filled marks attract. Returns a
    Figure."""
    figure, axes = style.panels(1, 2, height=3.6)
    for panel, azimuth in zip(axes[0], (-50, 130)):
        draw_side(panel, results, np.radians(azimuth), [MARKS[kind] for kind in set_of(results)[2]])
    figure.suptitle(style.title(results.title, "directions of slip and spin from two sides"), x=0.01, ha="left")
    kinds = [*set_of(results)[2], *(kind for _, kind in circles(results))]
    style.legend_below(figure, type_handles(kinds))
    return figure


def draw_side(axes, results, azimuth: float, marks, elevation: float = np.radians(20)) -> None:
    """Draws the sphere from one side. marks: marker and colour of each limit direction."""
    toward = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth),
                       np.sin(elevation)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0])
    up = np.cross(toward, right)

    def draw_line(points, **look):
        shown = np.where((points @ toward >= 0)[:, None], points, np.nan)
        axes.plot(shown @ right, shown @ up, **look)

    line = np.linspace(-1, 1, 81)
    a, b = np.meshgrid(line, line)
    depth = 1 - a ** 2 - b ** 2
    w = a[..., None] * right + b[..., None] * up \
        + np.sqrt(np.clip(depth, 0, None))[..., None] * toward
    velocity = _flow(results, w)
    outside = depth < 0.02
    axes.streamplot(line, line, np.ma.array(velocity @ right, mask=outside),
                    np.ma.array(velocity @ up, mask=outside), color=style.GREY, density=1.1,
                    linewidth=0.5, arrowsize=0.6)
    angle = np.linspace(0, 2 * np.pi, 361)
    axes.plot(np.cos(angle), np.sin(angle), color=style.BLACK, linewidth=0.8)
    zero = 0 * angle
    for circle in (np.stack([np.cos(angle), np.sin(angle), zero], axis=-1),
                   np.stack([np.cos(angle), zero, np.sin(angle)], axis=-1)):
        draw_line(circle, color=style.BLACK, linewidth=0.4, linestyle=(0, (4, 3)))
    for at, kind in circles(results):
        draw_line(np.stack([np.cos(at) * np.cos(angle), np.cos(at) * np.sin(angle),
                            np.sin(at) + zero], axis=-1), color=MARKS[kind][1], linewidth=1.6)
    for direction, speed, (marker, colour) in zip(*set_of(results)[:2], marks):
        if direction @ toward >= -1e-9:
            axes.plot(direction @ right, direction @ up, marker, color=colour, markersize=7,
                      zorder=5, markerfacecolor=colour if speed < 0 else "white")
    for name, axis in (("slip x", [1, 0, 0]), ("slip y", [0, 1, 0]), ("spin", [0, 0, 1])):
        for sign in (1, -1):
            tip = sign * np.array(axis, float)
            if tip @ toward > 0:
                axes.plot(tip @ right, tip @ up, "+", color=style.BLACK, markersize=5, zorder=4)
                axes.annotate(("" if sign > 0 else "−") + name, (tip @ right, tip @ up), (0, -11),
                              textcoords="offset points", fontsize=7, ha="center", va="center",
                              zorder=6, bbox={"facecolor": "white", "edgecolor": "none",
                                              "alpha": 0.75, "pad": 0.5})
    axes.set_aspect("equal")
    axes.set_xlim(-1.05, 1.05)
    axes.set_ylim(-1.05, 1.05)
    axes.set_axis_off()
