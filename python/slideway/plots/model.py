"""Drawing of an undeformed model: bodies, supports, contacts with normals, joints, loads and sizes."""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from slideway.files import LIST, OwnFiles
from slideway.plots import style

FORMATS = ("png", "svg")
BODY_COLOURS = (style.BLUE, style.GREEN, style.ORANGE, style.PINK, style.SKY)
LOAD, MOTION, CONTACT, JOINT = style.VERMILION, style.PINK, style.BLACK, "0.25"
DIRECTIONS = {"x": (1.0, 0.0), "y": (0.0, 1.0)}


def draw_model(description: str, folder: str) -> Iterator[str]:
    """Draws the model that `slideway draw` describes into figures/model.* of a results folder.

    description: JSON file of the program. Yields a line to print. Raises OSError as draw_all.
    """
    model = json.loads(Path(description).read_text(encoding="utf-8"))
    target = Path(folder) / "figures"
    own = OwnFiles(target, False)
    figure = model_figure(model)
    style.settle(figure, 200)
    for ending in FORMATS:
        style.save(figure, own.claim(target / f"model.{ending}"), 200)
    yield f"{target / 'model'}.{{{','.join(FORMATS)}}}"


@style.styled
def model_figure(model: dict):
    """Figure of a model. model: the object that the program writes (app/model/drawing.hpp)."""
    placed = [body for body in model["bodies"] if _points(body).size]
    networks = [body for body in model["bodies"] if not _points(body).size]
    both = bool(placed) and bool(networks)
    figure, axes = style.panels(rows=2 if both else 1, height=_height(placed) + (1.4 if both else 0),
                                height_ratios=[3, 1] if both else [1])
    axes = list(axes[:, 0])
    if placed:
        _draw_plane(axes[0], model, placed)
    if networks:
        _draw_networks(axes[-1], model, networks)
    figure.suptitle(model["title"], x=0.01, ha="left")
    return figure


# ---- bodies with positions

def _positions(port: dict) -> np.ndarray:
    return np.reshape(port.get("X", []), (-1, 2))


def _points(body: dict) -> np.ndarray:
    """All positions that a body has [m], n x 2."""
    return np.concatenate([np.reshape(body.get(key, []), (-1, 2)) for key in ("outline", "points")]
                          + [_positions(p) for p in body["ports"]])


def _frame(bodies) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the picture. Elastic bodies fill it, so that a long track of a rigid body may leave it."""
    framed = [body for body in bodies if body["type"] != "rigid"] or bodies
    everything = np.concatenate([_points(body) for body in framed])
    return everything.min(axis=0), everything.max(axis=0)


def _height(bodies) -> float:
    """Height of the figure [in] by the shape of the bodies; a network without positions needs little."""
    if not bodies:
        return 2.6
    low, high = _frame(bodies)
    width, height = np.maximum(high - low, 0.15 * max(np.ptp([low, high], axis=0).max(), 1e-300))
    return float(np.clip(1.2 + 3.4 * height / width, 2.4, 4.8))


def _port(model: dict, address: str):
    """Body, port (or None) and component of "body.port.component", "body.port" or "ground"."""
    name, _, rest = address.partition(".")
    port, _, component = rest.partition(".")
    for body in model["bodies"]:
        if body["name"] == name:
            return body, next((p for p in body["ports"] if p["name"] == port), None), component
    return None, None, component


def _line(model: dict, kind: str, name: str) -> str:
    """What the program says about a load or motion behind the colon, such as "-200 N"."""
    for line in model["text"]:
        if line.startswith(f"{kind} {name} "):
            return line.partition(": ")[2]
    return ""


def _draw_plane(axes, model, bodies):
    low, high = _frame(bodies)
    size = np.linalg.norm(high - low) or 1.0  # all in one point: any length will do
    factor, unit = style.scale("m", np.array([size]))
    arrow = 0.09 * size
    for body, colour in zip(bodies, BODY_COLOURS * len(bodies)):
        _draw_body(axes, body, colour)
        _draw_supports(axes, body, 0.012 * size)
    if any(body["supports"] for body in bodies):
        axes.plot([], [], color="0.35", lw=1.0, label="support")
    for contact in model["contacts"]:
        _draw_contact(axes, model, contact, 0.05 * size)
    for joint in model["joints"] + model["bonds"]:
        _draw_joint(axes, model, joint)
    for kind, colour in (("load", LOAD), ("motion", MOTION)):
        for entry in model[f"{kind}s"]:
            _draw_arrow(axes, model, kind, entry, colour, arrow)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlim(low[0] - 1.6 * arrow, high[0] + 1.6 * arrow)
    axes.set_ylim(low[1] - 1.6 * arrow, high[1] + 1.6 * arrow)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value * factor:g}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * factor:g}")
    axes.set_xlabel(f"x [{unit}]")
    axes.set_ylabel(f"y [{unit}]")
    if any(body["in_space"] for body in bodies):
        axes.set_title("seen along z")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _draw_body(axes, body, colour):
    from matplotlib.collections import LineCollection
    segments = np.reshape(body["outline"], (-1, 2, 2))
    size = np.ptp(_points(body), axis=0)
    size[size < 1e-9 * size.max()] = 0  # round-off of a turned line
    text = f"{body['name']} ({body['type']}, {size[0]:.3g} x {size[1]:.3g} m)"
    if segments.size:
        axes.add_collection(LineCollection(segments, colors=colour, linewidths=1.4, label=text))
    else:
        points = _points(body)
        axes.plot(points[:, 0], points[:, 1], "o", ms=3, color=colour, label=text)


def _draw_supports(axes, body, size):
    """Draws a bar beside each held node, across the direction that is held, or a square for a rotation."""
    from matplotlib.collections import LineCollection
    bars, squares = [], []
    for address in body["supports"]:
        name, _, component = address.partition(".")
        port = next((p for p in body["ports"] if p["name"] == name), None)
        if not port or not _positions(port).size:
            continue
        directions = [c for c in (component,) if c] or port["components"]
        points = _positions(port)
        for direction in directions:
            along = np.array(DIRECTIONS.get(direction, (0.0, 0.0)))
            across = along[::-1]
            if along.any():
                bars.append(np.stack([points - size * (along + across), points - size * (along - across)], axis=1))
            else:
                squares.append(points)
    if bars:
        axes.add_collection(LineCollection(np.concatenate(bars), colors="0.35", linewidths=1.0))
    if squares:
        axes.plot(*np.concatenate(squares).T, marker="s", ms=4, mfc="none", color="0.35", lw=0)


def _draw_contact(axes, model, contact, length):
    _, slave, _ = _port(model, contact["slave"])
    _, master, _ = _port(model, contact["master"])
    points = _positions(slave) if slave else np.empty((0, 2))
    label = f"contact {contact['name']}"
    if points.size:
        axes.plot(points[:, 0], points[:, 1], "o", ms=3, color=CONTACT, label=label, zorder=4)
    if master and _positions(master).size and master["segments"]:
        segments = _positions(master)[np.reshape(master["segments"], (-1, 2)).astype(int)]
        axes.plot(*np.concatenate([segments[:, 0], segments[-1:, 1]]).T, color=CONTACT, lw=0.8, ls="--",
                  zorder=4)
        middle = segments.mean(axis=1)
        near = (np.argmin(np.linalg.norm(middle - points.mean(axis=0), axis=1)) if points.size
                else len(segments) // 2)
        along = segments[near, 1] - segments[near, 0]
        normal = np.array([-along[1], along[0]]) / np.linalg.norm(along)  # the body is on the right
        foot = points.mean(axis=0) if points.size else middle[near]
        axes.annotate("", foot + length * normal, foot, zorder=5,
                      arrowprops=dict(arrowstyle="->", color=CONTACT, lw=0.9, shrinkA=0, shrinkB=0))
        axes.annotate("n", foot + 1.15 * length * normal, ha="center", va="center", fontsize=7)


def _draw_joint(axes, model, joint):
    ends = []
    for address in joint["between"]:
        _, port, _ = _port(model, address)
        if port and _positions(port).size:
            ends.append(_positions(port).mean(axis=0))
    if ends:
        ends = np.array(ends)
        axes.plot(ends[:, 0], ends[:, 1], marker="D", ms=4, mfc="white", color=JOINT, lw=0.9, ls=":",
                  zorder=5)
        axes.annotate(joint["name"], ends.mean(axis=0), xytext=(5, 5), textcoords="offset points", fontsize=7)


def _draw_arrow(axes, model, kind, entry, colour, length):
    _, port, component = _port(model, entry["on"])
    if not port or not _positions(port).size:
        return
    foot = _positions(port).mean(axis=0)
    text = _line(model, kind, entry["name"])
    label = f"{kind} {entry['name']}: {text}" if len(text) < 46 else f"{kind} {entry['name']}"
    direction = np.array(DIRECTIONS.get(component, (0.0, 0.0)))
    if text.startswith("-"):
        direction = -direction
    axes.plot([], [], color=colour, lw=1.6, label=label)
    if direction.any():
        start, end = (foot - length * direction, foot) if kind == "load" else (foot, foot + length * direction)
        axes.annotate("", end, start, zorder=6,
                      arrowprops=dict(arrowstyle="-|>", color=colour, lw=1.4, shrinkA=0, shrinkB=0))
    elif text.endswith(" Pa"):  # a pressure: where it acts
        axes.plot(*_positions(port).T, "o", ms=3, color=colour, lw=0, zorder=6)
    else:  # a moment or a rotation
        axes.plot(*foot, marker=r"$\circlearrowleft$", ms=12, color=colour, zorder=6)
    axes.annotate(entry["name"], foot - 0.5 * length * direction if kind == "load" else foot,
                  xytext=(4, 3), textcoords="offset points", fontsize=7, color=colour)


# ---- lumped networks: masses in a row, ground at the left

def _draw_networks(axes, model, bodies):
    places, links, x = {}, {}, 0.0
    for body, colour in zip(bodies, BODY_COLOURS * len(bodies)):
        for port in body["ports"]:
            x += 1.0
            places[f"{body['name']}.{port['name']}"] = x
            axes.plot(x, 0, marker="s", ms=16, mfc="white", color=colour, zorder=3)
            axes.annotate(port["name"], (x, 0), ha="center", va="center", fontsize=6, zorder=4)
        axes.plot([], [], marker="s", lw=0, mfc="white", color=colour, label=f"{body['name']} ({body['type']})")
        for first, second in body["links"]:
            _link(axes, links, places[f"{body['name']}.{first}"],
                  places.get(f"{body['name']}.{second}", 0.0), "0.5", "-")
    axes.plot(0, 0, marker="|", ms=22, color="0.35")
    axes.annotate("ground", (0, 0), xytext=(0, -20), textcoords="offset points", ha="center", fontsize=7)
    for joint in model["joints"] + model["bonds"]:
        ends = [places.get(".".join(end.split(".")[:2]), 0.0) for end in joint["between"]]
        if len(ends) == 2 and any(ends):
            _link(axes, links, *ends, "0.2", ":", joint["name"])
    for kind, colour in (("load", LOAD), ("motion", MOTION)):
        for entry in model[f"{kind}s"]:
            place = places.get(".".join(entry["on"].split(".")[:2]))
            if place:
                axes.annotate(entry["name"], (place, 0.06), xytext=(place - 0.25, 0.42), color=colour, fontsize=7,
                              arrowprops=dict(arrowstyle="-|>", color=colour, lw=1.2))
                axes.plot([], [], color=colour, label=f"{kind} {entry['name']}: "
                                                      f"{_line(model, kind, entry['name'])}"[:60])
    axes.set_xlim(-0.6, x + 0.8)
    axes.set_ylim(-0.3 - 0.2 * max(links.values(), default=0) - 0.1 * x, 0.75)
    axes.axis("off")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _link(axes, links, first, second, colour, line, name=""):
    """A spring or joint between two places of the row, as an arc below it; links of the same pair, which `links`
    counts, and longer links hang lower."""
    first, second = sorted((first, second))
    k = links[first, second] = links.get((first, second), -1) + 1
    depth = 0.0 if k == 0 and second - first <= 1 else 0.1 * (second - first) + 0.2 * k
    x = np.linspace(first, second, 41)
    y = -depth * 4 * (x - first) * (second - x) / max(second - first, 1e-9) ** 2
    axes.plot(x, y, color=colour, ls=line, lw=1.1, zorder=1)
    if name:
        axes.annotate(name, ((first + second) / 2, -depth), xytext=(0, 2), textcoords="offset points", ha="center",
                      fontsize=6, color=colour)
