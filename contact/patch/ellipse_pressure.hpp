#pragma once

#include "contact/patch/patch_force.hpp"
#include "contact/patch/quadrature.hpp"

#include <vector>

namespace slideway::contact {

/// Hertz's pressure on an ellipse, skewed linearly, p ~ sqrt(1 - x^2/a^2 - y^2/b^2) (1 + s . x).
///
/// With (x/a, y/b) = tau d + t n, d = (cos, sin) of an angle and n across it, points of a chord
/// along d through the instantaneous centre slide in one direction e = (-b sin, a cos)/m, m^2 = a^2
/// cos^2 + b^2 sin^2, with the speed m (omega tau - G . d), G = (-u_y/a, u_x/b). The integrals
/// along a chord are polynomials. A smooth integral over the angle remains: over all angles if the
/// centre lies inside, otherwise between its tangents. The error is below 1e-13 of mu P. Source:
/// docs/theory/patch_friction.md, section 2.
class EllipsePressure {
public:
    /// @param a, b  half axes along x and y [m], > 0, within a factor of 100
    /// @param skew  s [1/m]; the pressure must not be < 0
    /// @throws InputError
    EllipsePressure(double a, double b, const Vector2& skew = Vector2::Zero());

    [[nodiscard]] double a() const { return a_; }
    [[nodiscard]] double b() const { return b_; }
    [[nodiscard]] const Vector2& skew() const { return skew_; }

    /// Friction for the limit mu P = 1, about the middle; slip and spin must not both be 0.
    [[nodiscard]] PatchForce force(const Vector2& slip, double spin) const;

private:
    double a_, b_;
    Vector2 skew_;
    std::vector<Vector2> directions_; ///< directions over half a turn
    std::vector<QuadratureNode> nodes_;
};

} // namespace slideway::contact
