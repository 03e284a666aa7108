#pragma once

#include "app/motions/start/start_grid.hpp"
#include "studies/integrity.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::app {

/// An axis of the plane of starts.
struct PlaneAxis {
    std::string of; ///< "substructure.port.component"
    bool velocity = false;
    std::string unit;
    double from = 0, to = 0;
    int n = 2; ///< factor of the fine grid

    [[nodiscard]] std::string name() const { return velocity ? "velocity of " + of : of; }
    [[nodiscard]] Vector values() const { return Vector::LinSpaced(n, from, to); }
};

/// Measure of distances in a plane of starts. If both axes have the same unit, distances have it.
/// Otherwise distances are relative to the widths of the axes.
struct PlaneMeasure {
    std::string unit;
    Vector scale = Vector::Ones(2); ///< scale of values on the axes
    double resolution = 0;          ///< distance of opposite corners of a cell
};

/// Describes the key `start`: values of components that are no axes. @param grid_name  "the plane"
void rest_field(io::Fields& f, StartEntry& start, const std::string& grid_name);
/// Refuses components that are axes and values of `start` too. @param grid_name  "the plane"
void refuse_axes_of_start(const io::Fields& f, const StartGrid& grid, const StartEntry& start,
                          const std::string& grid_name);
/// Refuses a plane without two axes.
void refuse_other_than_plane(const io::Fields& f, const StartGrid& grid);

/// Returns the axes of a grid, displacements before velocities.
[[nodiscard]] std::vector<PlaneAxis> axes_of(const StartGrid& grid);

/// @pre two axes
[[nodiscard]] PlaneMeasure plane_measure(const std::vector<PlaneAxis>& axes);

/// Returns "40 x 40 on block.port.x and velocity of block.port.x". @param n  starts on each axis
[[nodiscard]] std::string plane_text(const std::vector<PlaneAxis>& axes,
                                     const std::array<int, 2>& n);

/// Returns "0.055 m", "0.07 m, up to the edge of the plane", "0.007 m (below the resolution, 0.019
/// m)"
[[nodiscard]] std::string integrity_text(const studies::Integrity& integrity,
                                         const PlaneMeasure& measure);

} // namespace slideway::app
