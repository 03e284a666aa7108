#pragma once

#include "base/symmetric_modes.hpp"

namespace slideway {

class HeldStiffness;

/// Computes the `count` lowest modes of K phi = omega^2 M phi, M-orthonormal, by block Lanczos with
/// shift and inverse, full orthogonalisation and thick restarts.
///
/// A mode has converged when its residual is 1e-10 of its eigenvalue. The residual is that of (K -
/// sigma M)^-1 M in the norm of M. If a frequency has more modes than a block has vectors, only
/// round-off reaches the others. A second search therefore verifies the result. At least five
/// blocks start anew at random, orthogonal to the modes found, and search for missed modes. The
/// search ends when the largest eigenvalue among them plus its residual is below those found.
///
/// The method is meant for large bodies, whose factor does not fit in the caches. Spectra
/// (lanczos_modes.hpp) reads the factor once for each vector, this function once for a block of
/// four. LAPACK and the BLAS do the other operations.
///
/// R. G. Grimes, J. G. Lewis & H. D. Simon, SIAM J. Matrix Anal. Appl. 15, 1994,
/// doi:10.1137/S0895479888151111; restarts: K. Wu & H. D. Simon, SIAM J. Matrix Anal. Appl. 22,
/// 2000, doi:10.1137/S0895479898334605. Their estimates of lost orthogonality are not needed,
/// because every vector is orthogonalised against all others.
///
/// @param M        symmetric positive semidefinite
/// @param inverse  inverse of K - sigma M, positive definite; modes leave held rows at rest
/// @throws std::runtime_error  no convergence, for example because M has a lower rank
/// @throws Interrupted
[[nodiscard]] SymmetricModes block_lanczos_modes(const SparseMatrix& M,
                                                 const HeldStiffness& inverse, double sigma,
                                                 Index count, const Progress& progress);

/// Verifies `modes` that another search found. Returns them if they are M-orthonormal and
/// the second search of block_lanczos_modes finds no missed mode; otherwise returns the
/// modes of block_lanczos_modes.
/// @throws  the same exceptions as block_lanczos_modes
[[nodiscard]] SymmetricModes completed_modes(SymmetricModes modes, const SparseMatrix& M,
                                             const HeldStiffness& inverse, double sigma,
                                             const Progress& progress);

/// Number of basis vectors; fewer than the rows of the problem.
[[nodiscard]] Index block_lanczos_dimension(Index count);

} // namespace slideway
