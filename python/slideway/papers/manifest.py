"""Manifests of papers: runs, figures with panels, and statements."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from slideway.papers.expressions import Expression, ManifestError, hint
from slideway.papers.panels import KINDS, LOOKS

HOLDS, IN_PART, FAILS, NONE = "holds", "holds in part", "does not hold", "not computable"
VERDICTS = (HOLDS, IN_PART, FAILS, NONE)


@dataclass
class Run:
    """A shipped case with changed keys.

    set: KEY=VALUE, as of `slideway run --set`. quick: further ones for `--quick`.
    substitute: parameters that replace those that the paper does not state, for titles.
    """
    name: str
    case: str
    set: list[str] = field(default_factory=list)
    quick: list[str] = field(default_factory=list)
    substitute: str = ""

    def overrides(self, quick: bool) -> list[str]:
        return [*self.set, *(self.quick if quick else [])]

    def command(self) -> str:
        return " ".join(["slideway run", self.case, *(f"--set {_quoted(s)}" for s in self.set)])


@dataclass
class Panel:
    """A panel of a figure. name: its letter, "" for the only one. of: names of its runs. part: it
    shows a part of the printed panel before it, such as an inset."""
    name: str
    kind: str
    of: list[str]
    title: str
    options: dict
    expressions: list[Expression]
    part: bool = False


@dataclass
class Says:
    """A statement of a paper, and the range of our number in which the verdict stands."""
    text: str
    paper: str
    verdict: str
    why: str
    quantity: Expression | None
    low: float | list | None
    high: float | list | None
    value: float | list | str | None
    unit: str


@dataclass
class Figure:
    """A figure or a table. not_drawn: panels that cannot be computed, with reasons."""
    number: str
    title: str
    panels: list[Panel]
    says: list[Says]
    not_drawn: dict[str, str]
    columns: int
    height: float
    note: str

    @property
    def is_table(self) -> bool:
        return self.number.startswith("table_")

    @property
    def label(self) -> str:
        return f"Table {self.number[6:]}" if self.is_table else f"Fig. {self.number}"

    @property
    def stem(self) -> str:
        return self.number if self.is_table else f"figure_{self.number}"

    def runs(self) -> list[str]:
        """Names of the runs that panels and statements use."""
        used = [name for panel in self.panels for name in panel.of]
        for panel in self.panels:
            used += [run for e in panel.expressions for run, _ in e.used]
        used += [run for s in self.says if s.quantity for run, _ in s.quantity.used]
        return list(dict.fromkeys(used))


@dataclass
class Paper:
    """A manifest. name: three digits, the name of its file."""
    name: str
    title: str
    source: str
    note: str
    runs: dict[str, Run]
    figures: list[Figure]

    def figure(self, number: str) -> tuple[Figure, str]:
        """Returns a figure and a panel ("" for all), for "16" or "16a". Raises ManifestError that
        lists those that exist."""
        for figure in self.figures:
            if figure.number == number:
                return figure, ""
        for figure in self.figures:
            rest = number.removeprefix(figure.number)
            if rest != number and rest.isalpha():
                names = [panel.name for panel in figure.panels if panel.name]
                if rest in names:
                    return figure, rest
                if rest in figure.not_drawn:
                    raise ManifestError(f"{self.name}/{number} is not drawn: {figure.not_drawn[rest]}")
                raise ManifestError(f"{self.name}/{number}: no panel {rest}; {figure.label} has "
                                    f"{', '.join(names) or 'one panel'}")
        raise ManifestError(f"{self.name}/{number}: no such figure; paper {self.name} has "
                            f"{', '.join(figure.number for figure in self.figures)}")


def names_of(folder: Path) -> list[str]:
    """Names of the papers that have a manifest."""
    return sorted(file.stem for file in folder.glob("*.toml"))


def read(folder: Path, name: str) -> Paper:
    """Reads the manifest of a paper. Raises ManifestError."""
    names = names_of(folder)
    if name not in names:
        raise ManifestError(f"no paper {name!r}; expected one of {', '.join(names)}")
    import tomllib  # Python 3.11
    file = folder / f"{name}.toml"
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ManifestError(f"{file}: {error}") from None
    return _Reader(str(file)).paper(name, tables)


def _quoted(text: str) -> str:
    return text if re.fullmatch(r"[\w.,=+/:-]+", text) else "'" + text + "'"


class _Reader:
    """Reads the tables of a manifest strictly: unknown keys and wrong types are refused."""

    def __init__(self, file: str):
        self._file = file
        self._runs: dict[str, Run] = {}

    def _take(self, where: str, table, required: dict, optional: dict) -> dict:
        """Returns the values of a table. required, optional: types by key."""
        if not isinstance(table, dict):
            raise ManifestError(f"{self._file}: {where}: expected a table")
        known = {**required, **optional}
        for key, value in table.items():
            if key not in known:
                raise ManifestError(f"{self._file}: {where}: unknown key {key}{hint(key, known)}")
            if not isinstance(value, known[key]) or isinstance(value, bool) and known[key] is not bool:
                raise ManifestError(f"{self._file}: {where}: {key} = {value!r}; expected "
                                    f"{_words(known[key])}")
        for key in required:
            if key not in table:
                raise ManifestError(f"{self._file}: {where}: {key} is missing")
        return table

    def paper(self, name: str, tables: dict) -> Paper:
        top = self._take("manifest", tables, {"title": str, "source": str, "run": list, "figure": list},
                         {"note": str})
        for entry in top["run"]:
            run = self._run(entry)
            if run.name in self._runs:
                raise ManifestError(f"{self._file}: run {run.name}: given twice")
            self._runs[run.name] = run
        figures = [self._figure(entry) for entry in top["figure"]]
        numbers = [figure.number for figure in figures]
        for number in numbers:
            if numbers.count(number) > 1:
                raise ManifestError(f"{self._file}: figure {number}: given twice")
        return Paper(name, top["title"], top["source"], top.get("note", ""), self._runs, figures)

    def _run(self, entry) -> Run:
        where = f"run {entry.get('name', '')}" if isinstance(entry, dict) else "run"
        got = self._take(where, entry, {"name": str, "case": str},
                         {"set": list, "quick": list, "substitute": str})
        if not got["name"].isidentifier():
            raise ManifestError(f"{self._file}: run: name = {got['name']!r}; expected letters, digits and _")
        return Run(**got)

    def _figure(self, entry) -> Figure:
        where = f"figure {entry.get('number', '')}" if isinstance(entry, dict) else "figure"
        got = self._take(where, entry, {"number": str, "title": str},
                         {"panel": list, "says": list, "not_drawn": dict, "columns": int,
                          "height": (int, float), "note": str})
        panels = [self._panel(where, table) for table in got.get("panel", [])]
        letters = [panel.name for panel in panels]
        if len(set(letters)) < len(letters):
            raise ManifestError(f"{self._file}: {where}: two panels have one name")
        says = [self._says(f"{where}, statement {k + 1}", table)
                for k, table in enumerate(got.get("says", []))]
        return Figure(got["number"], got["title"], panels, says, got.get("not_drawn", {}),
                      got.get("columns", 0), got.get("height", 2.5), got.get("note", ""))

    def _panel(self, figure: str, entry) -> Panel:
        where = f"{figure}, panel {entry.get('name', '')}".rstrip() if isinstance(entry, dict) else figure
        kind = entry.get("kind") if isinstance(entry, dict) else None
        if kind not in KINDS:
            raise ManifestError(f"{self._file}: {where}: kind = {kind!r}{hint(kind, KINDS)}")
        got = self._take(where, entry, {"kind": str, **KINDS[kind].required},
                         {"name": str, "title": str, "of": list, "part": bool, **COMMON, **KINDS[kind].optional})
        of = [self._known_run(where, run) for run in got.get("of", [])]
        expressions = []
        options = {key: value for key, value in got.items() if key not in ("kind", "name", "title", "of", "part")}
        for key in KINDS[kind].expressions:
            if key in options:
                options[key] = self._expression(f"{where}: {key}", options[key])
                expressions.append(options[key])
        for key in ("curves", "rows"):
            if key in options:
                options[key] = [self._entry(f"{where}, {key} {k + 1}", table, key, expressions)
                                for k, table in enumerate(options[key])]
        return Panel(got.get("name", ""), kind, of, got.get("title", ""), options, expressions,
                     got.get("part", False))

    def _entry(self, where: str, table, key: str, expressions: list) -> dict:
        """A curve, or a row of a table, with its expressions read."""
        if key == "rows":
            got = self._take(where, table, {"label": str, "values": list}, {})
            values = [self._expression(f"{where}: values", value) for value in got["values"]]
            expressions += values
            return {"label": got["label"], "values": values}
        got = dict(self._take(where, table, {"x": str, "y": str},
                              {"z": str, "label": str, "colour": str, "line": str, "marker": str,
                               "width": (int, float), "size": (int, float)}))
        if got.get("colour", "black") not in LOOKS:
            raise ManifestError(f"{self._file}: {where}: colour = {got['colour']!r}"
                                f"{hint(got['colour'], LOOKS)}")
        for axis in ("x", "y", "z"):
            if axis in got:
                got[axis] = self._expression(f"{where}: {axis}", got[axis])
                expressions.append(got[axis])
        return got

    def _expression(self, where: str, text) -> Expression:
        if not isinstance(text, str):
            raise ManifestError(f"{self._file}: {where} = {text!r}; expected a text with an expression")
        return Expression(text, f"{self._file}: {where}", self._runs)

    def _known_run(self, where: str, name) -> str:
        if name not in self._runs:
            raise ManifestError(f"{self._file}: {where}: no run {name!r}{hint(name, self._runs)}")
        return name

    def _says(self, where: str, entry) -> Says:
        numbers = (int, float, list)
        got = self._take(where, entry, {"text": str, "verdict": str, "why": str},
                         {"paper": str, "quantity": str, "value": (*numbers, str), "rtol": (int, float),
                          "atol": (int, float), "min": numbers, "max": numbers, "unit": str})
        if got["verdict"] not in VERDICTS:
            raise ManifestError(f"{self._file}: {where}: verdict = {got['verdict']!r}"
                                f"{hint(got['verdict'], VERDICTS)}")
        ranges = {"value", "min", "max"} & got.keys()
        if (got["verdict"] == NONE) != ("quantity" not in got) or bool(ranges) == (got["verdict"] == NONE):
            raise ManifestError(f"{self._file}: {where}: a verdict needs a quantity and value, min or max; "
                                f"only {NONE!r} has none")
        low, high = got.get("min"), got.get("max")
        if "value" in got and not isinstance(got["value"], str):
            if ranges != {"value"} or ("rtol" in got) == ("atol" in got):
                raise ManifestError(f"{self._file}: {where}: value needs rtol or atol, and no min or max")
            low, high = _around(got)
        quantity = self._expression(f"{where}: quantity", got["quantity"]) if "quantity" in got else None
        return Says(got["text"], got.get("paper", ""), got["verdict"], got["why"], quantity, low, high,
                    got.get("value"), got.get("unit", ""))


# Keys of every panel: labels, limits, logarithmic axes and lines.
COMMON = {"x_label": str, "y_label": str, "x_limits": list, "y_limits": list, "x_log": bool,
          "y_log": bool, "h_lines": list, "v_lines": list, "equal": bool}


def _around(got: dict):
    """Limits of a value with its tolerance."""
    values = got["value"] if isinstance(got["value"], list) else [got["value"]]
    width = [got["atol"] if "atol" in got else got["rtol"] * abs(value) for value in values]
    low = [value - w for value, w in zip(values, width)]
    high = [value + w for value, w in zip(values, width)]
    return (low, high) if isinstance(got["value"], list) else (low[0], high[0])


def _words(types) -> str:
    names = {str: "a text", int: "a whole number", float: "a number", list: "a list", dict: "a table",
             bool: "true or false"}
    types = types if isinstance(types, tuple) else (types,)
    return " or ".join(dict.fromkeys(names[one] for one in types))
