#pragma once

#include "fem/mesh.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::fem {

/// Faces and elements of a solid mesh by their corners, to find those that the cells of groups
/// name.
class SolidCells {
public:
    SolidCells() = default;
    explicit SolidCells(const Mesh& mesh);

    /// Adds a cell to a group of its dimension: a point, an edge, a face, or an element. A face
    /// takes order and normal from the element behind it, which is the first one if it lies inside
    /// the body.
    /// @param nodes  rows of Mesh::X
    /// @return false if the body has no such face or element
    /// @throws InputError  a face with other mid nodes than its element
    bool add(const std::string& source, const std::string& name, const std::vector<int>& nodes,
             NodeGroup& group) const;

private:
    using Corners = std::array<int, 8>; ///< ascending, after -1 for corners that are absent
    struct Cell {
        Corners corners{};
        int block = 0, face = -1; ///< -1: the element itself
        Index element = 0;

        friend auto operator<=>(const Cell&, const Cell&) = default;
    };
    static Corners corners_of(const std::vector<int>& nodes, std::size_t n);
    [[nodiscard]] const Cell* find(const Corners& corners) const;

    std::vector<ElementBlock> blocks_;
    std::vector<Cell> cells_; ///< sorted
};

} // namespace slideway::fem
