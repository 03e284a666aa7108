#pragma once

#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/stacked_modes.hpp"

// What the stability of a cycle takes, by whatever matrix. States are scale q and q'.

namespace slideway::dynamics {

/// m [rad/s]: omega, or the lowest omega > 0 where it is zero.
[[nodiscard]] Vector state_scale(const StackedModes& modes);

/// @throws std::invalid_argument  a law without has_sampled_force
void check_harmonic_laws(const DrivenJoints& system);

/// @param n  coefficients of a motion
/// @throws std::invalid_argument  another size of R; numbers that are not finite; Omega <= 0
void check_motion(const VectorIn& R, double Omega, Index n);

/// A of (scale q, q')' = A (scale q, q') for the stiffness K (m x m) on top of omega^2.
[[nodiscard]] Matrix first_order(const StackedModes& modes, const Vector& scale, const Matrix& K);

} // namespace slideway::dynamics
