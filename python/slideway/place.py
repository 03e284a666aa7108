"""File and line of a script that calls the package, for error messages."""
from __future__ import annotations

import functools
import importlib
import os
import sys

from slideway.notebook import shell

_PACKAGE = os.path.dirname(__file__) + os.sep


def place() -> tuple[str, int]:
    """Returns (file, line) of the innermost caller outside of the package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return _shown(frame.f_code.co_filename), frame.f_lineno


@functools.lru_cache(maxsize=1000)
def _shown(file: str) -> str:
    """File name as users know it: relative to the working directory, or the cell of a notebook."""
    cell = getattr(getattr(shell(), "compile", None), "_filename_map", {}).get(file)
    if cell is not None:
        return f"cell {cell}"
    if os.path.isabs(file):
        below = os.path.relpath(file)
        return file if below.startswith("..") else below
    return file


def refuse(text: str, because: Exception | None = None):
    """Raises InputError with the place of the script."""
    from _slideway import InputError
    where = place()
    raise InputError(f"{where[0]}:{where[1]}: {text}") from because


def file_name(call: str, file) -> str:
    """Returns the name of a file or folder. Raises InputError for other objects."""
    if not isinstance(file, (str, os.PathLike)):
        refuse(f"{call}({file!r}); expected the name of a file or folder")
    return os.fspath(file)


def needed(module: str):
    """Imports a module of another package. Raises InputError that names the Debian package."""
    try:
        return importlib.import_module(module)
    except ImportError:
        from _slideway import InputError
        where, package = place(), module.partition(".")[0]
        raise InputError(f"{where[0]}:{where[1]}: {sys.executable} has no {package}; "
                         f"apt-get install python3-{package}") from None
