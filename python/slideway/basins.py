"""Results of basins analyses: which start of a plane leads to which periodic motion."""
from __future__ import annotations

import dataclasses

import numpy as np

NOT_SETTLED, NOT_RUN, BROKE_OFF = -1, -2, -3  #: labels that are no orbits
OTHERS = {NOT_SETTLED: "not settled", NOT_RUN: "not run", BROKE_OFF: "broke off"}


@dataclasses.dataclass(frozen=True)
class Orbit:
    """A periodic motion that starts may lead to. Of monitors, by their names: least and largest
    value in its period, in their unit."""

    label: int
    name: str
    growth: float  #: magnitude of the largest multiplier of its period
    x: np.ndarray  #: on the plane, where the drive has phase 0, period after period
    y: np.ndarray
    least: dict[str, float]
    largest: dict[str, float]


def has_basins(results) -> bool:
    return results.analysis == "basins"


def grid_of(results, name: str) -> np.ndarray:
    """"label", "since" (periods until it was beside its orbit) or "taken" of all starts: a row for
    each value of y, a column for each of x."""
    shape = len(results["y"].values), len(results["x"].values)
    return results[f"starts/{name}"].values.reshape(shape)


def settle(results) -> bool:
    """Whether any start leads to a periodic motion."""
    return has_basins(results) and bool((results["starts/label"].values >= 0).any())


def was_run(results) -> np.ndarray:
    """Whether the start at each point was run, in the shape of grid_of; others have what the cell
    around them has."""
    if "starts/round" not in results:
        return np.ones_like(grid_of(results, "label"), dtype=bool)
    return grid_of(results, "round") >= 0


def orbits_of(results) -> list[Orbit]:
    return [_orbit(results, name, label) for label, name in enumerate(results.names("orbits"))]


def outcomes_of(results) -> np.ndarray:
    """As grid_of: the name of the orbit that each start leads to, or what else became of it."""
    names = {o.label: o.name for o in orbits_of(results)} | OTHERS
    return np.vectorize(names.get)(grid_of(results, "label"))


def monitors_of(results) -> list[str]:
    """Those whose largest displacement is told of each motion that starts lead to."""
    return results.names("orbits/0001/points") if has_basins(results) and orbits_of(results) else []


def largest_of(results, monitor: str) -> np.ndarray:
    """As grid_of: the largest displacement of a monitor in the motion that each start leads to, NaN
    where it does not settle."""
    largest = {o.label: o.largest[monitor] for o in orbits_of(results)}
    return np.vectorize(lambda k: largest.get(k, np.nan), otypes=[float])(grid_of(results, "label"))


def same_plane(several) -> bool:
    """Whether the starts of several results are the same."""
    first = several[0]
    return all(r.attributes[axis] == first.attributes[axis]
               and np.array_equal(r[axis].values, first[axis].values)
               for r in several for axis in ("x", "y"))


def looked_at_again(results) -> dict[str, np.ndarray]:
    """Places x, y of the starts of the sample, and whether their label was another: "wrong" at the
    end of all periods, "uncertain" at a hundredth of the tolerance."""
    if "sample/start" not in results:
        return {}
    start = results["sample/start"].values
    label = results["starts/label"].values[start]
    row, column = np.divmod(start, len(results["x"].values))
    return {"x": results["x"].values[column], "y": results["y"].values[row],
            "wrong": _differs(results["sample/to_the_end"].values, label),
            "uncertain": _differs(results["sample/at_hundredth"].values, label)}


def basins_table(results) -> dict[str, np.ndarray]:
    """A row per orbit, then one per other outcome that there is: columns by their names."""
    label = results["starts/label"].values
    orbits = orbits_of(results)
    others = [k for k in OTHERS if (label == k).any()]
    count = np.array([(label == k).sum() for k in [o.label for o in orbits] + others])

    def column(of):
        return np.array([of(o) for o in orbits] + [np.nan] * len(others))
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
    at = f"orbits/{name}"
    monitors = results.names(f"{at}/points")
    return Orbit(label, results[f"{at}/name"].values[0], float(results[f"{at}/growth"].values[0]),
                 results[f"{at}/x"].values, results[f"{at}/y"].values,
                 *({m: float(results[f"{at}/points/{m}/{what}"].values[0]) for m in monitors}
                   for what in ("least", "largest")))
