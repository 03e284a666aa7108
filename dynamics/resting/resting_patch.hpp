#pragma once

#include "base/types.hpp"
#include "contact/patch/patch_law.hpp"

namespace slideway::dynamics {

using contact::Matrix3;
using contact::Vector3;

/// A body that slides and spins on one patch, near rest: M x' = Qe - grad D(x) for x = (u_x, u_y,
/// omega) of the patch's middle.
struct RestingPatch {
    contact::PatchLaw law;
    Matrix3 mass; ///< M (kg, kg m, kg m^2): the body as the patch feels it
    Vector3 load; ///< Qe (N, N, N m): what holds the patch at rest, reversed
    double rho;   ///< [m]: length that scales the spin axis of the directions that are reported
};

/// The same on velocities (u_x, u_y, length omega), in units of the friction limit and of the
/// mass along x: accelerations count in limit / mass.
class ScaledPatch {
public:
    ScaledPatch(const RestingPatch& patch, double length);

    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] double force_unit() const { return limit_; }                ///< [N]
    [[nodiscard]] double acceleration_unit() const { return limit_ / mass_; } ///< [m/s^2]

    /// grad D and its derivative at x, not 0.
    struct Friction {
        Vector3 force;
        Matrix3 tangent;
    };
    [[nodiscard]] Friction friction(const Vector3& x) const;

    /// Law and body are those of a turned one: M = diag(m, m, J).
    [[nodiscard]] bool axisymmetric() const;
    /// A direction stands for all of its latitude: the body is axisymmetric, without a force, and
    /// the direction is no pole.
    [[nodiscard]] bool on_circle(const Vector3& w) const;

    contact::PatchLaw law;
    Matrix3 mass, flexibility; ///< M, M^-1
    Vector3 load;

private:
    double length_, limit_, mass_;
};

} // namespace slideway::dynamics
