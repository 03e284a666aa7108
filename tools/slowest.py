#!/usr/bin/env python3
"""Prints the slowest units of a build, the slowest of its tests, and shipped cases that take longer than documented.

    tools/slowest.py build/release [--count 10]
    tools/slowest.py build/release --changed fem/substructure.hpp   # units that a change of headers recompiles
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess

import case_table

SHIPPED = "shipped_cases:shipped case "  # the test that runs a case alone has this name and the name of the case
FACTOR = 3  # of the time of cases/README.md, above which a test is reported
LEAST = 1.0  # [s]: below it the start of a test and other load of the machine decide


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


def late(tests, documented):
    """Returns a warning for each shipped case whose test took more than FACTOR times its documented seconds.

    >>> late({SHIPPED + "a/b": 7.0, SHIPPED + "a/c": 5.9, SHIPPED + "a/d": 2.9, "io:x": 9.0},
    ...      {"a/b": 2.0, "a/c": 2.0, "a/d": 0.01})
    ['warning: shipped case a/b took 7.0 s, 3.5 times the 2.0 s of cases/README.md']
    """
    found = []
    for name, seconds in sorted(documented.items()):
        taken = tests.get(SHIPPED + name, 0.0)
        if taken > FACTOR * max(seconds, LEAST):
            found.append(f"warning: shipped case {name} took {taken:.1f} s, {taken / seconds:.1f} times the "
                         f"{case_table.seconds_text(seconds)} s of cases/README.md")
    return found


def print_late(tests):
    """Compares the shipped cases among the tests with cases/README.md."""
    page = case_table.PAGE.read_text(encoding="utf-8")
    documented = case_table.times(page)
    compared = [name for name in documented if SHIPPED + name in tests]
    if compared:
        found = late(tests, documented)
        typical = statistics.median(tests[SHIPPED + name] / max(documented[name], LEAST) for name in compared)
        print(f"{len(compared)} shipped cases compared with cases/README.md ({case_table.machine_of(page)}): "
              f"median {typical:.1f}, {len(found)} took more than {FACTOR} times as long; tests are timed by the clock, "
              "so that other load of the machine counts")
        print("".join(f"{line}\n" for line in found), end="")


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
    of_tests = tests(options.build)
    for what, times in (("units", steps(options.build)), ("tests", of_tests)):
        print(f"{len(times)} {what}, {sum(times.values()):.0f} s in total; the slowest [s]:")
        for name, seconds in sorted(times.items(), key=lambda item: -item[1])[:options.count]:
            print(f"{seconds:8.1f}  {name}")
    print_late(of_tests)


if __name__ == "__main__":
    main()
