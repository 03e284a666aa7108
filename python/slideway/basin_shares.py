"""Results of basin-shares analyses: how much of the starts leads to which periodic motion, over a
parameter, and where these motions end."""
from __future__ import annotations

import dataclasses

import numpy as np



@dataclasses.dataclass(frozen=True)
class Orbit:
    """A periodic motion under its name, over all values of the parameter."""

    label: int
    name: str
    period: int
    share: np.ndarray  #: n
    state: np.ndarray  #: n of int: 0 absent, 1 unstable, 2 stable, 3 lost
    growth: np.ndarray  #: n, nan: absent
    standard_error: np.ndarray | None  #: n, of random starts
    integrity: np.ndarray | None  #: n, nan: none; in a plane of starts


@dataclasses.dataclass(frozen=True)
class Mark:
    """Where motions end, or where their stability or their share changes."""

    kind: str  #: "fold", "branch point", "period doubling", "Neimark-Sacker", "grazing", "crisis",
    #: "lost" (not followed further) or "none" (between points of the branch)
    low: float  #: of the parameter; a crisis lies between two values
    high: float
    names: tuple[str, ...]


def has_shares(results) -> bool:
    return results.analysis == "basin-shares"


def orbits_of(results) -> list[Orbit]:
    return [_orbit(results, f"orbits/{name}", label)
            for label, name in enumerate(results.names("orbits"))]


def others_of(results) -> dict[str, np.ndarray]:
    """Shares of starts that lead to no motion, where there are any."""
    shares = {name: results[f"shares/{key}"].values
              for name, key in (("not settled", "not_settled"), ("broke off", "broke_off"))}
    return {name: share for name, share in shares.items() if share.any()}


def marks_of(results) -> list[Mark]:
    """Where stable motions end, where they gain or lose their stability, and crises, in the order
    of the parameter; those that several motions have at one place, as mirrors do, once."""
    found: dict[tuple, list[str]] = {}

    def add(kind, low, high, name):
        found.setdefault((kind, float(low), float(high)), []).append(name)
    for group in results.names("orbits"):
        at = f"orbits/{group}"
        name = results[f"{at}/name"].values[0]
        for end in ("low", "high"):
            kind = results[f"{at}/{end}/kind"].values[0]
            p = results[f"{at}/{end}/parameter"].values[0]
            if kind != "range" and results[f"{at}/{end}/stable"].values[0]:
                add("branch point" if kind == "symmetry" else kind, p, p, name)
        if f"{at}/changes" in results:
            for p, kind in zip(results[f"{at}/changes/parameter"].values,
                               results[f"{at}/changes/label"].values):
                add(kind, p, p, name)
        if f"{at}/crises" in results:
            for low, high in zip(results[f"{at}/crises/from"].values,
                                 results[f"{at}/crises/to"].values):
                add("crisis", low, high, name)
    return [Mark(kind, low, high, tuple(names))
            for (kind, low, high), names in sorted(found.items(), key=lambda item: item[0][1:])]


def shares_table(results) -> dict[str, np.ndarray]:
    """A row per value of the parameter: shares, standard errors of random starts, states and
    integrities of all motions, and shares of starts that lead to none; columns by their names."""
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
    """A row per mark: what, where, of which motions."""
    marks = marks_of(results)
    name = results.attributes["parameter"]
    unit = results["parameter"].unit
    return {"what": np.array([m.kind for m in marks]),
            _with_unit(f"{name} from", unit): np.array([m.low for m in marks]),
            _with_unit(f"{name} to", unit): np.array([m.high for m in marks]),
            "motions": np.array(["; ".join(m.names) for m in marks])}


def _with_unit(name, unit):
    return f"{name} [{unit}]" if unit else name


def _orbit(results, at: str, label: int) -> Orbit:
    def optional(name):
        return results[f"{at}/{name}"].values if f"{at}/{name}" in results else None
    return Orbit(label, results[f"{at}/name"].values[0], int(results[f"{at}/period"].values[0]),
                 results[f"{at}/share"].values, results[f"{at}/state"].values,
                 results[f"{at}/growth"].values, optional("standard_error"),
                 optional("integrity"))
