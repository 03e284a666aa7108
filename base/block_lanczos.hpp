#pragma once

#include "base/symmetric_modes.hpp"

namespace slideway {

class HeldStiffness;

/// The `count` lowest modes of K phi = omega^2 M phi, M-orthonormal, by block Lanczos with shift
/// and inverse, all vectors orthogonalised against each other, and thick restarts.
///
/// A mode is found where its residual, that of (K - sigma M)^-1 M in the norm of M, is 1e-10 of its
/// eigenvalue. Frequencies of more modes than a block has vectors are met by round-off alone, so
/// what was found is then doubted: blocks that start anew, at random beside it, look for what was
/// missed, five at least, until the largest eigenvalue among them, its residual added, is below
/// those found.
///
/// For large bodies, whose factor does not fit in the caches: Spectra (lanczos_modes.hpp) reads it
/// for each vector, a block of four once, and LAPACK and the BLAS do the rest.
///
/// R. G. Grimes, J. G. Lewis & H. D. Simon, SIAM J. Matrix Anal. Appl. 15, 1994,
/// doi:10.1137/S0895479888151111; restarts: K. Wu & H. D. Simon, SIAM J. Matrix Anal. Appl. 22,
/// 2000, doi:10.1137/S0895479898334605. Without their estimates of lost orthogonality: nothing is
/// lost.
///
/// @param M        symmetric positive semidefinite
/// @param inverse  of K - sigma M, positive definite; with rows held: modes that leave them at rest
/// @throws std::runtime_error  did not converge, as where M has a lower rank
/// @throws Interrupted
[[nodiscard]] SymmetricModes block_lanczos_modes(const SparseMatrix& M,
                                                 const HeldStiffness& inverse, double sigma,
                                                 Index count, const Progress& progress);

/// `modes` that another search found, if they are M-orthonormal and the doubt of
/// block_lanczos_modes finds none that was missed; else those of block_lanczos_modes.
/// @throws  as block_lanczos_modes
[[nodiscard]] SymmetricModes completed_modes(SymmetricModes modes, const SparseMatrix& M,
                                             const HeldStiffness& inverse, double sigma,
                                             const Progress& progress);

/// Vectors of its basis, fewer than rows.
[[nodiscard]] Index block_lanczos_dimension(Index count);

} // namespace slideway
