"""Figures of sliding contacts that may stick, reverse and open."""
from __future__ import annotations

import numpy as np
from matplotlib.patches import Patch

from slideway.plots import style

OPEN, START, FORWARD, STUCK, BACKWARD = range(5)  # numbers of contact/state.hpp
CHATTER = 5  # of this figure alone: many phases that are shorter than the picture can show
LOOK = {OPEN: ("open", "white"), START: ("closed while the drive starts", style.pale(style.SKY, 0.3)), FORWARD: ("sliding along the master", style.pale(style.SKY, 0.6)),
        STUCK: ("stuck", style.VERMILION),
        BACKWARD: ("sliding against it", style.pale(style.ORANGE, 0.4)),
        CHATTER: ("chatter: phases too short to show", style.GREEN)}
SHORTEST = 1 / 1500  # of the record: shorter phases are less than a pixel wide
LEAST_CHATTER = 4  # number of such phases in a row
HYSTERESIS = 0.2  # fraction of the range of displacements that both sides of a cycle must reach


def contacts_of(results) -> list[str]:
    """Contacts whose states were recorded."""
    return [name for name in results.names("contacts")
            if f"contacts/{name}/events/node" in results]


def stretches(results, contact: str, node: int = 0) -> list[tuple[float, float, int]]:
    """Begin [s], end [s] and state of all phases of a slave node, in order."""
    at = f"contacts/{contact}/events/"
    time = results["time"].values
    mine = results[at + "node"].values == node
    begins = results[at + "time"].values[mine]
    states = results[at + "state"].values[mine].astype(int)
    recorded = results[f"contacts/{contact}/state"].values
    first = int(recorded[0] if recorded.ndim == 1 else recorded[0, node])
    begins = np.concatenate(([time[0]], begins))
    ends = np.concatenate((begins[1:], [time[-1]]))
    return [(b, e, s) for b, e, s in zip(begins, ends, [first, *states]) if e > b]


def visible(phases: list[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """Phases of a picture: runs of phases that are too short to show become chatter."""
    if not phases:
        return []
    shortest = SHORTEST * (phases[-1][1] - phases[0][0])
    shown, run = [], []
    for phase in [*phases, None]:
        if phase and phase[1] - phase[0] < shortest:
            run.append(phase)
            continue
        shown += [(run[0][0], run[-1][1], CHATTER)] if len(run) >= LEAST_CHATTER else run
        shown += [phase] if phase else []
        run = []
    return shown


@style.styled
def followed_states(results, contact: str):
    """States of the slave nodes over their normal force and sliding velocity. Returns a Figure.

    For several nodes there is a line of states for each, and the range of force and velocity.
    """
    figure, ((states,), (top,), (bottom,)) = style.panels(
        3, height=4.6, sharex=True, gridspec_kw={"height_ratios": [1, 2, 2]})
    at = f"contacts/{contact}/"
    time = results["time"].values
    force = results[at + "normal_force"]
    n = 1 if force.values.ndim == 1 else force.values.shape[1]
    seen = {OPEN, FORWARD, STUCK, BACKWARD}
    for node in range(n):
        pieces = visible(stretches(results, contact, node))
        seen |= {state for _, _, state in pieces}
        for state, (_, colour) in LOOK.items():
            bars = [(b, e - b) for b, e, s in pieces if s == state]
            # edges keep phases visible that are shorter than a pixel; sliding needs none
            edge = colour if state == STUCK else style.BLACK if state == OPEN else "none"
            states.broken_barh(bars, (node - 0.5, 1.0), facecolors=[colour], edgecolors=[edge],
                               linewidth=0.2, antialiased=n == 1)  # no seams between nodes
    states.set_ylim(-0.5, n - 0.5)
    states.set_yticks([] if n == 1 else [0, n - 1])
    states.set_ylabel("state" if n == 1 else "slave node")
    states.set_title(style.title(results.title, f"contact {contact}"))
    for axes, values, name, colour, label in (
            (top, force, "normal force", style.VERMILION, "normal force"),
            (bottom, results[at + "sliding_velocity"], "sliding velocity", style.BLUE,
             "sliding velocity")):
        factor, unit = style.scale(values.unit, values.values)
        several = values.values if n > 1 else values.values[:, None]
        low, high = several.min(axis=1), several.max(axis=1)
        axes.plot(*style.envelope(time, factor * low), color=colour, linewidth=0.5, label=name)
        if n > 1:
            axes.plot(*style.envelope(time, factor * high), color=colour, linewidth=0.5)
        axes.axhline(0, color=style.BLACK, linestyle="--", linewidth=0.8)
        axes.set_ylabel(f"{label} [{unit}]")
        style.span(axes, time)
    bottom.set_xlabel("time [s]")
    style.legend_below(figure, {name: Patch(facecolor=colour, edgecolor=style.GREY, label=name)
                                for state, (name, colour) in LOOK.items() if state in seen})
    return figure


def slid(results, contact: str) -> np.ndarray:
    """Distance that each slave node slid since the start [m], samples x nodes: the integral of its
    velocity."""
    time = results["time"].values
    v = results[f"contacts/{contact}/sliding_velocity"].values.reshape(len(time), -1)
    steps = 0.5 * (v[1:] + v[:-1]) * np.diff(time)[:, None]
    return np.concatenate((np.zeros((1, v.shape[1])), np.cumsum(steps, axis=0)))


def last_cycle(displacement: np.ndarray) -> tuple[int, int] | None:
    """First and last sample of the last whole cycle of a reciprocating motion; None if there is
    none.

    A cycle ends at the next upward crossing of the middle. Each crossing counts only after a
    sufficient downward motion.
    """
    low, high = displacement.min(), displacement.max()
    middle, width = (low + high) / 2, HYSTERESIS * (high - low)
    side = np.where(displacement > middle + width, 1, np.where(displacement < middle - width, -1, 0))
    known = np.flatnonzero(side)
    ups = known[1:][(side[known[1:]] == 1) & (side[known[:-1]] == -1)]
    return (ups[-2], ups[-1]) if len(ups) > 1 else None


def loops_of(results) -> list[str]:
    """Contacts with a reciprocating motion."""
    return [name for name in contacts_of(results)
            if last_cycle(slid(results, name).mean(axis=1))]


@style.styled
def friction_loop(results, contact: str):
    """Friction over the relative displacement, with the last cycle highlighted and its energy.

    The energy per cycle is the sum of friction times distance over the samples. For several slave
    nodes the figure shows their total friction over their mean displacement, and the sum of their
    energies. Returns a Figure.
    """
    figure, ((axes,),) = style.panels(height=3.2)
    force = results[f"contacts/{contact}/friction_force"]
    ways = slid(results, contact)
    forces = force.values.reshape(ways.shape)
    x, f = ways.mean(axis=1), forces.sum(axis=1)
    begin, end = last_cycle(x)
    cycle = slice(begin, end + 1)
    mean = 0.5 * (forces[cycle][1:] + forces[cycle][:-1])
    energy = -np.sum(mean * np.diff(ways[cycle], axis=0))
    x_factor, x_unit = style.scale("m", x)
    f_factor, f_unit = style.scale(force.unit, f)
    e_factor, e_unit = style.scale("J", np.array([energy]))
    axes.plot(x_factor * x, f_factor * f, color=style.GREY, linewidth=0.4, label="whole run")
    axes.plot(x_factor * x[cycle], f_factor * f[cycle], color=style.VERMILION,
              label=f"last cycle: {e_factor * energy:.4g} {e_unit}")
    one = ways.shape[1] == 1
    axes.set_xlabel(f"{'' if one else 'mean '}relative displacement [{x_unit}]")
    axes.set_ylabel(f"{'' if one else 'total '}friction on the slave [{f_unit}]")
    axes.set_title(style.title(results.title, f"contact {contact}"))
    style.legend_below(figure, {line.get_label(): line for line in axes.get_lines()})
    return figure
