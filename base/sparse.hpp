#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

#include <vector>

namespace slideway {

/// A(rows, columns), both ascending without repeats. Eigen has no such view for sparse matrices.
[[nodiscard]] SparseMatrix submatrix(const SparseMatrix& A, const std::vector<Index>& rows,
                                     const std::vector<Index>& columns);

/// 0..n-1 without `left_out` (ascending).
[[nodiscard]] std::vector<Index> complement(Index n, const std::vector<Index>& left_out);

/// Y = A X of a symmetric sparse A, four columns at a time. Memory that Y has is used again.
void set_symmetric_product(const SparseMatrix& A, const MatrixIn& X, Matrix& Y);

/// T^T A T of a symmetric sparse A and a tall dense T, symmetric to the last digit. Besides T it
/// takes congruence_columns columns of memory, never a second n x r matrix.
/// @throws Interrupted
[[nodiscard]] Matrix congruence(const SparseMatrix& A, const MatrixIn& T,
                                const Progress& progress = {});
inline constexpr Index congruence_columns = 32;

} // namespace slideway
