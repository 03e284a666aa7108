#!/usr/bin/env python3
"""Prints the slowest units of a build and the slowest of its tests.

    tools/slowest.py build/release [--count 10]
    tools/slowest.py build/release --changed fem/substructure.hpp   # units that a change of headers recompiles
"""

import argparse
import json
import os
import pathlib
import subprocess


def steps(build):
    """Returns the seconds of each build step from the newest entry of ninja's log."""
    last = {}
    for line in (build / ".ninja_log").read_text().splitlines():
        if not line.startswith("#"):
            start, end, _, output, _ = line.split("\t")
            last[output] = (int(end) - int(start)) / 1000
    return {output: seconds for output, seconds in last.items() if output.endswith((".o", ".gch"))}


def reads(listing, build):
    """Returns {unit: files that it reads} from `ninja -t deps`; relative paths become absolute.

    >>> read = reads("a.o: #deps 2 (VALID)\\n    ../base/a.hpp\\n    /usr/b.h\\n\\nb.o: #deps 0 (VALID)\\n", "/s/build")
    >>> {unit: sorted(files) for unit, files in read.items()}
    {'a.o': ['/s/base/a.hpp', '/usr/b.h'], 'b.o': []}
    """
    found, files = {}, set()
    for line in listing.splitlines():
        if line.startswith(" "):
            files.add(os.path.normpath(os.path.join(build, line.strip())))
        elif line:
            files = found.setdefault(line.split(": ")[0], set())
    return found


def print_changed(build, header):
    """Prints the parts of the program and of the tests that a change of the header recompiles."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    read, seconds, path = reads(listing, build.resolve()), steps(build), str(header.resolve())
    for what, is_test in (("program", False), ("tests", True)):
        all_units = [unit for unit in read if unit in seconds and unit.startswith("tests/") == is_test]
        units = [unit for unit in all_units if path in read[unit]]
        total = sum(seconds[unit] for unit in all_units)
        share = sum(seconds[unit] for unit in units) / total if total > 0 else 0
        print(f"{header}: {len(units)} of {len(all_units)} units of the {what}, {share:.2f} of their {total:.0f} s")


def seconds_of(text, names):
    """Returns the seconds of the tests `names` in the cost data of ctest.

    ctest splits its own lines at every space when it reads them back. It makes a further test of infinite cost from
    a name that continues with "and infinity", and writes that too:

    >>> seconds_of("io:NaN and infinity 1 0.25\\nio:NaN 0 inf\\n---\\nio:NaN and infinity\\n", {"io:NaN and infinity"})
    {'io:NaN and infinity': 0.25}
    """
    lines = (line.rsplit(" ", 2) for line in text.partition("\n---\n")[0].splitlines())
    return {name: float(seconds) for name, _, seconds in lines if name in names}


def tests(build):
    """Returns the seconds of each test."""
    file = build / "Testing/Temporary/CTestCostData.txt"
    if not file.exists():
        return {}
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True)
    return seconds_of(file.read_text(), {test["name"] for test in json.loads(listing.stdout)["tests"]})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--changed", type=pathlib.Path, nargs="+", metavar="HEADER")
    options = parser.parse_args()
    if options.changed:
        for header in options.changed:
            print_changed(options.build, header)
        return
    for what, times in (("units", steps(options.build)), ("tests", tests(options.build))):
        print(f"{len(times)} {what}, {sum(times.values()):.0f} s in total; the slowest [s]:")
        for name, seconds in sorted(times.items(), key=lambda item: -item[1])[:options.count]:
            print(f"{seconds:8.1f}  {name}")


if __name__ == "__main__":
    main()
