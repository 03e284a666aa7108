"""Checks that obstacles to a build are reported in one line with a remedy: an old compiler, a missing package, too
little memory for the requested number of compilers. Checks also that headers and libraries of VTK suffice.

CMake configures the source tree in separate folders: with a compiler that identifies itself as g++ 11, without a
package but with 1000 compilers at a time, and without the package files of VTK.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile


def configured(cmake, source, build, *options):
    """Returns the exit status and the lines of cmake."""
    run = subprocess.run([cmake, "-G", "Ninja", "-S", source, "-B", build, *options], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    return run.returncode, run.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--compiler", required=True)
    options = parser.parse_args()
    failures = []

    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)

        def check(name, arguments, expected):
            status, lines = configured(options.cmake, options.source, folder / name, *arguments)
            if status == 0:
                failures.append(f"{name}: cmake ends with 0")
            for pattern in expected:
                if not any(re.fullmatch(pattern, line.strip()) for line in lines):
                    failures.append("\n".join([f"{name}: no line {pattern}", *lines]))

        old = folder / "old"
        old.write_text(f'#!/bin/sh\nexec {options.compiler} -U__GNUC__ -D__GNUC__=11 "$@"\n')
        old.chmod(0o755)
        check("old_compiler", [f"-DCMAKE_CXX_COMPILER={old}"],
              [r"g\+\+ 11\.\S+ is too old; Slideway needs g\+\+ 12 or later: apt-get install g\+\+-12, and CXX=g\+\+-12 "
               r"before make or cmake, in an empty build folder"])
        check("missing_package", [f"-DCMAKE_CXX_COMPILER={options.compiler}", "-DSLIDEWAY_JOBS=1000",
                                  "-DCMAKE_DISABLE_FIND_PACKAGE_Spectra=ON"],
              [r"SLIDEWAY_JOBS=1000 compilers need more than the \d+ cores or the \d+ MB of free memory: the "
               r"build may swap or fail; use cmake -DSLIDEWAY_JOBS=\d+",
               r"Spectra 1\.0 is missing: apt-get install libspectra-dev \(all that Slideway needs: make packages\)"])

        status, lines = configured(options.cmake, options.source, folder / "small",
                                   f"-DCMAKE_CXX_COMPILER={options.compiler}", "-DSLIDEWAY_TESTS=OFF",
                                   "-DCMAKE_DISABLE_FIND_PACKAGE_VTK=ON")
        if status != 0:
            failures.append("\n".join(["small: cmake fails", *lines]))

    if failures:
        print("\n".join(failures))
        sys.exit(1)


if __name__ == "__main__":
    main()
