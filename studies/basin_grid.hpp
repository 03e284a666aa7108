#pragma once

#include "studies/basins.hpp"

#include <vector>

namespace slideway::studies {

/// Outcomes on the points of the fine grid of a plane, with the first axis fastest. A point that
/// was not run has the label of the corner of its cell, if the whole border of the cell has one
/// label; otherwise it counts as not run.
struct GridOutcomes {
    std::vector<int> label, since;
    std::vector<int> taken; ///< periods run; 0 for points that were not run
    std::vector<int> round; ///< refinement round; -1 for points that were not run
};
[[nodiscard]] GridOutcomes on_grid(const StartPlane& plane, const Basins& basins);

/// Returns the states at the end of starts that have not settled, in the order of their points: 2
/// m x starts.
[[nodiscard]] Matrix unsettled_of(const Basins& basins);
/// Restores the starts from the results of on_grid and unsettled_of, without orbits and sample.
/// @throws std::invalid_argument, std::out_of_range  inconsistent arrays
[[nodiscard]] Basins from_grid(const StartPlane& plane, const GridOutcomes& grid,
                               const Matrix& unsettled);

} // namespace slideway::studies
