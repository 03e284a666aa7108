"""Files that are written for other programs, without replacing files that Slideway did not write."""
from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

from slideway.exchange.file_error import FileError
from slideway.files import OwnFiles, whole


def write_files(contents: dict[Path, bytes | Callable[[Path], None]], force: bool) -> list[str]:
    """Writes files, each completely or not at all, after all of them were claimed. A content is bytes, or a
    function that writes to a name.

    force: replaces files that Slideway did not write. Returns the names. Raises FileError.
    """
    try:
        for file in contents:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.is_dir():
                raise IsADirectoryError(errno.EISDIR, "is a folder", str(file))
        for file in contents:
            OwnFiles(file.parent.resolve(), force).claim(file, "move it away, give another name, or --force (force=True)")
        for file, content in contents.items():
            with whole(file) as temporary:
                if callable(content):
                    content(temporary)
                else:
                    temporary.write_bytes(content)
    except OSError as error:
        name = error.filename or next(iter(contents))
        raise FileError(f"{name}: cannot write: {error.strerror or error}") from None
    return [str(file) for file in contents]
