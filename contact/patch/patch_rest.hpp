#pragma once

#include "contact/patch/patch_law.hpp"

/// Friction of a patch at rest. A reaction f is possible if it lies in the convex friction body:
///
///   f . w <= D(w)  for every w = (u_x, u_y, omega)
///
/// Only for laws with a convex potential (PatchLaw::is_convex).
namespace slideway::contact {

/// Ratio of a reaction to the surface of the friction body.
struct PatchGauge {
    double value = 0; ///< max over w of f . w / D(w): 1 on the surface
    Vector3 normal;   ///< maximising w, |(u_x, u_y, length omega)| = 1; 0 without a reaction
};
[[nodiscard]] PatchGauge gauge(const PatchLaw& law, const Vector3& reaction);

/// Acceleration of a body from rest: the minimum of a' M a / 2 - f . a + D(a), so that M a + grad
/// D(a) = f. It is 0 if the gauge of f is at most 1, up to round-off.
/// @param mass   M (kg, kg m, kg m^2), mass of the body at the patch
/// @param force  f (N, N, N m): the reaction that would hold it
[[nodiscard]] Vector3 acceleration_from_rest(const PatchLaw& law, const Matrix3& mass,
                                             const Vector3& force);

} // namespace slideway::contact
