#pragma once

#include "base/types.hpp"

#include <limits>

namespace slideway::fem {
struct Substructure;
}

namespace slideway::assembly {

/// Round-off of coordinates as a fraction of the largest one: 0.1 + 0.2 is not 0.3.
constexpr double coordinate_round_off = 8 * std::numeric_limits<double>::epsilon();

/// Reference length for the distance of two points of two bodies [m]: the mean edge of the meshes
/// (the shorter one), or without a mesh the extent of the ports. 0: both bodies are points.
[[nodiscard]] double edge_length(const fem::Substructure& first, const fem::Substructure& second);

} // namespace slideway::assembly
