#pragma once

#include "base/symmetric_modes.hpp"
#include "base/types.hpp"

namespace slideway {

class SparseCholesky;

/// The `count` lowest solutions of K phi = omega^2 M phi from a factor of K - sigma M: Lanczos for
/// (K - sigma M)^-1 M in the inner product of M, with full reorthogonalisation and thick restarts.
///
/// A mode counts as converged if its residual is below 1e-10 of its eigenvalue 1 / (omega^2 -
/// sigma); omega is then good to round-off and the shape to 1e-10 over the distance to its
/// neighbours. Time goes into one solution per step, so the space is made large enough for most
/// bodies to converge without a restart.
///
/// @param factor  of K - sigma M, positive definite
/// @param sigma   <= 0
/// @param count   1 to lanczos_dimension - 2
/// @throws std::runtime_error  not converged in 300 restarts
/// Source: Wu & Simon, SIAM J. Matrix Anal. Appl. 22(2), 2000, doi:10.1137/S0895479898334605; here
/// with shift-invert.
[[nodiscard]] SymmetricModes shift_invert_lanczos(const SparseCholesky& factor,
                                                  const SparseMatrix& M, double sigma, Index count);

/// Basis vectors that it keeps.
[[nodiscard]] Index lanczos_dimension(Index count);

} // namespace slideway
