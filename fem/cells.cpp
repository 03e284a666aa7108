#include "fem/cells.hpp"

#include <algorithm>

namespace slideway::fem {

const SolidCell& cell_of(const Shape& shape)
{
    return shape.n_corners == 8 ? hex_cell() : shape.n_corners == 6 ? wedge_cell() : tet_cell();
}

std::vector<int> face_places(const Shape& s, std::size_t i)
{
    const SolidCell& cell = cell_of(s);
    const std::array<int, 4>& corners = cell.faces[i];
    const std::size_t n = corners.back() < 0 ? 3 : 4;
    std::vector<int> nodes;
    for (std::size_t k = 0; k < n; ++k)
        nodes.push_back(corners[k]);
    for (std::size_t k = 0; k < n && s.second_order(); ++k) {
        const int a = corners[k], b = corners[(k + 1) % n];
        const auto edge = std::find_if(
            cell.edges.begin(), cell.edges.end(), [a, b](const std::array<int, 2>& e) -> bool {
                return (e[0] == a && e[1] == b) || (e[0] == b && e[1] == a);
            });
        nodes.push_back(s.n_corners + static_cast<int>(edge - cell.edges.begin()));
    }
    return nodes;
}

std::vector<int> face_of(const ElementBlock& block, Index element, std::size_t i)
{
    std::vector<int> nodes = face_places(shape(block.shape), i);
    for (int& node : nodes)
        node = block.nodes(element, node);
    return nodes;
}

} // namespace slideway::fem
