#pragma once

#include "contact/patch/patch_law.hpp"

/// Friction of a patch whose map is rotated by an angle, D(R(-angle) u, omega).
namespace slideway::contact {

/// Columns: axes of x, y and rotation, rotated by an angle [rad] about the last one.
[[nodiscard]] Matrix3 axes_turned_by(double angle);

/// Friction force of a rotated map.
/// @param axes      axes of the map in those of the velocity
/// @param velocity  (u_x, u_y, omega), not 0
[[nodiscard]] PatchForce force_on(const PatchLaw& law, const Matrix3& axes,
                                  const Vector3& velocity);

/// Rate of that force while the axes rotate: the force rotates with them, and the direction of the
/// slip relative to them changes.
/// @param turning  angular velocity of the axes [rad/s]
[[nodiscard]] Vector3 force_rate(const PatchForce& force, const Vector3& velocity,
                                 const Vector3& acceleration, double turning);

} // namespace slideway::contact
