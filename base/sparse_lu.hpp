#pragma once

#include "base/types.hpp"

#include <optional>

namespace slideway {

/// Solves A x = b for a square sparse A that need not be symmetric (Eigen SparseLU). Empty if A is
/// singular: the rest of a row exceeds 1e-9 of its terms.
[[nodiscard]] std::optional<Vector> solve_unsymmetric(const SparseMatrix& A, const Vector& b);

} // namespace slideway
