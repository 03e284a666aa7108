"""Lines and numbers of universal files."""
from __future__ import annotations

import re

import numpy as np

from slideway.exchange.file_error import FileError

END = b"-1"
_NO_E = re.compile(r"(?<=[0-9.])([+-]\d+)$")


class Lines:
    """Lines of a file that may hold bytes of binary data."""

    def __init__(self, file):
        self.file = file
        try:
            with open(file, "rb") as stream:
                self._bytes = stream.read()
        except OSError as error:
            raise FileError(f"{file}: cannot be read: {error.strerror}") from None
        self._place = 0  # of the next line
        self.number = 0  # of the current line, from 1
        self.begin = 0  # line at which the dataset began
        self.dataset = ""

    def next(self) -> str | None:
        """The next line without its end; None at the end of the file."""
        if self._place >= len(self._bytes):
            return None
        end = self._bytes.find(b"\n", self._place)
        end = len(self._bytes) if end < 0 else end
        line = self._bytes[self._place:end]
        self._place = end + 1
        self.number += 1
        return line.rstrip(b"\r").decode("latin-1")

    def record(self, what: str) -> str:
        """The next line of a dataset. Raises FileError at its end."""
        line = self.next()
        if line is None or line.strip() == "-1":
            self.refuse(f"{what}: no line" + ("; the closing -1 is missing" if line is None else ""))
        return line

    def data(self) -> str | None:
        """The next line of a dataset, or None at its closing -1."""
        line = self.next()
        if line is None:
            self.refuse("the closing -1 is missing")
        return None if line.strip() == "-1" else line

    def take(self, n: int) -> bytes:
        """The next n bytes."""
        taken = self._bytes[self._place:self._place + n]
        self._place += len(taken)
        self.number += taken.count(b"\n")
        return taken

    def bytes_left(self) -> int:
        return max(0, len(self._bytes) - self._place)

    def skip_blanks(self) -> None:
        """Goes behind line ends and blanks after binary data."""
        while self._place < len(self._bytes) and self._bytes[self._place:self._place + 1] in (b"\n", b"\r", b" "):
            if self._bytes[self._place:self._place + 6] in (b"    -1",):
                return
            self.number += self._bytes[self._place:self._place + 1] == b"\n"
            self._place += 1

    def refuse(self, message: str):
        """Raises FileError with the file, the line and the line at which the dataset began."""
        begins = f"dataset {self.dataset} that begins at line {self.begin}: " if self.dataset else ""
        raise FileError(f"{self.file}:{self.number}: {begins}{message}")


def number_of(text: str) -> float:
    """Number with E, D or no letter before its exponent. Raises ValueError."""
    text = text.strip().replace("D", "E").replace("d", "e")
    try:
        return float(text)
    except ValueError:
        return float(_NO_E.sub(r"e\1", text))


def integers(lines: Lines, line: str, least: int, what: str) -> list[int]:
    """Whole numbers of a line: in columns of 10, or between blanks."""
    for parts in (line.split(), [line[k:k + 10] for k in range(0, len(line.rstrip()), 10)]):
        try:
            values = [int(part) for part in parts]
        except ValueError:
            continue
        if len(values) >= least:
            return values
    return lines.refuse(f'{what}: "{line.strip()[:40]}"; expected {least} whole numbers')


def reals(lines: Lines, line: str, widths: tuple[int, ...], what: str) -> list[float]:
    """Numbers of a line: between blanks, or in columns of these widths, which repeat."""
    columns, place, k = [], 0, 0
    end = len(line.rstrip())
    while place < end:
        columns.append(line[place:place + widths[k % len(widths)]])
        place += widths[k % len(widths)]
        k += 1
    for parts in (line.split(), columns):
        try:
            values = [number_of(part) for part in parts]
        except ValueError:
            continue
        if np.all(np.isfinite(values)):
            return values
    return lines.refuse(f'{what}: "{line.strip()[:40]}"; expected finite numbers')


def text_numbers(lines: Lines, n: int, per_point: int, widths: tuple[int, ...]) -> np.ndarray:
    """Numbers of n points of a dataset, up to its closing -1. Raises FileError for another count."""
    values: list[float] = []
    while (line := lines.next()) is not None and line.strip() != "-1":
        if lines.bytes_left() == 0:  # the file was cut off, perhaps within this line
            line = None
            break
        if line.strip():
            values += reals(lines, line, widths, "data")
        if len(values) > n * per_point:
            lines.refuse(f"more than {n} points")
    if len(values) != n * per_point or line is None:
        lines.refuse(f"{len(values) // per_point} of {n} points" + ("; the closing -1 is missing" if line is None else ""))
    return np.array(values)
