#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

#include <stdexcept>

namespace slideway {

class HeldStiffness;

/// Solutions of K phi = omega^2 M phi with Phi^T M Phi = I, omega ascending [rad/s].
struct SymmetricModes {
    Vector omega; ///< m; rigid motions have omega = 0
    Matrix Phi;   ///< n x m
};

/// A mass matrix that is not positive definite where all modes are computed.
struct NoMass : std::domain_error {
    NoMass() : domain_error("the mass matrix is not positive definite (a dof without mass)") {}
};

/// All modes of a small dense problem, from the singular values of R S^-1 where K = R^T R and
/// M = S^T S. Its rigid motions are those of factor_stiffness, omega = 0; no mode is one because it
/// is slow beside another.
///
/// The singular values carry an error of eps omega_max, the factor R one that a fine mesh
/// multiplies, eps n^4 in a beam. Slow modes are therefore corrected by a step of inverse iteration
/// whose residuals and energies x^T K x are sums of twice the digits: what is left is what the
/// entries of K themselves are off by.
///
/// @param K  symmetric positive semidefinite
/// @param M  symmetric positive definite
/// @throws NoMass             M not positive definite
/// @throws std::domain_error  K with a negative eigenvalue, overflow
/// @throws Interrupted
[[nodiscard]] SymmetricModes all_modes(const Matrix& K, const Matrix& M,
                                       const Progress& progress = {});

/// True if lowest_modes() of n dofs computes all modes, which needs a mass in every dof. Otherwise
/// dofs without mass follow the others as statics has it.
[[nodiscard]] bool needs_all_modes(Index n, Index count);

/// Shift-invert Lanczos with one vector at a time (Spectra; four where that does not converge), or
/// four, which read the factor once. Either way blocks then look for modes that were missed, as of
/// equal parts side by side.
enum class Krylov { by_size, single, block };

/// From here on `by_size` is `block`: the factor leaves the caches, and reading it takes most of
/// the time. Below, both take about as long.
inline constexpr Index large_body = 20'000; // rows

/// The `count` lowest modes of a sparse problem: shift-invert Lanczos over a
/// supernodal Cholesky factorisation of K, or of K + s M with a small s > 0 if K is singular (free
/// bodies), whose rigid motions are told by rigid_motion. Small problems (count near n) are solved
/// by all_modes; up to 20 000 dofs the modes are corrected as there.
///
/// @param stiffness  that the caller has, positive definite; modes leave the rows at rest that it
///                   holds. Null: K is factorised here
/// @throws std::domain_error   K + s M not positive definite, overflow
/// @throws std::runtime_error  Lanczos did not converge
/// @throws Interrupted
[[nodiscard]] SymmetricModes lowest_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                                          const HeldStiffness* stiffness = nullptr,
                                          const Progress& progress = {},
                                          Krylov method = Krylov::by_size);

/// Vectors of n numbers that lowest_modes keeps at a time, its result included: for estimates.
[[nodiscard]] Index lowest_modes_vectors(Index n, Index count);

} // namespace slideway
