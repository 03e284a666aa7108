#include "studies/refinement.hpp"

#include <algorithm>

namespace slideway::studies {

Cells::Cells(int n_x, int n_y, int halvings)
{
    if (n_x < 1 || n_y < 1 || halvings < 0 || halvings > 16)
        throw std::invalid_argument("cells of a grid: expected points along both axes and 0 to 16 "
                                    "halvings");
    step_ = 1 << halvings;
    n_y_ = static_cast<long long>(n_y - 1) * step_ + 1;
    for (int i = 0; i < n_x; ++i)
        for (int j = 0; j < n_y; ++j)
            add({i * step_, j * step_});
    const int width = n_x > 1 ? step_ : 0, height = n_y > 1 ? step_ : 0;
    if (width == 0 && height == 0)
        return;
    for (int i = 0; i < (n_x > 1 ? n_x - 1 : 1); ++i)
        for (int j = 0; j < (n_y > 1 ? n_y - 1 : 1); ++j)
            cells_.push_back({{i * step_, j * step_}, width, height});
}

void Cells::add(GridNode node)
{
    if (place_.emplace(node.i * n_y_ + node.j, nodes_.size()).second)
        nodes_.push_back(node);
}

const std::size_t* Cells::node_at(int i, int j) const
{
    const auto found = place_.find(i * n_y_ + j);
    return found == place_.end() ? nullptr : &found->second;
}

// The node in the middle of a cell exists only if the cell is halved.
bool Cells::is_halved(const Cell& cell) const
{
    return std::max(cell.width, cell.height) > 1 &&
           node_at(cell.corner.i + cell.width / 2, cell.corner.j + cell.height / 2);
}

std::vector<Cells::Cell> Cells::parts_of(const Cell& cell) const
{
    std::vector<Cell> parts;
    const int width = cell.width / 2, height = cell.height / 2;
    for (int a = 0; a < (width > 0 ? 2 : 1); ++a)
        for (int b = 0; b < (height > 0 ? 2 : 1); ++b)
            parts.push_back(
                {{cell.corner.i + a * width, cell.corner.j + b * height}, width, height});
    return parts;
}

void Cells::each(const Cell& cell, const std::function<void(const Cell&)>& whole) const
{
    if (!is_halved(cell))
        return whole(cell);
    for (const Cell& part : parts_of(cell))
        each(part, whole);
}

void Cells::each_cell(const std::function<void(const Cell&, std::size_t)>& work) const
{
    for (const Cell& cell : cells_)
        each(cell, [&](const Cell& part) { work(part, *node_at(part.corner.i, part.corner.j)); });
}

std::vector<std::size_t> Cells::border(const Cell& cell) const
{
    std::vector<std::size_t> nodes;
    const auto look = [&](int i, int j) {
        if (const std::size_t* node = node_at(cell.corner.i + i, cell.corner.j + j))
            nodes.push_back(*node);
    };
    for (int i = 0; i <= cell.width; ++i)
        for (const int j : {0, cell.height})
            look(i, j);
    for (int j = 0; j <= cell.height; ++j)
        for (const int i : {0, cell.width})
            look(i, j);
    return nodes;
}

// Nodes that a neighbour added to the border count, so no cell stays too coarse.
bool Cells::refine(const Same& same)
{
    std::vector<Cell> halved;
    each_cell([&](const Cell& cell, std::size_t corner) {
        if (std::max(cell.width, cell.height) < 2)
            return;
        const std::vector<std::size_t> nodes = border(cell);
        if (std::any_of(nodes.begin(), nodes.end(),
                        [&](std::size_t node) { return !same(node, corner); }))
            halved.push_back(cell);
    });
    for (const Cell& cell : halved)
        for (const Cell& part : parts_of(cell))
            for (const int i : {part.corner.i, part.corner.i + part.width})
                for (const int j : {part.corner.j, part.corner.j + part.height})
                    add({i, j});
    return !halved.empty();
}

} // namespace slideway::studies
