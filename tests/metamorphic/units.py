"""Units of keys and of results. The descriptions of the keys in the program are the only source: no table of keys here."""
from __future__ import annotations

import dataclasses
import functools
import re

import _slideway

# Exponents of length, mass and time.
SYMBOLS = {"m": (1, 0, 0), "kg": (0, 1, 0), "s": (0, 0, 1), "N": (1, 1, -2), "J": (2, 1, -2), "W": (2, 1, -3),
           "Pa": (-1, 1, -2), "Hz": (0, 0, -1), "rad": (0, 0, 0), "deg": (0, 0, 0), "1": (0, 0, 0)}
FACTOR = re.compile(r"([A-Za-z]+|1)(?:\^(\d+))?")


@dataclasses.dataclass(frozen=True)
class UnitSystem:
    """One metre, one kilogram and one second, in the units of the system."""

    name: str
    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0

    def factor(self, unit: str) -> float:
        """The number of a value in this system, over its number in SI units."""
        length, mass, time = dimension(unit)
        return self.length ** length * self.mass ** mass * self.time ** time


SYSTEMS = (UnitSystem("mm-tonne-s", 1e3, 1e-3, 1.0), UnitSystem("mm-kg-ms", 1e3, 1.0, 1e3),
           UnitSystem("um-kg-s", 1e6, 1.0, 1.0), UnitSystem("cm-g-s", 1e2, 1e3, 1.0),
           UnitSystem("powers of two", 2.0 ** 9, 2.0 ** -7, 2.0 ** 5),
           UnitSystem("arbitrary", 3.7e5, 2.3e-7, 41.0))


@functools.lru_cache(maxsize=None)
def dimension(unit: str) -> tuple[int, int, int]:
    """Exponents of length, mass and time of "N m/rad", "kg m^2", "m/s^2/N", "" and so on.

    Raises ValueError if a symbol is unknown.
    """
    total = [0, 0, 0]
    for place, part in enumerate(unit.replace("(", "").replace(")", "").split("/")):
        for symbol in part.split():
            match = FACTOR.fullmatch(symbol)
            if match is None or match[1] not in SYMBOLS:
                raise ValueError(f"unknown unit {unit!r}; add its symbols to SYMBOLS")
            power = int(match[2] or 1) * (1 if place == 0 else -1)
            total = [a + power * b for a, b in zip(total, SYMBOLS[match[1]])]
    return tuple(total)


def on_rotation(unit: str) -> str:
    """A unit of displacements on a rotation, as base/measure.cpp has it: "N/m" is "N m/rad"."""
    return re.sub(r"[A-Za-z]+", lambda m: {"m": "rad", "N": "N m"}.get(m[0], m[0]), unit)


def units_of_columns(unit: str, columns: int) -> list[str]:
    """Units of the columns of an array whose unit is "m" or, with rotations last, "m, rad"."""
    parts = unit.split(", ")
    return [unit] * columns if len(parts) == 1 else [parts[0]] * (columns - 1) + [parts[1]]


@functools.lru_cache(maxsize=None)
def _topics() -> dict[str, dict[str, dict[str, str]]]:
    """table -> kind ("" for every kind) -> path of a key -> unit"""
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for table, name, _, _, keys in _slideway.topics():
        units = {key[0]: key[2] for key in keys}
        tables.setdefault(table, {})[name] = units
    return tables


def _unit(table: str, kind: str, path: list[str]) -> str:
    """Unit of a key. Free names (of masses, of points, ports in a start) match NAME or end the path."""
    kinds = _topics()[table]
    keys = kinds.get(kind) or (next(iter(kinds.values())) if len(kinds) == 1 else None)
    if keys is None:
        raise KeyError(f"[{table}] has no kind {kind!r}")
    candidates = [""]
    for part in path:
        step = f".{part}" if part != "[]" else "[]"
        longer = [c + s for c in candidates for s in (step, ".NAME") if not (s == ".NAME" and step == "[]")]
        known = [c for c in longer if any(k == c[1:] or k.startswith((c[1:] + ".", c[1:] + "[")) for k in keys)]
        if not known:  # a free name of a table of numbers
            known = candidates
        candidates = known
    for candidate in candidates:
        if candidate[1:] in keys:
            return keys[candidate[1:]]
    raise KeyError(f"[{table}] {kind}: no key {'.'.join(path)}")


def _rotates(entry: dict, path: list[str]) -> bool:
    """True if the value acts on a rotation: of the entry, of a link, or of a port in the path."""
    named = [entry.get("on", "")] + list(entry.get("between", [])) + [path[-1]]
    for part in path:
        named.append(part)
    return any(isinstance(n, str) and n.endswith(".rotation") for n in named)


def convert_case(case: dict, system: UnitSystem) -> dict:
    """The case with every number in units of the system. Whole numbers without a unit stay whole."""
    def walk(value, table: str, kind: str, path: list[str], entry: dict):
        if isinstance(value, dict):
            inner = value if "between" in value else entry
            return {k: walk(v, table, kind, path + [k], inner) for k, v in value.items()}
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [walk(v, table, kind, path + ["[]"], v if "between" in v else entry) for v in value]
        if isinstance(value, list):
            return [walk(v, table, kind, path, entry) for v in value]
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return value
        factor = system.factor(_unit_in(case, table, kind, path, entry))
        return value if factor == 1 else value * factor

    converted = {}
    for table, content in case.items():
        if isinstance(content, list):
            converted[table] = [walk(e, table, kind_of(table, e, case), [], e) for e in content]
        elif isinstance(content, dict):
            converted[table] = walk(content, table, content.get("type", ""), [], content)
        else:
            converted[table] = content
    return converted


def kind_of(table: str, entry: dict, case: dict) -> str:
    return entry.get({"substructure": "type", "joint": "law"}.get(table, ""), "")


def _unit_in(case: dict, table: str, kind: str, path: list[str], entry: dict) -> str:
    if table == "analysis" and path[0] in ("over", "curves") and "key" in entry[path[0]]:
        return _unit_of_key(case, entry[path[0]]["key"])
    unit = _unit(table, kind, path)
    return on_rotation(unit) if _rotates(entry, path) and path[-1] != "rotation" else unit


def _unit_of_key(case: dict, key: str) -> str:
    """Unit of "joint.stops.clearance"; "" of "level"."""
    parts = key.split(".")
    if len(parts) == 1:
        return ""
    for entry in case.get(parts[0], []):
        if entry["name"] == parts[1]:
            return _unit_in(case, parts[0], kind_of(parts[0], entry, case), parts[2:], entry)
    raise KeyError(key)
