"""The types of the package for editors and type checkers, from its code and the keys of case files:

    python3 -m slideway.stubs > python/slideway/model.pyi
    python3 -m slideway.stubs __init__.pyi > python/slideway/__init__.pyi
"""
from __future__ import annotations

import inspect
import keyword
import sys

import _slideway
import slideway
from slideway import model

HEAD = '''"""Made by `python3 -m slideway.stubs`; a test compares."""
'''

IMPORTS = '''import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from _slideway import InputError as InputError
from matplotlib.figure import Figure
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

'''

FUNCTIONS = ("load", "run", "shipped", "span")
# Special methods of Model that readers look for; Python finds the others by itself.
SPECIAL = ("__init__", "__getitem__", "__setitem__", "__contains__", "__iter__", "__len__")

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


def declaration(function) -> str:
    """Signature of a function of the package, with the first paragraph of its docstring."""
    signature = inspect.signature(function)
    shortened = [one if one.default is one.empty else one.replace(default=...)
                 for one in signature.parameters.values()]
    text = str(signature.replace(parameters=shortened)).replace("'", "").replace("Ellipsis", "...")
    words = inspect.getdoc(function)
    about = f'\n"""{words.split(chr(10) * 2)[0]}"""' if words and not function.__name__.startswith("__") else " ..."
    return f"def {function.__name__}{text}:" + about.replace("\n", "\n    ") + "\n"


def declared_methods() -> str:
    """Types of the methods of `Model` that are written in the code."""
    text = ""
    for name, member in vars(model.Model).items():
        if name.startswith("_") and name not in SPECIAL or hasattr(member, "__signature__"):
            continue
        of = member.fget if isinstance(member, property) else member
        if isinstance(member, property):
            text += "    @property\n"
        text += "".join(f"    {line}\n" for line in declaration(of).splitlines())
    return text


def key_methods() -> str:
    """Types of the methods of `Model` that are tables of a case, from their keys."""
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
    text = ""
    for name, (lead, returns, about, keys) in methods.items():
        if not inspect.isfunction(getattr(model.Model, name, None)):
            raise LookupError(f"Model has no method {name}")
        words = "".join(f",\n            {key}: {' | '.join(types)} = ..." for key, types in keys.items())
        text += f'    def {name}(self, {lead}{words}) -> {returns}:\n        """{about}"""\n'
    return text


def model_types() -> str:
    functions = "".join(declaration(getattr(model, name)) + "\n" for name in FUNCTIONS)
    return HEAD + IMPORTS + functions + "class Model:\n" + declared_methods() + key_methods()


def package_types() -> str:
    """Types of the package: names that are loaded on first use, as imports."""
    lines = [f"from slideway.{module} import {name} as {name}"
             for name, module in sorted(slideway._PLACES.items(), key=lambda place: place[::-1])]
    lines += [f"from slideway import {name} as {name}" for name in slideway._MODULES]
    return HEAD + "\n".join(lines) + "\n\n__version__: str\n"


FILES = {"__init__.pyi": package_types, "model.pyi": model_types}


if __name__ == "__main__":
    print(FILES[(sys.argv[1:] or ["model.pyi"])[0]](), end="")
