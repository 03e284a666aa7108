"""Error of a file of another program."""
from __future__ import annotations

import importlib
import sys

from slideway.place import place


class FileError(ValueError):
    """Raised for a file of another program that cannot be read or written. The message is one line that
    begins with the line of the script; `reason` is the rest of it, which names the file."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = " ".join(reason.split())
        self.place = place()

    def __str__(self) -> str:
        file, line = self.place
        return f"{file}:{line}: {self.reason}"

    def __reduce__(self):
        return FileError, (self.reason,)


def package(module: str, file):
    """Imports a module that a file needs. Raises FileError that names the Debian package."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise FileError(f"{file}: {sys.executable} has no {name}, which this file needs; "
                        f"apt-get install python3-{name}") from None


def head_of(file) -> bytes:
    """First bytes of a file. Raises FileError if it cannot be read."""
    try:
        with open(file, "rb") as stream:
            return stream.read(512)
    except OSError as error:
        raise FileError(f"{file}: cannot be read: {error.strerror}") from None
