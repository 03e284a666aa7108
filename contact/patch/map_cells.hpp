#pragma once

#include "contact/patch/pressure_map.hpp"

#include <array>
#include <vector>

namespace slideway::contact {

/// A pressure map cut into cells, for fields over its area.
struct MapCells {
    std::vector<Vector2> vertices; ///< from the port, on the axes of the map [m]
    /// Of each cell, counter-clockwise; of a triangle the last one twice.
    std::vector<std::array<std::size_t, 4>> corners;
    std::vector<LoadedPoint> loads; ///< middle and normal force [N] of each cell
    std::vector<double> areas;      ///< [m^2]

    [[nodiscard]] std::size_t size() const { return loads.size(); }
};

/// About n cells, as many of each part of the map: of a disc or an ellipse parts of rings about as
/// wide, of triangles parts of them. With middles in place of the cells integrals are of second
/// order in their width. Loads on points have no cells.
[[nodiscard]] MapCells cells_of(const PressureMap& map, int n);

} // namespace slideway::contact
