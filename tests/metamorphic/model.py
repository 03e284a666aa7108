"""A case as relations see it: dicts and lists in the words of case files, and what is known about its results."""
from __future__ import annotations

import copy
import dataclasses
from typing import Callable

NAMED_TABLES = ("substructure", "bond", "joint", "contact", "motion", "load")
BODIES_WITH_A_PLACE = ("rigid", "beam", "plane-stress")


@dataclasses.dataclass
class Mesh:
    """Linear quadrilaterals of a body, written as a deck of Abaqus. Nodes are counted from 0."""

    nodes: list[tuple[float, float]]
    elements: list[tuple[int, int, int, int]]  #: counter-clockwise
    groups: dict[str, list[int]]

    def text(self) -> str:
        lines = ["*NODE"] + [f"{i + 1}, {x!r}, {y!r}" for i, (x, y) in enumerate(self.nodes)]
        lines += ["*ELEMENT, TYPE=CPS4, ELSET=body"]
        lines += [", ".join(str(n) for n in [i + 1] + [k + 1 for k in e]) for i, e in enumerate(self.elements)]
        for name, nodes in self.groups.items():
            lines += [f"*NSET, NSET={name}"] + [f"{n + 1}," for n in nodes]
        return "\n".join(lines) + "\n"


@dataclasses.dataclass
class Model:
    """A case and the accuracy of its results."""

    case: dict
    #: Largest difference allowed, relative to the largest value of the same kind (see compare.py), where a relation
    #: changes nothing but round-off. `because` says where it comes from.
    tolerance: float
    because: str
    #: Length of a displacement of the model. Positions that are 100 m away carry round-off of 1e-14 m, which
    #: is a share of this length.
    displacement: float = 1.0
    meshes: dict[str, Mesh] = dataclasses.field(default_factory=dict)  #: by file name
    #: True if steps adapt to the error: their number and the last digits then depend on round-off.
    adaptive: bool = False

    def copy(self) -> Model:
        return copy.deepcopy(self)

    def entries(self, table: str) -> list[dict]:
        return self.case.get(table, [])

    def bodies(self) -> list[dict]:
        return self.entries("substructure")

    def body(self, port: str) -> dict:
        """The body that a reference to a port names."""
        return next(b for b in self.bodies() if b["name"] == port.split(".")[0])

    def names(self) -> list[str]:
        return [entry["name"] for table in NAMED_TABLES for entry in self.entries(table)]

    @property
    def analysis(self) -> dict:
        return self.case["analysis"]


def component(reference: str) -> str:
    """"x" of "body.port.x"; "" of "body.port"."""
    last = reference.split(".")[-1]
    return last if last in ("x", "y", "rotation") else ""


#: Keys whose texts refer to ports or entries, wherever they stand.
REFERENCES = ("between", "on", "slave", "master", "history", "monitor", "inputs", "outputs", "wear", "key")
#: Tables whose keys are ports.
PORT_TABLES = ("displacement", "velocity")


def map_references(value, change: Callable[[str], str]):
    """A part of a case with every reference to a port or an entry changed. Springs of a lumped body refer to
    its own masses and stay."""
    if isinstance(value, list):
        return [map_references(v, change) for v in value]
    if not isinstance(value, dict):
        return value
    mapped = {}
    for key, inner in value.items():
        if key in REFERENCES:
            mapped[key] = change(inner) if isinstance(inner, str) else [change(v) for v in inner]
        elif key in PORT_TABLES and isinstance(inner, dict) and any("." in k for k in inner):
            mapped[key] = {change(k): v for k, v in inner.items()}
        elif key == "level" and isinstance(inner, dict) and "load" in inner:
            mapped[key] = {**inner, "load": change(inner["load"])}
        elif key in ("springs", "dashpots", "chain", "masses"):
            mapped[key] = inner
        else:
            mapped[key] = map_references(inner, change)
    return mapped


def rename_reference(reference: str, names: dict[str, str]) -> str:
    """"body.port.x", "load" or "joint.stops.clearance" with names of entries replaced."""
    parts = reference.split(".")
    at = 1 if parts[0] in NAMED_TABLES and len(parts) > 1 else 0
    parts[at] = names.get(parts[at], parts[at])
    return ".".join(parts)


def renamed(model: Model, names: dict[str, str]) -> Model:
    """The model with other names of entries."""
    other = model.copy()
    other.case = map_references(other.case, lambda reference: rename_reference(reference, names))
    for table in NAMED_TABLES:
        for entry in other.entries(table):
            entry["name"] = names.get(entry["name"], entry["name"])
    return other


def without_chain(body: dict) -> dict:
    """A lumped body that is stated as a chain, stated by masses, springs and dashpots."""
    if "chain" not in body:
        return body
    stated = {k: v for k, v in body.items() if k != "chain"}
    chain = body["chain"]
    names = [f"m{i + 1}" for i in range(len(chain["masses"]))]
    ends = [chain.get("from", "ground"), *names] + ([chain["to"]] if "to" in chain else [])
    stated["masses"] = {n: {"x": m} for n, m in zip(names, chain["masses"])}
    for end in {chain.get("from", "ground"), chain.get("to", "ground")} - {"ground"}:
        stated["masses"][end] = {"x": 0.0}
    for kind, key in (("springs", "stiffness"), ("dashpots", "damping")):
        if kind in chain:
            stated[kind] = [{"between": list(pair), key: v} for pair, v in zip(zip(ends, ends[1:]), chain[kind])]
    return stated
