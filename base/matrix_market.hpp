#pragma once

#include "base/types.hpp"

#include <filesystem>
#include <iosfwd>

namespace slideway {

/// Reads a matrix in Matrix Market form: coordinate or array, real or integer, general or symmetric
/// (both triangles are filled). Repeated entries are added, but a pair of a symmetric matrix that
/// is given above and below the diagonal counts once. Exponents may be written with D.
///
/// CHOLMOD has a reader too, but it takes text that it cannot parse for the end of the line: "1 1
/// 1.5D+3" gives 1.5, and "1 1 x" gives the pattern of a matrix.
/// @throws InputError  missing or broken file (with its line), another kind of matrix, an entry
///                     that is not finite
[[nodiscard]] SparseMatrix read_matrix_market(const std::filesystem::path& file);

/// Writes A in coordinate form, as symmetric if it is exactly symmetric. Numbers have enough digits
/// to restore the same double.
void write_matrix_market(std::ostream& stream, const SparseMatrix& A);

} // namespace slideway
