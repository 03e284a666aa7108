#include "studies/refinement.hpp"

#include <stdexcept>

namespace slideway::studies {

Cells::Cells(int n_x, int n_y, int rounds) : rounds_left_(rounds)
{
    if (n_x < 1 || n_y < 1 || rounds < 0 || rounds > 16)
        throw std::invalid_argument("cells of a grid: expected points along both axes and 0 to 16 "
                                    "rounds");
    step_ = 1 << rounds;
    for (int i = 0; i < n_x; ++i)
        for (int j = 0; j < n_y; ++j)
            add(i * step_, j * step_);
    const int width = n_x > 1 ? step_ : 0, height = n_y > 1 ? step_ : 0;
    if (width == 0 && height == 0)
        return;
    for (int i = 0; i < (n_x > 1 ? n_x - 1 : 1); ++i)
        for (int j = 0; j < (n_y > 1 ? n_y - 1 : 1); ++j)
            cells_.push_back({i * step_, j * step_, width, height});
}

void Cells::refine(const std::vector<std::string>& texts)
{
    if (texts.size() != nodes_.size() || rounds_left_ == 0)
        throw std::invalid_argument("cells of a grid: one text per node and round");
    --rounds_left_;
    std::vector<Cell> next;
    for (const Cell& cell : cells_) {
        if (!changes(cell, texts)) {
            next.push_back(cell);
            continue;
        }
        const int width = cell.width / 2, height = cell.height / 2;
        for (int a = 0; a < (width > 0 ? 2 : 1); ++a)
            for (int b = 0; b < (height > 0 ? 2 : 1); ++b) {
                const Cell part{cell.i + a * width, cell.j + b * height, width, height};
                next.push_back(part);
                for (const int i : {part.i, part.i + width})
                    for (const int j : {part.j, part.j + height})
                        add(i, j);
            }
    }
    cells_ = std::move(next);
}

// Nodes that a neighbour added to the border count: a cell is never left behind.
bool Cells::changes(const Cell& cell, const std::vector<std::string>& texts) const
{
    const std::string& first = texts[place_.at({cell.i, cell.j})];
    auto differs = [&](int i, int j) -> bool {
        const auto at = place_.find({i, j});
        return at != place_.end() && at->second < texts.size() && texts[at->second] != first;
    };
    for (int di = 0; di <= cell.width; ++di)
        if (differs(cell.i + di, cell.j) || differs(cell.i + di, cell.j + cell.height))
            return true;
    for (int dj = 0; dj <= cell.height; ++dj)
        if (differs(cell.i, cell.j + dj) || differs(cell.i + cell.width, cell.j + dj))
            return true;
    return false;
}

void Cells::add(int i, int j)
{
    if (place_.emplace(std::pair{i, j}, nodes_.size()).second)
        nodes_.push_back({i, j});
}

} // namespace slideway::studies
