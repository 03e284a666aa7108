#include "fem/readers/solid_cells.hpp"

#include "base/error.hpp"
#include "fem/cells.hpp"

#include <algorithm>

namespace slideway::fem {

SolidCells::SolidCells(const Mesh& mesh) : blocks_(mesh.blocks)
{
    std::vector<int> nodes;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const ElementBlock& block = blocks_[b];
        const Shape& s = shape(block.shape);
        const SolidCell& cell = cell_of(s);
        const auto n_corners = static_cast<std::size_t>(s.n_corners);
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            nodes.clear();
            for (int i = 0; i < s.n_corners; ++i)
                nodes.push_back(block.nodes(e, i));
            cells_.push_back({corners_of(nodes, n_corners), static_cast<int>(b), -1, e});
            for (std::size_t f = 0; f < cell.faces.size(); ++f) {
                nodes.clear();
                for (const int corner : cell.faces[f])
                    if (corner >= 0)
                        nodes.push_back(block.nodes(e, corner));
                cells_.push_back(
                    {corners_of(nodes, nodes.size()), static_cast<int>(b), static_cast<int>(f), e});
            }
        }
    }
    std::sort(cells_.begin(), cells_.end());
}

SolidCells::Corners SolidCells::corners_of(const std::vector<int>& nodes, std::size_t n)
{
    Corners corners;
    corners.fill(-1);
    std::copy_n(nodes.begin(), n, corners.begin());
    std::sort(corners.begin(), corners.end());
    return corners;
}

const SolidCells::Cell* SolidCells::find(const Corners& corners) const
{
    const auto found = std::lower_bound(
        cells_.begin(), cells_.end(), corners,
        [](const Cell& cell, const Corners& wanted) -> bool { return cell.corners < wanted; });
    return found != cells_.end() && found->corners == corners ? &*found : nullptr;
}

bool SolidCells::add(const std::string& source, const std::string& name,
                     const std::vector<int>& nodes, NodeGroup& group) const
{
    if (group.dimension == 1 && nodes.size() > 1)
        group.edges.push_back({nodes[0], nodes[1], nodes.size() > 2 ? nodes[2] : -1});
    if (group.dimension < 2) {
        group.nodes.insert(group.nodes.end(), nodes.begin(), nodes.end());
        return true;
    }
    if (group.dimension == 3) {
        const Shape& s = shape_of(static_cast<Index>(nodes.size()), 3);
        const Cell* const cell = find(corners_of(nodes, static_cast<std::size_t>(s.n_corners)));
        if (!cell || cell->face >= 0)
            return false;
        group.elements.resize(blocks_.size());
        group.elements[static_cast<std::size_t>(cell->block)].push_back(cell->element);
        for (const int node :
             blocks_[static_cast<std::size_t>(cell->block)].nodes.row(cell->element))
            group.nodes.push_back(node);
        return true;
    }
    const std::size_t n_corners = nodes.size() > 4 ? nodes.size() / 2 : nodes.size();
    const Cell* const cell = find(corners_of(nodes, n_corners));
    if (!cell || cell->face < 0)
        return false;
    const std::vector<int> face = face_of(blocks_[static_cast<std::size_t>(cell->block)],
                                          cell->element, static_cast<std::size_t>(cell->face));
    if (nodes.size() == face.size() &&
        !std::is_permutation(nodes.begin(), nodes.end(), face.begin()))
        throw InputError::in_file(source, "a face of group \"" + name +
                                              "\" has another mid node than its element");
    group.faces.push_back(face);
    group.nodes.insert(group.nodes.end(), face.begin(), face.end());
    return true;
}

} // namespace slideway::fem
