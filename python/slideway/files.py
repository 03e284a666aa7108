"""Files that are written completely or not at all."""
from __future__ import annotations

import contextlib
import csv
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np


NOT_WRITTEN = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota of the user is used up",
    errno.EFBIG: "it is larger than files may be here (ulimit -f)",
    errno.EROFS: "the file system is read-only",
    errno.EIO: "the disk reports an error",
}


@contextlib.contextmanager
def whole(file: str | os.PathLike) -> Iterator[Path]:
    """Yields a temporary name in the same folder. The file is renamed at the end, or removed after
    an error.

    Creates the folder. Removes temporary files that a killed process left. Raises OSError.
    """
    file = Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(file)
    temporary = file.with_name(f".{file.stem}.{os.getpid()}{file.suffix}")
    k = 1
    while os.path.lexists(temporary):
        k += 1
        temporary = file.with_name(f".{file.stem}.{os.getpid()}_{k}{file.suffix}")
    try:
        yield temporary
        os.replace(temporary, file)
    except OSError as error:
        if error.errno in NOT_WRITTEN:
            raise OSError(error.errno, NOT_WRITTEN[error.errno],
                          str(file)) from error
        raise
    finally:
        temporary.unlink(missing_ok=True)


def _remove_leftovers(file: Path) -> None:
    """Removes temporary files for `file` whose process no longer exists."""
    name = re.compile(re.escape(f".{file.stem}.") + r"(\d+)(_\d+)?" + re.escape(file.suffix))
    for other in os.listdir(file.parent):
        found = name.fullmatch(other)
        if found and not _exists(int(found[1])):
            file.with_name(other).unlink(missing_ok=True)


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):  # of another user, or not a number of a process
        return True
    try:  # a process that was killed exists until its parent notices
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return True


LIST = ".slideway.files"  # lists the files of a folder that Slideway wrote, one name per line


class OwnFiles:
    """Files of a folder that Slideway wrote and may therefore replace.

    of_all: treat all files as written by Slideway, for folders of a version that wrote no list.
    """

    def __init__(self, folder: Path, of_all: bool):
        self._folder = folder
        self._of_all = of_all
        list_file = folder / LIST
        self._names = set(list_file.read_text(encoding="utf-8").splitlines()
                          if list_file.is_file() and not list_file.is_symlink() else [])

    def claim(self, file: Path, advice: str = "move it away, or give another --output") -> Path:
        """Adds a file of the folder to the list before it is written. Raises FileExistsError with the
        advice if the file exists and is not on the list, and OSError if the list cannot be written."""
        if self._folder.is_symlink():
            raise FileExistsError(errno.EEXIST, "is a symbolic link; give another --output",
                                  str(self._folder))
        name = file.name
        if name not in self._names:
            if os.path.lexists(file) and not self._of_all:
                raise FileExistsError(errno.EEXIST, "was not written by Slideway and would be "
                                      f"replaced; {advice}", str(file))
            self._names.add(name)
            with whole(self._folder / LIST) as temporary:
                temporary.write_text("".join(f"{n}\n" for n in sorted(self._names)), encoding="utf-8")
        return file


def to_csv(columns: dict[str, np.ndarray], file: str | os.PathLike) -> None:
    """Writes columns of equal length as CSV, with their names in the first row and all digits.
    Raises OSError."""
    with whole(file) as temporary:
        with open(temporary, "w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*(np.asarray(c).tolist() for c in columns.values()), strict=True))
