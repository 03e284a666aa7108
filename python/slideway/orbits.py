"""Readers and tables of periodic-orbits results: branches of periodic motions, and motions in full."""
from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Branch:
    """Periodic motions along a branch, one entry per point. `least` and `largest` are dicts by
    monitor: extreme values in the period, in the monitor's unit."""

    number: int  #: counted from 1
    period: int  #: number of periods of the drive
    parameter: np.ndarray  #: values in the unit of `parameter_unit`
    label: np.ndarray  #: "fold", "grazing", ..., or ""
    stable: np.ndarray
    growth: np.ndarray  #: magnitude of the largest multiplier over the period
    contacts: np.ndarray  #: number of extrema beyond stops in the period
    least: dict[str, np.ndarray]
    largest: dict[str, np.ndarray]


@dataclasses.dataclass(frozen=True)
class Orbit:
    """A periodic motion in full."""

    number: int  #: counted from 1
    branch: int  #: number of its branch, from 1
    point: int  #: index of its point on the branch, from 0; -1 between two points
    label: str  #: "" for a requested motion
    parameter: float
    period: int
    stable: bool
    multipliers: np.ndarray  #: multipliers over the period


@dataclasses.dataclass(frozen=True)
class LabelCurve:
    """A label of a branch over a second parameter, one entry per point."""

    number: int  #: counted from 1
    branch: int  #: number of the branch on which it begins, from 1
    label: str
    period: int
    parameter: np.ndarray  #: values of the parameter of branches
    second: np.ndarray  #: values of the second parameter, in the unit of its key
    vanishes: np.ndarray  #: True where two labels meet and vanish


def has_branches(results) -> bool:
    return results.analysis == "periodic-orbits" and bool(results.names("branches"))


def parameter_of(results) -> str:
    """Parameter of branches: "Omega", "frequency", "level", or a key such as "clearance"."""
    return results.attributes["parameter"]


def parameter_unit(results) -> str:
    return results[f"branches/{results.names('branches')[0]}/parameter"].unit


def monitors_of(results) -> list[str]:
    """All recorded displacements, the first monitor first."""
    if not has_branches(results):
        return []
    first = results.attributes["monitor"]
    return sorted(results.names(f"branches/{results.names('branches')[0]}/points"),
                  key=lambda name: (name != first, name))


def unit_of(results, monitor: str) -> str:
    return results[f"branches/{results.names('branches')[0]}/points/{monitor}/largest"].unit


def branches_of(results) -> list[Branch]:
    if not has_branches(results):
        return []
    return [_branch(results, name) for name in results.names("branches")]


def orbits_of(results) -> list[Orbit]:
    """Motions in full: first those with a label, branch by branch, then the requested ones."""
    if not has_branches(results):
        return []
    return [_orbit(results, name) for name in results.names("orbits")]


def has_label_curves(results) -> bool:
    return results.analysis == "periodic-orbits" and bool(results.names("curves"))


def second_of(results) -> str:
    """Second parameter of label curves."""
    return results.attributes["second"]


def second_unit(results) -> str:
    return results[f"curves/{results.names('curves')[0]}/second"].unit


def label_curves_of(results) -> list[LabelCurve]:
    if not has_label_curves(results):
        return []
    return [_label_curve(results, name) for name in results.names("curves")]


def group_of(orbit: Orbit) -> str:
    """Group of the arrays of an orbit: f"{group_of(orbit)}/points/M/displacement"."""
    return f"orbits/{orbit.number:04d}"


def branches_table(results) -> dict[str, np.ndarray]:
    """Table of the points of all branches, one after the other, as a dict of columns."""
    branches = branches_of(results)

    def column(values_of):
        return np.concatenate([values_of(branch) for branch in branches])
    unit = parameter_unit(results)
    columns = {
        "branch": column(lambda b: np.full(len(b.parameter), b.number)),
        "period": column(lambda b: np.full(len(b.parameter), b.period)),
        parameter_of(results) + (f" [{unit}]" if unit else ""): column(lambda b: b.parameter),
        "label": column(lambda b: b.label),
        "stable": column(lambda b: b.stable.astype(int)),
        "largest multiplier": column(lambda b: b.growth),
        "contacts": column(lambda b: b.contacts)}
    for monitor in monitors_of(results):
        in_unit = f"{monitor} [{unit_of(results, monitor)}]"
        columns[f"least {in_unit}"] = column(lambda b, m=monitor: b.least[m])
        columns[f"largest {in_unit}"] = column(lambda b, m=monitor: b.largest[m])
    return columns


def label_curves_table(results) -> dict[str, np.ndarray]:
    """Table of the points of all label curves, one after the other, as a dict of columns."""
    curves = label_curves_of(results)

    def column(values_of):
        return np.concatenate([values_of(curve) for curve in curves])
    unit, second = parameter_unit(results), second_unit(results)
    return {"curve": column(lambda c: np.full(len(c.second), c.number)),
            "label": column(lambda c: np.full(len(c.second), c.label)),
            second_of(results) + (f" [{second}]" if second else ""): column(lambda c: c.second),
            parameter_of(results) + (f" [{unit}]" if unit else ""): column(lambda c: c.parameter),
            "two vanish": column(lambda c: c.vanishes.astype(int))}


def has_search(results) -> bool:
    return results.analysis == "periodic-orbits" and "search/outcome" in results


def search_table(results) -> dict[str, np.ndarray]:
    """Table of the outcome of each start of a search, as a dict of columns."""
    def named(name):
        array = results[f"search/{name}"]
        return array, f" [{array.unit}]" if array.unit else ""
    values, unit = named("parameter")
    columns = {parameter_of(results) + unit: values.values}
    for what in ("displacement", "velocity"):
        for name in results.names(f"search/{what}"):
            array, unit = named(f"{what}/{name}")
            columns[f"{what} {name}{unit}"] = array.values
    outcome = results["search/outcome"]
    names = _names_of(outcome)
    return columns | {"outcome": np.array([names[int(k)] for k in outcome.values]),
                      "period": results["search/period"].values,
                      "branch": results["search/branch"].values}


FOLD = 2  # kind of a point where a curve folds in its second parameter


def _label_curve(results, name: str) -> LabelCurve:
    group = f"curves/{name}"
    label = results[f"{group}/label"]
    return LabelCurve(int(name), int(results[f"{group}/from"].values[0]),
                      _names_of(label)[int(label.values[0])],
                      int(results[f"{group}/period"].values[0]), results[f"{group}/parameter"].values,
                      results[f"{group}/second"].values,
                      results[f"{group}/branch/kind"].values == FOLD)


def _names_of(array) -> dict[int, str]:
    """Names of labels by number, from the meaning of an array. "none" becomes ""."""
    return {number: "" if name == "none" else name for number, name in array.names().items()}


def _branch(results, name: str) -> Branch:
    group = f"branches/{name}"
    labels = results[f"{group}/label"]
    names = _names_of(labels)
    monitors = results.names(f"{group}/points")
    return Branch(int(name), int(results[f"{group}/period"].values[0]),
                  results[f"{group}/parameter"].values,
                  np.array([names[int(k)] for k in labels.values]),
                  results[f"{group}/stable"].values == 1, results[f"{group}/growth"].values,
                  results[f"{group}/contacts"].values,
                  *({m: results[f"{group}/points/{m}/{what}"].values for m in monitors}
                    for what in ("least", "largest")))


def _orbit(results, name: str) -> Orbit:
    group = f"orbits/{name}"
    label = results[f"{group}/label"]
    return Orbit(int(name), int(results[f"{group}/branch"].values[0]),
                 int(results[f"{group}/point"].values[0]),
                 _names_of(label)[int(label.values[0])],
                 float(results[f"{group}/parameter"].values[0]),
                 int(results[f"{group}/period"].values[0]),
                 bool(results[f"{group}/stable"].values[0]),
                 results[f"{group}/multipliers/real"].values
                 + 1j * results[f"{group}/multipliers/imag"].values)
