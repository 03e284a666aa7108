"""Files that are written whole or not at all."""
from __future__ import annotations

import contextlib
import csv
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np


@contextlib.contextmanager
def whole(file: str | os.PathLike) -> Iterator[Path]:
    """Another name in the same folder, to write to; the file is renamed at the end, or removed.

    Makes the folder. Raises OSError.
    """
    file = Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.stem}.{os.getpid()}{file.suffix}")
    try:
        yield temporary
        os.replace(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)


def to_csv(columns: dict[str, np.ndarray], file: str | os.PathLike) -> None:
    """Writes columns of equal length with their names above, numbers to the last digit, commas
    between. Raises OSError."""
    with whole(file) as temporary:
        with open(temporary, "w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*(np.asarray(c).tolist() for c in columns.values()), strict=True))
