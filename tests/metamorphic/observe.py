"""What is compared: key figures and arrays of results, by name."""
from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass
class Observation:
    values: np.ndarray  #: numbers or texts
    unit: str

    @property
    def textual(self) -> bool:
        return self.values.dtype.kind in "US"


Observations = dict  # name -> Observation; the name of an array holds "/", that of a key figure does not

#: Arrays that are not compared. States are for restarts, in the modes of the model, whose signs are arbitrary; curves
#: are points wherever the step control puts them.
ARRAYS = ("time", "points/", "joints/", "contacts/", "energy/")
RATIOS_OF_ROUND_OFF = ("residual",)


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
