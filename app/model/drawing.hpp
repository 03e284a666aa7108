#pragma once

#include "app/model/built_model.hpp"

#include <string>

namespace slideway::app {

/// Returns a description of the undeformed model for a drawing, as JSON:
///
///   title      title of the case
///   text       lines of describe_model
///   bodies     one object per body: name, type, supports (names of ports or port components),
///              outline, points, in_space, ports, links
///   contacts   name, slave, master
///   bonds, joints   name, between
///   loads, motions  name, on
///
/// Outline: x1, y1, x2, y2 [m] of each line (app/model/outline.hpp), seen along z. Points: x, y
/// [m] of the nodes that are on no line. Ports: name,
/// components, X (x, y of each node [m]; absent without positions), segments (two rows of X for
/// each segment of a curve). Links, only of bodies without positions: pairs of ports that the
/// stiffness matrix couples; the second is "ground" if a stiffness holds the port.
[[nodiscard]] std::string drawing_json(const Case& c, const BuiltModel& built);

} // namespace slideway::app
