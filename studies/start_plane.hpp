#pragma once

#include "base/types.hpp"
#include "studies/refinement.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace slideway::studies {

/// Starts at regular distances on a plane in the space of states. Where labels change, their
/// distance is divided by 2^refine.
struct StartPlane {
    Vector corner;          ///< 2 m: (q, q') at phase 0
    Vector along, up;       ///< 2 m: vectors from the corner to the other end of the first
                            ///< and second axis
    std::array<int, 2> n{}; ///< points along each, >= 2
    int refine = 0;         ///< halvings of the cells of this grid, 0 to 16

    /// Number of points along each axis of the completely refined grid.
    [[nodiscard]] std::array<int, 2> fine() const;
    /// State at point k of that grid, with the first axis fastest.
    [[nodiscard]] Vector state(std::size_t k) const;
};

/// Returns the cells of the grid; nodes have the order of points.
/// @param points  points of the grid in their order, then others, see Cells::add; or none
/// @throws std::invalid_argument  see Cells
[[nodiscard]] Cells cells_of(const StartPlane& plane, const std::vector<std::size_t>& points);
/// Returns the index of a node in the fine grid.
[[nodiscard]] std::size_t point_of(const StartPlane& plane, const GridNode& node);

} // namespace slideway::studies
