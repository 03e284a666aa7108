#pragma once

#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/stacked_modes.hpp"

// Common functions for the stability of a cycle. States are scale q and q'.

namespace slideway::dynamics {

/// Scale of states (m) [rad/s]: omega, or the lowest omega > 0 for modes with omega = 0.
[[nodiscard]] Vector state_scale(const StackedModes& modes);

/// Verifies the laws. @throws std::invalid_argument  a law without has_sampled_force
void check_harmonic_laws(const DrivenJoints& system);

/// Verifies the coefficients of a motion. @param n  expected number
/// @throws std::invalid_argument  wrong size of R; values that are not finite; Omega <= 0
void check_motion(const VectorIn& R, double Omega, Index n);

/// Matrix A of (scale q, q')' = A (scale q, q') with an additional stiffness K (m x m).
[[nodiscard]] Matrix first_order(const StackedModes& modes, const Vector& scale, const Matrix& K);

} // namespace slideway::dynamics
