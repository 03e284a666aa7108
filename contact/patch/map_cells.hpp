#pragma once

#include "contact/patch/pressure_map.hpp"

#include <array>
#include <vector>

namespace slideway::contact {

/// A pressure map divided into cells, for fields over its area.
struct MapCells {
    std::vector<Vector2> vertices; ///< positions relative to the port, in the axes of the map [m]
    /// Corners of each cell, counter-clockwise; a triangle repeats the last one.
    std::vector<std::array<std::size_t, 4>> corners;
    std::vector<LoadedPoint> loads; ///< centre and normal force [N] of each cell
    std::vector<double> areas;      ///< [m^2]

    [[nodiscard]] std::size_t size() const { return loads.size(); }
};

/// Divides a map into about n cells, the same number for each part. Cells of a disc or an ellipse
/// are parts of rings of about the same width; triangles are subdivided. Integrals with the centres
/// of the cells are of second order in their width. Loads on points have no cells.
[[nodiscard]] MapCells cells_of(const PressureMap& map, int n);

} // namespace slideway::contact
