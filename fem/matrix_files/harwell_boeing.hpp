#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::fem {

/// True if the first lines of a file are those of a matrix in the Harwell-Boeing format.
[[nodiscard]] bool is_harwell_boeing(const std::vector<std::string>& lines);

/// Reads a matrix in the Harwell-Boeing format, as HBMAT of Ansys writes it: four lines of header,
/// or five with a right-hand side, then pointers, row indices and values by columns in Fortran
/// formats. Symmetric matrices (RSA) have the lower triangle; both triangles with equal values are
/// read too. The right-hand side is omitted. The file does not name its rows.
/// Source: I. S. Duff, R. G. Grimes, J. G. Lewis, Users' guide for the Harwell-Boeing sparse matrix
/// collection, 1992.
/// @throws InputError  with file and line: types other than real, symmetric or unsymmetric,
///                     assembled; sizes, pointers or rows that do not fit; a file that ends early
[[nodiscard]] ImportedMatrices read_harwell_boeing(const std::filesystem::path& file);

} // namespace slideway::fem
