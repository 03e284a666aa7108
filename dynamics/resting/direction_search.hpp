#pragma once

#include "dynamics/resting/limit_directions.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Result of a search for limit directions, on the sphere with the scale of the patch.
struct DirectionSearch {
    std::vector<Vector3> found; ///< distinct unit vectors
    double within = 0;          ///< largest error of each direction
    std::string doubt;          ///< description of an undecided region, or ""
};

/// Searches for an axisymmetric patch under a force, with or without a moment. All directions lie
/// on the great circle through the force and the spin axis.
[[nodiscard]] DirectionSearch search_great_circle(const ScaledPatch& patch);
/// Searches for an axisymmetric patch without a force. All longitudes are equivalent, so `found`
/// holds latitudes of circles (and poles) in the plane of x and spin.
[[nodiscard]] DirectionSearch search_latitudes(const ScaledPatch& patch);
/// Searches on the sphere, for any patch whose law has bounds.
[[nodiscard]] DirectionSearch search_sphere(const ScaledPatch& patch);

/// Friction on a grid of the sphere, finer where its curvature is larger. It does not depend on the
/// load.
struct FrictionSample {
    Vector3 w;
    double size; ///< size of its cell
    ScaledPatch::Friction friction;
};
[[nodiscard]] std::vector<FrictionSample> friction_samples(const ScaledPatch& patch);
/// Searches on the sphere, for any patch: Newton's method from all samples whose linearised field
/// has a zero nearby. It may miss directions, and always reports a doubt.
[[nodiscard]] DirectionSearch search_samples(const ScaledPatch& patch,
                                             const std::vector<FrictionSample>& samples);

/// One step of Newton's method for M rdot w = Qe - grad D(w), |w| = 1, from friction at w.
/// @return (step of w, step of rdot); not finite if the system is singular
[[nodiscard]] Eigen::Vector4d direction_step(const ScaledPatch& patch,
                                             const ScaledPatch::Friction& friction,
                                             const Vector3& w, double rdot);
/// Rate of the speed along w. It is accurate for any ratio of rotational to translational inertia.
[[nodiscard]] double rate_along(const ScaledPatch& patch, const ScaledPatch::Friction& friction,
                                const Vector3& w);

/// Converts a direction, circle or set to a sphere whose spin axis is scaled by another length:
/// rates and eigenvalues become those of the speed there.
void rescale(LimitDirection& d, double from, double to);
void rescale(LimitCircle& circle, double from, double to);
void rescale(LimitDirections& set, double from, double to);

/// Limit direction with its eigenvalues and type, from a direction on the sphere of the patch.
/// @param rdot  rate in M rdot w = Qe - grad D(w), in units of the scale
[[nodiscard]] LimitDirection direction_on(const ScaledPatch& patch, const Vector3& w, double rdot);

} // namespace slideway::dynamics
