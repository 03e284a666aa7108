"""Values of results with their units, and lists that show as tables."""
from __future__ import annotations

import difflib
import html

import numpy as np

from slideway.place import place


class ResultsError(ValueError, KeyError):
    """Raised for a folder without results, or for an array or a figure that does not exist. The
    message is one line that begins with the line of the script; `reason` is the rest of it."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason
        self.place = place()

    def __str__(self) -> str:
        file, line = self.place
        return f"{file}:{line}: {self.reason}"


class Text(str):
    """A text of several lines that shows as such in a notebook and at a prompt."""

    def __repr__(self) -> str:
        return str(self)


class Table(dict):
    """A dict that shows as a table in a notebook and at a prompt."""

    heads: tuple[str, ...] = ("name", "title")

    def _row(self, name: str, value) -> tuple[str, ...]:
        return name, str(value)

    def __repr__(self) -> str:
        if not self:
            return f"no {self.heads[0]}"
        rows = [self._row(name, value) for name, value in self.items()]
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                         for row in rows)

    def _repr_html_(self) -> str:
        return html_table(self.heads, (self._row(name, value) for name, value in self.items()))


def html_table(heads, rows) -> str:
    """Table of texts as HTML."""
    def line(tag, cells):
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return f"<table>{line('th', heads)}{''.join(line('td', row) for row in rows)}</table>"


class Array(np.ndarray):
    """A numpy array of results with its unit and meaning. Slices keep both; results of arithmetic
    are plain arrays."""

    unit: str  #: unit as in the file, for example "m/s^2"; "" if there is none
    meaning: str

    def __new__(cls, values: np.ndarray, unit: str, meaning: str):
        array = np.asarray(values).view(cls)
        array.unit, array.meaning = unit, meaning
        return array

    def __array_finalize__(self, source):
        self.unit, self.meaning = getattr(source, "unit", ""), getattr(source, "meaning", "")

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        def plain(value):
            return value.values if isinstance(value, Array) else value
        if out is not None:
            options["out"] = tuple(plain(o) for o in out)
        return getattr(ufunc, method)(*(plain(i) for i in inputs), **options)

    @property
    def values(self) -> np.ndarray:
        """The numbers as a plain array. Shapes are listed in docs/results.md; strings are str."""
        return self.view(np.ndarray)

    def names(self) -> dict[int, str]:
        """Names that the numbers stand for, from a meaning such as "0 none, 1 fold"."""
        words = (word.strip().partition(" ") for word in self.meaning.split(","))
        try:
            return {int(number): name for number, _, name in words}
        except ValueError:
            raise ResultsError(f"numbers without names; their meaning is: {self.meaning}") from None

    def __reduce__(self):
        rebuild, arguments, state = super().__reduce__()
        return rebuild, arguments, (state, self.unit, self.meaning)

    def __setstate__(self, state):
        numbers, self.unit, self.meaning = state
        super().__setstate__(numbers)


class Quantity(np.lib.mixins.NDArrayOperatorsMixin):
    """A key figure of summary.json: `value`, a number, a text or an array of them, and `unit`.

    float(q) is the number, numpy functions and arithmetic use the value without its unit. A single
    value is a list of one for `len`, iteration and indices.
    """

    def __init__(self, value: float | str | np.ndarray, unit: str):
        self.value = value
        self.unit = unit

    def __eq__(self, other) -> bool:
        """True for a quantity with an equal value and unit."""
        if not isinstance(other, Quantity):
            return NotImplemented
        return self.unit == other.unit and np.array_equal(self.value, other.value)

    __hash__ = None

    def __array__(self, dtype=None) -> np.ndarray:
        return np.asarray(self.value, dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        plain = (i.value if isinstance(i, Quantity) else i for i in inputs)
        return getattr(ufunc, method)(*plain, **options)

    def __float__(self) -> float:
        if np.size(self.value) != 1 or np.asarray(self.value).dtype.kind not in "fiub":
            raise ResultsError(f"float({self}); expected a quantity with one number")
        return float(np.ravel(self.value)[0])

    def __len__(self) -> int:
        return np.size(self.value)

    def __iter__(self):
        return iter(np.atleast_1d(self.value).tolist())

    def __getitem__(self, index):
        try:
            return np.atleast_1d(self.value)[index]
        except (IndexError, TypeError, ValueError):
            raise ResultsError(f"[{index!r}] of {self}; expected an index from 0 to "
                               f"{len(self) - 1}") from None

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        return " ".join([", ".join(format(value, form) for value in self), self.unit]).rstrip()

    def __str__(self) -> str:
        return f"{short(self.value)} {self.unit}".rstrip()

    def __repr__(self) -> str:
        return f"<slideway.Quantity {self}>"


class Quantities(Table):
    """Key figures by name."""

    heads = ("quantity", "value", "unit")

    def _row(self, name: str, value: Quantity) -> tuple[str, ...]:
        return name, short(value.value), value.unit

    def __missing__(self, name):
        raise ResultsError(f"no quantity {name}{hint(str(name), list(self))}")

    def copy(self) -> Quantities:
        return Quantities(self)


def hint(name: str, known: list[str]) -> str:
    """End of a message about a wrong name: the nearest of the known names, or all of them."""
    near = difflib.get_close_matches(name, known, 1)
    if near:
        return f"; did you mean {near[0]}?"
    more = f", ... ({len(known)})" if len(known) > 30 else ""
    return f"; expected one of {', '.join(known[:30])}{more}" if known else "; there is none"


def short(value: float | str | np.ndarray) -> str:
    """Text of a value for a cell of a table."""
    if isinstance(value, np.ndarray):
        more = f", ... ({len(value)})" if len(value) > 6 else ""
        return ", ".join(short(v) for v in value[:6].tolist()) + more
    return value if isinstance(value, str) else f"{value:.7g}"
