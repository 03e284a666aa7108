"""Tables of results for other programs: pandas, xarray, CSV."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from slideway import backbone, basin_shares, basins, bifurcation_diagram, long_motions, orbits
from slideway.place import needed
from slideway.values import Array, ResultsError


@dataclasses.dataclass(frozen=True)
class Standard:
    """A figure or table that `slideway plot` makes once per subject: a point, a contact, a signal."""

    name: str  #: files are named NAME_SUBJECT, or NAME without a subject
    subjects: Callable  #: results -> list of subjects (str); [""] for one figure, [] if it does not apply
    draw: Callable  #: results, subject -> Figure, or a dict of columns for a table


def whole(applies: Callable) -> Callable:
    return lambda results: [""] if applies(results) else []


# Tables of one result that `slideway plot` writes beside its figures.
TABLES = [
    Standard("backbone_curves", whole(backbone.has_ridges),
             lambda r, _: backbone.curves_table(r)),
    Standard("backbone_extrema", whole(backbone.has_ridges),
             lambda r, _: backbone.extrema_table(r)),
    Standard("backbone_derivatives", whole(backbone.has_derivatives),
             lambda r, _: backbone.derivatives_table(r)),
    Standard("phase_resonances", whole(backbone.has_phase_resonances),
             lambda r, _: backbone.phase_resonance_table(r)),
    Standard("damped_modes", whole(backbone.has_damped_modes),
             lambda r, _: backbone.damped_mode_table(r)),
    Standard("orbit_branches", whole(orbits.has_branches),
             lambda r, _: orbits.branches_table(r)),
    Standard("label_curves", whole(orbits.has_label_curves),
             lambda r, _: orbits.label_curves_table(r)),
    Standard("orbit_search", whole(orbits.has_search), lambda r, _: orbits.search_table(r)),
    Standard("sections", whole(long_motions.sections_of),
             lambda r, _: long_motions.sections_table(r)),
    Standard("exponent", whole(long_motions.has_exponent),
             lambda r, _: long_motions.exponent_table(r)),
    Standard("starts", whole(long_motions.has_motions), lambda r, _: long_motions.starts_table(r)),
    Standard("bifurcation_diagram", whole(bifurcation_diagram.has_diagram),
             lambda r, _: bifurcation_diagram.diagram_table(r)),
    Standard("diagram_sections", whole(bifurcation_diagram.sections_of),
             lambda r, _: bifurcation_diagram.sections_table(r)),
    Standard("basins", whole(basins.has_basins), lambda r, _: basins.basins_table(r)),
    Standard("shares", whole(basin_shares.has_shares),
             lambda r, _: basin_shares.shares_table(r)),
    Standard("share_ends", whole(basin_shares.has_shares),
             lambda r, _: basin_shares.ends_table(r)),
]


@dataclasses.dataclass(frozen=True)
class Frame:
    """Arrays over common axes.

    axes: values along each dimension, by name. columns: by name. Their first dimensions are the
    axes; a further one counts entries, such as the slave nodes of a contact.
    """

    axes: dict[str, Array]
    columns: dict[str, Array]

    def _flat(self) -> dict[str, Array]:
        """Columns with one value per row. A column with several entries becomes NAME[0], NAME[1], ..."""
        n = [len(axis) for axis in self.axes.values()]
        flat = {}
        for name, array in self.columns.items():
            entries = array.reshape(int(np.prod(n)), -1)
            if array.ndim == len(n) or entries.shape[1] == 1:
                flat[name] = entries[:, 0]
            else:
                flat |= {f"{name}[{k}]": entries[:, k] for k in range(entries.shape[1])}
        return flat

    def to_pandas(self):
        pandas = needed("pandas")
        flat = self._flat()
        if len(self.axes) == 1:
            [(name, axis)] = self.axes.items()
            index = pandas.Index(axis.values, name=name)
        else:
            index = pandas.MultiIndex.from_product([axis.values for axis in self.axes.values()],
                                                   names=list(self.axes))
        frame = pandas.DataFrame({name: array.values for name, array in flat.items()}, index=index)
        frame.attrs["units"] = {name: array.unit for name, array in (self.axes | flat).items()}
        return frame

    def to_xarray(self):
        xarray = needed("xarray")

        def variable(name: str, dimensions: list[str], array: Array):
            further = [f"{name.rpartition('/')[0] or name} entry"] * (array.ndim - len(dimensions))
            attributes = {"units": array.unit, "long_name": array.meaning}
            return (dimensions + further, array.values,
                    {key: text for key, text in attributes.items() if text})
        axes = list(self.axes)
        return xarray.Dataset({name: variable(name, axes, array) for name, array in self.columns.items()},
                              {name: variable(name, [name], axis) for name, axis in self.axes.items()})

    def csv_columns(self) -> dict[str, np.ndarray]:
        """Columns for `to_csv`, with units in their names, and real and imaginary parts apart."""
        grids = np.meshgrid(*(axis.values for axis in self.axes.values()), indexing="ij")
        flat = {name: Array(grid.ravel(), axis.unit, "")
                for (name, axis), grid in zip(self.axes.items(), grids)} | self._flat()
        columns = {}
        for name, array in flat.items():
            unit = f" [{array.unit}]" if array.unit else ""
            if np.iscomplexobj(array):
                columns |= {f"real {name}{unit}": array.values.real,
                            f"imag {name}{unit}": array.values.imag}
            else:
                columns[f"{name}{unit}"] = array.values
        return columns


def frame_of(results, table: str = "") -> Frame:
    """Returns a table of a result: the first one if no name is given.

    Raises ResultsError that lists the tables.
    """
    names = [name for name, (applies, _) in FRAMES.items() if applies(results)]
    others = {one.name: one for one in TABLES if one.subjects(results)}
    names = names[:-1] + list(others) + names[-1:]
    name = table or names[0]
    if name not in names:
        raise ResultsError(f"{results.label}: no table {name}; expected one of {', '.join(names)}")
    if name in FRAMES:
        return FRAMES[name][1](results)
    [subject] = others[name].subjects(results)
    return _of_columns(others[name].draw(results, subject))


def _of_columns(columns: dict[str, np.ndarray]) -> Frame:
    """Frame of columns whose names may end with a unit: "frequency [Hz]"."""
    arrays = {}
    for label, values in columns.items():
        name, _, unit = label.partition(" [")
        arrays[name if name not in arrays else label] = Array(np.asarray(values), unit.rstrip("]"), "")
    return Frame({"row": _counter(len(next(iter(arrays.values()))))}, arrays)


def _counter(n: int, meaning: str = "") -> Array:
    return Array(np.arange(n), "", meaning)


def _is_map(results) -> bool:
    return "map/status" in results


def _history(results) -> Frame:
    """Time histories of points, contacts, joints and energies."""
    time = results["time"]
    columns = {}
    groups = [f"{group}/{name}" for group in ("points", "contacts", "joints")
              for name in results.names(group)] + ["energy"]
    for group in groups:
        for name in results.names(group):
            path = f"{group}/{name}"
            if not results.names(path) and _has_rows(results[path], len(time)):
                columns[path] = results[path]
    return Frame({"time": time}, columns)


def _has_rows(array: Array, n: int) -> bool:
    return array.shape[:1] == (n,) and array.dtype.kind in "fiub"


def _responses(results) -> Frame:
    """Complex frequency responses OUTPUT/INPUT, over the place if there are several."""
    place, frequency = results["position"], results["frequency"]
    axes = ({"position": place} if len(place) > 1 else {}) | {"frequency": frequency}
    shape = tuple(map(len, axes.values()))
    columns = {}
    for output in results.names("frf"):
        for entry in results.names(f"frf/{output}"):
            real, imag = (results[f"frf/{output}/{entry}/{part}"] for part in ("real", "imag"))
            columns[f"{output}/{entry}"] = Array((real.values + 1j * imag.values).reshape(shape),
                                                 real.unit, "response per unit of input, exp(j Omega t)")
    return Frame(axes, columns)


def _curves(results) -> Frame:
    """Points of all curves of a forced response, one after the other."""
    curves = [f"levels/{name}" for name in results.names("levels")]
    lengths = [len(results[f"{curve}/frequency"]) for curve in curves]

    def one_per_point(curve: str, n: int) -> list[str]:
        names = ["frequency", "stable", "growth"]
        names += [f"points/{point}/{name}" for point in results.names(f"{curve}/points")
                  for name in results.names(f"{curve}/points/{point}")]
        names += [f"joints/{joint}/dissipation" for joint in results.names(f"{curve}/joints")]
        return [name for name in names if f"{curve}/{name}" in results
                and results[f"{curve}/{name}"].shape == (n,)]
    names = list(dict.fromkeys(name for curve, n in zip(curves, lengths)
                               for name in one_per_point(curve, n)))

    def joined(name: str) -> Array:
        there = [results[f"{curve}/{name}"] if f"{curve}/{name}" in results else None for curve in curves]
        some = next(array for array in there if array is not None)
        return Array(np.concatenate([np.full(n, np.nan) if array is None else array.values
                                     for array, n in zip(there, lengths)]), some.unit, some.meaning)
    level = np.repeat([float(results[f"{curve}/level"].item()) for curve in curves], lengths)
    columns = {"curve": Array(np.repeat(np.arange(1, len(curves) + 1), lengths), "", "number of the curve"),
               "level": Array(level, "", "factor of the harmonic drive")}
    return Frame({"point": _counter(sum(lengths), "points of all curves, in their order")},
                 columns | {name: joined(name) for name in names})


def _points(results) -> Frame:
    """Quantities of the points of a map, over the values of its keys, or over the points of a
    refined map."""
    keys = results["map/key"].values.tolist()
    status = results["map/status"]
    values = [results[f"map/{axis}"] for axis in ("x", "y")[:len(keys)]]
    refined = "map/axis_x" in results
    axes = {"point": _counter(len(status))} if refined else dict(zip(keys, values))
    shape = tuple(map(len, axes.values()))
    columns = dict(zip(keys, values)) if refined else {}
    columns["status"] = Array(status.values.reshape(shape), "", status.meaning)
    for name in results["map/names"].values.tolist():
        rows = results[f"map/quantities/{name}/point"].values
        value = results[f"map/quantities/{name}/value"]
        order = np.argsort(rows, kind="stable")
        entry = np.empty(len(rows), dtype=int)
        entry[order] = np.arange(len(rows)) - np.searchsorted(rows[order], rows[order])
        n_entries = int(entry.max(initial=0)) + 1
        text = value.dtype.kind == "U"
        filled = np.full((len(status), n_entries), "" if text else np.nan,
                         dtype=value.dtype if text else float)
        filled[rows, entry] = value.values
        full = shape if n_entries == 1 else (*shape, n_entries)
        columns[name] = Array(filled.reshape(full), value.unit, value.meaning)
    return Frame(axes, columns)


def _quantities(results) -> Frame:
    """All key figures, one row per value."""
    rows = [(name, k, value, q.unit) for name, q in results.quantities.items()
            for k, value in enumerate(q)]
    numbers = all(not isinstance(value, str) for _, _, value, _ in rows)
    name, entry, value, unit = zip(*rows) if rows else ((), (), (), ())
    return Frame({"row": _counter(len(rows))}, {
        "quantity": Array(np.array(name, dtype=str), "", ""),
        "entry": Array(np.array(entry, dtype=int), "", "number within a list, from 0"),
        "value": Array(np.array(value, dtype=float if numbers else object), "", ""),
        "unit": Array(np.array(unit, dtype=str), "", "")})


# Tables by name: (results -> whether they have it, results -> Frame). The last one exists always.
FRAMES = {
    "points": (_is_map, _points),
    "history": (lambda r: r.analysis == "transient" and "time" in r, _history),
    "responses": (lambda r: r.analysis == "frf" and "frf" in r, _responses),
    "curves": (lambda r: r.analysis == "forced-response" and "levels" in r, _curves),
    "quantities": (lambda r: True, _quantities),
}
