#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace slideway::studies {

/// A point of a grid or between its points: i / step() and j / step() grid steps along x and y.
struct GridNode {
    int i = 0, j = 0;
};

/// The cells of a grid, halved round by round where a text changes. Along an axis with one point
/// there is nothing to halve: the cells of a row are its intervals.
class Cells {
public:
    /// @param n_x, n_y  points of the grid, >= 1
    /// @param rounds    calls of `refine` to come, 0 to 16
    /// @throws std::invalid_argument
    Cells(int n_x, int n_y, int rounds);

    /// The grid, node i_x * n_y + i_y, then what each round added, in its order.
    [[nodiscard]] const std::vector<GridNode>& nodes() const { return nodes_; }
    [[nodiscard]] int step() const { return step_; } ///< 2^rounds

    /// Halves, along each axis, every cell whose border holds nodes with different texts.
    /// @param texts  of nodes(), one each
    /// @throws std::invalid_argument  another number of texts; more rounds than announced
    void refine(const std::vector<std::string>& texts);

private:
    struct Cell {
        int i = 0, j = 0, width = 0, height = 0; // 0 along an axis with one point
    };

    [[nodiscard]] bool changes(const Cell& cell, const std::vector<std::string>& texts) const;
    void add(int i, int j);

    int step_ = 1, rounds_left_ = 0;
    std::vector<GridNode> nodes_;
    std::map<std::pair<int, int>, std::size_t> place_; // of the node (i, j)
    std::vector<Cell> cells_;
};

} // namespace slideway::studies
