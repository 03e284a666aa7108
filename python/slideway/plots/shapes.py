"""Figures of modes and static solutions: deformed bodies with their undeformed outlines, and bars for bodies that
have no lines to draw. Bodies in space are seen from above, with z upwards."""
from __future__ import annotations

import dataclasses

import numpy as np

from slideway.plots import style

MOST_MODES = 12  #: panels of one figure
DRAWN = 0.08  #: largest displacement of a mode in its panel, relative to the size of the bodies
MARGIN = 0.1  #: margin of a panel, relative to the same size
EQUAL = 1e-9  #: relative difference up to which frequencies are equal, as in the summary
NOISE = 1e-6  #: share of a motion below which displacements or rotations are round-off
COLOURS = (style.BLUE, style.GREEN, style.ORANGE, style.PINK, style.SKY)
UNDEFORMED = "0.7"
TURN, RISE = np.radians((25.0, 25.0))  #: of the view of bodies in space, about z and above the x-y plane
VIEW = np.array([[np.cos(TURN), -np.sin(TURN) * np.sin(RISE)],
                 [np.sin(TURN), np.cos(TURN) * np.sin(RISE)],
                 [0.0, np.cos(RISE)]])  #: 3 x 2, positions in space to those in the picture


@dataclasses.dataclass
class _Body:
    name: str
    is_rigid: bool
    X: np.ndarray  #: p x d undeformed points of the outline [m]; d = 3 for all bodies if one is in space
    lines: np.ndarray  #: l x 2, rows of X
    components: list[str]  #: PORT.COMPONENT of a body that bars stand for; [] for a body with lines
    colour: str

    @property
    def size(self) -> np.ndarray:
        size = np.ptp(self.X, axis=0) if len(self.X) else np.zeros(2)
        size[size < 1e-9 * size.max()] = 0  # round-off of a turned line
        return size

    def vectors(self, values: np.ndarray) -> np.ndarray:
        """p x d: displacements of the points that the results hold with two or three components."""
        return _in_space(values.reshape(len(self.X), -1), self.X.shape[1])


def bodies_of(results) -> list[_Body]:
    """All bodies that the results describe for drawing, in the order of the case."""
    types = {body["name"]: body["type"] for body in results.summary.get("bodies", [])}
    there = results.names("bodies")
    bodies = []
    for name in [*types, *(name for name in there if name not in types)]:
        held = results.names(f"bodies/{name}")
        place = f"bodies/{name}/outline/"
        lines = results.names(place.rstrip("/"))
        if "components" not in held and "outline" not in held:
            continue
        bodies.append(_Body(
            name, types.get(name) == "rigid",
            results[place + "X"].values if "X" in lines else np.empty((0, 2)),
            np.column_stack([results[place + end].values.astype(int) for end in ("first", "second")])
            if "first" in lines else np.empty((0, 2), int),
            list(results[f"bodies/{name}/components"].values)
            if "components" in held and "first" not in lines else [],
            COLOURS[len(bodies) % len(COLOURS)]))
    d = max((body.X.shape[1] for body in bodies), default=2)
    return [dataclasses.replace(body, X=_in_space(body.X, d)) for body in bodies]


def _in_space(vectors: np.ndarray, d: int) -> np.ndarray:
    """The vectors with d components; further ones are 0."""
    return np.pad(vectors, ((0, 0), (0, d - vectors.shape[1])))


def _seen(X: np.ndarray) -> np.ndarray:
    """Positions in the picture, p x 2."""
    return X @ VIEW if X.shape[1] == 3 else X


# ---- modes

def sets_with_lines(results) -> list[str]:
    """Sets of modes with a body whose deformation can be drawn."""
    return [name for name in results.names("modes") if any(_is_drawn(b) for b in _members(results, name))]


def _is_drawn(body) -> bool:
    """True for a body with lines, or with points and no bars that stand for them."""
    return bool(len(body.lines) or (len(body.X) and not body.components))


def sets_with_components(results, rotations: bool) -> list[str]:
    """Sets of modes with a body that is drawn by bars of its displacements, or of its rotations."""
    return [name for name in results.names("modes")
            if any(_is_rotation(c) == rotations for b in _members(results, name) for c in b.components)]


def _members(results, name: str) -> list[_Body]:
    with_points = results.names(f"modes/{name}/outline")
    with_bars = results.names(f"modes/{name}/components")
    return [body for body in bodies_of(results) if body.name in with_points or body.name in with_bars]


@style.styled
def mode_shapes(results, name: str):
    """Shapes of a set of modes. name: `coupled`, or a body."""
    bodies = [body for body in _members(results, name) if len(body.X)]
    frequency = results[f"modes/{name}/frequency"].values
    shown = min(len(frequency), MOST_MODES)
    points = {body.name: results[f"modes/{name}/outline/{body.name}"].values for body in bodies}
    low, high = _frame(bodies)
    size = np.linalg.norm(high - low) or 1.0
    figure, panels = _mode_panels(shown, high - low + 2 * MARGIN * size, equal=True)
    for mode, axes in enumerate(panels):
        moved = {body.name: body.vectors(points[body.name][:, mode]) for body in bodies}
        largest = _largest_of_mode(results, name, mode, rotations=False)
        scale = DRAWN * size / largest if largest > 0 else 1.0
        _draw_deformed(axes, bodies, moved, scale, (0.7, 1.0))
        axes.axis("off")
        rest = _largest(bodies, moved) <= NOISE * largest
        axes.set_title(style.title(_mode_title(results, name, mode), "at rest here" if rest else ""))
    factor, unit = style.scale("m", np.array([size]))
    figure.suptitle(f"{_modes_title(results, name, shown, len(frequency))}\nthe largest displacement of each is drawn "
                    f"as {100 * DRAWN:g} % of the size, {size * factor:.3g} {unit}", x=0.01, ha="left")
    style.legend_below(figure, _handles(bodies))
    return figure


@style.styled
def mode_amplitudes(results, name: str, rotations: bool = False):
    """Bars of the displacements, or rotations, of ports in each mode of a set, for bodies without lines."""
    bodies = [body for body in _members(results, name) if body.components]
    frequency = results[f"modes/{name}/frequency"].values
    shown = min(len(frequency), MOST_MODES)
    values = {body.name: results[f"modes/{name}/components/{body.name}"].values for body in bodies}
    figure, panels = _mode_panels(shown, np.array([1.0, 0.55]))
    for mode, axes in enumerate(panels):
        largest = _largest_of_mode(results, name, mode, rotations)
        _bars(axes, bodies, {body: v[:, mode] / largest if largest > 0 else 0 * v[:, mode]
                             for body, v in values.items()}, rotations, labelled=mode >= shown - _columns(panels))
        axes.set_ylim(-1.1, 1.1)
        axes.set_title(_mode_title(results, name, mode))
    what = "rotation" if rotations else "displacement"
    for axes in panels[::_columns(panels)]:
        axes.set_ylabel(f"relative {what}")
    figure.suptitle(f"{_modes_title(results, name, shown, len(frequency))}\n{what}s of ports relative to the largest "
                    "of all bodies in the mode", x=0.01, ha="left")
    return _with_component_legend(figure, panels)


def _largest_of_mode(results, name: str, mode: int, rotations: bool) -> float:
    """Largest displacement, or rotation, of all bodies in a mode: 0 if it is round-off beside the other kind."""
    bodies = _members(results, name)
    largest = [0.0, 0.0]
    for body in bodies:
        group = "components" if body.components else "outline"
        values = np.abs(results[f"modes/{name}/{group}/{body.name}"].values[:, mode])
        if body.components:
            for kind in (False, True):
                largest[kind] = max(largest[kind], values[_of_kind(body, kind)].max(initial=0))
        else:
            largest[False] = max(largest[False], np.linalg.norm(body.vectors(values), axis=1).max(initial=0))
    length = max(np.linalg.norm(body.size) for body in bodies)
    other = largest[not rotations] * (1 / length if rotations and length > 0 else length)
    return largest[rotations] if largest[rotations] > NOISE * other else 0.0


def _modes_title(results, name, shown, n) -> str:
    some = f"modes 1 to {shown} of {n}" if shown < n else f"{n} modes" if n > 1 else "1 mode"
    return f"{style.title(results.title, between=': ')}: {name}, {some}" if results.title else f"{name}, {some}"


def _mode_title(results, name, mode) -> str:
    frequency = results[f"modes/{name}/frequency"].values
    own = frequency[mode]
    if own == 0:
        return f"{mode + 1}: rigid"
    factor, unit = style.scale("Hz", np.array([own]))
    equal = [str(k + 1) for k in range(len(frequency)) if k != mode and abs(frequency[k] - own) <= EQUAL * own]
    damped = f"modes/{name}/damping_ratio" in results
    ratio = results[f"modes/{name}/damping_ratio"].values[mode] if damped else 0.0
    return style.title(f"{mode + 1}: {own * factor:.4g} {unit}", f"ζ = {100 * ratio:.3g} %" if ratio else "",
                       f"equal to {' and '.join(equal)}" if equal else "")


def _mode_panels(n: int, extent: np.ndarray, equal: bool = False):
    """A figure with n panels of the aspect of `extent`, wide ones in fewer columns."""
    aspect = extent[1] / extent[0]
    columns = min(n, 2 if aspect < 0.3 else 3 if aspect < 1.2 else 4)
    rows = -(-n // columns)
    width = style.WIDTH / columns
    panel = float(np.clip(0.92 * width * aspect, 0.25, 3.2))
    figure, axes = style.panels(rows, columns, height=rows * (panel + 0.28) + 0.9, **({} if equal else
                                dict(sharex=True, sharey=True)))
    for unused in axes.ravel()[n:]:
        unused.remove()
    return figure, list(axes.ravel()[:n])


def _columns(panels) -> int:
    return panels[0].get_gridspec().ncols


# ---- static

def has_deformation(results) -> bool:
    return results.analysis == "static" and any(_is_drawn(body) for body in bodies_of(results))


def has_port_displacements(results) -> bool:
    return results.analysis == "static" and any(body.components for body in bodies_of(results))


@style.styled
def deformation(results):
    """The deformed bodies of a static solution with their undeformed outlines."""
    bodies = [body for body in bodies_of(results) if len(body.X)]
    moved = {body.name: body.vectors(results[f"bodies/{body.name}/outline/displacement"].values) for body in bodies}
    low, high = _frame(bodies)
    size = np.linalg.norm(high - low) or 1.0
    scale = _round_scale(DRAWN * size, _largest(bodies, moved))
    extent = high - low + 2 * MARGIN * size
    figure, ((axes,),) = style.panels(height=float(np.clip(0.9 * style.WIDTH * extent[1] / extent[0] + 1.2, 2.0, 5.5)))
    _draw_deformed(axes, bodies, moved, scale, (0.8, 1.2))
    factor, unit = style.scale("m", np.array([size]))
    if bodies[0].X.shape[1] == 3:
        axes.axis("off")
    else:
        axes.xaxis.set_major_formatter(lambda value, _: f"{value * factor:g}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * factor:g}")
        axes.set_xlabel(f"x [{unit}]")
        axes.set_ylabel(f"y [{unit}]")
    axes.set_title(style.title(results.title, f"displacements × {scale:g}", between=": "))
    style.legend_below(figure, _handles(bodies, {
        body.name: f"largest displacement {_length(np.linalg.norm(moved[body.name], axis=1).max())}" for body in bodies}))
    return figure


@style.styled
def port_displacements(results):
    """Bars of the displacements and rotations of ports in a static solution, for bodies without lines."""
    bodies = [body for body in bodies_of(results) if body.components]
    values = {body.name: results[f"bodies/{body.name}/component_displacement"].values for body in bodies}
    kinds = [rotations for rotations in (False, True)
             if any(_is_rotation(c) == rotations for body in bodies for c in body.components)]
    figure, axes = style.panels(rows=len(kinds), height=0.6 + 2.0 * len(kinds), sharex=True)
    for rotations, panel in zip(kinds, axes[:, 0]):
        every = np.concatenate([values[body.name][_of_kind(body, rotations)] for body in bodies])
        factor, unit = style.scale("rad" if rotations else "m", every)
        _bars(panel, bodies, {name: factor * v for name, v in values.items()}, rotations, labelled=rotations == kinds[-1])
        panel.set_ylabel(f"{'rotation' if rotations else 'displacement'} [{unit}]")
    figure.suptitle(style.title(results.title, "ports", between=": "), x=0.01, ha="left")
    return _with_component_legend(figure, list(axes[:, 0]))


def _round_scale(drawn: float, largest: float) -> float:
    """Returns 1, 2 or 5 times a power of ten that draws `largest` at most as `drawn`, and at least 1."""
    if largest <= 0:
        return 1.0
    wanted = drawn / largest
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(max(1.0, max(k for k in (1, 2, 5) if k <= wanted / power * (1 + 1e-9)) * power))


# ---- both

def _frame(bodies) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the picture. Elastic bodies fill it, so that a long track of a rigid body may leave it."""
    every = _seen(np.concatenate([body.X for body in bodies if not body.is_rigid] or [body.X for body in bodies]))
    return every.min(axis=0), every.max(axis=0)


def _largest(bodies, moved) -> float:
    return max(np.linalg.norm(moved[body.name], axis=1).max() for body in bodies)


def _draw(axes, body, X, colour, width):
    from matplotlib.collections import LineCollection
    X = _seen(X)
    if len(body.lines):
        axes.add_collection(LineCollection(X[body.lines], colors=colour, linewidths=width, capstyle="round"))
    else:
        axes.plot(X[:, 0], X[:, 1], "o", ms=3, color=colour)


def _draw_deformed(axes, bodies, moved, scale: float, widths: tuple[float, float]):
    """Draws the undeformed outlines, and the deformed ones over them, in the frame of all bodies."""
    for body in bodies:
        _draw(axes, body, body.X, UNDEFORMED, widths[0])
    for body in bodies:
        _draw(axes, body, body.X + scale * moved[body.name], body.colour, widths[1])
    low, high = _frame(bodies)
    margin = MARGIN * (np.linalg.norm(high - low) or 1.0)
    axes.set_aspect("equal")
    axes.set_xlim(low[0] - margin, high[0] + margin)
    axes.set_ylim(low[1] - margin, high[1] + margin)
    if bodies[0].X.shape[1] == 3:
        _draw_directions(axes)


def _draw_directions(axes):
    """Draws the directions x, y and z in a corner."""
    for name, (across, up) in zip("xyz", VIEW):
        axes.annotate(name, (0.03, 0.05), (22 * across, 22 * up), xycoords="axes fraction", textcoords="offset points",
                      ha="center", va="center", fontsize=7, color="0.4",
                      arrowprops=dict(arrowstyle="<-", color="0.4", lw=0.7, shrinkA=2, shrinkB=0))


def _length(value: float) -> str:
    factor, unit = style.scale("m", np.array([value]))
    return f"{value * factor:.3g} {unit}"


def _handles(bodies, more=None) -> dict:
    from matplotlib.lines import Line2D
    handles = {"undeformed": Line2D([], [], color=UNDEFORMED, lw=0.8)}
    for body in bodies:
        size = body.size
        factor, unit = style.scale("m", size)
        text = " × ".join(f"{length * factor:.3g}" for length in size if length > 0)
        label = style.title(body.name, f"{text} {unit}" if text else "", (more or {}).get(body.name, ""))
        handles[label] = Line2D([], [], color=body.colour, lw=1.2, **({} if len(body.lines) else
                                                                      dict(marker="o", ms=3)))
    return handles


def _is_rotation(component: str) -> bool:
    return component.rpartition(".")[2].startswith("rotation")


def _of_kind(body, rotations: bool) -> np.ndarray:
    return np.array([_is_rotation(c) == rotations for c in body.components])


def _bars(axes, bodies, values, rotations: bool, labelled: bool):
    """Draws the values of all components of one kind: a place per port, a colour per direction."""
    directions = list(dict.fromkeys(c.rpartition(".")[2] for body in bodies for c in body.components
                                    if _is_rotation(c) == rotations))
    width = 0.8 / len(directions)
    ports = [f"{body.name}.{port}" if len(bodies) > 1 else port
             for body in bodies for port in dict.fromkeys(c.rpartition(".")[0] for c in body.components)]
    place = {port: k for k, port in enumerate(ports)}
    for d, direction in enumerate(directions):
        x, y = [], []
        for body in bodies:
            for component, value in zip(body.components, values[body.name]):
                port, _, own = component.rpartition(".")
                if own == direction:
                    x.append(place[f"{body.name}.{port}" if len(bodies) > 1 else port] + (d + 0.5) * width - 0.4)
                    y.append(value)
        axes.bar(x, y, width, color=COLOURS[d % len(COLOURS)], label=direction)
    axes.axhline(0, color="0.5", lw=0.5)
    step = -(-len(ports) // 8)
    axes.set_xticks(range(0, len(ports), step), ports[::step])
    axes.tick_params(axis="x", labelbottom=labelled, labelrotation=90 if max(map(len, ports)) > 4 else 0)
    axes.set_xlim(-0.6, len(ports) - 0.4)


def _with_component_legend(figure, panels):
    handles, labels = panels[0].get_legend_handles_labels()
    if len(labels) > 1:
        style.legend_below(figure, dict(zip(labels, handles)))
    return figure
