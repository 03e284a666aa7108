"""Readers and tables of basin-shares results: share of starts per periodic motion over a parameter,
and the ends of these motions."""
from __future__ import annotations

import dataclasses

import numpy as np



@dataclasses.dataclass(frozen=True)
class Orbit:
    """A periodic motion with one name over all values of the parameter."""

    label: int
    name: str
    period: int
    share: np.ndarray  #: share per value of the parameter
    state: np.ndarray  #: per value: 0 absent, 1 unstable, 2 stable, 3 lost
    growth: np.ndarray  #: largest multiplier per value; nan if absent
    standard_error: np.ndarray | None  #: per value; None unless starts are random
    integrity: np.ndarray | None  #: per value, nan if absent; None unless starts lie in a plane


@dataclasses.dataclass(frozen=True)
class Mark:
    """Place where a motion ends, or where its stability or its share changes."""

    kind: str  #: "fold", "branch point", "period doubling", "Neimark-Sacker", "grazing", "crisis",
    #: "lost" (not continued further) or "none" (between points of the branch)
    low: float  #: value of the parameter; a crisis lies between low and high
    high: float
    names: tuple[str, ...]


def has_shares(results) -> bool:
    return results.analysis == "basin-shares"


def orbits_of(results) -> list[Orbit]:
    return [_orbit(results, f"orbits/{name}", label)
            for label, name in enumerate(results.names("orbits"))]


def others_of(results) -> dict[str, np.ndarray]:
    """Shares of starts that lead to no periodic motion, without those that are zero everywhere."""
    shares = {name: results[f"shares/{key}"].values
              for name, key in (("not settled", "not_settled"), ("broke off", "broke_off"))}
    return {name: share for name, share in shares.items() if share.any()}


def marks_of(results) -> list[Mark]:
    """Ends of stable motions, changes of stability, and crises, in the order of the parameter. A
    place that several motions share, such as a pair of mirrored motions, is listed once."""
    found: dict[tuple, list[str]] = {}

    def add(kind, low, high, name):
        found.setdefault((kind, float(low), float(high)), []).append(name)
    for group in (f"orbits/{entry}" for entry in results.names("orbits")):
        name = results[f"{group}/name"].values[0]
        for end in ("low", "high"):
            kind = results[f"{group}/{end}/kind"].values[0]
            p = results[f"{group}/{end}/parameter"].values[0]
            if kind != "range" and results[f"{group}/{end}/stable"].values[0]:
                add("branch point" if kind == "symmetry" else kind, p, p, name)
        if f"{group}/changes" in results:
            for p, kind in zip(results[f"{group}/changes/parameter"].values,
                               results[f"{group}/changes/label"].values):
                add(kind, p, p, name)
        if f"{group}/crises" in results:
            for low, high in zip(results[f"{group}/crises/from"].values,
                                 results[f"{group}/crises/to"].values):
                add("crisis", low, high, name)
    return [Mark(kind, low, high, tuple(names))
            for (kind, low, high), names in sorted(found.items(), key=lambda item: item[0][1:])]


def shares_table(results) -> dict[str, np.ndarray]:
    """Table with a row per value of the parameter: shares, standard errors (random starts), states
    and integrities of all motions, and shares of starts without a motion. A dict of columns."""
    p = results["parameter"]
    columns = {_with_unit(results.attributes["parameter"], p.unit): p.values}
    for orbit in orbits_of(results):
        columns[f"{orbit.name}: share"] = orbit.share
        if orbit.standard_error is not None:
            columns[f"{orbit.name}: standard error"] = orbit.standard_error
        names = results["orbits/0001/state"].names()
        columns[f"{orbit.name}: state"] = np.array([names[int(s)] for s in orbit.state])
        if orbit.integrity is not None:
            unit = results["resolution"].unit
            columns[_with_unit(f"{orbit.name}: integrity", unit)] = orbit.integrity
    for name, key in (("not settled", "not_settled"), ("broke off", "broke_off")):
        columns[name] = results[f"shares/{key}"].values
    return columns


def ends_table(results) -> dict[str, np.ndarray]:
    """Table with a row per mark: kind, range of the parameter, names of the motions."""
    marks = marks_of(results)
    name = results.attributes["parameter"]
    unit = results["parameter"].unit
    return {"what": np.array([m.kind for m in marks]),
            _with_unit(f"{name} from", unit): np.array([m.low for m in marks]),
            _with_unit(f"{name} to", unit): np.array([m.high for m in marks]),
            "motions": np.array(["; ".join(m.names) for m in marks])}


def _with_unit(name, unit):
    return f"{name} [{unit}]" if unit else name


def _orbit(results, group: str, label: int) -> Orbit:
    def optional(name):
        return results[f"{group}/{name}"].values if f"{group}/{name}" in results else None
    return Orbit(label, results[f"{group}/name"].values[0], int(results[f"{group}/period"].values[0]),
                 results[f"{group}/share"].values, results[f"{group}/state"].values,
                 results[f"{group}/growth"].values, optional("standard_error"),
                 optional("integrity"))
