#pragma once

#include "base/types.hpp"

#include <vector>

namespace slideway::dynamics {

/// Eigenvalues of a product A_N ... A_1 of square matrices, in no particular order. If their
/// moduli differ widely, the product itself determines only the largest ones. The moduli are then
/// separated by orthogonal iteration on the factors:
///
///   A_k Q_{k-1} = Q_k R_k,   Q_0 -> Q_N.
///
/// The triangular factors R_k determine the small eigenvalues as accurately as the factors A_k do.
/// @param factors  A_1 to A_N in this order, N >= 1
/// Source: Bojanczyk, Golub & Van Dooren, The periodic Schur decomposition, Proc. SPIE 1770, 1992.
/// The iteration here has no shifts and ends once groups of moduli are separate.
[[nodiscard]] ComplexVector product_eigenvalues(const std::vector<Matrix>& factors);

} // namespace slideway::dynamics
