#pragma once

#include "contact/patch/triangle_pressure.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::contact {

/// A pressure that is not in the case file but in the surroundings of its joint.
struct ExternalPressure {
    std::vector<TrianglePressure::Vertex> vertices; ///< from its origin
    std::vector<TrianglePressure::Corners> triangles;
    double normal_force = 0; ///< [N]; 0: not known
    std::string source;      ///< description of its origin
};

/// Surroundings of a joint. Each function throws InputError of a key of the pressure.
struct PressureSource {
    /// Angle by which the first body is turned where it is placed, from the axes of its file [rad].
    double angle = 0;
    /// Pressure 1 on the faces of the group that the first port is made of, from its place.
    std::function<ExternalPressure()> surface;
    /// Pressure of a contact in the results of a static analysis, relative to its centre of
    /// pressure.
    std::function<ExternalPressure(const std::string& results, const std::string& contact)> contact;
};

} // namespace slideway::contact
