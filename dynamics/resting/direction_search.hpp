#pragma once

#include "dynamics/resting/limit_directions.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Where limit directions are, on the sphere of the patch's scale.
struct DirectionSearch {
    std::vector<Vector3> found; ///< each once, of length 1
    double within = 0;          ///< how far each may be from the direction that it stands for
    std::string doubt;          ///< "", or where it could not decide
};

/// Of an axisymmetric patch under a force, with a moment or without: all are on the great circle
/// through the force and the spin axis.
[[nodiscard]] DirectionSearch search_great_circle(const ScaledPatch& patch);
/// Without a force every longitude is alike: latitudes of circles, but the poles, `found` in the
/// plane of x and spin.
[[nodiscard]] DirectionSearch search_latitudes(const ScaledPatch& patch);
/// On the sphere, of any patch whose law has bounds.
[[nodiscard]] DirectionSearch search_sphere(const ScaledPatch& patch);

/// Friction on a grid of the sphere, finer where it bends more: it does not depend on the load.
struct FrictionSample {
    Vector3 w;
    double size; ///< of its cell
    ScaledPatch::Friction friction;
};
[[nodiscard]] std::vector<FrictionSample> friction_samples(const ScaledPatch& patch);
/// On the sphere, of any patch: Newton's method from all samples whose linear field has a zero near
/// them. It may miss directions, and always has a doubt.
[[nodiscard]] DirectionSearch search_samples(const ScaledPatch& patch,
                                             const std::vector<FrictionSample>& samples);

/// One step of Newton's method for M rdot w = Qe - grad D(w), |w| = 1, from friction at w.
/// @return (step of w, step of rdot), not finite where it is singular
[[nodiscard]] Eigen::Vector4d direction_step(const ScaledPatch& patch,
                                             const ScaledPatch::Friction& at, const Vector3& w,
                                             double rdot);
/// The rate of the speed along w, which a mass that spins much harder than it slips, or much
/// easier, does not lead astray.
[[nodiscard]] double rate_along(const ScaledPatch& patch, const ScaledPatch::Friction& at,
                                const Vector3& w);

/// Converts a direction, circle or set to a sphere whose spin axis is scaled by another length:
/// rates and eigenvalues become those of the speed there.
void rescale(LimitDirection& d, double from, double to);
void rescale(LimitCircle& circle, double from, double to);
void rescale(LimitDirections& set, double from, double to);

/// What the flow does about a direction of the patch's sphere.
/// @param rdot  of M rdot w = Qe - grad D(w), in units of the scale
[[nodiscard]] LimitDirection direction_on(const ScaledPatch& patch, const Vector3& w, double rdot);

} // namespace slideway::dynamics
