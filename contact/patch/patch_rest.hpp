#pragma once

#include "contact/patch/patch_law.hpp"

/// Friction of a patch at rest: any reaction f in the convex body of its forces, f . w <= D(w) for
/// every w = (u_x, u_y, omega). Laws with a convex potential alone (PatchLaw::is_convex).
namespace slideway::contact {

/// How far a reaction is on the way from none to the surface of that body.
struct PatchGauge {
    double value = 0; ///< max over w of f . w / D(w): 1 on the surface
    Vector3 normal;   ///< w there, |(u_x, u_y, length omega)| = 1; 0 of no reaction
};
[[nodiscard]] PatchGauge gauge(const PatchLaw& law, const Vector3& reaction);

/// Acceleration of a body from rest: the least of a' M a / 2 - f . a + D(a), so that M a + grad
/// D(a) = f; 0 while the gauge of f is at most 1, but for round-off.
/// @param mass   M (kg, kg m, kg m^2): the body as the patch feels it
/// @param force  f (N, N, N m): the reaction that would hold it
[[nodiscard]] Vector3 acceleration_from_rest(const PatchLaw& law, const Matrix3& mass,
                                             const Vector3& force);

} // namespace slideway::contact
