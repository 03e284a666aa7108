#pragma once

#include "base/types.hpp"

#include <optional>
#include <vector>

namespace slideway::studies {

/// Largest disc about a motion in a plane of starts without a start of another label. Starts are
/// points. The disc of all states is smaller by less than their spacing, unless another basin has a
/// tongue thinner than that.
struct Integrity {
    double radius = 0;
    bool at_edge = false; ///< true if the edge of the plane, not another label, limits the disc
};

/// Computes the integrity of a motion, the smallest radius over its states.
/// @param starts  2 x n: positions in the plane, in one unit of length
/// @param labels  n: label of each start
/// @param states  2 x periods: states of the motion at phase 0 of the drive
/// @return empty if a state lies outside the starts
[[nodiscard]] std::optional<Integrity>
integrity(const Matrix& starts, const std::vector<int>& labels, int label, const Matrix& states);

} // namespace slideway::studies
