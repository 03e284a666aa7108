#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace slideway::studies {

/// A point of a grid or between its points: i / step() and j / step() are grid steps along x and y.
struct GridNode {
    int i = 0, j = 0;
};

/// Cells of a grid, repeatedly halved where a value changes. An axis with one point cannot be
/// halved: the cells of a row are its intervals. The cells that a round halves depend only on the
/// nodes and their values, not on earlier rounds.
class Cells {
public:
    struct Cell {
        GridNode corner;           ///< node with the smallest i and j
        int width = 0, height = 0; ///< 0 along an axis with one point
    };

    /// @param n_x, n_y  points of the grid, >= 1
    /// @param halvings  largest number of halvings of a cell, 0 to 16
    /// @throws std::invalid_argument
    Cells(int n_x, int n_y, int halvings);

    /// Nodes of the grid, i_x * n_y + i_y, then the added ones in the order of addition.
    [[nodiscard]] const std::vector<GridNode>& nodes() const { return nodes_; }
    [[nodiscard]] int step() const { return step_; } ///< 2^halvings
    /// Adds a node, unless it exists.
    /// @pre halving a cell adds this node, and the other nodes of that cell are added too
    void add(GridNode node);

    /// Halves once, along each axis, every cell that can be halved and whose border has nodes with
    /// different values. If the last round adds nodes to the border of a larger cell, further
    /// rounds halve that cell.
    /// @param values  one value per entry of nodes()
    /// @return true if nodes were added
    /// @throws std::invalid_argument  wrong number of values
    template <class Value>
    bool refine(const std::vector<Value>& values)
    {
        if (values.size() != nodes_.size())
            throw std::invalid_argument("cells of a grid: one value per node");
        return refine([&](std::size_t a, std::size_t b) { return values[a] == values[b]; });
    }
    /// Calls `work` for every cell that is not halved, with the index of its corner node.
    void each_cell(const std::function<void(const Cell&, std::size_t corner)>& work) const;
    /// Returns the nodes on the border of a cell.
    [[nodiscard]] std::vector<std::size_t> border(const Cell& cell) const;

private:
    using Same = std::function<bool(std::size_t, std::size_t)>;

    bool refine(const Same& same);
    void each(const Cell& cell, const std::function<void(const Cell&)>& whole) const;
    [[nodiscard]] std::vector<Cell> parts_of(const Cell& cell) const;
    [[nodiscard]] bool is_halved(const Cell& cell) const;
    [[nodiscard]] const std::size_t* node_at(int i, int j) const; // null if there is none

    int step_ = 1;
    long long n_y_ = 1; // number along y in the finest grid
    std::vector<GridNode> nodes_;
    std::unordered_map<long long, std::size_t> place_; // index of node (i, j)
    std::vector<Cell> cells_;                          // cells of the grid
};

} // namespace slideway::studies
