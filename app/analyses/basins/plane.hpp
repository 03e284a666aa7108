#pragma once

#include "app/analyses/basins/basin_results.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Returns the axes of a grid, displacements before velocities.
[[nodiscard]] std::vector<PlaneAxis> axes_of(const StartGrid& grid);

/// Measure of distances in a plane of starts. If both axes have the same unit, distances have it.
/// Otherwise distances are relative to the widths of the axes.
struct PlaneMeasure {
    std::string unit;
    Vector scale = Vector::Ones(2); ///< scale of values on the axes
    double resolution = 0;          ///< distance of opposite corners of a cell
};
/// @pre two axes
[[nodiscard]] PlaneMeasure measure_of(const std::vector<PlaneAxis>& axes);

/// Returns "0.055 m", "0.07 m, up to the edge of the plane", "0.007 m (below the resolution, 0.019
/// m)"
[[nodiscard]] std::string integrity_text(const studies::Integrity& integrity,
                                         const PlaneMeasure& measure);

/// Computes the integrity of all orbits in the plane of starts.
/// @param labels  labels of the points of the plane, the first axis fastest
[[nodiscard]] std::vector<std::optional<studies::Integrity>>
integrity_of(const BasinModel& model, const std::vector<dynamics::KnownOrbit>& orbits,
             const std::vector<int>& labels);

} // namespace slideway::app
