#pragma once

#include "contact/patch/patch_force.hpp"

#include <vector>

namespace slideway::contact {

/// Normal force on a point.
struct LoadedPoint {
    Vector2 at; ///< [m]
    double load;
};

/// Friction with coefficient 1 on loaded points. A point at rest among moving points contributes 0.
[[nodiscard]] PatchForce points_force(const std::vector<LoadedPoint>& points, const Vector2& slip,
                                      double spin);

} // namespace slideway::contact
