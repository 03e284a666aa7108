#pragma once

#include "base/types.hpp"
#include "studies/refinement.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace slideway::studies {

/// Starts evenly apart on a plane in the space of states, where labels change 2^refine times as
/// near to each other.
struct StartPlane {
    Vector corner;          ///< 2 m: (q, q') at phase 0
    Vector along, up;       ///< 2 m: from there to the other end of the first and second axis
    std::array<int, 2> n{}; ///< points along each, >= 2
    int refine = 0;         ///< halvings of the cells of this grid, 0 to 16

    /// Points along each axis of the grid that is as fine everywhere.
    [[nodiscard]] std::array<int, 2> fine() const;
    /// Of point k of that grid, the first axis fastest.
    [[nodiscard]] Vector state(std::size_t k) const;
};

/// Its cells; nodes have the order of points.
/// @param points  those of its grid in their order, then others, as Cells::add; or none
/// @throws std::invalid_argument  as Cells
[[nodiscard]] Cells cells_of(const StartPlane& plane, const std::vector<std::size_t>& points);
/// Of the fine grid.
[[nodiscard]] std::size_t point_of(const StartPlane& plane, const GridNode& node);

} // namespace slideway::studies
