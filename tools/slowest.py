#!/usr/bin/env python3
"""Prints where the time of a build and of its tests went: the slowest units and tests.

    tools/slowest.py build/release [--count 10]
"""

import argparse
import pathlib


def steps(build):
    """Seconds of each build step, by the newest entry of ninja's log."""
    last = {}
    for line in (build / ".ninja_log").read_text().splitlines():
        if not line.startswith("#"):
            start, end, _, output, _ = line.split("\t")
            last[output] = (int(end) - int(start)) / 1000
    return {output: seconds for output, seconds in last.items() if output.endswith((".o", ".gch"))}


def tests(build):
    """Seconds of each test, as ctest remembers them."""
    found = {}
    file = build / "Testing/Temporary/CTestCostData.txt"
    for line in file.read_text().splitlines() if file.exists() else []:
        if line == "---":
            break
        name, _, seconds = line.rsplit(" ", 2)
        found[name] = float(seconds)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=10)
    options = parser.parse_args()
    for what, times in (("units", steps(options.build)), ("tests", tests(options.build))):
        print(f"{len(times)} {what}, {sum(times.values()):.0f} s one after another; the slowest [s]:")
        for name, seconds in sorted(times.items(), key=lambda item: -item[1])[:options.count]:
            print(f"{seconds:8.1f}  {name}")


if __name__ == "__main__":
    main()
