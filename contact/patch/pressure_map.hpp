#pragma once

#include "contact/patch/disc_pressure.hpp"
#include "contact/patch/ellipse_pressure.hpp"
#include "contact/patch/triangle_pressure.hpp"

#include <string>
#include <variant>
#include <vector>

namespace slideway::contact {

struct DiscPart {
    DiscPressure pressure;
    double radius = 0; ///< [m]
};

/// Loads on points. Its law has a kink where one of them is the instantaneous centre.
struct PointPressure {
    std::vector<LoadedPoint> points; ///< loads of sum 1
};

/// A pressure beside the port of its patch.
struct PressurePart {
    std::variant<DiscPart, EllipsePressure, TrianglePressure, PointPressure> pressure;
    double normal_force = 0;      ///< [N], > 0
    Vector2 at = Vector2::Zero(); ///< of its origin [m]
    double angle = 0; ///< angle from the axes of the port to those of a disc or an ellipse [rad]
};
/// Parts do not feel one another: their forces add up.
using PressureMap = std::vector<PressurePart>;

[[nodiscard]] std::string text(const PressureMap& map);    ///< what it is, for a summary
[[nodiscard]] double normal_force(const PressureMap& map); ///< P [N]
/// The farthest that the map reaches from the port [m].
[[nodiscard]] double reach(const PressureMap& map);
/// What friction of coefficient 1 does; slip and spin of the port, not both 0.
[[nodiscard]] PatchForce map_force(const PressureMap& map, const Vector2& slip, double spin);

/// The map of a body that is turned by an angle [rad] about its port: places and axes turn with it.
[[nodiscard]] PressureMap turned(const PressureMap& map, double angle);

/// Loads on about n points in place of the map, each part by its share: on a disc or an ellipse
/// they wind outwards in golden angles and share equal loads of a round pressure.
[[nodiscard]] PressureMap by_points(const PressureMap& map, int n);

} // namespace slideway::contact
