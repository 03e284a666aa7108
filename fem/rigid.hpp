#pragma once

#include "fem/substructure.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::fem {

struct RigidOptions {
    std::optional<double> mass;    ///< [kg], >= 0; needed where x or y is free
    std::optional<double> inertia; ///< [kg m^2], >= 0, about the centre; needed where it can turn
    Eigen::Vector2d at{0, 0};      ///< position of the centre [m]
    double angle = 0;              ///< [rad] that turns the points and polylines about the centre
    std::map<std::string, std::array<double, 2>> points; ///< offsets from the centre [m]
    std::map<std::string, Matrix> polylines; ///< N x 2 offsets [m]; the body lies on the right of
                                             ///< the way from the first to the last
    double thickness = 0;                    ///< [m], >= 0, for the area of polylines
    std::vector<std::string> fixed; ///< "x", "y", "rotation", "centre.x", ..., or "centre": all
};

/// Rigid body in the plane: dofs x, y, rotation (counter-clockwise, small) of its centre of mass,
/// less the fixed ones; with all of them fixed it has no dof (n = 0) and is a place to push
/// against.
///
/// Ports "centre", every point and every polyline, with components x, y, rotation:
/// x = x_c - dy rotation, y = y_c + dx rotation. A polyline has edges, so that it may be the master
/// of a contact; its outward normal is to the left of its direction.
///
/// Recovery: centre, points and polylines as "line2" cells without stress, joined to the centre.
/// @throws InputError  values out of range, names given twice, a polyline with less than two points
///                     or with two equal ones in a row, unknown names in `fixed`, mass or inertia
///                     not given where they act
[[nodiscard]] Substructure rigid(const std::string& name, const RigidOptions& options);

} // namespace slideway::fem
