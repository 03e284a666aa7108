#pragma once

#include "fem/substructure.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::fem {

struct RigidOptions {
    std::optional<double> mass;    ///< [kg], >= 0; required if x or y is free
    std::optional<double> inertia; ///< [kg m^2], >= 0, about the centre; required if it can rotate
    Eigen::Vector2d at{0, 0};      ///< position of the centre [m]
    double angle = 0;              ///< [rad], rotation of points and polylines about the centre
    std::map<std::string, std::array<double, 2>> points; ///< offsets from the centre [m]
    std::map<std::string, Matrix> polylines; ///< N x 2 offsets [m]; the body lies on the right of
                                             ///< the direction from the first to the last point
    double thickness = 0;                    ///< [m], >= 0, for the area of polylines
    std::vector<std::string> fixed; ///< "x", "y", "rotation", "centre.x", ..., or "centre": all
};

/// Creates a rigid body in the plane. Its dofs are x, y and rotation (counter-clockwise, small)
/// of its centre of mass, except the fixed ones. If all are fixed, it has no dof (n = 0) and is
/// a rigid obstacle.
///
/// The ports are "centre", every point and every polyline, with components x, y, rotation: x = x_c
/// - dy rotation, y = y_c + dx rotation. A polyline has edges, so it may be the master of a
/// contact; its outward normal points to the left of its direction.
///
/// Recovery: centre, points and polylines as "line2" cells without stress, joined to the centre.
/// @throws InputError  values out of range, repeated names, a polyline with fewer than two points
///                     or with two equal successive points, unknown names in `fixed`, missing
///                     mass or inertia
[[nodiscard]] Substructure rigid(const std::string& name, const RigidOptions& options);

} // namespace slideway::fem
