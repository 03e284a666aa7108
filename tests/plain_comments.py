#!/usr/bin/env python3
"""Counts comments that begin with a word which leaves them without a subject, such as "Of" or "Likewise".

usage: plain_comments.py --most N [FILE ...]     default: all C++ and Python files below the working directory

Prints these comments, and their number. Exit status 1 if there are more than N.
"""
import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

OPENERS = re.compile(
    r"^(of|as|likewise|the same|those|what|whose|but|nor|so|else|its|theirs|of which)\b", re.IGNORECASE)
COMMENT = {".py": re.compile(r"^\s*#\s?(.*)$")}
CPP_COMMENT = re.compile(r"^\s*(?:///<?|//)\s?(.*)$")
TRAILING = re.compile(r"///<\s*(.*)$")
FOLDERS = ("app", "assembly", "base", "bench", "contact", "continuation", "dynamics", "fem", "io", "meshes", "python",
           "reduction", "studies", "tests", "tools")


def first_lines(path: Path) -> Iterator[tuple[int, str]]:
    """First lines of comments with their line numbers."""
    comment = COMMENT.get(path.suffix, CPP_COMMENT)
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = comment.match(line)
        if match and not line.lstrip().startswith("#!"):
            text = match.group(1).strip()
            if text and not inside:
                yield number, text
            inside = bool(text)
            continue
        inside = False
        match = TRAILING.search(line)
        if match and match.group(1).strip():
            yield number, match.group(1).strip()


def sources() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in Path(folder).rglob("*")
                  if path.suffix in (".hpp", ".cpp", ".py") and path.is_file())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, required=True)
    parser.add_argument("files", nargs="*", type=Path)
    given = parser.parse_args()
    read = 0
    found = []
    for path in given.files or sources():
        for number, text in first_lines(path):
            read += 1
            if OPENERS.match(text):
                found.append(f"{path}:{number}: {text[:100]}")
    print("\n".join([*found, f"{len(found)} of {read} comments begin without a subject; allowed: {given.most}"]))
    return 1 if len(found) > given.most else 0


if __name__ == "__main__":
    sys.exit(main())
