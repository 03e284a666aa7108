"""Compares the results of a changed model with those that a relation predicts."""
from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from model import Model
from observe import Observation, Observations, Prediction
from relations import Relation
from units import units_of_columns

#: Results that depend on the last digits, for all relations.
NEVER = ((r"^steps$", "adaptive", "steps adapt to the error, whose last digits differ"),
         (r"(^|\.)points$", "", "points of a curve lie where the step control puts them"),
         (r"^energy\.scale$", "", "a scale: modes exchange energy one by one, so it depends on their axes within a factor"),
         (r"/(gap|sliding_velocity)$|\.sliding_velocity\.(min|max)$", "sticking", "round-off while a node sticks"))
#: Units of slopes and directions: relative to 1.
UNITLESS = ("", "1", "rad/m", "deg")
#: Units whose values share a scale in all analyses: displacements of one monitor may be round-off beside another.
SHARED = ("m", "rad", "m/s", "rad/s^2", "m/s^2")
#: Results that are less accurate than others by a factor.
LOOSE = ((r"\.growth$", 1e3, "at a fold two multipliers meet: each is the square root of the error"),
         (r"^folds\.(largest|rms|phase_lag)$", 100.0, "at a fold the motion is the square root of the error of the place"))


@dataclass
class Difference:
    name: str
    what: str  #: one line with both numbers


def compare(predicted: Prediction, found: Observations, model: Model, relation: Relation) -> list[Difference]:
    tolerance = model.tolerance * relation.growth + relation.extra_tolerance(model)
    if model.analysis["type"] != "transient":
        found = _in_order(predicted.values, found)
    scales = _scales(predicted.values, model.analysis["type"] == "transient")
    differences = []
    for name, expected in predicted.values.items():
        if name in predicted.excluded or _never(name, model):
            continue
        if name not in found:
            differences.append(Difference(name, f"is missing; expected {_short(expected)}"))
        elif found[name].unit != expected.unit:
            differences.append(Difference(name, f"unit {found[name].unit!r}; expected {expected.unit!r}"))
        else:
            extra = relation.extra_acceleration(model) if expected.unit.endswith("/s^2") or \
                expected.unit == "N" and model.entries("contact") else 0.0
            what = _difference(name, expected, found[name], scales, tolerance, extra)
            if what:
                differences.append(Difference(name, what))
    for name in found:
        if name not in predicted.values and name not in predicted.excluded and not _never(name, model):
            differences.append(Difference(name, f"is not expected: {_short(found[name])}"))
    return differences


def _in_order(expected: Observations, found: Observations) -> Observations:
    """Results with the rows of each table of labels ("folds.level", "folds.frequency", ...) in the order of the expected
    ones: curve by curve, and the curves in the order in which they were found, which round-off may change."""
    ordered = dict(found)
    tables: dict[str, list[str]] = {}
    for name, o in expected.items():
        table, _, column = name.rpartition(".")
        if o.values.size > 1 and name in found and found[name].values.shape == o.values.shape and table:
            tables.setdefault(table, []).append(name)
    for names in tables.values():
        rows = expected[names[0]].values.size
        names = [n for n in names if expected[n].values.size == rows]
        numbers = [n for n in names if not expected[n].textual and expected[n].unit != "deg"]
        if not numbers:
            continue
        size = [np.max(np.abs(expected[n].values)) or 1.0 for n in numbers]
        a = np.array([expected[n].values / s for n, s in zip(numbers, size)])
        b = np.array([found[n].values / s for n, s in zip(numbers, size)])
        left, order = list(range(rows)), []
        for row in range(rows):
            nearest = min(left, key=lambda other: float(np.sum(np.abs(a[:, row] - b[:, other]))))
            left.remove(nearest)
            order.append(nearest)
        for n in names:
            ordered[n] = Observation(found[n].values[order], found[n].unit)
    return ordered


def _never(name: str, model: Model) -> str:
    sticking = model.analysis.get("sticking") == "follow"
    for pattern, condition, reason in NEVER:
        if re.search(pattern, name) and (not condition or model.adaptive and condition == "adaptive" or
                                         sticking and condition == "sticking"):
            return reason
    return ""


def _scales(values: Observations, shared: bool) -> dict[tuple[str, str], float]:
    """(name, unit) -> scale. In transients all values of a unit share one, because small ones are made of large
    ones; slopes, and the results of other analyses, have their own."""
    largest: dict[tuple[str, str], float] = {}
    scales: dict[tuple[str, str], float] = {}
    for name, o in values.items():
        for unit, column in _columns(o):
            together = (shared or unit in SHARED) and not name.endswith("slope")
            kind = ("" if together else name, unit)
            if column.size:
                largest[kind] = max(largest.get(kind, 0.0), float(np.max(np.abs(column))))
    for name, o in values.items():
        for unit, _ in _columns(o):
            scales[name, unit] = largest.get(("", unit), largest.get((name, unit), 0.0))
    for (name, unit), scale in largest.items():
        if name:
            scales[name, unit] = scale
    return scales


def _columns(o: Observation):
    """(unit, values) of the columns of an array with several units, or of the whole."""
    if o.textual:
        return
    units = units_of_columns(o.unit, o.values.shape[-1] if o.values.ndim > 1 else 1)
    if len(set(units)) == 1:
        yield units[0], o.values
    else:
        for i, unit in enumerate(units):
            yield unit, o.values[..., i]


def _difference(name: str, expected: Observation, found: Observation, scales: dict,
                tolerance: float, extra: float) -> str:
    tolerance *= max([factor for pattern, factor, _ in LOOSE if re.search(pattern, name)], default=1.0)
    if expected.values.shape != found.values.shape:
        return f"{_short(found)}; expected {_short(expected)}"
    if expected.textual:
        same = found.values.tolist() == expected.values.tolist()
        return "" if same else f"{_short(found)}; expected {_short(expected)}"
    worst = ""
    for (unit, a), (_, b) in zip(_columns(expected), _columns(found)):
        if not a.size:
            continue
        scale = max(1.0, float(np.max(np.abs(a)))) if unit in UNITLESS else scales[name, unit]
        if name.endswith("slip_over_spin"):  # a ratio: infinite in pure slip
            a, b = np.arctan(a), np.arctan(b)
        turn = 2 * np.pi if name.endswith("slope") else 360.0 if unit == "deg" else np.inf
        apart = np.abs(a - b) if turn == np.inf else np.abs((a - b + turn / 2) % turn - turn / 2)
        at = np.unravel_index(int(np.nanargmax(np.where(np.isnan(apart), np.inf, apart))), apart.shape)
        if not apart[at] <= tolerance * scale + extra:
            place = "" if a.size == 1 else f" at {tuple(int(i) for i in at)}"
            worst = (f"{b[at]:.15g}{place}; expected {a[at]:.15g}; apart by {apart[at]:.2e}, "
                     f"{apart[at] / scale if scale else np.inf:.1e} of {scale:.3g} [{unit}]; allowed {tolerance:.1e}")
    return worst


def _short(o: Observation) -> str:
    values = o.values.ravel()
    shown = ", ".join(str(v) if o.textual else f"{v:.12g}" for v in values[:6].tolist())
    return f"[{shown}{', ...' if values.size > 6 else ''}] ({values.size})"
