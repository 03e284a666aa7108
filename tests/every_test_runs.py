"""Compares the TEST_CASEs of the sources with the tests that ctest runs.

CMake splits lists at ";", and a Catch2 program whose filter matches nothing ends with 0 unless it is
told otherwise: without this comparison a test can be lost in silence.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
from collections import Counter

CASE = re.compile(r'^TEST_CASE\(\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)', re.MULTILINE)
ANY_CASE = re.compile(r"^\s*(?:TEMPLATE_\w*TEST_CASE\w*|SCENARIO\w*|\w*TEST_CASE\w*)\s*\(", re.MULTILINE)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def names(text):
    """Names of the test cases of a source, and how many it has of any kind."""
    joined = ["".join(LITERAL.findall(literals)) for literals in CASE.findall(text)]
    return [re.sub(r"\\(.)", r"\1", name) for name in joined], len(ANY_CASE.findall(text))


def sources_of(unit):
    """The sources that a unit is made of: several where slideway_together named them."""
    if unit.parent.name != "Unity":
        return [unit]
    return [pathlib.Path(path) for path in re.findall(r'^#include "(.*)"$', unit.read_text(), re.MULTILINE)]


def programs(build):
    """The test programs that each source is compiled into: {path: [name after test_]}."""
    found = {}
    for unit in json.loads((build / "compile_commands.json").read_text()):
        program = re.search(r" -o \S*/test_(\w+)\.dir/", unit["command"])
        if program:
            for path in sources_of(pathlib.Path(unit["file"])):
                found.setdefault(path.resolve(), []).append(program[1])
    return found


def named(path):
    """Whether the nearest CMakeLists.txt, which stands beside it or above, names a source."""
    folder = next(f for f in path.parents if (f / "CMakeLists.txt").exists())
    words = re.split(r"[\s()]+", (folder / "CMakeLists.txt").read_text())
    return path.relative_to(folder).as_posix() in words


def in_sources(source, build, problems):
    """Tests as the sources have them, "program:name"; what ctest could not list goes to problems."""
    compiled = programs(build)
    expected = Counter()
    for path in sorted((source / "tests").rglob("*.[ch]pp")):
        cases, of_any_kind = names(path.read_text())
        where = path.relative_to(source)
        if of_any_kind != len(cases):
            problems.append(f"{where}: {of_any_kind} test cases, {len(cases)} of the form TEST_CASE(\"name\"")
        if not of_any_kind:
            continue
        if not named(path):
            problems.append(f"{where}: not named in the CMakeLists.txt of its folder or of one above")
        for name in cases:
            if ";" in name:
                problems.append(f'{where}: ";" in "{name}": CMake splits there')
            # Not compiled: named in a CMakeLists.txt, but left out by an option of this build.
            expected.update(f"{program}:{name}" for program in compiled.get(path.resolve(), []))
    return expected


def in_ctest(ctest, build, problems):
    """Tests of Catch2 as ctest has them, "program:name", and the names of all tests."""
    listing = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"],
                             check=True, capture_output=True, text=True)
    listed, every = Counter(), []
    for test in json.loads(listing.stdout)["tests"]:
        every.append(test["name"])
        command = test.get("command")
        if not command:
            problems.append(f"{test['name']}: its program is not built")
        elif pathlib.Path(command[0]).name.startswith("test_"):
            listed[test["name"]] += 1
            if "NoTests" not in command:
                problems.append(f"{test['name']}: runs without -w NoTests")
    return listed, every


def told(source, every, problems):
    """Patterns of `ctest -R` in the documents each match a test."""
    for document in [source / "README.md", source / "CONTRIBUTING.md"]:
        for pattern in re.findall(r"ctest [^`\n]*-R '([^']+)'", document.read_text()):
            if not any(re.search(pattern, name) for name in every):
                problems.append(f"{document.name}: ctest -R '{pattern}' matches no test")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--source", type=pathlib.Path, required=True)
    arguments.add_argument("--build", type=pathlib.Path, required=True)
    arguments.add_argument("--ctest", default="ctest")
    given = arguments.parse_args()

    problems = []
    expected = in_sources(given.source.resolve(), given.build, problems)
    listed, every = in_ctest(given.ctest, given.build, problems)
    problems += [f"{name}: in the sources, not run by ctest" for name in expected - listed]
    problems += [f"{name}: run by ctest, not in the sources" for name in listed - expected]
    told(given.source, every, problems)
    print(f"{sum(expected.values())} test cases in the sources, {sum(listed.values())} in ctest")
    print("\n".join(problems))
    return 1 if problems or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
