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

/// Loads on points. The friction law has a kink if one of the points is the instantaneous centre.
struct PointPressure {
    std::vector<LoadedPoint> points; ///< points with loads that sum to 1
};

/// A part of a pressure map, placed relative to the port of its patch.
struct PressurePart {
    std::variant<DiscPart, EllipsePressure, TrianglePressure, PointPressure> pressure;
    double normal_force = 0;      ///< [N], > 0
    Vector2 at = Vector2::Zero(); ///< position of its origin [m]
    double angle = 0; ///< angle from the axes of the port to those of a disc or an ellipse [rad]
};
/// The parts are independent, and their forces add up.
using PressureMap = std::vector<PressurePart>;

[[nodiscard]] std::string text(const PressureMap& map);    ///< description for a summary
[[nodiscard]] double normal_force(const PressureMap& map); ///< P [N]
/// Largest distance of the map from the port [m].
[[nodiscard]] double reach(const PressureMap& map);
/// Friction with coefficient 1; slip and spin of the port must not both be 0.
[[nodiscard]] PatchForce map_force(const PressureMap& map, const Vector2& slip, double spin);

/// The map of a body that is rotated by an angle [rad] about its port. Positions and axes rotate
/// with it.
[[nodiscard]] PressureMap turned(const PressureMap& map, double angle);

/// Replaces a map by loads on about n points, distributed over the parts by their share. On a disc
/// or an ellipse the points lie on a spiral with golden angles and have equal loads for a round
/// pressure.
[[nodiscard]] PressureMap by_points(const PressureMap& map, int n);

} // namespace slideway::contact
