#pragma once

#include "base/types.hpp"
#include "contact/patch/meridian.hpp"

#include <cmath>

namespace slideway::contact {

using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

/// Friction at a given slip and spin of the body relative to its floor.
struct PatchForce {
    double power;    ///< D = force . (u_x, u_y, omega) [W]; the potential, if the law has one
    Vector3 force;   ///< (N, N, N m); the force on the body is its negative
    Matrix3 tangent; ///< derivative by (u_x, u_y, omega); symmetric with a potential

    [[nodiscard]] static PatchForce zero() { return {0, Vector3::Zero(), Matrix3::Zero()}; }
};

/// Friction of an axisymmetric law.
/// @param meridian  SlipSpin -> Meridian, over the hypotenuse of |slip| and length |spin|
/// @param limit  mu P [N]
/// @param length  scale of the spin axis of the meridian [m]
template <class MeridianAt>
[[nodiscard]] PatchForce axisymmetric_force(const MeridianAt& meridian, double limit, double length,
                                            const Vector2& slip, double spin)
{
    const double a = slip.norm(), z = length * spin, r = std::hypot(a, z);
    const double c = a / r, s = z / r;
    const Meridian m = meridian(SlipSpin{c, std::abs(s)});
    const Vector2 e = a > 0 ? Vector2(slip / a) : Vector2(1, 0);
    // At a kink (pure slip or pure spin) the mean of all sides is used.
    const double way = a > 0 && z != 0 ? std::copysign(1.0, z) : 0;
    const double Q = limit * m.slip * c, T = limit * length * m.spin * s;
    PatchForce out;
    out.force << Q * e, T;
    out.power = Q * a + T * spin;
    const double value = limit / r, across = value * m.slip, along = value * m.fall * std::abs(s);
    const Vector2 n(-e(1), e(0));
    out.tangent.topLeftCorner<2, 2>() = along * e * e.transpose() + across * n * n.transpose();
    out.tangent.topRightCorner<2, 1>() = -way * value * length * m.fall * c * e;
    out.tangent.bottomLeftCorner<1, 2>() =
        -way * value * length * m.rise * std::abs(s) * e.transpose();
    out.tangent(2, 2) = value * length * length * m.rise * c;
    return out;
}

} // namespace slideway::contact
