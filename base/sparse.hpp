#pragma once

#include "base/types.hpp"

#include <vector>

namespace slideway {

/// A(rows, columns), both ascending without repeats. Eigen has no such view for sparse matrices.
[[nodiscard]] SparseMatrix submatrix(const SparseMatrix& A, const std::vector<Index>& rows,
                                     const std::vector<Index>& columns);

/// 0..n-1 without `left_out` (ascending).
[[nodiscard]] std::vector<Index> complement(Index n, const std::vector<Index>& left_out);

} // namespace slideway
