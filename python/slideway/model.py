"""Models that scripts build and compute, with the keys of case files."""
from __future__ import annotations

import base64
import html
import inspect
import json
import keyword
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import _slideway
from _slideway import InputError

from slideway.body import Body, csc_matrix
from slideway.hints import missing
from slideway.mesh import Mesh
from slideway.place import file_name, needed, place, refuse
from slideway.progress import Bar
from slideway.results import InMemory, Results
from slideway.values import Text, html_table


class Interrupted(KeyboardInterrupt):
    """Raised when Ctrl-C ended a computation. results: partial results, or None if there are none."""

    def __init__(self, results: Results | None):
        super().__init__("interrupted; `.results` holds what was computed" if results is not None else
                         "interrupted before anything was computed")
        self.results = results


class Model:
    """A case that a script builds line by line or reads from a file.

    Methods are the tables of a case file, and their keywords are its keys. Bodies (`plane_stress`,
    `beam`, `lumped`, ...), `bond`, `joint`, `contact`, `motion` and `load` take a name first.
    `excitation` and `output` take only keywords. Analyses (`modes`, `transient`, `complex_modes`,
    ...) return `Results`. They also take:

    threads: number of threads. Results do not depend on it.
    progress: True shows a bar in a notebook or a terminal, otherwise it writes lines to stderr. A
        callable gets the completed fraction of the current part, the same as text, and lines that
        the computation printed (usually "").
    trust_meshes: a .geo file may start programs, write files, and take any time and memory.
    excitation, output: these tables for this analysis only.

    `model["contact.rub.friction"]` is one key, with the path that `--set` takes. `keys`, `items`,
    `in` and iteration treat the model as a mapping of these paths to values. File names are
    relative to the working directory; those of a case that was read are relative to its file.

    Wrong input raises InputError, a ValueError that names the line of the script.
    """

    def __init__(self, title: str = ""):
        file, line = place()
        if not isinstance(title, str):
            refuse(f"title = {title!r}; expected a text")
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

    __copy__ = copy

    def __deepcopy__(self, _) -> Model:
        return self.copy()

    def __reduce__(self):
        return _unpickled, (self._statements,)

    def __eq__(self, other) -> bool:
        """True for a model with equal statements, whichever lines made them."""
        return self.tables() == other.tables() if isinstance(other, Model) else NotImplemented

    __hash__ = None

    def __setitem__(self, path: str, value: Any) -> None:
        self._statements.set(_path(path), value, place())

    def __getitem__(self, path: str) -> Any:
        return _in_python(self._statements.get(_path(path), place()))

    def __delitem__(self, path: str) -> None:
        refuse(f"del model[{path!r}]; a key cannot be removed; expected another value, or a model "
               "without it")

    def __contains__(self, path: str) -> bool:
        try:
            self._statements.get(path, ("", 0))
        except (InputError, TypeError):
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def keys(self) -> list[str]:
        """Paths of all keys of the case that are given."""
        return [path for path, _ in self.items()]

    _ipython_key_completions_ = keys

    def items(self) -> Iterator[tuple[str, Any]]:
        """Iterates over (path, value) of all keys that are given."""
        return _leaves("", self.tables())

    def get(self, path: str, default: Any = None) -> Any:
        """Returns the value of a key, or `default` if it is not given."""
        return self[path] if path in self else default

    def update(self, keys: Table) -> None:
        """Sets several keys by their paths: model.update({"load.push.force": 2.0})."""
        if not isinstance(keys, Mapping):
            refuse(f"update({keys!r}); expected a dict of paths and values")
        for path, value in keys.items():
            self[path] = value

    def to_toml(self) -> str:
        """Text of the case file. Matrices and meshes of the script are only described in it; `save`
        writes them to files."""
        return Text(self._statements.text())

    def check(self, analysis: Table | None = None, trust_meshes: bool = False) -> str:
        """Builds the model and checks the case without computing it, as `slideway check` does.
        Returns a description in words.

        analysis: replaces the analysis of the case. Without any, only the model is checked.
        """
        return Text(_done(*_slideway.check(self._statements, self._shared, analysis, place(),
                                           bool(trust_meshes))))

    def plot(self, ax: Any = None, trust_meshes: bool = False) -> Figure:
        """Draws bodies, supports, contacts, joints and loads, as `slideway draw` does.

        ax: axes to draw into. Returns a matplotlib Figure, or `ax`.
        """
        needed("matplotlib")
        from slideway.plots import canvas
        with canvas.managed():
            return self._figure(ax, trust_meshes)

    def _figure(self, ax=None, trust_meshes: bool = False):
        from slideway.plots.model import model_figure
        text = _done(*_slideway.drawing(self._statements, self._shared, place(), bool(trust_meshes)))
        return model_figure(json.loads(text), ax=ax)

    def _repr_html_(self) -> str:
        """Statements and drawing, for a notebook."""
        tables = self.tables()
        rows = []
        for table, held in tables.items():
            for entry in held if isinstance(held, list) else [held]:
                if isinstance(entry, dict):
                    keys = ", ".join(f"{key} = {_shortened(value)}" for key, value in entry.items() if key != "name")
                    rows.append((table, str(entry.get("name", "")), keys))
        title = f"<b>{html.escape(str(tables.get('title', '')))}</b>"
        return title + html_table(("table", "name", "keys"), rows) + self._drawn()

    def _drawn(self) -> str:
        """Drawing as HTML, or the reason why there is none."""
        try:
            from slideway.plots import canvas
            with canvas.managed(False):
                picture = canvas.png(self._figure())
        except (InputError, RuntimeError, ImportError) as error:
            return f"<p>{html.escape(f'not drawn: {error}')}</p>"
        return f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'

    def body(self, name: str, trust_meshes: bool = False) -> Body:
        """Returns a body as analyses use it. Builds it unless the cache has an equal one."""
        if not isinstance(name, str):
            refuse(f"body({name!r}); expected the name of a body")
        return Body(_done(*_slideway.body(self._statements, self._shared, name, place(),
                                          bool(trust_meshes))), name)

    def tables(self) -> dict[str, Any]:
        """Returns a copy of the whole case as dicts and lists. Matrices and meshes of the script
        compare equal to others with the same numbers."""
        return self._statements.all()

    def run(self, threads: int = 1, progress: Progress = False, trust_meshes: bool = False) -> Results:
        """Runs the [analysis] of the case, at all points of its [map] if it has one."""
        return self._compute(None, {}, threads, progress, trust_meshes)

    def map(self, analysis: str, x: tuple[str, Numbers] | Table,
            y: tuple[str, Numbers] | Table | None = None, *, threads: int = 1,
            progress: Progress = False, trust_meshes: bool = False, refine: int | None = None,
            refine_on: str | None = None, **keys: Any) -> Results:
        """An analysis for each value of a key, or each pair of values of two.

        analysis: its type, "complex-modes". x, y: (path of the key, values). The other keywords
        are keys of the analysis.
        """
        axes = {"x": _axis("x", x)} | ({"y": _axis("y", y)} if y is not None else {})
        axes |= {} if refine is None else {"refine": refine}
        axes |= {} if refine_on is None else {"refine_on": refine_on}
        return self._analyse(analysis, keys, {"map": axes}, threads, progress, trust_meshes)

    def save(self, file: str | os.PathLike, analysis: Table | None = None) -> None:
        """Writes the case file, for `slideway run` and for `load`. Matrices and meshes of the
        script are written beside it: NAME.BODY.M.mtx, NAME.BODY.mesh.msh.

        analysis: replaces the analysis of the case, for example dict(type="modes", ...).
        """
        self._statements.save(file_name("save", file), analysis, place())

    def __repr__(self) -> str:
        tables = self._statements.all()
        counts = [f"{len(entries)} {table}{'s' if len(entries) > 1 else ''}"
                  for table, entries in tables.items() if isinstance(entries, list)]
        return f"<slideway.Model {tables.get('title', '')!r}: {', '.join(counts) or 'empty'}>"

    def __getattr__(self, name: str):
        raise missing(self, name)

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
        report = Bar() if progress is True else progress or None
        try:
            found, error = _slideway.compute(self._statements, self._shared, analysis, sections, where,
                                             threads, bool(trust_meshes), report)
        finally:
            if progress is True:
                report.close()
        results = None if found is None else Results(InMemory(found))
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(results) from None
        if error is not None:
            raise error
        return results


def load(case: str | os.PathLike) -> Model:
    """Reads a shipped case by its name ("beam_on_beam/lock_in"), or a case file."""
    if not isinstance(case, (str, os.PathLike)):
        refuse(f"load({case!r}); expected the name of a shipped case, or a file")
    if os.path.isfile(os.path.join(case, "summary.json")):
        refuse(f"{os.fspath(case)} is a folder of results; slideway.read reads it")
    model = Model.__new__(Model)
    model._statements = _slideway.Statements.load(os.fspath(case), place())
    model._shared = _slideway.Shared()
    return model


def run(case: str | os.PathLike, threads: int = 1, progress: Progress = False,
        trust_meshes: bool = False) -> Results:
    """Reads a case and runs its analysis: load(case).run()."""
    return load(case).run(threads, progress, trust_meshes)


def span(first: float, last: float, step: float | None = None) -> dict[str, float]:
    """Returns a range, { from, to } or { from, to, step }, because `from` is a keyword of Python."""
    return {"from": first, "to": last} | ({} if step is None else {"step": step})


def shipped(path: str) -> str:
    """Path of a shipped file or folder, for example "meshes/beam_on_beam/lower.geo"."""
    top, _, rest = file_name("shipped", path).partition("/")
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


def _unpickled(statements) -> Model:
    model = Model.__new__(Model)
    model._statements = statements
    model._shared = _slideway.Shared()
    return model


def _done(result, error):
    """Result of the extension, unless an exception stopped it."""
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted(None) from None
    if error is not None:
        raise error
    return result


def _path(path) -> str:
    if not isinstance(path, str):
        refuse(f'model[{path!r}]; expected the path of a key, such as "contact.rub.friction"')
    return path


def _in_python(value):
    """Value of a key as a script gives it: matrices of scipy, meshes."""
    if isinstance(value, _slideway.Matrix):
        return csc_matrix(value.columns())
    return Mesh.of(value) if isinstance(value, _slideway.Mesh) else value


def _leaves(path: str, value) -> Iterator[tuple[str, Any]]:
    """Paths and values below a path. Entries are addressed by their names, otherwise by numbers."""
    entries = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    if isinstance(value, dict) and (value or not path):
        children = value.items()
    elif entries:
        children = [(item.get("name", k + 1), item) for k, item in enumerate(value)]
    else:
        yield path, _in_python(value)
        return
    for name, child in children:
        if not (name == "name" and path.count(".") == 1):  # it is part of the path
            yield from _leaves(f"{path}.{name}" if path else str(name), child)


def _shortened(value) -> str:
    text = repr(value)
    return text if len(text) < 60 else text[:57] + "..."


def _refuse_positional(method: str, given: tuple, expected: str):
    refuse(f"{method}({', '.join(map(_shortened, given))}); expected {expected}")


def _entry(method: str, table: str, kind: str | None):
    given = {} if kind is None else {"type": kind}

    def statement(self, *name, **keys) -> None:
        if not name and "name" in keys:
            name = (keys.pop("name"),)
        if len(name) != 1 or "name" in keys:
            _refuse_positional(method, name, f'one name, then keywords: {method}("NAME", KEY=VALUE)')
        if kind == "matrices" and "file" in keys:
            keys = _with_arrays(name[0], keys)
        self._statements.add(table, {"name": name[0], **given, **keys}, place())
    return statement


def _with_arrays(name, keys: dict) -> dict:
    """Keys of a body of matrices, with the arrays of a file of MATLAB in place of its name."""
    from slideway.exchange.file_error import FileError
    from slideway.exchange.mat_body import keys_with_arrays
    try:
        return keys_with_arrays(keys)
    except FileError as error:
        refuse(f"substructure.{name}.file = {_shortened(keys['file'])}; {error.reason}")


def _section(method: str, table: str):
    def statement(self, *wrong, **keys) -> None:
        if wrong:
            _refuse_positional(method, wrong, "keywords only")
        self._statements.update(table, keys, place())
    return statement


def _analysis(method: str, kind: str):
    def analysis(self, *wrong, threads: int = 1, progress: Progress = False,
                 trust_meshes: bool = False, **keys) -> Results:
        if wrong:
            _refuse_positional(method, wrong, "keywords only")
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


def _signature(lead: tuple, keys: list, options: tuple) -> inspect.Signature:
    """Signature of a method, for completion: a name, options, and the keys of its tables."""
    def parameters(kind, names, default):
        return [inspect.Parameter(name, kind, default=default) for name in names]
    nothing = inspect.Parameter.empty
    return inspect.Signature(parameters(inspect.Parameter.POSITIONAL_ONLY, ("self", *lead), nothing)
                             + parameters(inspect.Parameter.KEYWORD_ONLY, dict.fromkeys((*options, *keys)), None))


def _add_methods() -> None:
    """Adds a method to `Model` for each table of a case."""
    keywords = {}
    for table, topic, entries, about, keys in _slideway.topics():
        if table == "map":
            continue
        of_kind = table in ("substructure", "analysis")
        name = (topic if of_kind else table).replace("-", "_")
        if name not in keywords:
            keywords[name] = []
            method = _analysis(name, topic) if table == "analysis" else \
                _entry(name, table, topic if of_kind else None) if entries else _section(name, table)
            method.__name__, method.__qualname__ = name, f"Model.{name}"
            method.__doc__ = _described(about, keys)
            setattr(Model, name, method)
        else:  # several laws share the method `joint`
            method = getattr(Model, name)
            method.__doc__ += "\n\n" + _described(about, keys)
        keywords[name] += [path for path, *_ in keys if path.isidentifier()
                           and not keyword.iskeyword(path) and path not in ("name", "type")]
        options = ("threads", "progress", "trust_meshes", "excitation", "output") if table == "analysis" else ()
        method.__signature__ = _signature(("name",) if entries else (), keywords[name], options)


_add_methods()
Model.__module__ = "slideway"  # a notebook then completes keys by the types of the package, not by this file
