#pragma once

#include "app/model/built_model.hpp"

#include <string>

namespace slideway::app {

/// Returns a description of the undeformed model for a drawing, as JSON:
///
///   title, text    lines of describe_model
///   bodies         name, type, supports (names of ports or port components), and
///     outline      x1, y1, x2, y2 of each segment [m]: edges of the mesh that belong to one
///     element ports        name, components, X (x, y of each node [m]; absent without positions),
///     segments
///                  (rows of X of each segment of a curve)
///     links        pairs of ports that the stiffness matrix couples, only of bodies without
///                  positions; the second is "ground" if a port is held by a stiffness
///   contacts       name, slave, master; bonds, joints: name, between; loads, motions: name, on
[[nodiscard]] std::string drawing_json(const Case& c, const BuiltModel& built);

} // namespace slideway::app
