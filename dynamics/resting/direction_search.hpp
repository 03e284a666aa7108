#pragma once

#include "dynamics/resting/limit_directions.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Where limit directions are, on the sphere of the patch's scale.
struct DirectionSearch {
    std::vector<Vector3> found; ///< each once, of length 1
    std::string doubt;          ///< "", or where it could not decide
};

/// On the great circle through the load and the spin axis, of an axisymmetric patch under a load:
/// zeros of G(theta) -+ |load|.
[[nodiscard]] DirectionSearch search_great_circle(const ScaledPatch& patch);
/// Without a load: latitudes of circles between equator and pole (their `found` in the plane of x
/// and spin).
[[nodiscard]] DirectionSearch search_latitudes(const ScaledPatch& patch);
/// On the sphere, of any patch.
[[nodiscard]] DirectionSearch search_sphere(const ScaledPatch& patch);

/// What the flow does about a direction of the patch's sphere.
/// @param rdot  of M rdot w = Qe - grad D(w), in units of the scale
[[nodiscard]] LimitDirection direction_on(const ScaledPatch& patch, const Vector3& w, double rdot);

} // namespace slideway::dynamics
