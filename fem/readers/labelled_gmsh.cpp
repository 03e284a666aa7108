#include "fem/readers/labelled_gmsh.hpp"

#include "base/text.hpp"
#include "fem/readers/mesh_reader.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {

namespace {

// Shape of a kind of elements; null: it has no cell.
const Shape* shape_of_kind(const GmshElements& block)
{
    if (block.dimension == 0)
        return nullptr; // points belong to groups
    if (block.dimension == 1)
        return &shape("line2"); // the mid node comes last
    return order_in_gmsh(block.kind, block.dimension)
               ? &shape_of(static_cast<Index>(block.n_nodes), block.dimension)
               : nullptr;
}

std::vector<std::size_t> nodes_of(const GmshElements& block, std::size_t e, const Shape* shape)
{
    const auto first = block.nodes.begin() +
                       static_cast<std::ptrdiff_t>(e * static_cast<std::size_t>(block.n_nodes));
    std::vector<std::size_t> nodes(first, first + block.n_nodes);
    if (!shape)
        return nodes;
    if (const auto order = order_in_gmsh(block.kind, block.dimension); order && !order->empty())
        for (std::size_t i = 0; i < order->size(); ++i)
            nodes[i] = *(first + static_cast<std::ptrdiff_t>((*order)[i]));
    nodes.resize(static_cast<std::size_t>(shape->n_nodes));
    return nodes;
}

} // namespace

LabelledNodes read_labelled_gmsh(const std::filesystem::path& file)
{
    GmshAnswer answer = ask_gmsh(file);
    LabelledNodes nodes;
    nodes.source = file.string();
    nodes.notes = std::move(answer.notes);
    for (std::size_t i = 0; i < answer.node_tags.size(); ++i)
        nodes.X[answer.node_tags[i]] = {answer.coordinates[3 * i], answer.coordinates[3 * i + 1],
                                        answer.coordinates[3 * i + 2]};
    std::map<std::string, std::size_t> without;
    for (const GmshElements& block : answer.elements) {
        const Shape* const shape = shape_of_kind(block);
        if (!shape && block.dimension > 0)
            without[block.kind] += block.tags.size();
        for (std::size_t e = 0; shape && e < block.tags.size(); ++e)
            add(nodes.cells, {shape, nodes_of(block, e, shape)});
    }
    const LabelledFaces solids(nodes.cells);
    for (std::size_t g = 0; g < answer.groups.size(); ++g) {
        const GmshGroup& group = answer.groups[g];
        std::vector<LabelledFace> faces;
        std::set<std::size_t> members;
        for (const GmshElements& block : answer.elements) {
            if (std::count(block.groups.begin(), block.groups.end(), static_cast<int>(g)) == 0)
                continue;
            const Shape* const shape = block.dimension == 2 ? shape_of_kind(block) : nullptr;
            for (std::size_t e = 0; e < block.tags.size(); ++e) {
                std::vector<std::size_t> cell = nodes_of(block, e, shape);
                members.insert(cell.begin(), cell.end());
                if (!shape)
                    continue;
                solids.align(cell);
                faces.push_back(std::move(cell));
            }
        }
        if (group.name.empty() || members.empty())
            continue;
        if (group.dimension == 2 && !faces.empty())
            nodes.surfaces.emplace_back(group.name, std::move(faces));
        else
            nodes.sets.emplace_back(group.name,
                                    std::vector<std::size_t>(members.begin(), members.end()));
    }
    std::vector<std::string> parts;
    for (const auto& [kind, n] : without)
        parts.push_back(std::to_string(n) + " \"" + kind + "\"");
    if (!parts.empty())
        nodes.notes.push_back(nodes.source + ": elements that are not drawn: " + join(parts));
    return nodes;
}

} // namespace slideway::fem
