"""Readers and tables of bifurcation-diagram results: long-term motions over a parameter."""
from __future__ import annotations

import dataclasses

import numpy as np


UNTOLD = ("none", "start", "bound")  # labels that only describe how the earlier run ended


@dataclasses.dataclass(frozen=True)
class Series:
    """Motions from one start over all values of the parameter."""

    number: int  #: counted from 1
    sweep: str  #: "same", "up", "down"
    start: int  #: number of the start, from 1
    outcome: np.ndarray  #: outcome per value: "periodic", "transient", "not settled", ...
    period: np.ndarray  #: period of the orbit that the motion settled on; 0 if none


@dataclasses.dataclass(frozen=True)
class Branch:
    """Periodic motions of an earlier run, one entry per point."""

    number: int  #: counted from 1
    results: str  #: folder of the results that hold the branch
    branch: int  #: number in these results, from 1
    period: int  #: number of periods of the drive
    parameter: np.ndarray
    label: np.ndarray  #: "fold", "grazing", ..., or ""
    stable: np.ndarray


@dataclasses.dataclass(frozen=True)
class Points:
    """Points of a section, one entry per point."""

    at: np.ndarray  #: index of the value, or of the point of a branch, from 0
    displacement: np.ndarray
    velocity: np.ndarray


def has_diagram(results) -> bool:
    return results.analysis == "bifurcation-diagram" and "values" in results


def parameter_of(results) -> str:
    """Parameter of the diagram: "Omega", "frequency", "level", or a key such as "clearance"."""
    return results.attributes["parameter"]


def monitors_of(results) -> list[str]:
    """All recorded displacements, the first monitor first."""
    first = results.attributes["monitor"]
    return sorted(results.names("series/0001/points"), key=lambda name: (name != first, name))


def series_of(results) -> list[Series]:
    return [_series(results, name) for name in results.names("series")]


def branches_of(results) -> list[Branch]:
    return [_branch(results, name) for name in results.names("branches")]


def sections_of(results) -> list[str]:
    """Names of the sections that at least one motion crosses."""
    if not has_diagram(results):
        return []
    return list(dict.fromkeys(section for name in results.names("series")
                              for section in results.names(f"series/{name}/sections")))


def group_of(motions: Series | Branch) -> str:
    kind = "series" if isinstance(motions, Series) else "branches"
    return f"{kind}/{motions.number:04d}"


def points_of(results, motions: Series | Branch, section: str, watched: str) -> Points | None:
    """Points where motions cross a section, or None if there are none."""
    group = f"{group_of(motions)}/sections/{section}"
    if f"{group}/at" not in results:
        return None
    return Points(results[f"{group}/at"].values,
                  results[f"{group}/points/{watched}/displacement"].values,
                  results[f"{group}/points/{watched}/velocity"].values)


def units_of(results, section: str, watched: str) -> tuple[str, str]:
    """Units of displacement and velocity."""
    group = next(group_of(series) for series in series_of(results)
                 if f"{group_of(series)}/sections/{section}/at" in results)
    return tuple(results[f"{group}/sections/{section}/points/{watched}/{what}"].unit
                 for what in ("displacement", "velocity"))


def exponents_of(results, series: Series) -> tuple[np.ndarray, np.ndarray]:
    """Indices of the values (from 0) with an exponent, and their largest exponents [1/s]."""
    group = f"{group_of(series)}/exponent"
    if f"{group}/at" not in results:
        return np.array([], dtype=int), np.array([])
    return results[f"{group}/at"].values, results[f"{group}/value"].values


def diagram_table(results) -> dict[str, np.ndarray]:
    """Table of the motions of all series, one after the other, as a dict of columns."""
    all_series = series_of(results)
    values = results["values"]
    n = len(values)

    def column(values_of):
        return np.concatenate([values_of(series) for series in all_series])

    def array(name):
        return column(lambda s: results[f"{group_of(s)}/{name}"].values)
    columns = {"sweep": column(lambda s: np.full(n, s.sweep)),
               "start": column(lambda s: np.full(n, s.start)),
               _named(parameter_of(results), values.unit): column(lambda s: values.values),
               "outcome": column(lambda s: s.outcome), "period": column(lambda s: s.period),
               "life time [periods]": array("life"), "largest multiplier": array("growth")}
    if any(len(exponents_of(results, series)[0]) for series in all_series):
        columns["exponent [1/s]"] = column(lambda s: _spread(n, *exponents_of(results, s)))
    for monitor in monitors_of(results):
        unit = results[f"series/0001/points/{monitor}/largest"].unit
        for what in ("least", "largest"):
            columns[f"{what} {monitor} [{unit}]"] = array(f"points/{monitor}/{what}")
    return columns


def sections_table(results) -> dict[str, np.ndarray]:
    """Table of the points of all sections of all series and branches, as a dict of columns."""
    rows = []
    values = results["values"]
    watched = list(dict.fromkeys(name for series in series_of(results) for section in
                                 sections_of(results) for name in
                                 results.names(f"{group_of(series)}/sections/{section}/points")))
    for section in sections_of(results):
        for motions in [*series_of(results), *branches_of(results)]:
            found = [points_of(results, motions, section, name) for name in watched]
            if found[0] is None:
                continue
            branch = isinstance(motions, Branch)
            parameter = motions.parameter if branch else values.values
            rows.append({"section": np.full(len(found[0].at), section),
                         "of": np.full(len(found[0].at), f"branch {motions.number}" if branch else
                                       f"{motions.sweep} {motions.start}"),
                         _named(parameter_of(results), values.unit): parameter[found[0].at]}
                        | {_named(f"{what} {name}", unit): getattr(points, what)
                           for name, points in zip(watched, found)
                           for what, unit in zip(("displacement", "velocity"),
                                                 units_of(results, section, name))})
    return {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}


def _spread(n: int, at: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Array of n values: `values` at the indices `at`, NaN elsewhere."""
    out = np.full(n, np.nan)
    out[at] = values
    return out


def _named(name: str, unit: str) -> str:
    return name + (f" [{unit}]" if unit else "")


def _series(results, name: str) -> Series:
    group = f"series/{name}"
    sweep, outcome = results[f"{group}/sweep"], results[f"{group}/outcome"]
    names = outcome.names()
    return Series(int(name), sweep.names()[int(sweep.values[0])],
                  int(results[f"{group}/start"].values[0]) + 1,
                  np.array([names[int(k)] for k in outcome.values]),
                  results[f"{group}/period"].values)


def _branch(results, name: str) -> Branch:
    group = f"branches/{name}"
    label = results[f"{group}/label"]
    names = {number: "" if name in UNTOLD else name for number, name in label.names().items()}
    return Branch(int(name), str(results[f"{group}/results"].values[0]),
                  int(results[f"{group}/branch"].values[0]), int(results[f"{group}/period"].values[0]),
                  results[f"{group}/parameter"].values,
                  np.array([names[int(k)] for k in label.values]),
                  results[f"{group}/stable"].values == 1)
