"""Results of a folder (summary.json and results.h5), or of a computation in this process."""
from __future__ import annotations

import base64
import difflib
import functools
import html
import json
import os
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from slideway.files import to_csv
from slideway.hints import missing
from slideway.place import file_name, needed
from slideway.values import Array, Quantities, Quantity, ResultsError

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.figure import Figure


class Results:
    """Results of an analysis, a mapping of the names of its arrays to the arrays.

    folder: folder that was read; None for a computation in this process.
    title, analysis, status, message: entries of the summary. Analysis is "transient",
        "complex-modes", ...
    quantities: dict of `Quantity` by name, for example "rub.normal_force.min".
    used: dict of str, the options of the run.
    summary: all entries of summary.json, as dicts and lists.
    attributes: dict of str, attributes of the root of results.h5.
    case, overrides: the case file as dicts and lists ({} if this Python cannot read TOML), and the
        list of KEY=VALUE that changed it.
    """

    def __init__(self, source: InFolder | InMemory):
        self._source = source
        self.folder: Path | None = source.folder
        self.summary: dict = source.summary
        self.attributes: dict[str, str] = source.attributes()
        self.quantities = source.quantities
        source_of_case = self.summary.get("case", {})
        self._text = source_of_case.get("text", "")
        self.overrides = list(source_of_case.get("overrides", []))
        self.title = self.summary.get("title", "")
        self.analysis = self.summary.get("analysis", "")
        self.status = self.summary.get("status", "")
        self.message = self.summary.get("message", "")
        self.used = self.summary.get("used", {})

    @functools.cached_property
    def case(self) -> dict:
        return _toml(self._text)

    @property
    def label(self) -> str:
        """Name for messages and legends: the folder, or the title."""
        return str(self.folder) if self.folder is not None else self.title or self.analysis

    def __repr__(self) -> str:
        return (f"<slideway.Results of {self.label!r}: {self.analysis}, {self.status}, "
                f"{len(self.quantities)} quantities>")

    def _repr_html_(self) -> str:
        """Key figures and the first figure, for a notebook."""
        lines = [f"<b>{html.escape(self.label)}</b>: {html.escape(self.analysis)}, {html.escape(self.status)}",
                 html.escape(self.message)]
        picture = self._picture
        image = f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">' if picture else ""
        return "<br>".join(filter(None, lines)) + self.quantities._repr_html_() + image

    def _repr_png_(self) -> bytes | None:
        """The first figure, for a notebook without HTML."""
        return self._picture

    @functools.cached_property
    def _picture(self) -> bytes | None:
        """PNG of the first figure. None if there is none, or if it cannot be drawn."""
        try:
            from slideway.plots import canvas, standard
            if not standard.offered(self):
                return None
            with canvas.managed(False):
                return canvas.png(standard.draw_one(self))
        except (ImportError, ResultsError):  # no matplotlib, or no samples
            return None

    def __contains__(self, name: str) -> bool:
        """True if there is an array or a group of this name."""
        if not isinstance(name, str):
            return False
        group, _, last = name.rpartition("/")
        return self._source.group(name) is not None or last in self.names(group)

    def __iter__(self):
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __float__(self) -> float:
        raise ResultsError(f"float({self!r}); expected float of one of its quantities, as in "
                           f"float(results.quantities[{next(iter(self.quantities), 'name')!r}])")

    def keys(self) -> list[str]:
        """Names of all arrays."""
        names = []

        def walk(group: str) -> None:
            for name in self.names(group):
                path = f"{group}/{name}" if group else name
                if self._source.group(path) is None:
                    names.append(path)
                else:
                    walk(path)
        walk("")
        return names

    _ipython_key_completions_ = keys

    def items(self):
        """Iterates over (name, array)."""
        return ((name, self[name]) for name in self.keys())

    def values(self):
        """Iterates over the arrays."""
        return (self[name] for name in self.keys())

    def get(self, name: str, default=None):
        """Returns the array `name`, or `default` if there is none."""
        return self[name] if name in self and self._source.group(name) is None else default

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_) -> None:
        """Does nothing, because no file stays open."""

    def __getitem__(self, name: str) -> Array:
        """Returns the array `name`, a path of docs/results.md such as "contacts/rub/gap".

        Raises ResultsError that lists the names that exist.
        """
        if not isinstance(name, str):
            raise ResultsError(f"results[{name!r}]; expected the name of an array, such as "
                               f'"{next(iter(self), "time")}"')
        found = self._source.array(name)
        if found is None:
            quantity = f'; expected results.quantities["{name}"] for the quantity of this name'
            raise ResultsError(f"{self._source.place}: no array {name}"
                               f"{quantity if name in self.quantities else self._hint(name)}")
        values, unit, meaning = found
        if isinstance(values, list):
            values = np.array(values, dtype=str)
        return Array(values, unit, meaning)

    @property
    def root(self) -> Group:
        """All arrays as attributes, for example `results.root.orbits[0].growth`."""
        return Group(self)

    def names(self, group: str = "") -> list[str]:
        """Sorted names directly in `group`; [] if there is no such group."""
        return list(self._source.group(group) or [])

    def write(self, folder: str | os.PathLike) -> None:
        """Writes the files that `slideway run` writes, in place of earlier results.

        Raises ResultsError if the results were read from a folder; InputError or RuntimeError if
        the folder cannot be written.
        """
        self._source.write(file_name("write", folder))

    def to_mat(self, file: str | os.PathLike) -> None:
        """Writes everything for MATLAB: title, analysis, status, message; quantities as nested
        structs with name, value and unit; arrays as nested structs with name, values, unit and
        meaning, one level per group. Characters that MATLAB does not allow in a field name
        become `_`.

        Raises InputError without scipy.
        """
        quantities, arrays = _Fields(), _Fields()
        for name, q in self.quantities.items():
            quantities.add([name], dict(name=name, value=q.value, unit=q.unit))
        for name, array in self.items():
            arrays.add(name.split("/"), dict(name=name, values=array.values, unit=array.unit,
                                             meaning=array.meaning))
        needed("scipy.io").savemat(file, dict(
            title=self.title, analysis=self.analysis, status=self.status, message=self.message,
            quantities=quantities.fields, arrays=arrays.fields), long_field_names=True)

    def write_universal(self, file: str | os.PathLike, labels: dict[str, int] | None = None,
                        force: bool = False) -> list[str]:
        """Writes a universal file in SI: modes (datasets 2411, 55), or frequency responses (58). Shapes and
        frequencies have six digits.

        labels: number of a node by its port, "BODY.PORT" or "PORT"; a port n512 has the number 512. force: replaces a
        file that Slideway did not write. Returns the names of its nodes by number. Raises FileError.
        """
        from slideway.exchange.results_writer import write_universal
        return write_universal(self, file_name("write_universal", file), labels, force)

    def plot(self, figure: str = "", subject: str = "", ax=None) -> Figure:
        """Draws a figure of `slideway plot`: the first that applies, or the named one.

        figure: name such as "frf". subject: the point, contact or signal of a figure that exists
        for several, such as "lower.free_end.y". ax: axes to draw into, as many as the figure has.

        Returns a matplotlib Figure, or `ax`. In a notebook, and in a script that has imported pyplot,
        a new figure belongs to pyplot. Raises ResultsError that lists the figures.
        """
        needed("matplotlib")
        from slideway.plots import canvas, standard
        with canvas.managed(), canvas.drawn_into(ax):
            drawing = standard.draw_one(self, figure, subject)
        return drawing if ax is None else ax

    def to_pandas(self, table: str = "") -> pandas.DataFrame:
        """Returns a table as a pandas DataFrame; its attrs["units"] are the units by column.

        table: "history" of a transient, "responses" of an frf, "curves" of a forced response,
            "points" of a map, "quantities", or a table of `slideway plot`. By default the first
            that applies.

        Raises InputError without pandas, and ResultsError that lists the tables.
        """
        return self._frame(table).to_pandas()

    def to_xarray(self, table: str = "") -> xarray.Dataset:
        """Returns a table as an xarray Dataset; units and meanings are attrs of its variables.

        table: see `to_pandas`. Raises InputError without xarray.
        """
        return self._frame(table).to_xarray()

    def to_csv(self, file: str | os.PathLike, table: str = "") -> None:
        """Writes a table as CSV, with names and units in the first row and all digits.

        table: see `to_pandas`. Raises OSError.
        """
        to_csv(self._frame(table).csv_columns(), file_name("to_csv", file))

    def _frame(self, table: str):
        from slideway.tables import frame_of  # which imports this module
        return frame_of(self, table)

    def to_dict(self) -> dict[str, float | str | np.ndarray]:
        """Values of all quantities and arrays by their names, without units."""
        return {name: q.value for name, q in self.quantities.items()} | \
            {name: array.values for name, array in self.items()}

    def __getattr__(self, name: str):
        raise missing(self, name)

    def _hint(self, name: str) -> str:
        """Names in the deepest existing group of `name`, the nearest name first."""
        parts = [part for part in name.split("/") if part]
        at = ""
        while parts and self._source.group(at + parts[0]) is not None:
            at += parts.pop(0) + "/"
        there = self.names(at.rstrip("/"))
        if not parts or not there:
            return f"; {at or 'the file'} holds: {', '.join(there) or 'nothing'}"
        near = difflib.get_close_matches(parts[0], there, 1)
        return (f"; did you mean {at}{near[0]}?" if near else ";") + \
            f" {at or 'The file'} holds: {', '.join(there)}"


class Group:
    """A group of arrays. Members are attributes, or items by name or number: `root.modes["lower"]`,
    `root.orbits[0]`. Iteration visits the members in the order of their names."""

    def __init__(self, results: Results, path: str = ""):
        self._results, self._path = results, path

    def __dir__(self) -> list[str]:
        return self._results.names(self._path)

    def __len__(self) -> int:
        return len(dir(self))

    def __iter__(self):
        return map(self.__getitem__, dir(self))

    def __contains__(self, name: str) -> bool:
        return name in dir(self)

    def __repr__(self) -> str:
        return f"<slideway group {self._path or '/'}: {', '.join(dir(self))}>"

    def __getitem__(self, member: str | int) -> Group | Array:
        """Returns a group or an array. Raises ResultsError that lists the names that exist."""
        names = dir(self)
        if isinstance(member, int) and -len(names) <= member < len(names):
            name = names[member]
        elif isinstance(member, str):
            name = member
        else:
            raise ResultsError(f"{self!r}[{member!r}]; expected a name, or a number below {len(names)}")
        path = f"{self._path}/{name}" if self._path else name
        is_group = self._results._source.group(path) is not None
        return Group(self._results, path) if is_group else self._results[path]

    _ipython_key_completions_ = __dir__

    def __getattr__(self, name: str) -> Group | Array:
        if name.startswith("_"):  # copy and pickle ask before there are members
            raise AttributeError(name)
        try:
            return self[name]
        except ResultsError as error:
            raise AttributeError(str(error)) from None


class InMemory:
    """Source of results that this process computed."""

    folder = None
    place = "the results"

    def __init__(self, found):
        self._found = found  # of the extension
        self.summary = json.loads(found.summary())
        self.quantities = _quantities(self.summary)

    def attributes(self) -> dict[str, str]:
        return self._found.attributes()

    def array(self, name: str) -> tuple | None:
        """Returns (values, unit, meaning). Values are a list if they are texts."""
        return self._found.array(name)

    def group(self, name: str) -> list[str] | None:
        """Sorted names directly in a group; None if it is no group."""
        return self._groups.get(name)

    def write(self, folder: str | os.PathLike) -> None:
        self._found.write(os.fspath(folder))

    def __deepcopy__(self, _) -> InMemory:
        return self

    def __reduce__(self):
        return InMemory, (_Received(self._found.summary(), self._found.attributes(),
                                    {name: self._found.array(name) for name in self._found.names()}),)

    @functools.cached_property
    def _groups(self) -> dict[str, list[str]]:
        groups = {"": set()}
        for name in self._found.names():
            parts = name.split("/")
            for depth, part in enumerate(parts):
                groups.setdefault("/".join(parts[:depth]), set()).add(part)
        return {name: sorted(held) for name, held in groups.items()}


class _Received:
    """What another process computed, in place of the object of the extension."""

    def __init__(self, summary: str, attributes: dict[str, str], arrays: dict[str, tuple]):
        self._held = summary, attributes, arrays

    def summary(self) -> str:
        return self._held[0]

    def attributes(self) -> dict[str, str]:
        return self._held[1]

    def array(self, name: str) -> tuple | None:
        return self._held[2].get(name)

    def names(self) -> list[str]:
        return list(self._held[2])

    def write(self, folder: str) -> None:
        raise ResultsError(f"{folder}: these results were computed in another process, which can "
                           "write them; expected to_csv, to_mat or pickle here")


class InFolder:
    """Source of results in a folder. Arrays are read from the file when needed, after its checksum
    was verified: HDF5 reads wrong numbers from some damaged files, and crashes on others."""

    def __init__(self, folder: str | os.PathLike):
        """Raises ResultsError if `folder` holds no complete results."""
        self.folder = Path(folder)
        self._sound = None  # state of the file when its checksum was verified
        self._listed = None  # state of the file when its groups were read
        if not self.folder.exists():
            raise ResultsError(f"{folder}: no such folder")
        if not self.folder.is_dir():
            case = "; slideway.load reads a case" if self.folder.suffix == ".toml" else ""
            raise ResultsError(f"{folder}: not a folder; expected the results folder of a run{case}")
        for name in ("summary.json", "results.h5"):
            if not self._place(name).is_file():
                raise ResultsError(f"{folder}: no {name}; expected the results folder of a "
                                   "finished run (slideway run CASE --output DIR)")
        for last in (False, True):  # a run may replace the files between the two reads
            try:
                self.summary = json.loads(self._place("summary.json").read_text(encoding="utf-8"))
                self.quantities = _quantities(self.summary)
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise ResultsError(f"{self.folder / 'summary.json'}: cannot be read: "
                                   f"{_one_line(error)}") from error
            try:
                self._verify()
                break
            except ResultsError:
                if last:
                    raise

    @property
    def place(self) -> Path:
        return self.folder / "results.h5"

    def attributes(self) -> dict[str, str]:
        with self._open() as h5:
            return {name: _text(value) for name, value in h5.attrs.items()}

    def array(self, name: str) -> tuple | None:
        with self._open() as h5:
            item = h5.get(name)
            if not hasattr(item, "shape"):
                return None
            values = item[()]
            if values.dtype.kind in "OS":
                values = np.array([_text(v) for v in values.ravel()], dtype=str)
            return values, _text(item.attrs.get("unit", "")), _text(item.attrs.get("meaning", ""))

    def group(self, name: str) -> list[str] | None:
        self._verify()
        if self._listed != self._sound:
            with self._open() as h5:
                groups = {"": sorted(h5)}

                def note(path, item):
                    if not hasattr(item, "shape"):
                        groups[path] = sorted(item)
                h5.visititems(note)
            self._groups, self._listed = groups, self._sound
        return self._groups.get(name.strip("/"))

    def write(self, folder: str | os.PathLike) -> None:
        raise ResultsError(f"{folder}: these results were read from {self.folder}, which holds the "
                           "files already; copy it")

    def _place(self, name: str) -> Path:
        """Path of a file, also while new results replace old ones."""
        moving = self.folder / ".slideway.whole" / name
        return moving if moving.is_file() else self.folder / name

    def _verify(self) -> Path:
        """Path of results.h5, after it was verified to be complete and to belong to the summary."""
        file = self._place("results.h5")
        try:
            state = os.stat(file)
            state = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)
            if state == self._sound:
                return file
            found = checksum(file)
        except OSError as error:
            raise ResultsError(f"{file}: cannot be read: {_one_line(error)}") from error
        if found != self.summary.get("checksum"):
            raise ResultsError(f"{file}: is not of the same run as summary.json")
        self._sound = state
        return file

    def _open(self):
        import h5py  # imported late, because it takes 0.1 s
        file = self._verify()
        try:
            return h5py.File(file, "r")
        except OSError as error:
            raise ResultsError(f"{file}: cannot be read: {_one_line(error)}") from error


def read(folder: str | os.PathLike) -> Results:
    """Reads the results of a run. Raises ResultsError if `folder` holds no complete results."""
    return Results(InFolder(file_name("read", folder)))


BLOCK = 512  #: size of the user block before the HDF5 data [bytes]; it holds the checksum of the data


def checksum(file: str | os.PathLike) -> str:
    """Checksum of a results.h5, as in the file and in summary.json.

    Raises ResultsError unless the file is complete and undamaged.
    """
    with open(file, "rb") as stream:
        block = stream.read(BLOCK)
        text, seal = _seal(stream)
    if block.startswith(b"\x89HDF\r\n\x1a\n"):
        raise ResultsError(f"{file}: cannot be read: it has no checksum, as files of other programs "
                           "or of earlier versions")
    if block != seal:
        raise ResultsError(f"{file}: cannot be read: damaged, its checksum does not hold")
    return text


def _seal(stream) -> tuple[str, bytes]:
    """Checksum of the rest of a file, and the user block that states it."""
    crc, adler, n = 0, 1, 0
    while data := stream.read(1 << 18):
        crc, adler, n = zlib.crc32(data, crc), zlib.adler32(data, adler), n + len(data)
    text = f"{crc:08x}{adler:08x}"
    seal = f"Slideway results\nchecksum {text}\nof {n} bytes from byte {BLOCK} on\n"
    return text, seal.encode().ljust(BLOCK, b"\n")


class _Fields:
    """Nested structs for MATLAB."""

    def __init__(self):
        self.fields, self._inner, self._taken = {}, {}, {}

    def add(self, path: list[str], leaf: dict) -> None:
        field = self._field(path[0])
        if len(path) == 1:
            self.fields[field] = leaf
            return
        inner = self._inner.setdefault(field, _Fields())
        self.fields[field] = inner.fields
        inner.add(path[1:], leaf)

    def _field(self, name: str) -> str:
        """Unique field name: letters, digits and _, beginning with a letter, at most 63 characters."""
        if name in self._taken:
            return self._taken[name]
        field = re.sub(r"\W", "_", name, flags=re.ASCII)[:59]
        field = field if field[:1].isalpha() else f"x{field}"
        last = 1
        while (tried := field if last == 1 else f"{field}_{last}") in self._taken.values():
            last += 1
        self._taken[name] = tried
        return tried


def _quantities(summary: dict) -> Quantities:
    return Quantities((name, Quantity(_value(q["value"]), q["unit"]))
                      for name, q in summary["quantities"].items())


def _value(value):
    if not isinstance(value, list):
        return value
    texts = value and all(isinstance(v, str) for v in value)
    return np.asarray(value, dtype=str if texts else float)


def _toml(text: str) -> dict:
    try:
        import tomllib  # Python 3.11
        return tomllib.loads(text)
    except (ImportError, ValueError):
        return {}


def _text(value) -> str:
    if isinstance(value, np.ndarray):
        value = value.ravel()[0] if value.size else ""
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
