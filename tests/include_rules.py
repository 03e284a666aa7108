#!/usr/bin/env python3
"""Compares every #include of the sources with the table of cmake/folders.txt.

A folder includes its own headers, those of base and of the folders that the table names. The folder of an analysis
never includes that of another one: what several analyses share is in app/motions. Third-party headers
in the table may be included only by the units named there. Tests may include them too, unless the table names
a unit of tests/, or no unit.
"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def table(source):
    """Returns {folder: [folders]} and [(pattern, [units])] of cmake/folders.txt."""
    folders, headers = {}, []
    for line in (source / "cmake/folders.txt").read_text().splitlines():
        if match := re.fullmatch(r"<(.*)>:\s*([^=]*?)\s*(?:=.*)?", line):
            headers.append((match[1], match[2].split()))
        elif match := re.fullmatch(r"([a-z_/]+):\s*(.*)", line):
            folders[match[1]] = match[2].split()
        elif line and not line.startswith("#"):
            raise ValueError(f"cmake/folders.txt: not understood: {line}")
    return folders, headers


def units(source, folder):
    """Returns the sources in a folder, without subfolders, as paths from the root."""
    for path in sorted((source / folder).glob("*.[ch]pp")):
        yield path.relative_to(source).as_posix(), INCLUDE.findall(path.read_text())


def between_folders(source, folders):
    for folder, others in folders.items():
        above = list(folders)[:list(folders).index(folder)]
        for other in others:
            if other not in above:
                yield f"cmake/folders.txt: {folder} names {other}, which does not precede it"
        allowed = {folder, "base", *others}
        for unit, headers in units(source, folder):
            for header in headers:
                at = header.rpartition("/")[0]
                if at in folders and at not in allowed:
                    yield f'{unit}: "{header}"; {folder} may include {", ".join(sorted(allowed))}'
    for path in sorted(p for folder in {f.split("/")[0] for f in folders} for p in (source / folder).rglob("*.[ch]pp")):
        if path.parent.relative_to(source).as_posix() not in folders:
            yield f"{path.relative_to(source)}: its folder is not in cmake/folders.txt"


def between_analyses(folders, analyses="app/analyses/"):
    """Finds analyses that may include other analyses.

    >>> table = {"app/analyses/a": ["io"], "app/analyses/b": ["app/analyses/a"], "app/analyses": ["app/analyses/a"]}
    >>> list(between_analyses(table))
    ['cmake/folders.txt: app/analyses/b names app/analyses/a; analyses share code in app/motions']
    """
    for folder, others in folders.items():
        for other in others:
            if folder.startswith(analyses) and other.startswith(analyses):
                yield f"cmake/folders.txt: {folder} names {other}; analyses share code in app/motions"


def of_third_parties(source, folders, rules):
    tests = {p.parent.relative_to(source).as_posix() for p in (source / "tests").rglob("*.[ch]pp")}
    for folder in [*folders, *sorted(tests)]:
        for unit, headers in units(source, folder):
            for header in headers:
                for pattern, allowed in rules:
                    everywhere = any(a.startswith("tests/") or a == "nobody" for a in allowed)
                    if (re.fullmatch(pattern, header) and unit not in allowed
                            and (everywhere or not unit.startswith("tests/"))):
                        yield f"{unit}: <{header}> stands in {', '.join(allowed)} alone"


def unused(source, folders, rules):
    """Finds outdated entries: includes that the table allows and no unit needs."""
    for folder, others in folders.items():
        seen = {header.rpartition("/")[0] for _, headers in units(source, folder) for header in headers}
        for other in others:
            if other not in seen:
                yield f"cmake/folders.txt: {folder} includes nothing of {other}"
    for pattern, allowed in rules:
        for unit in allowed:
            file = source / unit
            if unit != "nobody" and not (file.exists() and any(
                    re.fullmatch(pattern, h) for h in INCLUDE.findall(file.read_text()))):
                yield f"cmake/folders.txt: {unit} does not include <{pattern}>"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    source = parser.parse_args().source
    folders, rules = table(source)
    found = [*between_folders(source, folders), *between_analyses(folders), *of_third_parties(source, folders, rules),
             *unused(source, folders, rules)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
