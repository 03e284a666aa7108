#pragma once

#include "studies/basins.hpp"

#include <vector>

namespace slideway::studies {

/// On each point of the fine grid of a plane, the first axis fastest: what became of its start, or
/// of the corner of the cell around it, if all of its border has one label; else it is not run.
struct GridOutcomes {
    std::vector<int> label, since;
    std::vector<int> taken; ///< 0 of points that were not run
    std::vector<int> round; ///< likewise -1
};
[[nodiscard]] GridOutcomes on_grid(const StartPlane& plane, const Basins& basins);

/// 2 m x starts: `end` of those that have not settled, in the order of their points.
[[nodiscard]] Matrix unsettled_of(const Basins& basins);
/// The starts of what on_grid and unsettled_of told, without orbits and sample.
/// @throws std::invalid_argument, std::out_of_range  arrays that do not fit together
[[nodiscard]] Basins from_grid(const StartPlane& plane, const GridOutcomes& grid,
                               const Matrix& unsettled);

} // namespace slideway::studies
