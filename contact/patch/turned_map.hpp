#pragma once

#include "contact/patch/patch_law.hpp"

/// Friction of a patch whose map is turned by an angle, D(R(-angle) u, omega).
namespace slideway::contact {

/// Axes of x, y and rotation that are turned by an angle [rad] about the last, as columns.
[[nodiscard]] Matrix3 axes_turned_by(double angle);

/// @param axes      of the map, on those of the velocity
/// @param velocity  (u_x, u_y, omega), not 0
[[nodiscard]] PatchForce force_on(const PatchLaw& law, const Matrix3& axes,
                                  const Vector3& velocity);

/// Rate of that force: the axes take it along as they turn, and meet another direction of the slip.
/// @param turning  of the axes [rad/s]
[[nodiscard]] Vector3 force_rate(const PatchForce& force, const Vector3& velocity,
                                 const Vector3& acceleration, double turning);

} // namespace slideway::contact
