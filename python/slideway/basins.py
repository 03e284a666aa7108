"""Readers and tables of basins results: which start of a plane leads to which periodic motion."""
from __future__ import annotations

import numpy as np

from slideway.results import Group

NOT_SETTLED, NOT_RUN, BROKE_OFF = -1, -2, -3  #: labels that are not orbits
OTHERS = {NOT_SETTLED: "not settled", NOT_RUN: "not run", BROKE_OFF: "broke off"}


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


def orbits_of(results) -> list[Group]:
    """Periodic motions that starts may lead to, in the order of their labels."""
    return list(results.root.orbits) if "orbits" in results else []


def names_of(results) -> list[str]:
    """Names of these motions."""
    return [orbit.name.item() for orbit in orbits_of(results)]


def outcomes_of(results) -> np.ndarray:
    """Name of the orbit, or other outcome, of each start, in the shape of `grid_of`."""
    names = dict(enumerate(names_of(results))) | OTHERS
    return np.vectorize(names.get)(grid_of(results, "label"))


def monitors_of(results) -> list[str]:
    """Monitors whose largest displacement is recorded for each motion."""
    return results.names("orbits/0001/points") if has_basins(results) and orbits_of(results) else []


def largest_of(results, monitor: str) -> np.ndarray:
    """Largest displacement of a monitor in the motion of each start, in the shape of `grid_of`. NaN
    for starts that do not settle."""
    largest = [o.points[monitor].largest.item() for o in orbits_of(results)]
    return np.array([*largest, np.nan])[np.maximum(grid_of(results, "label"), -1)]


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
    count = np.array([(label == k).sum() for k in [*range(len(orbits)), *others]])

    def column(value):
        return np.array([value(o) for o in orbits] + [np.nan] * len(others))
    columns = {"orbit": np.array(names_of(results) + [OTHERS[k] for k in others]),
               "starts": count, "share": count / len(label),
               "period": column(lambda o: len(o.x)), "growth": column(lambda o: o.growth.item())}
    for monitor in monitors_of(results):
        unit = orbits[0].points[monitor].largest.unit
        for what in ("least", "largest"):
            columns[f"{what} {monitor} [{unit}]"] = column(
                lambda o, m=monitor, w=what: o.points[m][w].item())
    return columns


def _differs(again, label):
    return (again != NOT_RUN) & (again != label)
