#include "studies/start_plane.hpp"

namespace slideway::studies {

std::array<int, 2> StartPlane::fine() const
{
    return {((n[0] - 1) << refine) + 1, ((n[1] - 1) << refine) + 1};
}

Vector StartPlane::state(std::size_t k) const
{
    const std::array<int, 2> points = fine();
    const auto n_x = static_cast<std::size_t>(points[0]);
    return corner + (static_cast<double>(k % n_x) / (points[0] - 1)) * along +
           (static_cast<double>(k / n_x) / (points[1] - 1)) * up;
}

// Rows of cells are along the second axis, so that the first axis is fastest.
Cells cells_of(const StartPlane& plane, const std::vector<std::size_t>& points)
{
    Cells cells(plane.n[1], plane.n[0], plane.refine);
    const auto n_x = static_cast<std::size_t>(plane.fine()[0]);
    for (const std::size_t point : points)
        cells.add({static_cast<int>(point / n_x), static_cast<int>(point % n_x)});
    return cells;
}

std::size_t point_of(const StartPlane& plane, const GridNode& node)
{
    return static_cast<std::size_t>(node.i) * static_cast<std::size_t>(plane.fine()[0]) +
           static_cast<std::size_t>(node.j);
}

} // namespace slideway::studies
