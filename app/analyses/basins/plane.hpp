#pragma once

#include "app/analyses/basins/basin_results.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Returns the axes of a grid, displacements before velocities.
[[nodiscard]] std::vector<PlaneAxis> axes_of(const StartGrid& grid);

/// @pre two axes
[[nodiscard]] PlaneMeasure measure_of(const std::vector<PlaneAxis>& axes);

/// Returns "0.055 m", "0.07 m, up to the edge of the plane", "0.007 m (below the resolution, 0.019
/// m)"
[[nodiscard]] std::string integrity_text(const studies::Integrity& integrity,
                                         const PlaneMeasure& measure);

/// Computes the integrity of all orbits in the plane of starts.
void add_integrity(BasinResults& results);

} // namespace slideway::app
