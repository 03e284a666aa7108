"""Measured responses of a file, whatever its format."""
from __future__ import annotations

from slideway.exchange.csv_responses import read_csv_responses
from slideway.exchange.file_error import FileError, head_of
from slideway.exchange.responses import Response
from slideway.exchange.universal import is_universal, read_universal


def read_responses(file) -> list[Response]:
    """Reads the frequency responses of a universal file (dataset 58) or of a file of separated values (CSV). The
    content decides the format. Raises FileError."""
    return read_with_notes(file)[0]


def read_with_notes(file) -> tuple[list[Response], list[str]]:
    """(responses, remarks on them)"""
    head = head_of(file)
    if is_universal(head):
        found = read_universal(file)
        return found.responses, found.notes
    if b"\0" in head:
        raise FileError(f"{file}: a binary file, or UTF-16; expected a universal file, or separated values in UTF-8")
    return read_csv_responses(file), []
