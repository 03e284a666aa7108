"""Readers and tables of basins results: which start of a plane leads to which periodic motion."""
from __future__ import annotations

import dataclasses

import numpy as np

NOT_SETTLED, NOT_RUN, BROKE_OFF = -1, -2, -3  #: labels that are not orbits
OTHERS = {NOT_SETTLED: "not settled", NOT_RUN: "not run", BROKE_OFF: "broke off"}


@dataclasses.dataclass(frozen=True)
class Orbit:
    """A periodic motion that starts may lead to. `least` and `largest` are dicts by monitor:
    extreme values in the period, in the monitor's unit."""

    label: int
    name: str
    growth: float  #: magnitude of the largest multiplier over a period
    x: np.ndarray  #: states on the plane at phase 0 of the drive, period by period
    y: np.ndarray
    least: dict[str, float]
    largest: dict[str, float]


def has_basins(results) -> bool:
    return results.analysis == "basins"


def grid_of(results, name: str) -> np.ndarray:
    """Array "label", "since" (periods until the motion was near its orbit) or "taken" of all
    starts. A row per value of y, a column per value of x."""
    shape = len(results["y"].values), len(results["x"].values)
    return results[f"starts/{name}"].values.reshape(shape)


def settle(results) -> bool:
    """True if any start leads to a periodic motion."""
    return has_basins(results) and bool((results["starts/label"].values >= 0).any())


def was_run(results) -> np.ndarray:
    """True at each start that was run, in the shape of `grid_of`. Other starts have the label of
    the cell around them."""
    if "starts/round" not in results:
        return np.ones_like(grid_of(results, "label"), dtype=bool)
    return grid_of(results, "round") >= 0


def orbits_of(results) -> list[Orbit]:
    return [_orbit(results, name, label) for label, name in enumerate(results.names("orbits"))]


def outcomes_of(results) -> np.ndarray:
    """Name of the orbit, or other outcome, of each start, in the shape of `grid_of`."""
    names = {o.label: o.name for o in orbits_of(results)} | OTHERS
    return np.vectorize(names.get)(grid_of(results, "label"))


def monitors_of(results) -> list[str]:
    """Monitors whose largest displacement is recorded for each motion."""
    return results.names("orbits/0001/points") if has_basins(results) and orbits_of(results) else []


def largest_of(results, monitor: str) -> np.ndarray:
    """Largest displacement of a monitor in the motion of each start, in the shape of `grid_of`. NaN
    for starts that do not settle."""
    largest = {o.label: o.largest[monitor] for o in orbits_of(results)}
    return np.vectorize(lambda k: largest.get(k, np.nan), otypes=[float])(grid_of(results, "label"))


def same_plane(several) -> bool:
    """True if several results have the same starts."""
    first = several[0]
    return all(r.attributes[axis] == first.attributes[axis]
               and np.array_equal(r[axis].values, first[axis].values)
               for r in several for axis in ("x", "y"))


def looked_at_again(results) -> dict[str, np.ndarray]:
    """Starts of the verification sample: their places x, y, and whether their label differs at the
    end of all periods ("wrong") or at a hundredth of the tolerance ("uncertain")."""
    if "sample/start" not in results:
        return {}
    start = results["sample/start"].values
    label = results["starts/label"].values[start]
    row, column = np.divmod(start, len(results["x"].values))
    return {"x": results["x"].values[column], "y": results["y"].values[row],
            "wrong": _differs(results["sample/to_the_end"].values, label),
            "uncertain": _differs(results["sample/at_hundredth"].values, label)}


def basins_table(results) -> dict[str, np.ndarray]:
    """Table with a row per orbit and a row per other outcome, as a dict of columns."""
    label = results["starts/label"].values
    orbits = orbits_of(results)
    others = [k for k in OTHERS if (label == k).any()]
    count = np.array([(label == k).sum() for k in [o.label for o in orbits] + others])

    def column(value):
        return np.array([value(o) for o in orbits] + [np.nan] * len(others))
    columns = {"orbit": np.array([o.name for o in orbits] + [OTHERS[k] for k in others]),
               "starts": count, "share": count / len(label),
               "period": column(lambda o: len(o.x)), "growth": column(lambda o: o.growth)}
    for monitor in monitors_of(results):
        unit = results[f"orbits/0001/points/{monitor}/largest"].unit
        columns[f"least {monitor} [{unit}]"] = column(lambda o, m=monitor: o.least[m])
        columns[f"largest {monitor} [{unit}]"] = column(lambda o, m=monitor: o.largest[m])
    return columns


def _differs(again, label):
    return (again != NOT_RUN) & (again != label)


def _orbit(results, name: str, label: int) -> Orbit:
    group = f"orbits/{name}"
    monitors = results.names(f"{group}/points")
    return Orbit(label, results[f"{group}/name"].values[0], float(results[f"{group}/growth"].values[0]),
                 results[f"{group}/x"].values, results[f"{group}/y"].values,
                 *({m: float(results[f"{group}/points/{m}/{what}"].values[0]) for m in monitors}
                   for what in ("least", "largest")))
