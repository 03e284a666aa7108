#pragma once

#include "base/types.hpp"

#include <filesystem>
#include <iosfwd>

namespace slideway {

/// Reads a matrix in Matrix Market form: coordinate or array, real or integer, general or symmetric
/// (both triangles are filled). Entries given twice add up; exponents may be written with D.
///
/// CHOLMOD has a reader too. It takes what it cannot parse for the end of a line: "1 1 1.5D+3"
/// gives 1.5, "1 1 x" the pattern of a matrix.
/// @throws InputError  missing or broken file (with its line), another kind of matrix, an entry
///                     that is not finite
[[nodiscard]] SparseMatrix read_matrix_market(const std::filesystem::path& file);

/// Writes A in coordinate form, as symmetric if it is so to the last digit. Numbers have the digits
/// that bring back the same double.
void write_matrix_market(std::ostream& stream, const SparseMatrix& A);

} // namespace slideway
