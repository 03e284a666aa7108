#pragma once

#include "dynamics/modal/dry_contacts.hpp"

#include <vector>

namespace slideway::dynamics {

/// Coordinates in which the rows B_S of contacts that stick are locked: q = Psi y + A c with
/// B_S Psi = 0 and B_S A = I, A = B_S^T (B_S B_S^T)^-1.
struct LockedBasis {
    Matrix Psi;   ///< m x n, Psi^T Psi = I, Psi^T omega^2 Psi = diag(omega_S^2)
    Vector omega; ///< n: omega_S [rad/s]; rigid ones are 0
    Matrix A;     ///< m x n_s
};

/// @param stick  rows, ascending; B_S B_S^T regular
/// @param D      m x m: damping, made diagonal among the rigid modes
[[nodiscard]] LockedBasis locked_basis(const DrySystem& system, const std::vector<Index>& stick,
                                       const Matrix& D);

} // namespace slideway::dynamics
