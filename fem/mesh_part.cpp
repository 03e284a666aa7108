#include "fem/mesh_part.hpp"

#include "base/sort_unique.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace slideway::fem {

namespace {

std::vector<int> sorted_nodes(const ElementBlock& block, Index e)
{
    const Eigen::VectorXi row = block.nodes.row(e).transpose();
    std::vector<int> nodes(row.begin(), row.end());
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

std::vector<bool> flags(const Mesh& mesh, const std::vector<int>& nodes)
{
    std::vector<bool> among(static_cast<std::size_t>(mesh.X.rows()), false);
    for (const int node : nodes)
        among[static_cast<std::size_t>(node)] = true;
    return among;
}

template <class Holds>
Elements those(const Mesh& mesh, const Holds& holds)
{
    Elements elements;
    for (const ElementBlock& block : mesh.blocks) {
        std::vector<Index>& of_block = elements.emplace_back();
        for (Index e = 0; e < block.nodes.rows(); ++e)
            if (holds(block, e))
                of_block.push_back(e);
    }
    return elements;
}

Elements elements_of(const Mesh& mesh, const NodeGroup& group)
{
    if (!group.elements.empty())
        return group.elements;
    if (group.faces.empty() || dimension_of(mesh) == 3)
        return elements_at(mesh, group.nodes);
    std::set<std::vector<int>> faces;
    for (std::vector<int> face : group.faces) {
        std::sort(face.begin(), face.end());
        faces.insert(std::move(face));
    }
    const std::vector<bool> among = flags(mesh, group.nodes);
    return those(mesh, [&](const ElementBlock& block, Index e) -> bool {
        return among[static_cast<std::size_t>(block.nodes(e, 0))] &&
               faces.contains(sorted_nodes(block, e));
    });
}

} // namespace

Elements elements_of(const Mesh& mesh, const std::vector<std::string>& groups)
{
    Elements all(mesh.blocks.size());
    for (const std::string& name : groups) {
        const Elements of_group = elements_of(mesh, group(mesh, name));
        for (std::size_t b = 0; b < all.size(); ++b) {
            std::vector<Index> both;
            std::set_union(all[b].begin(), all[b].end(), of_group[b].begin(), of_group[b].end(),
                           std::back_inserter(both));
            all[b] = std::move(both);
        }
    }
    return all;
}

Elements elements_at(const Mesh& mesh, const std::vector<int>& nodes)
{
    const std::vector<bool> among = flags(mesh, nodes);
    return those(mesh, [&](const ElementBlock& block, Index e) -> bool {
        for (Index i = 0; i < block.nodes.cols(); ++i)
            if (among[static_cast<std::size_t>(block.nodes(e, i))])
                return true;
        return false;
    });
}

std::vector<int> nodes_of(const Mesh& mesh, const Elements& elements)
{
    std::vector<int> nodes;
    for (std::size_t b = 0; b < elements.size(); ++b)
        for (const Index e : elements[b])
            for (Index i = 0; i < mesh.blocks[b].nodes.cols(); ++i)
                nodes.push_back(mesh.blocks[b].nodes(e, i));
    sort_unique(nodes);
    return nodes;
}

Mesh part(const Mesh& mesh, const Elements& elements)
{
    const std::vector<int> nodes = nodes_of(mesh, elements);
    Mesh some;
    some.source = mesh.source;
    some.X = mesh.X(nodes, Eigen::all);
    for (std::size_t b = 0; b < elements.size(); ++b) {
        Eigen::MatrixXi of_block = mesh.blocks[b].nodes(elements[b], Eigen::all);
        for (int& node : of_block.reshaped())
            node = static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) -
                                    nodes.begin());
        some.blocks.push_back({mesh.blocks[b].shape, std::move(of_block)});
    }
    return some;
}

} // namespace slideway::fem
