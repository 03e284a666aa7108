#pragma once

#include "base/types.hpp"

namespace slideway {

/// Size of the Cholesky factor of a symmetric sparse matrix.
struct FactorSize {
    double bytes = 0;      ///< memory of the factor
    double operations = 0; ///< additions and multiplications of the factorisation
};

/// Determines the size by the ordering and the symbolic analysis of SparseCholesky, without the
/// factorisation. The entries of A do not matter.
/// @throws std::length_error  the factor would have more than 2^31 entries
[[nodiscard]] FactorSize factor_size(const SparseMatrix& A);

} // namespace slideway
