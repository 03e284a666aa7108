"""Figures of a dry contact: sticking and sliding over the last periods, and its orbit."""
from __future__ import annotations

import dataclasses

import numpy as np
from matplotlib.patches import Patch

from slideway.plots import style
from slideway.results import ResultsError

STICK, SLIP, REVERSAL = 0, 1, 2
MARKS = {STICK: ("stick", "s", 5.5, style.VERMILION), SLIP: ("slip", "o", 3.5, style.GREEN),
         REVERSAL: ("reversal without a stop", "D", 4, style.PINK)}
STUCK = "0.87"
PERIODS = 3
WITHOUT_PERIOD = 500  # samples
BETWEEN, DRAWN = 8, 3000  # largest number of points between two samples, and approximate total number


@dataclasses.dataclass
class Motion:
    """Motion of a contact: samples and the events between them. A jump of the force has two entries
    at one time."""

    time: np.ndarray  #: [s]
    displacement: np.ndarray  #: first body minus second [m]
    velocity: np.ndarray  #: [m/s]
    force: np.ndarray  #: force of the first body on the second [N]
    kind: np.ndarray  #: kind of the event; -1 for a sample
    stuck: list[tuple[float, float]]  #: beginning and end of phases of sticking [s]


def contacts_of(results) -> list[str]:
    """Groups of the contacts with recorded motion and events: "joints/rub", "orbit/wall"."""
    return [f"{group}/{name}" for group in ("joints", "orbit") for name in results.names(group)
            if f"{group}/{name}/velocity" in results
            and f"{group}/{name}/events/kind" in results]


def group_of(results, contact: str) -> str:
    """Group of `contacts_of` that holds a contact."""
    return next(g for g in contacts_of(results) if g.partition("/")[2] == contact)


def _time_of(results, group: str) -> np.ndarray:
    return results["orbit/time" if group.startswith("orbit/") else "time"].values


def period_of(results) -> float | None:
    """Period of the excitation of the run [s]; None if the results do not state it."""
    try:
        return 2 * np.pi / float(str(results.summary["used"]["Omega"]).split()[0])
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError):
        return None


def _start(results, group: str, periods: float) -> float:
    time = _time_of(results, group)
    period = period_of(results)
    if group.startswith("orbit/"):
        return time[0]
    if period:
        return max(time[0], time[-1] - periods * period)
    return time[-min(WITHOUT_PERIOD, len(time))]


def motion_of(results, group: str, t_from: float = -np.inf) -> Motion:
    """Motion of a contact of `contacts_of` from t_from on.

    Raises ResultsError if the record has no sample there.
    """
    time = _time_of(results, group)
    u, v, f = (results[f"{group}/{name}"].values for name in ("displacement", "velocity", "force"))
    state = results[f"{group}/state"].values
    if not np.any(time >= t_from):
        raise ResultsError(f"{results.label}: no sample of {group} from {t_from:g} s; the record "
                           + (f"ends at {time[-1]:g} s" if time.size else "is empty"))
    events = results[f"{group}/events/time"].values
    kinds = results[f"{group}/events/kind"].values
    some = (events >= max(t_from, time[0])) & (events <= time[-1])
    rows = [(time[i], u[i], v[i], f[i], -1) for i in np.flatnonzero(time >= t_from)]
    last = np.maximum(np.searchsorted(time, events) - 1, 0)  # sample before
    alone = np.bincount(last, minlength=len(time)) == 1
    for t, kind, i in zip(events[some], kinds[some], last[some]):
        j = min(i + 1, len(time) - 1)
        h = time[j] - time[i]
        at = u[j] if kind == STICK and state[j] == 0 else \
            u[i] if kind == SLIP and state[i] == 0 else \
            _hermite((t - time[i]) / (h or 1), h, u[[i, j]], v[[i, j]])
        before, after = f[i], f[j]
        if kind == SLIP:  # the reaction reaches the limit
            before = after
        elif kind == STICK and j + 1 < len(time) and state[j] == 0 == state[j + 1]:
            after -= (f[j + 1] - f[j]) * (time[j] - t) / (time[j + 1] - time[j])
        if not alone[i]:  # the events between are unknown
            before = after = np.nan
        rows += [(t, at, 0.0, before, kind), (t, at, 0.0, after, kind)]
    rows.sort(key=lambda row: (row[0], row[4] < 0))  # an event before the sample at its time
    columns = [np.array(column) for column in zip(*rows)]
    known = np.isfinite(columns[3])
    columns[3] = np.interp(np.arange(len(known)), np.flatnonzero(known), columns[3][known])
    first = np.flatnonzero(time >= t_from)[0]
    stuck = _stuck(columns[0][0], time[-1], state[first] == 0, events[some], kinds[some])
    return Motion(*_smooth(*columns), stuck)


def _smooth(t, u, v, f, kind):
    """Adds points between samples, on the cubic through displacement and velocity of both ends."""
    pieces = []
    between = int(np.clip(DRAWN // len(t), 1, BETWEEN))
    for k in range(len(t) - 1):
        h = t[k + 1] - t[k]
        s = np.arange(between) / between if h > 0 else np.zeros(1)
        at = _hermite(s, h, u[k:k + 2], v[k:k + 2])
        slope = (6 * s * (1 - s) * (u[k + 1] - u[k]) / (h or 1) + (1 - s) * (1 - 3 * s) * v[k]
                 + s * (3 * s - 2) * v[k + 1])
        slope[0], at[0] = v[k], u[k]
        pieces.append((t[k] + s * h, at, slope, (1 - s) * f[k] + s * f[k + 1],
                       np.where(s == 0, kind[k], -1)))
    pieces.append(tuple(column[-1:] for column in (t, u, v, f, kind)))
    return [np.concatenate(column) for column in zip(*pieces)]


def _hermite(s, h: float, u: np.ndarray, v: np.ndarray):
    """Displacement at the fraction s of a step h with u and v at its ends."""
    return ((1 + 2 * s) * (1 - s) ** 2 * u[0] + s * (1 - s) ** 2 * h * v[0]
            + s * s * (3 - 2 * s) * u[1] + s * s * (s - 1) * h * v[1])


def _stuck(start: float, end: float, at_start: bool, times, kinds) -> list[tuple[float, float]]:
    changes = [(t, kind) for t, kind in zip(times, kinds) if kind != REVERSAL]
    # The first sample decides unless an event precedes it.
    since = start if (changes[0][1] == SLIP if changes else at_start) else None
    phases = []
    for t, kind in changes:
        if kind == STICK and since is None:
            since = t
        elif kind == SLIP and since is not None:
            phases.append((since, t))
            since = None
    return phases + ([(since, end)] if since is not None else [])


@style.styled
def contact_motion(results, group: str, periods: float = PERIODS):
    """Displacement, sliding velocity and friction force of a dry contact, with its orbit.

    Shows the last `periods` of the excitation, or the last 500 samples if there is no excitation;
    all of an orbit. Phases of sticking are shaded, events are marked. Panels at the side show
    velocity and friction force over the displacement. Returns a Figure.
    """
    start = _start(results, group, periods)
    motion = motion_of(results, group, start * (1 - 1e-12) if start > 0 else start)
    figure = style.new_figure(style.WIDTH, 5.2)
    left, right = figure.subfigures(1, 2, width_ratios=[1.75, 1])
    over_time = left.subplots(3, 1, sharex=True)
    phase, loop = right.subplots(2, 1, gridspec_kw={"height_ratios": [2, 1]})
    quantities = []
    for values, array, name in ((motion.displacement, "displacement", "displacement"),
                                (motion.velocity, "velocity", "sliding velocity"),
                                (motion.force, "force", "friction force")):
        factor, unit = style.scale(results[f"{group}/{array}"].unit, values)
        quantities.append((factor * values, f"{name} [{unit}]"))
    handles = {}
    for (values, label), panel in zip(quantities, over_time):
        for begin, end in motion.stuck:
            panel.axvspan(begin, end, color=STUCK, linewidth=0, zorder=0)
        if panel is not over_time[0]:
            panel.axhline(0, color=style.GREY, linewidth=0.5, zorder=1)
        panel.plot(motion.time, values, color=style.BLUE, linewidth=1.0)
        panel.set_ylabel(label)
        style.span(panel, motion.time)
    over_time[2].set_xlabel("time [s]")
    left.align_ylabels(over_time)
    right.align_ylabels([phase, loop])
    if motion.stuck:
        handles["sticking"] = Patch(color=STUCK)
    (u, u_label), (v, v_label), (f, f_label) = quantities
    for panel, values, label in ((phase, v, v_label), (loop, f, f_label)):
        panel.axhline(0, color=style.GREY, linewidth=0.5, zorder=1)
        panel.plot(u, values, color=style.BLUE, linewidth=0.9)
        panel.set_xlabel(u_label)
        panel.set_ylabel(label)
    for kind, (word, marker, size, colour) in MARKS.items():
        at = motion.kind == kind
        if at.any():
            look = {"color": colour, "markersize": size, "markeredgecolor": "white",
                    "markeredgewidth": 0.4, "zorder": 4}
            handles[word], = phase.plot(u[at], v[at], marker, **look)
            over_time[1].plot(motion.time[at], v[at], marker, **look)
    figure.suptitle(style.title(results.title, f"contact {group.partition('/')[2]}"), x=0.01,
                    ha="left")
    if handles:
        style.legend_below(figure, handles)
    return figure


# ---- joints of other laws

PHASES = {"0 free": {1: "on a stop", -1: "on a stop"}, "0 sticking": {0: "sticking", 2: "open"},
          "0 resting": {0: "at rest"}}
SHADES = {"on a stop": STUCK, "sticking": STUCK, "at rest": STUCK,
          "open": style.pale(style.SKY, 0.4)}


def joints_of(results) -> list[str]:
    """Names of the joints of other laws with recorded changes of state."""
    return [name for name in results.names("joints")
            if f"joints/{name}/events/state" in results]


@style.styled
def joint_motion(results, joint: str, periods: float = PERIODS):
    """Displacement and force of a nonlinear joint, and its force over displacement.

    Same layout as `contact_motion`. Phases on a stop, sticking, open or at rest are shaded. For a
    joint with a normal, the tangential component comes first. The rotation of a patch has panels of
    its own. Returns a Figure.
    """
    at = f"joints/{joint}/"
    start = _start(results, at, periods)
    time, u, f = _with_corners(results, at)
    some = time >= (start * (1 - 1e-12) if start > 0 else start)
    time, u, f = time[some], u[some], f[some]
    groups = _groups(results, at, u.shape[1])
    figure = style.new_figure(style.WIDTH, 0.4 * (u.shape[1] > 1) + 3.4 * len(groups))
    left, right = figure.subfigures(1, 2, width_ratios=[1.75, 1])
    over_time = left.subplots(2 * len(groups), 1, sharex=True)
    loops = np.atleast_1d(right.subplots(len(groups), 1))
    handles = _shade_phases(results, at, over_time, time)
    for k, (words, units, rows) in enumerate(groups):
        handles |= _draw_rows(over_time[2 * k:2 * k + 2], loops[k], time, words, units,
                              {name: (u[:, row], f[:, row], style.COLOURS[row])
                               for name, row in rows.items()})
    over_time[-1].set_xlabel("time [s]")
    style.span(over_time[0], time)
    left.align_ylabels(over_time)
    figure.suptitle(style.title(results.title, f"joint {joint}"), x=0.01, ha="left")
    if handles:
        style.legend_below(figure, handles)
    return figure


def _groups(results, at: str, n_rows: int) -> list:
    """Groups the rows of a joint by unit: words, units of displacement and force, and row by name."""
    units = [results[at + name].unit for name in ("displacement", "force")]
    words = ("displacement", "force")
    if at + "components" not in results:
        names = [f"component {row + 1}" if n_rows > 1 else "" for row in range(n_rows)]
        return [(words, units, {name: row for row, name in enumerate(names)})]
    names = list(results[at + "components"].values)
    rows = {name: row for row, name in enumerate(names) if name != "rotation"}
    groups = [(words, [unit.split(", ")[0] for unit in units], rows)]
    if "rotation" in names:
        groups.append((("rotation", "torque"), [unit.split(", ")[-1] for unit in units],
                       {"rotation": names.index("rotation")}))
    return groups


def _draw_rows(over_time, loop, time, words, units, rows) -> dict:
    """Draws the rows (displacement, force, colour by name) of one unit. Returns handles by name."""
    handles = {}
    scales = [style.scale(unit, *(row[k] for row in rows.values())) for k, unit in enumerate(units)]
    (to_u, unit_u), (to_f, unit_f) = scales
    for name, (u, f, colour) in rows.items():
        look = {"color": colour, "linewidth": 1.0}
        over_time[0].plot(time, to_u * u, **look)
        line, = over_time[1].plot(time, to_f * f, **look)
        loop.plot(to_u * u, to_f * f, **{**look, "linewidth": 0.9})
        if name:
            handles[name] = line
    over_time[0].set_ylabel(f"{words[0]} [{unit_u}]")
    over_time[1].set_ylabel(f"{words[1]} [{unit_f}]")
    loop.set_xlabel(f"{words[0]} [{unit_u}]")
    loop.set_ylabel(f"{words[1]} [{unit_f}]")
    for panel in (over_time[1], loop):
        panel.axhline(0, color=style.GREY, linewidth=0.5, zorder=1)
    return handles


def _with_corners(results, at: str):
    """Time (n), displacement and force (n x rows) of a joint. For one component, corners are added
    at events between samples, with the force of the phase that persists."""
    time = results["time"].values
    u, f, state = (results[at + name].values.reshape(len(time), -1)
                   for name in ("displacement", "force", "state"))
    if u.shape[1] > 1 or len(time) < 4:
        return time, u, f
    free = results[at + "state"].meaning.startswith("0 free")
    flat = (state == 0) if free else (state != 0)
    events = results[at + "events/time"].values
    events = events[(events > time[0]) & (events < time[-1])]
    after = np.searchsorted(time, events)
    first = np.clip(after - 2, 0, len(time) - 4)
    at_u = [_cubic(t, time[k:k + 4], u[k:k + 4, 0]) for t, k in zip(events, first)]
    side = np.where(flat[after, 0], after, after - 1)
    some = flat[after, 0] != flat[after - 1, 0]
    t = np.concatenate((time, events[some]))
    order = np.argsort(t, kind="stable")
    return (t[order], np.concatenate((u, np.reshape(at_u, (-1, 1))[some]))[order],
            np.concatenate((f, f[side][some]))[order])


def _cubic(t: float, at: np.ndarray, values: np.ndarray) -> float:
    """Cubic through four values."""
    weights = [np.prod([(t - at[j]) / (at[k] - at[j]) for j in range(4) if j != k])
               for k in range(4)]
    return float(np.dot(weights, values))


def _shade_phases(results, at: str, panels, time) -> dict:
    """Shades the phases of the first component that the law names. Returns handles by label."""
    states = results[at + "state"]
    words = next((names for start, names in PHASES.items() if states.meaning.startswith(start)), {})
    row = results[at + "events/row"].values == 0
    changes = [(t, s) for t, s in zip(results[at + "events/time"].values[row],
                                      results[at + "events/state"].values[row])
               if time[0] < t <= time[-1]]
    samples = results["time"].values
    before = np.clip(np.searchsorted(samples, time[0], "right") - 1, 0, None)
    state = int(states.values.reshape(len(samples), -1)[before, 0])
    handles, since = {}, time[0]
    for t, after in [*changes, (time[-1], None)]:
        word = words.get(state)
        if word and t > since:
            for panel in panels:
                panel.axvspan(since, t, color=SHADES[word], linewidth=0, zorder=0)
            handles[word] = Patch(color=SHADES[word])
        since, state = t, after
    return handles
