#pragma once

#include "base/types.hpp"

namespace slideway {

class SparseCholesky;

/// Solutions of K phi = omega^2 M phi with Phi^T M Phi = I, omega ascending [rad/s].
struct SymmetricModes {
    Vector omega; ///< m; rigid motions have omega = 0
    Matrix Phi;   ///< n x m
};

/// Below this fraction of the highest frequency double precision cannot tell a mode from a rigid
/// motion: K is known to eps of its largest entry, so omega^2 to eps omega_max^2 (for masses of one
/// size).
inline constexpr double rigid_mode_fraction = 1e-7;

/// All modes of a small dense problem, from the singular values of R S^-1 where K = R^T R and
/// M = S^T S. The singular values carry an error of eps omega_max only, and the factor R one that
/// is 10 to 100 times smaller in the lowest modes of a stiff body than the eps (omega_max /
/// omega_1)^2 that a plain symmetric eigensolve of K loses.
///
/// @param K  symmetric positive semidefinite; modes below rigid_mode_fraction get omega = 0, unless
///           the pivots show that K is definite
/// @param M  symmetric positive definite
/// @throws std::domain_error  M not positive definite, or K with a negative eigenvalue
[[nodiscard]] SymmetricModes all_modes(const Matrix& K, const Matrix& M);

/// The `count` lowest modes of a sparse problem: Spectra's shift-invert Lanczos over a
/// supernodal Cholesky factorisation of K, or of K + s M with a small s > 0 if K is singular (free
/// bodies). Small problems (count near n) are solved by all_modes.
///
/// @param factor_of_K  a factorisation of K that the caller has, positive definite; null: made here
/// @throws std::domain_error   K + s M not positive definite
/// @throws std::runtime_error  Lanczos did not converge
[[nodiscard]] SymmetricModes lowest_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                                          const SparseCholesky* factor_of_K = nullptr);

/// Vectors of n numbers that lowest_modes keeps at a time, its result included: for estimates.
[[nodiscard]] Index lowest_modes_vectors(Index n, Index count);

} // namespace slideway
