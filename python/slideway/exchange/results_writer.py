"""Writing of results as universal files."""
from __future__ import annotations

from pathlib import Path

from slideway.exchange.file_error import FileError
from slideway.exchange.mode_data import modes_of_results
from slideway.exchange.own_output import write_files
from slideway.exchange.responses import Response
from slideway.exchange.universal_writer import (mode_lines, node_lines, response_lines, responses_of_results, units_lines,
                                                universal_text)


def write_universal(results, file, labels: dict[str, int] | None, force: bool) -> dict[int, str]:
    """Writes modes or frequency responses. Returns the names of the nodes by number. Raises FileError."""
    if results.analysis == "modes":
        found = modes_of_results(results, "", labels)
        lines = units_lines() + node_lines(found.nodes) + mode_lines(results.title, found)
        write_files({Path(file): universal_text(lines)}, force)
        return found.names
    if results.analysis == "frf":
        responses, names = responses_of_results(results, labels or {})
        write_responses(responses, file, force)
        return names
    raise FileError(f"{file}: results of {results.analysis or 'no analysis'}; expected modes or frf")


def write_responses(responses: list[Response], file, force: bool) -> list[str]:
    """Writes datasets 58."""
    lines = units_lines()
    for response in responses:
        lines += response_lines(response)
    return write_files({Path(file): universal_text(lines)}, force)
