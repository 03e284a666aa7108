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
    Matrix3 mass; ///< M (kg, kg m, kg m^2), mass of the body at the patch
    Vector3 load; ///< Qe (N, N, N m), negative of the reaction that holds the patch at rest
    double rho;   ///< length that scales the spin axis of reported directions [m]
};

/// A resting patch in scaled velocities (u_x, u_y, length omega), in units of the friction limit
/// and of the mass along x. The unit of acceleration is limit / mass.
class ScaledPatch {
public:
    ScaledPatch(const RestingPatch& patch, double length);

    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] double force_unit() const { return limit_; }                ///< [N]
    [[nodiscard]] double acceleration_unit() const { return limit_ / mass_; } ///< [m/s^2]

    /// grad D and its derivative at x, which must not be 0.
    struct Friction {
        Vector3 force;
        Matrix3 tangent;
    };
    [[nodiscard]] Friction friction(const Vector3& x) const;

    /// True if law and body are axisymmetric, M = diag(m, m, J).
    [[nodiscard]] bool axisymmetric() const;
    /// True if a direction represents a circle of directions: the body is axisymmetric, there is no
    /// force, and the direction is no pole.
    [[nodiscard]] bool on_circle(const Vector3& w) const;

    contact::PatchLaw law;
    Matrix3 mass, flexibility; ///< M, M^-1
    Vector3 load;

private:
    double length_, limit_, mass_;
};

} // namespace slideway::dynamics
