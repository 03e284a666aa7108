"""The types of `Model` for editors and type checkers, from the keys of case files:

    python3 -m slideway.stubs > python/slideway/model.pyi
"""
from __future__ import annotations

import inspect
import keyword

import _slideway

from slideway import model

HEAD = '''"""Made by `python3 -m slideway.stubs`; a test compares."""
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from _slideway import InputError as InputError

from scipy.sparse import spmatrix

from slideway.body import Body
from slideway.law import Law
from slideway.mesh import Mesh
from slideway.results import Results

Matrix = np.ndarray | Sequence[Sequence[float]] | spmatrix
Numbers = Sequence[float] | np.ndarray
Progress = bool | Callable[[float, str, str], object]
Table = Mapping[str, Any]

class Interrupted(KeyboardInterrupt):
    results: Results | None

def load(case: str | os.PathLike) -> Model: ...
def shipped(path: str) -> str: ...
def span(first: float, last: float, step: float | None = ...) -> dict[str, float]: ...

class Model:
    @property
    def made(self) -> dict[str, int]: ...
    def __init__(self, title: str = ...) -> None: ...
    def __getitem__(self, path: str) -> Any: ...
    def __setitem__(self, path: str, value: Any) -> None: ...
    def copy(self) -> Model: ...
    def body(self, name: str, trust_meshes: bool = ...) -> Body: ...
    def tables(self) -> dict[str, Any]: ...
    def save(self, file: str | os.PathLike, analysis: Table | None = ...) -> None: ...
    def run(self, threads: int = ..., progress: Progress = ..., trust_meshes: bool = ...) -> Results: ...
    def map(self, analysis: str, x: tuple[str, Numbers] | Table, y: tuple[str, Numbers] | Table | None = ..., *,
            threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., refine: int | None = ...,
            refine_on: str | None = ..., **keys: Any) -> Results: ...
'''

TYPES = {"number": "float", "whole number": "int", "true or false": "bool", "text": "str",
         "table": "Table", "two numbers": "Numbers", "list of numbers": "Numbers",
         "list of texts": "Sequence[str]", "list of tables": "Sequence[Table]",
         "matrix in Python": "Matrix", "mesh in Python": "Mesh",
         "table of lists of numbers": "Mapping[str, Numbers]",
         "table of lists of texts": "Mapping[str, Sequence[str]]",
         "table of numbers": "Mapping[str, float]", "table of tables": "Mapping[str, Table]"}


def type_of(words: str) -> str:
    """Python type of a key whose reference reads "table, number, or list of numbers"."""
    before, choice, names = words.partition("one of ")
    kinds = [part.strip().removeprefix("or").strip() for part in before.split(",")]
    types = [TYPES[kind] for kind in kinds if kind]
    if choice:
        types.append("Literal[" + ", ".join(f'"{name}"' for name in names.split(", ")) + "]")
    return " | ".join(types)


def stubs() -> str:
    """Returns the text of model.pyi."""
    methods = {}  # name: (what leads its keywords, returns, about, {key: types})
    for table, topic, entries, about, keys in _slideway.topics():
        if table == "map":
            continue
        of_kind = table in ("substructure", "analysis")
        name = (topic if of_kind else table).replace("-", "_")
        lead = "name: str, /, *" if entries else "*"
        if table == "analysis":
            lead += (", threads: int = ..., progress: Progress = ..., trust_meshes: bool = ..., "
                     "excitation: Table = ..., output: Table = ...")
        known = methods.setdefault(
            name, (lead, "Results" if table == "analysis" else "None", about, {}))[3]
        for path, words, *_ in keys:
            given = path in ("name", "type") and (of_kind or path == "name")
            if "." not in path and "[" not in path and not keyword.iskeyword(path) and not given:
                types = known.setdefault(path, [])
                more = type_of(words).split(" | ") + (["Law"] if (table, path) == ("joint", "law") else [])
                types += [t for t in more if t not in types]
    text = HEAD
    for name, (lead, returns, about, keys) in methods.items():
        if not inspect.isfunction(getattr(model.Model, name, None)):
            raise LookupError(f"Model has no method {name}")
        words = "".join(f",\n            {key}: {' | '.join(types)} = ..." for key, types in keys.items())
        text += f'    def {name}(self, {lead}{words}) -> {returns}:\n        """{about}"""\n'
    return text


if __name__ == "__main__":
    print(stubs(), end="")
