#pragma once

#include "contact/patch/patch_force.hpp"

#include <vector>

namespace slideway::contact {

/// Normal force on a point.
struct LoadedPoint {
    Vector2 at; ///< [m]
    double load;
};

/// What friction of coefficient 1 does to them; a point that rests between moving ones counts as 0.
[[nodiscard]] PatchForce points_force(const std::vector<LoadedPoint>& points, const Vector2& slip,
                                      double spin);

} // namespace slideway::contact
