"""Conversion of files between programs: matrices, responses and results."""
from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from slideway.exchange.file_error import FileError
from slideway.exchange.own_output import write_files

RESPONSES = (".unv", ".uff", ".csv")  #: endings of OUT that take responses or results


@dataclasses.dataclass
class Options:
    """Options of `slideway convert`. units, names, dofs, mesh, scale: of the files that are read, as in a case.
    out_units: of the files that are written. force: replaces files that Slideway did not write."""

    units: object = None
    names: dict | None = None
    dofs: str | None = None
    mesh: str | None = None
    scale: float | None = None
    out_units: object = None
    force: bool = False


def convert(files: list[str], out: str, options: Options) -> tuple[list[str], list[str]]:
    """Converts files. Returns (files that were written, remarks). Raises FileError."""
    for file in files:
        if not os.path.exists(file):
            raise FileError(f"{file}: no such file")
        if Path(file).resolve() == Path(out).resolve():
            raise FileError(f"{out}: is read too; expected another name")
    if len(files) == 1 and os.path.isfile(os.path.join(files[0], "summary.json")):
        return _results(files[0], out, options)
    if Path(out).suffix.lower() in RESPONSES:
        return _responses(files, out, options)
    from slideway.exchange.body_writers import loads_in
    from slideway.exchange.matrix_reader import read_matrices
    read = read_matrices(files, names=options.names, dofs=options.dofs, mesh=options.mesh, units=options.units,
                         scale=options.scale)
    written = read.write(out, options.out_units, force=options.force)
    held = f"{read.format}: {read.n} dofs, {', '.join(f'{key} = {name}' for key, name in read.names.items())}"
    loads = [f"{len(read.loads)} load cases: {loads_in(out)}"] if read.loads else []
    placeless = read.dof_names is not None and not read.nodes
    return written, [held, *read.notes, *loads] + ["nodes have no positions"] * placeless


def _refuse_keys(options: Options, what: str) -> None:
    """Refuses options of matrices."""
    given = [f"--{name.replace('_', '-')}" for name in ("units", "names", "dofs", "mesh", "scale", "out_units")
             if getattr(options, name) is not None]
    if given:
        raise FileError(f"{', '.join(given)}: {what}; expected only with matrices")


def _results(folder: str, out: str, options: Options) -> tuple[list[str], list[str]]:
    from slideway.results import read
    _refuse_keys(options, "results are in SI")
    results = read(folder)
    ending = Path(out).suffix.lower()
    if ending in (".unv", ".uff"):
        names = results.write_universal(out, force=options.force)
        return [out], [f"node {label} is {name}" for label, name in list(names.items())[:50]]
    if ending == ".csv":
        return write_files({Path(out): results.to_csv}, options.force), []
    if ending == ".mat":
        return write_files({Path(out): results.to_mat}, options.force), []
    raise FileError(f"{out}: {folder} is a folder of results; expected the ending .unv, .csv or .mat")


def _responses(files: list[str], out: str, options: Options) -> tuple[list[str], list[str]]:
    from slideway.exchange.measured import read_with_notes
    from slideway.exchange.results_writer import write_responses
    _refuse_keys(options, "files of responses state their units")
    responses, notes = [], []
    for file in files:
        found, remarks = read_with_notes(file)
        responses += found
        notes += remarks
    if not responses:
        raise FileError(f"{', '.join(files)}: no frequency response")
    if Path(out).suffix.lower() == ".csv":
        return write_files({Path(out): responses_csv(responses, out)}, options.force), notes
    return write_responses(responses, out, options.force), notes


def responses_csv(responses: list, out: str) -> bytes:
    """Columns of real and imaginary parts, with all digits. Raises FileError unless the frequencies are equal."""
    import numpy as np
    frequency = responses[0].frequency_hz
    different = next((r for r in responses if not np.array_equal(r.frequency_hz, frequency)), None)
    if different is not None:
        raise FileError(f"{out}: {responses[0].place} and {different.place} have different frequencies; expected equal "
                        "ones for the columns of one table")
    names = [r.pair for r in responses]
    heads, columns = ["frequency [Hz]"], [frequency]
    for k, (response, name) in enumerate(zip(responses, names)):
        label = name if names.count(name) == 1 else f"{name} {k + 1}"
        unit = f" [{response.unit}]" if response.unit else ""
        heads += [f"real {label}{unit}", f"imag {label}{unit}"]
        columns += [response.H.real, response.H.imag]
    lines = [",".join(heads)] + [",".join(repr(float(value)) for value in row) for row in zip(*columns)]
    return ("\n".join(lines) + "\n").encode()
