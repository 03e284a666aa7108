#pragma once

#include <array>
#include <vector>

namespace slideway::contact {

/// Orders the edges of a master surface into one open polyline; the body stays on the right, so the
/// outward normal is the left normal of each segment.
///
/// @param edges  node pairs, each with the body on the right of first -> second
/// @return nodes along the polyline; segment k runs from node k to node k + 1
/// @throws InputError  no edges; a node where it branches; several pieces; a closed loop
[[nodiscard]] std::vector<int> polyline(const std::vector<std::array<int, 2>>& edges);

} // namespace slideway::contact
