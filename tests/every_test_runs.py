"""Compares the TEST_CASEs of the sources with the tests that ctest runs, by source or one by one.

CMake splits lists at ";". By default a program of Catch2 2 whose filter matches nothing ends with 0, and one whose filter
matches the cases of two sources runs both. Without this comparison a test could disappear unnoticed.
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
BY_SOURCE = "--filenames-as-tags"  # of Catch2: the cases of a_test.cpp have the tag [#a_test]
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def names(text):
    """Returns the names of the test cases of a source, and its number of test cases of any kind."""
    joined = ["".join(LITERAL.findall(literals)) for literals in CASE.findall(text)]
    return [re.sub(r"\\(.)", r"\1", name) for name in joined], len(ANY_CASE.findall(text))


def made(source, text):
    """Returns the test cases that CMake adds to a source: one for each shipped case without one of its own."""
    if "shipped_cases.inc" not in text:
        return []
    shipped = ["shipped case " + path.relative_to(source / "cases").with_suffix("").as_posix()
               for path in (source / "cases").rglob("*.toml") if path.parent.name != "papers"]  # manifests
    return [name for name in shipped if not re.search(rf'"{name}[:"]', text)]


def sources_of(unit):
    """Returns the sources of a unit; slideway_unity joins several."""
    if unit.parent.name != "Unity":
        return [unit]
    return [pathlib.Path(path) for path in re.findall(r'^#include "(.*)"$', unit.read_text(), re.MULTILINE)]


def programs(build):
    """Returns the test programs that contain each source: {path: [name after test_]}."""
    found = {}
    for unit in json.loads((build / "compile_commands.json").read_text()):
        program = re.search(r" -o \S*/test_(\w+)\.dir/", unit["command"])
        if program:
            for path in sources_of(pathlib.Path(unit["file"])):
                found.setdefault(path.resolve(), []).append(program[1])
    return found


def named(path):
    """True if the nearest CMakeLists.txt, in the folder of a source or above, names it."""
    folder = next(f for f in path.parents if (f / "CMakeLists.txt").exists())
    words = re.split(r"[\s()]+", (folder / "CMakeLists.txt").read_text())
    return path.relative_to(folder).as_posix() in words


def in_sources(source, build, problems):
    """Returns the tests in the sources, "program:name"; tests that ctest cannot run are added to problems."""
    compiled = programs(build)
    expected = Counter()
    for path in sorted((source / "tests").rglob("*.[ch]pp")):
        text = path.read_text()
        cases, of_any_kind = names(text)
        where = path.relative_to(source)
        if of_any_kind != len(cases):
            problems.append(f"{where}: {of_any_kind} test cases, {len(cases)} of the form TEST_CASE(\"name\"")
        if not of_any_kind:
            continue
        if not named(path):
            problems.append(f"{where}: not named in the CMakeLists.txt of its folder or of one above")
        for name in cases + made(source, text):
            if ";" in name:
                problems.append(f'{where}: ";" in "{name}": CMake splits there')
            # An option of this build excludes a source that a CMakeLists.txt names.
            expected.update(f"{program}:{name}" for program in compiled.get(path.resolve(), []))
    return expected


def in_ctest(ctest, build, catch2, problems):
    """Returns the Catch2 tests that ctest runs, "program:name", and the names of all entries."""
    listing = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"],
                             check=True, capture_output=True, text=True)
    run, filters, every = Counter(), {}, []
    for test in json.loads(listing.stdout)["tests"]:
        every.append(test["name"])
        command = test.get("command")
        if not command:
            problems.append(f"{test['name']}: its program is not built")
        elif pathlib.Path(command[0]).name.startswith("test_"):
            if catch2 < 3 and "NoTests" not in command:
                problems.append(f"{test['name']}: runs without -w NoTests")
            if BY_SOURCE in command:
                filters.setdefault(command[0], []).append(command[command.index(BY_SOURCE) + 1])
            else:
                run[test["name"]] += 1
    for program, of_sources in filters.items():
        problems += [f"{program}: {text} {count} times: sources of one name"
                     for text, count in Counter(of_sources).items() if count > 1]
        names_only = ["--list-tests", "--verbosity", "quiet"] if catch2 >= 3 else ["--list-test-names-only"]
        cases = subprocess.run([program, BY_SOURCE, ",".join(of_sources), *names_only],
                               capture_output=True, text=True)  # the exit status of Catch2 2 is their number
        name = pathlib.Path(program).name.removeprefix("test_")
        run.update(f"{name}:{case}" for case in cases.stdout.splitlines())
    return run, every


def check_source(source, every, problems):
    """Checks that each pattern of `ctest -R` in the documents matches a test."""
    for document in [source / "README.md", source / "CONTRIBUTING.md"]:
        for pattern in re.findall(r"ctest [^`\n]*-R '([^']+)'", document.read_text()):
            if not any(re.search(pattern, name) for name in every):
                problems.append(f"{document.name}: ctest -R '{pattern}' matches no test")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--source", type=pathlib.Path, required=True)
    arguments.add_argument("--build", type=pathlib.Path, required=True)
    arguments.add_argument("--ctest", default="ctest")
    arguments.add_argument("--catch2", required=True, help="version of Catch2")
    given = arguments.parse_args()

    problems = []
    expected = in_sources(given.source.resolve(), given.build, problems)
    run, every = in_ctest(given.ctest, given.build, int(given.catch2.split(".")[0]), problems)
    problems += [f"{name}: in the sources, not run by ctest" for name in expected - run]
    problems += [f"{name}: run by ctest, not in the sources" for name in run - expected]
    check_source(given.source, every, problems)
    print(f"{sum(expected.values())} test cases in the sources, {sum(run.values())} in ctest")
    print("\n".join(problems))
    return 1 if problems or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
