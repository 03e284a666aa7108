#pragma once

#include "base/types.hpp"

#include <optional>
#include <vector>

namespace slideway::studies {

/// The largest disc about a motion in a plane of starts that holds no start of another label.
/// Starts are points: the disc of all states is smaller by less than their distance, unless a
/// tongue of another basin is thinner than that.
struct Integrity {
    double radius = 0;
    bool at_edge = false; ///< what lies beyond the edge of the plane ends it, no other label
};

/// @param starts  2 x n: places in the plane, in one measure
/// @param labels  n: of each
/// @param states  2 x periods: of the motion, where the drive has phase 0; the least of their radii
///                counts
/// @return none: a state lies outside of the starts
[[nodiscard]] std::optional<Integrity>
integrity(const Matrix& starts, const std::vector<int>& labels, int label, const Matrix& states);

} // namespace slideway::studies
