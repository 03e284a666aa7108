#include "studies/basin_grid.hpp"

#include <algorithm>
#include <stdexcept>

namespace slideway::studies {

namespace {

// Returns starts that have not settled, in the order of their points.
std::vector<std::size_t> unsettled_in(const Basins& basins)
{
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < basins.points.size(); ++i)
        if (basins.starts.label[i] == not_settled)
            which.push_back(i);
    return in_order(basins, std::move(which));
}

// Sets the points inside cells and on their borders.
void inherit(const StartPlane& plane, const Basins& basins, GridOutcomes& out)
{
    const Outcomes& starts = basins.starts;
    const Cells cells = cells_of(plane, basins.points);
    cells.each_cell([&](const Cells::Cell& cell, std::size_t corner) {
        const std::vector<std::size_t> border = cells.border(cell);
        const int label = starts.label[corner];
        if (std::any_of(border.begin(), border.end(),
                        [&](std::size_t node) { return starts.label[node] != label; }))
            return;
        for (int i = 0; i <= cell.width; ++i)
            for (int j = 0; j <= cell.height; ++j) {
                const std::size_t k = point_of(plane, {cell.corner.i + i, cell.corner.j + j});
                out.label[k] = label;
                out.since[k] = starts.since[corner];
            }
    });
}

} // namespace

GridOutcomes on_grid(const StartPlane& plane, const Basins& basins)
{
    const auto n_x = static_cast<std::size_t>(plane.fine()[0]),
               n = n_x * static_cast<std::size_t>(plane.fine()[1]);
    GridOutcomes out{std::vector<int>(n, not_run), std::vector<int>(n, -1), std::vector<int>(n, 0),
                     std::vector<int>(n, -1)};
    const Outcomes& starts = basins.starts;
    if (basins.points.size() < n)
        inherit(plane, basins, out);
    for (std::size_t i = 0; i < basins.points.size(); ++i) {
        const std::size_t k = basins.points[i];
        out.label[k] = starts.label[i];
        out.since[k] = starts.since[i];
        out.taken[k] = starts.taken[i];
        out.round[k] = basins.round[i];
    }
    return out;
}

Basins from_grid(const StartPlane& plane, const GridOutcomes& grid, const Matrix& unsettled)
{
    Basins out;
    Outcomes& starts = out.starts;
    const auto add = [&](std::size_t k) {
        out.points.push_back(k);
        out.round.push_back(grid.round.at(k));
        starts.label.push_back(grid.label.at(k));
        starts.since.push_back(grid.since.at(k));
        starts.taken.push_back(grid.taken.at(k));
    };
    const Cells first = cells_of(plane, {});
    for (const GridNode& node : first.nodes())
        add(point_of(plane, node));
    for (std::size_t k = 0; k < grid.round.size(); ++k)
        if (grid.round[k] > 0)
            add(k);
    starts.end.setZero(unsettled.rows(), static_cast<Index>(out.points.size()));
    const std::vector<std::size_t> which = unsettled_in(out);
    if (static_cast<Index>(which.size()) != unsettled.cols())
        throw std::invalid_argument("unsettled starts: arrays are inconsistent");
    for (std::size_t i = 0; i < which.size(); ++i)
        starts.end.col(static_cast<Index>(which[i])) = unsettled.col(static_cast<Index>(i));
    return out;
}

Matrix unsettled_of(const Basins& basins)
{
    const std::vector<std::size_t> which = unsettled_in(basins);
    Matrix out(basins.starts.end.rows(), static_cast<Index>(which.size()));
    for (std::size_t i = 0; i < which.size(); ++i)
        out.col(static_cast<Index>(i)) = basins.starts.end.col(static_cast<Index>(which[i]));
    return out;
}

} // namespace slideway::studies
