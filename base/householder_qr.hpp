#pragma once

#include "base/types.hpp"

namespace slideway {

/// Factorisation A = Q R of a square matrix without exchange of columns. LAPACK geqrf.
struct HouseholderQr {
    Matrix Q; ///< n x n, orthogonal
    Matrix R; ///< n x n, upper triangular
};
/// @throws std::invalid_argument  A is not square
[[nodiscard]] HouseholderQr householder_qr(const Matrix& A);

} // namespace slideway
