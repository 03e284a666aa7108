#!/usr/bin/env python3
"""Headers that are dear to compile, or that belong to one library, stand in the units named here alone.

Eigen's decompositions are compiled once, behind base/dense_solve.hpp and base/dense_eigen.hpp, and for tests
behind tests/support/independent.hpp; a unit that includes them takes ten seconds and more. nlohmann/json.hpp takes four. The rules for both hold in tests
too; of the others a test may include anything.
"""

import argparse
import pathlib
import re
import sys

FOLDERS = "base continuation fem contact reduction assembly dynamics studies io app".split()

# Header: the units that may include it. In tests too:
EVERYWHERE = {
    r"Eigen/Cholesky": ["base/dense_solve.cpp", "tests/support/independent_symmetric.cpp"],
    r"Eigen/QR": ["base/least_squares.cpp", "tests/support/independent_symmetric.cpp"],
    r"Eigen/Eigenvalues": ["tests/support/independent_eigen.cpp"],
    r"Eigen/LU": ["tests/support/independent_lu.cpp", "tests/support/independent_refined.cpp"],
    r"Eigen/(SVD|Dense|Eigen|Householder|Jacobi)": [],
    r"unsupported/.*": ["base/matrix_exponential.cpp", "tests/support/independent_exponential.cpp"],
    r"Eigen/CholmodSupport": ["base/sparse_cholesky.cpp"],
    r"Eigen/SparseCholesky": ["tests/support/independent_symmetric.cpp"],
    r"Eigen/SparseLU": ["tests/support/independent_refined.cpp"],
    r"Eigen/(Sparse|Sparse(?!Core|Cholesky|LU).+|IterativeLinearSolvers)": [],
    r"nlohmann/.*": ["io/json_file.cpp", "tests/app/summary_of.cpp"],
}
RULES = EVERYWHERE | {
    r"Spectra/.*": ["base/symmetric_modes.cpp"],
    r"boost/numeric/.*": ["base/runge_kutta_78.cpp"],
    r"boost/program_options.*": ["app/command_line.cpp"],
    r"toml\+\+/.*": ["io/case_node.cpp"],
    r"vtk.*": ["io/vtk_file.cpp"],
    r"hdf5.*|H5.*": ["io/hdf5_file.cpp"],
    r"zlib\.h": ["io/checksum.cpp"],
    r"gmsh\.h.*": ["fem/readers/gmsh_program.cpp"],
    r"fftw3\.h": ["base/band_noise.cpp", "base/spectral.cpp", "base/threads.cpp"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def violations(source):
    for folder in [*FOLDERS, "tests"]:
        rules = EVERYWHERE if folder == "tests" else RULES
        for path in sorted((source / folder).glob("**/*.[ch]pp")):
            unit = path.relative_to(source).as_posix()
            for header in INCLUDE.findall(path.read_text()):
                for pattern, allowed in rules.items():
                    if re.fullmatch(pattern, header) and unit not in allowed:
                        yield f"{unit}: <{header}> stands in {', '.join(allowed) or 'no unit'} alone"


def unused(source):
    """Rules whose units do not include what they allow: out of date."""
    for pattern, allowed in RULES.items():
        for unit in allowed:
            file = source / unit
            if not file.exists() or not any(re.fullmatch(pattern, h) for h in INCLUDE.findall(file.read_text())):
                yield f"the table names {unit} for {pattern}, which it does not include"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    source = parser.parse_args().source
    found = [*violations(source), *unused(source)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
