"""Results of periodic-orbits analyses: branches of periodic motions, and motions in full."""
from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Branch:
    """Periodic motions along a branch, an entry per point. Of monitors, by their names: least and
    largest value in the period, in their unit."""

    number: int  #: from 1
    period: int  #: in periods of the drive
    parameter: np.ndarray  #: in the unit of `parameter_unit`
    label: np.ndarray  #: "fold", "grazing", ..., or ""
    stable: np.ndarray
    growth: np.ndarray  #: magnitude of the largest multiplier of the period
    contacts: np.ndarray  #: extrema beyond stops in the period
    least: dict[str, np.ndarray]
    largest: dict[str, np.ndarray]


@dataclasses.dataclass(frozen=True)
class Orbit:
    """A periodic motion in full."""

    number: int  #: from 1
    branch: int  #: from 1
    point: int  #: of the branch, from 0; -1: between two of them
    label: str  #: "" of a motion that was asked for
    parameter: float
    period: int
    stable: bool
    multipliers: np.ndarray  #: of the period


@dataclasses.dataclass(frozen=True)
class LabelCurve:
    """A label of a branch over a second parameter, an entry per point."""

    number: int  #: from 1
    branch: int  #: on which it begins, from 1
    label: str
    period: int
    parameter: np.ndarray  #: as that of branches
    second: np.ndarray  #: in the unit of its key
    vanishes: np.ndarray  #: True where two labels meet and vanish


def has_branches(results) -> bool:
    return results.analysis == "periodic-orbits" and bool(results.names("branches"))


def parameter_of(results) -> str:
    """What branches go over: "Omega", "frequency", "level", or a number as "clearance"."""
    return results.attributes["parameter"]


def parameter_unit(results) -> str:
    return results[f"branches/{results.names('branches')[0]}/parameter"].unit


def monitors_of(results) -> list[str]:
    """All displacements that are told, the first monitor first."""
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
    """The motions told in full: those with a label, branch by branch, then those asked for."""
    if not has_branches(results):
        return []
    return [_orbit(results, name) for name in results.names("orbits")]


def has_label_curves(results) -> bool:
    return results.analysis == "periodic-orbits" and bool(results.names("curves"))


def second_of(results) -> str:
    """The second parameter of label curves."""
    return results.attributes["second"]


def second_unit(results) -> str:
    return results[f"curves/{results.names('curves')[0]}/second"].unit


def label_curves_of(results) -> list[LabelCurve]:
    if not has_label_curves(results):
        return []
    return [_label_curve(results, name) for name in results.names("curves")]


def group_of(orbit: Orbit) -> str:
    """Where its arrays stand: f"{group_of(orbit)}/points/M/displacement"."""
    return f"orbits/{orbit.number:04d}"


def branches_table(results) -> dict[str, np.ndarray]:
    """The points of all branches one after the other: columns by their names."""
    branches = branches_of(results)

    def column(of):
        return np.concatenate([of(branch) for branch in branches])
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
    """The points of all label curves one after the other: columns by their names."""
    curves = label_curves_of(results)

    def column(of):
        return np.concatenate([of(curve) for curve in curves])
    unit, second = parameter_unit(results), second_unit(results)
    return {"curve": column(lambda c: np.full(len(c.second), c.number)),
            "label": column(lambda c: np.full(len(c.second), c.label)),
            second_of(results) + (f" [{second}]" if second else ""): column(lambda c: c.second),
            parameter_of(results) + (f" [{unit}]" if unit else ""): column(lambda c: c.parameter),
            "two vanish": column(lambda c: c.vanishes.astype(int))}


def has_search(results) -> bool:
    return results.analysis == "periodic-orbits" and "search/outcome" in results


def search_table(results) -> dict[str, np.ndarray]:
    """What became of each start of a search: columns by their names."""
    def named(name):
        array = results[f"search/{name}"]
        return array, f" [{array.unit}]" if array.unit else ""
    at, unit = named("parameter")
    columns = {parameter_of(results) + unit: at.values}
    for what in ("displacement", "velocity"):
        for name in results.names(f"search/{what}"):
            array, unit = named(f"{what}/{name}")
            columns[f"{what} {name}{unit}"] = array.values
    outcome = results["search/outcome"]
    names = _names_of(outcome)
    return columns | {"outcome": np.array([names[int(k)] for k in outcome.values]),
                      "period": results["search/period"].values,
                      "branch": results["search/branch"].values}


FOLD = 2  # of a curve in its second parameter


def _label_curve(results, name: str) -> LabelCurve:
    at = f"curves/{name}"
    label = results[f"{at}/label"]
    return LabelCurve(int(name), int(results[f"{at}/from"].values[0]),
                      _names_of(label)[int(label.values[0])],
                      int(results[f"{at}/period"].values[0]), results[f"{at}/parameter"].values,
                      results[f"{at}/second"].values,
                      results[f"{at}/branch/kind"].values == FOLD)


def _names_of(array) -> dict[int, str]:
    """The names that an array of labels tells in its meaning; none has no name."""
    return {number: "" if name == "none" else name for number, name in array.names().items()}


def _branch(results, name: str) -> Branch:
    at = f"branches/{name}"
    labels = results[f"{at}/label"]
    names = _names_of(labels)
    monitors = results.names(f"{at}/points")
    return Branch(int(name), int(results[f"{at}/period"].values[0]),
                  results[f"{at}/parameter"].values,
                  np.array([names[int(k)] for k in labels.values]),
                  results[f"{at}/stable"].values == 1, results[f"{at}/growth"].values,
                  results[f"{at}/contacts"].values,
                  *({m: results[f"{at}/points/{m}/{what}"].values for m in monitors}
                    for what in ("least", "largest")))


def _orbit(results, name: str) -> Orbit:
    at = f"orbits/{name}"
    label = results[f"{at}/label"]
    return Orbit(int(name), int(results[f"{at}/branch"].values[0]),
                 int(results[f"{at}/point"].values[0]),
                 _names_of(label)[int(label.values[0])],
                 float(results[f"{at}/parameter"].values[0]),
                 int(results[f"{at}/period"].values[0]),
                 bool(results[f"{at}/stable"].values[0]),
                 results[f"{at}/multipliers/real"].values
                 + 1j * results[f"{at}/multipliers/imag"].values)
