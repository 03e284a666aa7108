"""What is compared: key figures and arrays of results, by name."""
from __future__ import annotations

import dataclasses
from typing import Dict

import numpy as np


@dataclasses.dataclass
class Observation:
    values: np.ndarray  #: numbers or texts
    unit: str

    @property
    def textual(self) -> bool:
        return self.values.dtype.kind in "US"


#: name -> Observation; the name of an array begins with "/", that of a key figure does not
Observations = Dict[str, Observation]

@dataclasses.dataclass
class Prediction:
    values: Observations
    #: name -> reason; names of results that the relation says nothing about
    excluded: dict[str, str] = dataclasses.field(default_factory=dict)


#: Arrays that are compared. Others are states for restarts, in modes whose signs are arbitrary, and curves, whose
#: points lie wherever the step control puts them.
ARRAYS = ("time", "points/", "joints/", "contacts/", "energy/")


def observe(results, arrays: bool) -> Observations:
    """All key figures; with `arrays` the histories too."""
    found: Observations = {"status": Observation(np.array([results.status]), ""),
                           "warnings": Observation(np.array([float(bool(results.summary.get("warnings")))]), "")}
    for name, quantity in results.quantities.items():
        found[name] = Observation(np.atleast_1d(np.asarray(quantity.value)), quantity.unit)
    if arrays:
        for name in _arrays(results, ""):
            array = results[name]
            if array.dtype.kind != "U":
                found["/" + name] = Observation(np.asarray(array.values, dtype=float), array.unit)
    return found


def _arrays(results, group: str):
    for name in results.names(group):
        path = f"{group}/{name}" if group else name
        if not path.startswith(ARRAYS) and not any(a.startswith(path + "/") for a in ARRAYS):
            continue
        if results.names(path):
            yield from _arrays(results, path)
        else:
            yield path
