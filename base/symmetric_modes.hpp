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

/// Error: the mass matrix is not positive definite, although all modes are computed.
struct NoMass : std::domain_error {
    NoMass() : domain_error("the mass matrix is not positive definite (a dof without mass)") {}
};

/// Computes all modes of a small dense problem from the singular values of R S^-1, where K = R^T R
/// and M = S^T S. Its rigid motions (omega = 0) are those of factor_stiffness. A mode does not
/// count as rigid merely because it is much slower than another.
///
/// The singular values carry an error of eps omega_max. A fine mesh amplifies the error of the
/// factor R, to eps n^4 in a beam. Slow modes are therefore corrected by a step of inverse
/// iteration whose residuals and energies x^T K x are summed with twice the digits. The remaining
/// error is that of the entries of K themselves.
///
/// @param K  symmetric positive semidefinite
/// @param M  symmetric positive definite
/// @throws NoMass             M not positive definite
/// @throws std::domain_error  K with a negative eigenvalue, overflow
/// @throws Interrupted
[[nodiscard]] SymmetricModes all_modes(const Matrix& K, const Matrix& M,
                                       const Progress& progress = {});

/// True if lowest_modes() of n dofs computes all modes, which requires a mass at every dof.
/// Otherwise dofs without mass follow the others statically.
[[nodiscard]] bool needs_all_modes(Index n, Index count);

/// Variants of shift-invert Lanczos: with one vector at a time (Spectra; four if that does not
/// converge), or with four vectors, which read the factor once. In both variants, blocks then
/// search for missed modes, for example those of several equal parts.
enum class Krylov { by_size, single, block };

/// Number of rows from which `by_size` means `block`: the factor no longer fits in the caches, and
/// reading it takes most of the time. Below, both variants take about as long.
inline constexpr Index large_body = 20'000; // rows

/// Computes the `count` lowest modes of a sparse problem by shift-invert Lanczos. It uses a
/// supernodal Cholesky factorisation of K. If K is singular (free bodies), it uses K + s M with a
/// small s > 0, and rigid_motion decides which modes are rigid. Small problems (count near n) are
/// solved by all_modes. Up to 20 000 dofs the modes are corrected as in all_modes.
///
/// @param stiffness  existing factorisation of K, positive definite; modes leave its held rows at
///                   rest. Null: K is factorised here
/// @throws std::domain_error   K + s M not positive definite, overflow
/// @throws std::runtime_error  Lanczos did not converge
/// @throws Interrupted
[[nodiscard]] SymmetricModes lowest_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                                          const HeldStiffness* stiffness = nullptr,
                                          const Progress& progress = {},
                                          Krylov method = Krylov::by_size);

/// Number of vectors of n numbers that lowest_modes stores at once, including its
/// result; for estimates.
[[nodiscard]] Index lowest_modes_vectors(Index n, Index count);

} // namespace slideway
