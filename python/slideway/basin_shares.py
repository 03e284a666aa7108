"""Readers and tables of basin-shares results: share of starts per periodic motion over a parameter,
and the ends of these motions."""
from __future__ import annotations

import dataclasses

import numpy as np

from slideway.results import Group


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


def orbits_of(results) -> dict[str, Group]:
    """Periodic motions by name, in the order of their labels."""
    orbits = results.root.orbits if "orbits" in results else []
    return {orbit.name.item(): orbit for orbit in orbits}


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
    for name, orbit in orbits_of(results).items():
        for end in (orbit.low, orbit.high):
            kind, p = end.kind.item(), end.parameter.item()
            if kind != "range" and end.stable.item():
                add("branch point" if kind == "symmetry" else kind, p, p, name)
        if "changes" in orbit:
            for p, kind in zip(orbit.changes.parameter, orbit.changes.label):
                add(str(kind), p, p, name)
        if "crises" in orbit:
            for low, high in zip(orbit.crises["from"], orbit.crises.to):
                add("crisis", low, high, name)
    return [Mark(kind, low, high, tuple(names))
            for (kind, low, high), names in sorted(found.items(), key=lambda item: item[0][1:])]


def shares_table(results) -> dict[str, np.ndarray]:
    """Table with a row per value of the parameter: shares, standard errors (random starts), states
    and integrities of all motions, and shares of starts without a motion. A dict of columns."""
    p = results["parameter"]
    columns = {_with_unit(results.attributes["parameter"], p.unit): p.values}
    for name, orbit in orbits_of(results).items():
        columns[f"{name}: share"] = orbit.share.values
        if "standard_error" in orbit:
            columns[f"{name}: standard error"] = orbit.standard_error.values
        states = orbit.state.names()
        columns[f"{name}: state"] = np.array([states[int(s)] for s in orbit.state])
        if "integrity" in orbit:
            unit = results["resolution"].unit
            columns[_with_unit(f"{name}: integrity", unit)] = orbit.integrity.values
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
