#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

#include <vector>

namespace slideway {

/// Returns A(rows, columns); both lists ascend without repeats. Eigen has no such view
/// for sparse matrices.
[[nodiscard]] SparseMatrix submatrix(const SparseMatrix& A, const std::vector<Index>& rows,
                                     const std::vector<Index>& columns);

/// Returns 0..n-1 without `left_out` (ascending).
[[nodiscard]] std::vector<Index> complement(Index n, const std::vector<Index>& left_out);

/// Computes Y = A X for a symmetric sparse A, four columns at a time. The memory of Y is reused.
void set_symmetric_product(const SparseMatrix& A, const MatrixIn& X, Matrix& Y);

/// Computes T^T A T for a symmetric sparse A and a tall dense T; the result is exactly symmetric.
/// Besides T it needs memory for congruence_columns columns, never a second n x r matrix.
/// @throws Interrupted
[[nodiscard]] Matrix congruence(const SparseMatrix& A, const MatrixIn& T,
                                const Progress& progress = {});
inline constexpr Index congruence_columns = 32;

} // namespace slideway
