#pragma once

#include "dynamics/modal/stacked_modes.hpp"
#include "dynamics/sliding/linearised_contacts.hpp"

namespace slideway::dynamics {

/// All eigenvalues s [1/s] of (s^2 + s D + omega^2) q + (P + s P_rate)^T w = 0, R q = Z w, by a
/// dense nonsymmetric eigensolve after primal assembly, M~ = L_E^T L_C, C~ = L_E^T C L_C,
/// K~ = L_E^T K L_C with B_C L_C = 0, B_E L_E = 0. Absolute error about eps omega_max.
///
/// Source: Brunetti, D'Ambrogio & Fregolent, doi:10.1007/s11071-020-06081-9, eqs. (12)-(16).
/// @return 2 (m - n_constraints) eigenvalues, conjugates included, unordered
/// @throws std::runtime_error  dependent constraints, or no convergence
[[nodiscard]] ComplexVector dense_eigenvalues(const StackedModes& modes,
                                              const LinearisedContacts& contacts);

/// Approximate eigenvalues without friction and follower forces (B_E = B_C), with Im s > 0 and
/// ascending |s| [1/s]. They are starting values of an iteration.
[[nodiscard]] ComplexVector frictionless_eigenvalues(const StackedModes& modes,
                                                     const LinearisedContacts& contacts);

/// Right and left eigenvector of one eigenvalue on the modes of the components, S(s) r = 0 and
/// l^T S(s) = 0 of the problem above with w eliminated; scaled so that |q_right| = 1, its largest
/// entry real, and l^T (dS/ds) r = 1 (|l| = 1 where that is zero, at a double eigenvalue).
/// @param start  number of the start vector; different for modes with equal eigenvalues
struct ModeVectors {
    ComplexVector q_right, w_right; ///< m, k
    ComplexVector q_left, w_left;
};
[[nodiscard]] ModeVectors mode_vectors(const StackedModes& modes,
                                       const LinearisedContacts& contacts, Complex s,
                                       Index start = 0);

} // namespace slideway::dynamics
