"""Frequency responses in files of separated values, whose headings state what the columns are."""
from __future__ import annotations

import dataclasses
import re

import numpy as np

from slideway.exchange.file_error import FileError
from slideway.exchange.responses import Response
from slideway.exchange.unit_text import FORCE, MOMENT, motion_of, parsed

KINDS = {"frequency": ("f", "freq", "frequency", "frequenz"), "real": ("re", "real"),
         "imag": ("im", "imag", "imaginary"), "magnitude": ("abs", "mag", "magnitude", "amplitude"),
         "phase": ("phase", "arg", "angle")}
WORDS = {word: kind for kind, words in KINDS.items() for word in words}


@dataclasses.dataclass
class _Column:
    kind: str
    unit: str
    name: str  # what is left of the heading


def read_csv_responses(file) -> list[Response]:
    """Reads columns of responses over the frequency: real and imaginary parts, or magnitudes and phases.

    Headings decide: "frequency [Hz]", "real [m/N]", "|H| in mm/N", "phase_deg". Without headings three columns are
    frequency [Hz], real and imaginary parts in SI. Separators are commas, semicolons or tabs; with the last two a
    comma may be the decimal sign. Lines with # are comments. Raises FileError with file and line.
    """
    lines = _lines(file)
    if not lines:
        raise FileError(f"{file}: no lines; expected columns of a frequency response")
    separator = next((s for s in ("\t", ";", ",") if s in lines[0][1]), None)
    rows = [(number, [part.strip() for part in (line.split(separator) if separator else line.split())])
            for number, line in lines]
    number, first = rows[0]
    if any(_number(part, separator) is None for part in first):
        columns = [_column(file, number, heading) for heading in first]
        rows = rows[1:]
    elif len(first) == 3:
        columns = [_Column("frequency", "Hz", ""), _Column("real", "", ""), _Column("imag", "", "")]
    else:
        raise FileError(f"{file}:{number}: {len(first)} columns without headings; expected headings, or three columns: "
                        "frequency, real and imaginary part")
    table = _table(file, rows, len(columns), separator)
    return _responses(file, number, columns, table)


def _lines(file) -> list[tuple[int, str]]:
    try:
        with open(file, encoding="utf-8-sig", errors="replace") as stream:
            return [(k, line.rstrip("\r\n")) for k, line in enumerate(stream, 1)
                    if line.strip() and not line.lstrip().startswith("#")]
    except OSError as error:
        raise FileError(f"{file}: cannot be read: {error.strerror}") from None


def _number(text: str, separator: str | None) -> float | None:
    if separator != ",":
        text = text.replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return None


def _column(file, line: int, heading: str) -> _Column:
    """Kind, unit and name of a column, from its heading."""
    text = heading.strip().strip('"')
    bracket = re.search(r"[\[(]([^\])]*)[\])]\s*$", text)
    trailing = re.search(r"(?:\s+in\s+|^[^\s_]+_)([^\s_]+)$", text)
    unit = ""
    if bracket:
        unit, text = bracket.group(1), text[:bracket.start()]
    elif trailing and (trailing.group(1) in ("deg", "°", "dB") or parsed(trailing.group(1)) is not None):
        unit, text = trailing.group(1), text[:trailing.start(1)].removesuffix("_").rstrip().removesuffix(" in")
    kind, names = "", []
    for word in re.findall(r"\|[^|]*\||[^\s|]+", text):
        first, _, rest = word.partition("_")
        found = WORDS.get(word.lower()) or ("magnitude" if word.startswith("|") else None) or WORDS.get(first.lower())
        if found and not kind:
            kind = found
            names += [rest] if rest and word.lower() not in WORDS and not word.startswith("|") else []
        else:
            names.append(word)
    if not kind:
        raise FileError(f'{file}:{line}: heading "{heading}"; expected a word such as frequency, real, imag, magnitude '
                        "or phase")
    return _Column(kind, unit.strip(), " ".join(names))


def _table(file, rows, n: int, separator) -> np.ndarray:
    """Numbers of the rows, n columns."""
    table = []
    for number, parts in rows:
        values = [_number(part, separator) for part in parts]
        if len(values) != n or None in values or not np.all(np.isfinite(values)):
            wrong = next((part for part, value in zip(parts, values) if value is None or not np.isfinite(value)), None)
            raise FileError(f"{file}:{number}: " + (f'"{wrong}"; expected a finite number' if wrong is not None else
                                                    f"{len(values)} values; expected {n}, as the first line has"))
        table.append(values)
    return np.array(table).reshape(-1, n)


def _responses(file, line: int, columns: list[_Column], table: np.ndarray) -> list[Response]:
    frequencies = [k for k, column in enumerate(columns) if column.kind == "frequency"]
    if len(frequencies) != 1:
        raise FileError(f"{file}:{line}: {len(frequencies)} columns of a frequency; expected one")
    [k] = frequencies
    frequency = table[:, k] * _frequency_factor(file, line, columns[k])
    pairs: dict[str, dict[str, int]] = {}
    for column, described in enumerate(columns):
        if described.kind == "frequency":
            continue
        pair = pairs.setdefault(described.name, {})
        if described.kind in pair:
            raise FileError(f"{file}:{line}: two columns {described.kind} {described.name}; expected names that differ")
        pair[described.kind] = column
    responses = []
    for name, pair in pairs.items():
        if set(pair) not in ({"real", "imag"}, {"magnitude", "phase"}):
            raise FileError(f"{file}:{line}: response {name or '1'} has {' and '.join(pair)}; expected real and imag, or "
                            "magnitude and phase")
        first, second = (pair[kind] for kind in (("real", "imag") if "real" in pair else ("magnitude", "phase")))
        H = table[:, first] + 1j * table[:, second] if "real" in pair else \
            table[:, first] * np.exp(1j * _radians(file, line, columns[second], table[:, second]))
        responses.append(_in_si(file, line, columns[first], name, frequency, H))
    if not responses:
        raise FileError(f"{file}:{line}: no response beside the frequency")
    return responses


def _frequency_factor(file, line: int, column: _Column) -> float:
    unit = parsed(column.unit or "Hz")
    if unit is None or unit[1] != (0, 0, -1):
        raise FileError(f'{file}:{line}: unit "{column.unit}" of the frequency; expected Hz, kHz or rad/s')
    return unit[0] / (2 * np.pi if "rad" in column.unit else 1.0)


def _radians(file, line: int, column: _Column, phase: np.ndarray) -> np.ndarray:
    if column.unit in ("", "deg", "°", "degree", "degrees"):
        return np.radians(phase)
    if column.unit != "rad":
        raise FileError(f'{file}:{line}: unit "{column.unit}" of the phase; expected deg or rad')
    return phase


def _in_si(file, line: int, column: _Column, name: str, frequency, H) -> Response:
    unit = parsed(column.unit) if column.unit else (1.0, (0, 0, 0))
    if unit is None:
        raise FileError(f'{file}:{line}: unit "{column.unit}"; expected one such as m/N, mm/N or m/s^2/N')
    factor, powers = unit
    quantity, text, per_force = "", column.unit, False
    for force, below in ((FORCE, "/N"), (MOMENT, "/(N m)"), ((0, 0, 0), "")):
        found = motion_of(tuple(a + b for a, b in zip(powers, force)))
        if found and not quantity:
            quantity, per_force = found, force != (0, 0, 0)
            text = {"displacement": "m", "velocity": "m/s", "acceleration": "m/s^2"}[found] + below
    return Response(factor * H, frequency, None, None, quantity, per_force, text, name, f"{file}:{line}")
