#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace slideway::studies {

/// A point of a grid or between its points: i / step() and j / step() grid steps along x and y.
struct GridNode {
    int i = 0, j = 0;
};

/// The cells of a grid, halved round by round where a value changes. Along an axis with one point
/// there is nothing to halve: the cells of a row are its intervals. What a round halves follows
/// from the nodes and their values alone, not from the rounds before.
class Cells {
public:
    struct Cell {
        GridNode corner;           ///< of the least i and j
        int width = 0, height = 0; ///< 0 along an axis with one point
    };

    /// @param n_x, n_y  points of the grid, >= 1
    /// @param halvings  of a cell at most, 0 to 16
    /// @throws std::invalid_argument
    Cells(int n_x, int n_y, int halvings);

    /// The grid, node i_x * n_y + i_y, then what was added, in its order.
    [[nodiscard]] const std::vector<GridNode>& nodes() const { return nodes_; }
    [[nodiscard]] int step() const { return step_; } ///< 2^halvings
    /// Nothing, if it is known. @pre a node that halving cells adds, with the others of that cell
    void add(GridNode node);

    /// Halves once, along each axis, every cell whose border holds nodes with different values and
    /// that can be halved. Cells that `halvings` rounds leave behind, beside nodes that the last of
    /// them added, are halved by more of them.
    /// @param values  of nodes(), one each
    /// @return whether nodes were added
    /// @throws std::invalid_argument  another number of values
    template <class Value>
    bool refine(const std::vector<Value>& values)
    {
        if (values.size() != nodes_.size())
            throw std::invalid_argument("cells of a grid: one value per node");
        return refine([&](std::size_t a, std::size_t b) { return values[a] == values[b]; });
    }
    /// Calls `work` for every cell that is not halved, with the node of its corner.
    void each_cell(const std::function<void(const Cell&, std::size_t corner)>& work) const;
    /// The nodes on the border of a cell.
    [[nodiscard]] std::vector<std::size_t> border(const Cell& cell) const;

private:
    using Same = std::function<bool(std::size_t, std::size_t)>;

    bool refine(const Same& same);
    void each(const Cell& cell, const std::function<void(const Cell&)>& whole) const;
    [[nodiscard]] std::vector<Cell> parts_of(const Cell& cell) const;
    [[nodiscard]] bool is_halved(const Cell& cell) const;
    [[nodiscard]] const std::size_t* node_at(int i, int j) const; // null: there is none

    int step_ = 1;
    long long n_y_ = 1; // of the finest grid
    std::vector<GridNode> nodes_;
    std::unordered_map<long long, std::size_t> place_; // of the node (i, j)
    std::vector<Cell> cells_;                          // of the grid
};

} // namespace slideway::studies
