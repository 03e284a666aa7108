"""Models that scripts build and compute, with the keys of case files."""
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
    """Raised when Ctrl-C ended a computation. results: partial results, or None if there are none."""

    def __init__(self, results: Results | None):
        super().__init__("interrupted; `.results` holds what was computed" if results else
                         "interrupted before anything was computed")
        self.results = results


class Model:
    """A case that a script builds line by line or reads from a file.

    Methods are the tables of a case file, and their keywords are its keys. Bodies (`plane_stress`,
    `beam`, `lumped`, ...), `bond`, `joint`, `contact`, `motion` and `load` take a name first.
    `excitation` and `output` take only keywords. Analyses (`modes`, `transient`, `complex_modes`,
    ...) return `Results`. They also take:

    threads: number of threads. Results do not depend on it.
    progress: True prints the progress on stderr. A callable gets the completed fraction of the
        current part, the same as text, and lines that the computation printed (usually "").
    trust_meshes: a .geo file may start programs, write files, and take any time and memory.
    excitation, output: these tables for this analysis only.

    `model["contact.rub.friction"]` is one key, with the path that `--set` takes. File names are
    relative to the working directory; those of a case that was read are relative to its file.

    Wrong input raises InputError, a ValueError that names the line of the script.
    """

    def __init__(self, title: str = ""):
        file, line = place()
        self._statements = _slideway.Statements(os.path.basename(file))
        self._shared = _slideway.Shared()
        if title:
            self._statements.set("title", title, (file, line))

    @property
    def made(self) -> dict[str, int]:
        """Number of bodies that were built for this model and its copies, and number of their modal
        models in the cache. Analyses and loops share both if no value that enters them changes."""
        bodies, modal_models = self._shared.made()
        return {"bodies": bodies, "modal models": modal_models}

    def copy(self) -> Model:
        """Returns an independent model with the same statements. It shares the cache of bodies."""
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
        """Returns a body as analyses use it. Builds it unless the cache has an equal one."""
        found, error = _slideway.body(self._statements, self._shared, name, place(),
                                      bool(trust_meshes))
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(None) from None
        if error is not None:
            raise error
        return Body(found, name)

    def tables(self) -> dict:
        """Returns a copy of the whole case as dicts and lists. Matrices and meshes of the script
        compare equal to others with the same numbers."""
        return self._statements.all()

    def run(self, threads: int = 1, progress=False, trust_meshes: bool = False) -> Results:
        """Runs the [analysis] of the case, at all points of its [map] if it has one."""
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
        """Writes the case file, for `slideway run` and for `load`. Matrices and meshes of the
        script are written beside it: NAME.BODY.M.mtx, NAME.BODY.mesh.msh.

        analysis: replaces the analysis of the case, for example dict(type="modes", ...).
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
        where = place()
        if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
            raise InputError(f"{where[0]}:{where[1]}: threads = {threads!r}; expected at least 1")
        if progress not in (True, False, None) and not callable(progress):
            raise InputError(f"{where[0]}:{where[1]}: progress = {progress!r}; expected True, False or "
                             "a callable")
        report = _Line() if progress is True else progress or None
        found, error = _slideway.compute(self._statements, self._shared, analysis, sections, where,
                                         threads, bool(trust_meshes), report)
        results = None if found is None else Results(InMemory(found))
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(results) from None
        if error is not None:
            raise error
        return results


def load(case: str | os.PathLike) -> Model:
    """Reads a shipped case by its name ("beam_on_beam/lock_in"), or a case file."""
    model = Model.__new__(Model)
    model._statements = _slideway.Statements.load(os.fspath(case), place())
    model._shared = _slideway.Shared()
    return model


def span(first: float, last: float, step: float | None = None) -> dict:
    """Returns a range, { from, to } or { from, to, step }, because `from` is a keyword of Python."""
    return {"from": first, "to": last} | ({} if step is None else {"step": step})


def shipped(path: str) -> str:
    """Path of a shipped file or folder, for example "meshes/beam_on_beam/lower.geo"."""
    top, _, rest = path.partition("/")
    file = Path(_slideway.shipped(top)) / rest
    if not file.exists():
        where = place()
        raise InputError(f"{where[0]}:{where[1]}: {path}: no such shipped file; looked for {file}")
    return str(file)


def _axis(name: str, axis) -> dict:
    if isinstance(axis, dict):
        return axis
    try:
        key, values = axis
    except (TypeError, ValueError):
        where = place()
        raise InputError(f"{where[0]}:{where[1]}: map.{name} = {axis!r}; expected (path of a key, "
                         "values)") from None
    return {"key": key, "values": values}


class _Line:
    """Prints the progress on stderr: on a terminal one line that is rewritten, otherwise a line
    every 10 s."""

    def __init__(self):
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._last = time.monotonic() - (0 if not self._terminal else 1)

    def __call__(self, fraction: float, words: str, lines: str) -> None:
        if sys.stderr is None:
            return
        if lines:
            sys.stderr.write(lines)
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
    """Builds a docstring: a description and a line per key."""
    lines = [about, ""]
    for path, kind, unit, limits, default, required, help in keys:
        details = kind + (f" [{unit}]" if unit else "") + (f" {limits}" if limits else "")
        details += ", required" if required else f", default {default}" if default else ""
        lines += [f"{path}: {details}", f"    {help}"]
    return "\n".join(lines)


def _add_methods() -> None:
    """Adds a method to `Model` for each table of a case."""
    made = {}
    for table, topic, entries, about, keys in _slideway.topics():
        if table == "map":
            continue
        of_kind = table in ("substructure", "analysis")
        name = (topic if of_kind else table).replace("-", "_")
        if name in made:  # several laws share the method `joint`
            made[name].__doc__ += "\n\n" + _described(about, keys)
            continue
        method = _analysis(topic) if table == "analysis" else \
            _entry(table, topic if of_kind else None) if entries else _section(table)
        method.__name__, method.__qualname__ = name, f"Model.{name}"
        method.__doc__ = _described(about, keys)
        made[name] = method
        setattr(Model, name, method)


_add_methods()
