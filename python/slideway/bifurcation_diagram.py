"""Results of bifurcation-diagram analyses: motions in the long run over a parameter."""
from __future__ import annotations

import dataclasses

import numpy as np


UNTOLD = ("none", "start", "bound")  # labels that tell of the earlier run alone


@dataclasses.dataclass(frozen=True)
class Series:
    """The motions from one start over all values."""

    number: int  #: from 1
    sweep: str  #: "same", "up", "down"
    start: int  #: from 1
    outcome: np.ndarray  #: of each value: "periodic", "transient", "not settled", ...
    period: np.ndarray  #: of the orbit that the motion settled on; 0: none


@dataclasses.dataclass(frozen=True)
class Branch:
    """Periodic motions of an earlier run, an entry per point."""

    number: int  #: from 1
    results: str  #: that hold it
    branch: int  #: of these results, from 1
    period: int  #: in periods of the drive
    parameter: np.ndarray
    label: np.ndarray  #: "fold", "grazing", ..., or ""
    stable: np.ndarray


@dataclasses.dataclass(frozen=True)
class Points:
    """Points of a section, entry by entry."""

    at: np.ndarray  #: number of the value, or of the point of a branch, from 0
    displacement: np.ndarray
    velocity: np.ndarray


def has_diagram(results) -> bool:
    return results.analysis == "bifurcation-diagram" and "values" in results


def parameter_of(results) -> str:
    """What the diagram goes over: "Omega", "frequency", "level", or a number as "clearance"."""
    return results.attributes["parameter"]


def monitors_of(results) -> list[str]:
    """All displacements that are told, the first monitor first."""
    first = results.attributes["monitor"]
    return sorted(results.names("series/0001/points"), key=lambda name: (name != first, name))


def series_of(results) -> list[Series]:
    return [_series(results, name) for name in results.names("series")]


def branches_of(results) -> list[Branch]:
    return [_branch(results, name) for name in results.names("branches")]


def sections_of(results) -> list[str]:
    """Names of the sections that any motion met."""
    if not has_diagram(results):
        return []
    return list(dict.fromkeys(section for name in results.names("series")
                              for section in results.names(f"series/{name}/sections")))


def group_of(of: Series | Branch) -> str:
    kind = "series" if isinstance(of, Series) else "branches"
    return f"{kind}/{of.number:04d}"


def points_of(results, of: Series | Branch, section: str, watched: str) -> Points | None:
    """Where motions meet a section; None: nowhere."""
    at = f"{group_of(of)}/sections/{section}"
    if f"{at}/at" not in results:
        return None
    return Points(results[f"{at}/at"].values,
                  results[f"{at}/points/{watched}/displacement"].values,
                  results[f"{at}/points/{watched}/velocity"].values)


def units_of(results, section: str, watched: str) -> tuple[str, str]:
    """Of displacement and velocity."""
    group = next(group_of(of) for of in series_of(results)
                 if f"{group_of(of)}/sections/{section}/at" in results)
    return tuple(results[f"{group}/sections/{section}/points/{watched}/{what}"].unit
                 for what in ("displacement", "velocity"))


def exponents_of(results, series: Series) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of the values, from 0, and the largest exponents there [1/s]."""
    at = f"{group_of(series)}/exponent"
    if f"{at}/at" not in results:
        return np.array([], dtype=int), np.array([])
    return results[f"{at}/at"].values, results[f"{at}/value"].values


def diagram_table(results) -> dict[str, np.ndarray]:
    """The motions of all series one after the other: columns by their names."""
    all_series = series_of(results)
    values = results["values"]
    n = len(values)

    def column(of):
        return np.concatenate([of(series) for series in all_series])

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
    """Points of all sections of all series and branches: columns by their names."""
    rows = []
    values = results["values"]
    watched = list(dict.fromkeys(name for of in series_of(results) for section in
                                 sections_of(results) for name in
                                 results.names(f"{group_of(of)}/sections/{section}/points")))
    for section in sections_of(results):
        for of in [*series_of(results), *branches_of(results)]:
            told = [points_of(results, of, section, name) for name in watched]
            if told[0] is None:
                continue
            branch = isinstance(of, Branch)
            parameter = of.parameter if branch else values.values
            rows.append({"section": np.full(len(told[0].at), section),
                         "of": np.full(len(told[0].at), f"branch {of.number}" if branch else
                                       f"{of.sweep} {of.start}"),
                         _named(parameter_of(results), values.unit): parameter[told[0].at]}
                        | {_named(f"{what} {name}", unit): getattr(points, what)
                           for name, points in zip(watched, told)
                           for what, unit in zip(("displacement", "velocity"),
                                                 units_of(results, section, name))})
    return {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}


def _spread(n: int, at: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values at some of n places; not a number elsewhere."""
    out = np.full(n, np.nan)
    out[at] = values
    return out


def _named(name: str, unit: str) -> str:
    return name + (f" [{unit}]" if unit else "")


def _series(results, name: str) -> Series:
    at = f"series/{name}"
    sweep, outcome = results[f"{at}/sweep"], results[f"{at}/outcome"]
    names = outcome.names()
    return Series(int(name), sweep.names()[int(sweep.values[0])],
                  int(results[f"{at}/start"].values[0]) + 1,
                  np.array([names[int(k)] for k in outcome.values]),
                  results[f"{at}/period"].values)


def _branch(results, name: str) -> Branch:
    at = f"branches/{name}"
    label = results[f"{at}/label"]
    names = {number: "" if of in UNTOLD else of for number, of in label.names().items()}
    return Branch(int(name), str(results[f"{at}/results"].values[0]),
                  int(results[f"{at}/branch"].values[0]), int(results[f"{at}/period"].values[0]),
                  results[f"{at}/parameter"].values,
                  np.array([names[int(k)] for k in label.values]),
                  results[f"{at}/stable"].values == 1)
