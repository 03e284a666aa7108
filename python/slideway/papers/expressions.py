"""Numbers of manifests: expressions of quantities and arrays of runs, such as
`max(abs(n2["law/force"] - n2["law/exact/force"]))`."""
from __future__ import annotations

import ast
import difflib

import numpy as np

from slideway.values import ResultsError


class ManifestError(ValueError):
    """Raised for a wrong manifest, or a paper, a figure or a panel that does not exist. The message
    is one line."""


def _near(x, values, at):
    """Element of `values` at the element of x that is nearest to `at`."""
    return np.asarray(values)[np.argmin(np.abs(np.asarray(x) - at))]


def _local_maxima(values):
    """Indices of elements that are larger than both neighbours."""
    values = np.asarray(values)
    return 1 + np.flatnonzero((values[1:-1] > values[:-2]) & (values[1:-1] >= values[2:]))


# Functions and constants that an expression may use.
FUNCTIONS = {
    "abs": np.abs, "all": np.all, "any": np.any, "arange": np.arange, "arcsin": np.arcsin,
    "arctan": np.arctan, "arctan2": np.arctan2,
    "argmax": np.argmax, "argmin": np.argmin, "array": np.array, "concatenate": np.concatenate,
    "cos": np.cos, "count": np.count_nonzero, "degrees": np.degrees, "diff": np.diff, "exp": np.exp,
    "gradient": np.gradient, "hypot": np.hypot, "integral": np.trapz, "interp": np.interp,
    "isin": np.isin, "len": len, "linspace": np.linspace, "local_maxima": _local_maxima, "log": np.log, "log10": np.log10,
    "max": np.max, "maximum": np.maximum, "mean": np.mean, "median": np.median, "min": np.min,
    "minimum": np.minimum, "near": _near, "pi": np.pi, "radians": np.radians, "round": np.round,
    "sin": np.sin, "sort": np.sort, "sqrt": np.sqrt, "sum": np.sum, "tan": np.tan,
    "transposed": np.transpose, "unique": np.unique, "unwrap": np.unwrap, "where": np.where,
}
_ALLOWED = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Name, ast.Subscript,
            ast.Slice, ast.Constant, ast.Tuple, ast.List, ast.Load, ast.operator, ast.unaryop,
            ast.cmpop, ast.keyword)


class Expression:
    """An expression over the runs of a manifest.

    text: as in the manifest. where: place for messages. runs: names of all runs.
    used: list of (run, name of a quantity or an array).

    Raises ManifestError for syntax that is not allowed, and for unknown names.
    """

    def __init__(self, text: str, where: str, runs):
        self.text, self.where = text, where
        try:
            tree = ast.parse(text, mode="eval")
        except (SyntaxError, ValueError) as error:
            raise ManifestError(f"{where} = {shortened(text)}; not an expression: {error}") from None
        self.used: list[tuple[str, str]] = []
        named = set()
        for node in ast.walk(tree):
            if not isinstance(node, _ALLOWED):
                raise ManifestError(f"{where} = {shortened(text)}; {type(node).__name__} is not allowed in an "
                                    "expression")
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) \
                    and node.value.id in runs:
                if not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, str):
                    raise ManifestError(f"{where} = {shortened(text)}; expected the name of a quantity or an "
                                        f'array, as in {node.value.id}["NAME"]')
                self.used.append((node.value.id, node.slice.value))
                named.add(node.value)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node not in named and node.id not in FUNCTIONS:
                raise ManifestError(f"{where} = {shortened(text)}; unknown name {node.id}"
                                    f"{hint(node.id, [*runs, *FUNCTIONS])}")
        self._code = compile(tree, where, "eval")

    def value(self, results: dict):
        """Returns a number or an array. results: `Readable` of each run by its name.

        Raises ResultsError if a run lacks what the expression uses, or if it cannot be evaluated.
        """
        missing = [run for run, _ in self.used if run not in results]
        if missing:
            raise ResultsError(f"{self.where}: no results of the run {missing[0]}")
        try:
            found = eval(self._code, {"__builtins__": {}}, {**FUNCTIONS, **results})
            return np.hstack([np.ravel(part) for part in found]) if isinstance(found, list) else found
        except ResultsError:
            raise
        except (ValueError, TypeError, IndexError, ZeroDivisionError) as error:
            raise ResultsError(f"{self.where} = {shortened(self.text)}; {error}") from None


def shortened(text: str) -> str:
    """A text in quotation marks for a message, without its middle if it is long."""
    return repr(text if len(text) < 120 else f"{text[:57]} ... {text[-57:]}")


def hint(name: str, known) -> str:
    """Nearest of the known names, or all of them."""
    known = list(known)
    near = difflib.get_close_matches(str(name), known, 1)
    return f"; did you mean {near[0]}?" if near else f"; expected one of {', '.join(known)}"


class Readable:
    """Results as expressions see them: run["NAME"] is a quantity, an array, or an entry of the
    summary (`wall_time_s`, `status`, `bodies.NAME.dofs`). run["/NAME"] is an array in any case.
    run["GROUP/*/NAME"] joins the arrays of all groups, one after the other."""

    SUMMARY = ("wall_time_s", "status", "title")

    def __init__(self, results):
        self.results = results
        self._read: dict = {}

    def __getitem__(self, name: str):
        if name not in self._read:
            if name in self.results.quantities:
                self._read[name] = self.results.quantities[name].value
            elif name in self.SUMMARY:
                self._read[name] = self.results.summary[name]
            elif name.startswith("bodies."):
                self._read[name] = self._of_body(name)
            elif "*" in name:
                self._read[name] = self._joined(name)
            else:
                self._read[name] = self.results[name].values
        return self._read[name]

    def _joined(self, name: str):
        """Arrays of all groups in place of the star, one after the other."""
        before, after = name.split("*", 1)
        groups = self.results.names(before.strip("/"))
        if not groups:
            raise ResultsError(f"{self.results.label}: no {name}")
        return np.concatenate([self.results[f"{before}{group}{after}"].values for group in groups])

    def _of_body(self, name: str):
        """Entry of a body in the summary, for "bodies.NAME.KEY"."""
        _, body, key = name.split(".", 2)
        for entry in self.results.summary.get("bodies", []):
            if entry["name"] == body and key in entry:
                return entry[key]
        raise ResultsError(f"{self.results.label}: no {name} in the summary")
