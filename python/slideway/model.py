"""Models that scripts state and compute, in the words of case files."""
from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import _slideway
from _slideway import InputError

from slideway.body import Body, csc_matrix
from slideway.mesh import Mesh
from slideway.place import place
from slideway.results import InMemory, Results


class Interrupted(KeyboardInterrupt):
    """A computation that Ctrl-C ended. results: as far as it came; None if there is nothing."""

    def __init__(self, results: Results | None):
        super().__init__("interrupted; `.results` holds what was computed" if results else
                         "interrupted before anything was computed")
        self.results = results


class Model:
    """A case, stated line by line or read from a file.

    Methods are the tables of a case file, their keywords its keys: bodies (`plane_stress`, `beam`,
    `lumped`, ...), `bond`, `joint`, `contact`, `motion`, `load`, each with a name first;
    `excitation` and `output`. Analyses (`modes`, `transient`, `complex_modes`, ...) return
    `Results`, and take besides

    threads: how many to use; the numbers do not depend on it.
    progress: True writes on stderr how far it is; or a callable, which gets the fraction done of
        the part at work, that in words, and lines that the computation tells ("" mostly).
    trust_meshes: a .geo may start programs, write files, and take any time and memory.
    excitation, output: these tables for this analysis alone.

    `model["contact.rub.friction"]` is one key, by the path that `--set` takes. Files are relative to
    the working directory; those of a case that was read, to its file.

    What is wrong raises InputError, a ValueError that names the line of the script.
    """

    def __init__(self, title: str = ""):
        file, line = place()
        self._statements = _slideway.Statements(os.path.basename(file))
        self._shared = _slideway.Shared()
        if title:
            self._statements.set("title", title, (file, line))

    @property
    def made(self) -> dict[str, int]:
        """How often the bodies of this model and of its copies were made, and how many modal models
        of them are kept. Analyses and loops share both, as long as no value that enters them changes."""
        bodies, modal_models = self._shared.made()
        return {"bodies": bodies, "modal models": modal_models}

    def copy(self) -> Model:
        """A model of its own with the same statements, which shares what has been made."""
        other = Model.__new__(Model)
        other._statements = self._statements.copy()
        other._shared = self._shared
        return other

    def __setitem__(self, path: str, value) -> None:
        self._statements.set(path, value, place())

    def __getitem__(self, path: str):
        value = self._statements.get(path, place())
        if isinstance(value, _slideway.Matrix):
            return csc_matrix(value.columns())
        return Mesh.of(value) if isinstance(value, _slideway.Mesh) else value

    def body(self, name: str, trust_meshes: bool = False) -> Body:
        """A body as analyses see it, made now if none that is equal has been made."""
        found, error = _slideway.body(self._statements, self._shared, name, place(),
                                      bool(trust_meshes))
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(None) from None
        if error is not None:
            raise error
        return Body(found, name)

    def tables(self) -> dict:
        """The whole case, as dicts and lists: a copy. Matrices and meshes that the model was given
        are equal to others with the same numbers."""
        return self._statements.all()

    def run(self, threads: int = 1, progress=False, trust_meshes: bool = False) -> Results:
        """What the case asks for: its [analysis], at the points of its [map] if it has one."""
        return self._compute(None, {}, threads, progress, trust_meshes)

    def map(self, analysis: str, x, y=None, *, threads: int = 1, progress=False,
            trust_meshes: bool = False, refine: int | None = None, refine_on: str | None = None,
            **keys) -> Results:
        """An analysis for each value of a key, or each pair of values of two.

        analysis: its type, "complex-modes". x, y: (path of the key, values). The other keywords
        are keys of the analysis.
        """
        axes = {"x": _axis("x", x)} | ({"y": _axis("y", y)} if y is not None else {})
        axes |= {} if refine is None else {"refine": refine}
        axes |= {} if refine_on is None else {"refine_on": refine_on}
        return self._analyse(analysis, keys, {"map": axes}, threads, progress, trust_meshes)

    def save(self, file: str | os.PathLike, analysis: dict | None = None) -> None:
        """Writes the case file, for `slideway run` and for `load`; matrices and meshes that the model
        was given beside it: NAME.BODY.M.mtx, NAME.BODY.mesh.msh.

        analysis: in place of the one that the case has, dict(type="modes", ...).
        """
        self._statements.save(os.fspath(file), analysis, place())

    def __repr__(self) -> str:
        tables = self._statements.all()
        counts = [f"{len(entries)} {table}{'s' if len(entries) > 1 else ''}"
                  for table, entries in tables.items() if isinstance(entries, list)]
        return f"<slideway.Model {tables.get('title', '')!r}: {', '.join(counts) or 'empty'}>"

    def _analyse(self, analysis: str, keys: dict, sections: dict, threads, progress, trust_meshes):
        for table in ("excitation", "output"):
            if table in keys:
                sections[table] = keys.pop(table)
        return self._compute({"type": analysis, **keys}, sections, threads, progress, trust_meshes)

    def _compute(self, analysis, sections: dict, threads, progress, trust_meshes) -> Results:
        at = place()
        if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
            raise InputError(f"{at[0]}:{at[1]}: threads = {threads!r}; expected at least 1")
        if progress not in (True, False, None) and not callable(progress):
            raise InputError(f"{at[0]}:{at[1]}: progress = {progress!r}; expected True, False or "
                             "a callable")
        tell = _Line() if progress is True else progress or None
        found, error = _slideway.compute(self._statements, self._shared, analysis, sections, at,
                                         threads, bool(trust_meshes), tell)
        results = None if found is None else Results(InMemory(found))
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(results) from None
        if error is not None:
            raise error
        return results


def load(case: str | os.PathLike) -> Model:
    """A shipped case by its name ("beam_on_beam/lock_in"), or a case file."""
    model = Model.__new__(Model)
    model._statements = _slideway.Statements.load(os.fspath(case), place())
    model._shared = _slideway.Shared()
    return model


def span(first: float, last: float, step: float | None = None) -> dict:
    """A range, { from, to } or { from, to, step }: `from` is a word of Python itself."""
    return {"from": first, "to": last} | ({} if step is None else {"step": step})


def shipped(path: str) -> str:
    """A shipped file or folder: "meshes/beam_on_beam/lower.geo"."""
    top, _, rest = path.partition("/")
    file = Path(_slideway.shipped(top)) / rest
    if not file.exists():
        at = place()
        raise InputError(f"{at[0]}:{at[1]}: {path}: no such shipped file; looked for {file}")
    return str(file)


def _axis(name: str, axis) -> dict:
    if isinstance(axis, dict):
        return axis
    try:
        key, values = axis
    except (TypeError, ValueError):
        at = place()
        raise InputError(f"{at[0]}:{at[1]}: map.{name} = {axis!r}; expected (path of a key, "
                         "values)") from None
    return {"key": key, "values": values}


class _Line:
    """Writes on stderr how far a computation is: one line rewritten on a terminal, else every 10 s."""

    def __init__(self):
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._last = time.monotonic() - (0 if not self._terminal else 1)

    def __call__(self, fraction: float, words: str, told: str) -> None:
        if sys.stderr is None:
            return
        if told:
            sys.stderr.write(told)
        now = time.monotonic()
        if words and now - self._last >= (0.2 if self._terminal else 10):
            self._last = now
            sys.stderr.write(f"{chr(13) if self._terminal else ''}{100 * fraction:5.1f} %  {words}"
                             f"{'  ' if self._terminal else chr(10)}")


def _entry(table: str, kind: str | None):
    given = {} if kind is None else {"type": kind}

    def statement(self, name: str, /, **keys) -> None:
        self._statements.add(table, {"name": name, **given, **keys}, place())
    return statement


def _section(table: str):
    def statement(self, **keys) -> None:
        self._statements.update(table, keys, place())
    return statement


def _analysis(kind: str):
    def analysis(self, *, threads: int = 1, progress=False, trust_meshes: bool = False,
                 **keys) -> Results:
        return self._analyse(kind, keys, {}, threads, progress, trust_meshes)
    return analysis


def _described(about: str, keys: list) -> str:
    """A docstring: what it is, and a line for each key."""
    lines = [about, ""]
    for path, kind, unit, limits, default, required, help in keys:
        details = kind + (f" [{unit}]" if unit else "") + (f" {limits}" if limits else "")
        details += ", required" if required else f", default {default}" if default else ""
        lines += [f"{path}: {details}", f"    {help}"]
    return "\n".join(lines)


def _add_methods() -> None:
    """A method for each table that a case can have."""
    made = {}
    for table, topic, entries, about, keys in _slideway.topics():
        if table == "map":
            continue
        of_kind = table in ("substructure", "analysis")
        name = (topic if of_kind else table).replace("-", "_")
        if name in made:  # joints of several laws
            made[name].__doc__ += "\n\n" + _described(about, keys)
            continue
        method = _analysis(topic) if table == "analysis" else \
            _entry(table, topic if of_kind else None) if entries else _section(table)
        method.__name__, method.__qualname__ = name, f"Model.{name}"
        method.__doc__ = _described(about, keys)
        made[name] = method
        setattr(Model, name, method)


_add_methods()
