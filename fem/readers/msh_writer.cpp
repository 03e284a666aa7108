#include "fem/readers/msh_writer.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>

namespace slideway::fem {

namespace {

// Returns the number of a kind of elements in the format.
int number_of(const std::string& kind)
{
    static const std::map<std::string, int> numbers{
        {"Line 2", 1},           {"Triangle 3", 2},       {"Quadrilateral 4", 3},
        {"Tetrahedron 4", 4},    {"Hexahedron 8", 5},     {"Prism 6", 6},
        {"Pyramid 5", 7},        {"Line 3", 8},           {"Triangle 6", 9},
        {"Point", 15},           {"Quadrilateral 8", 16}, {"Tetrahedron 10", 11},
        {"Quadrilateral 9", 10}, {"Hexahedron 20", 17},   {"Prism 15", 18},
    };
    const auto found = numbers.find(kind);
    if (found == numbers.end())
        throw InputError("elements of kind " + kind + " are not written to a .msh");
    return found->second;
}

void write_names(std::ostream& out, const GmshAnswer& mesh)
{
    const auto named = std::count_if(mesh.groups.begin(), mesh.groups.end(),
                                     [](const GmshGroup& g) -> bool { return !g.name.empty(); });
    out << "$PhysicalNames\n" << named << "\n";
    for (const GmshGroup& group : mesh.groups)
        if (!group.name.empty())
            out << group.dimension << " " << group.tag << " \"" << group.name << "\"\n";
    out << "$EndPhysicalNames\n";
}

// Writes the entities. Boxes are never read; boundaries of entities are omitted.
void write_entities(std::ostream& out, const GmshAnswer& mesh)
{
    std::array<std::size_t, 4> count{};
    for (const GmshElements& block : mesh.elements)
        ++count[static_cast<std::size_t>(block.dimension)];
    out << "$Entities\n"
        << count[0] << " " << count[1] << " " << count[2] << " " << count[3] << "\n";
    for (int dimension = 0; dimension <= 3; ++dimension)
        for (std::size_t b = 0; b < mesh.elements.size(); ++b) {
            const GmshElements& block = mesh.elements[b];
            if (block.dimension != dimension)
                continue;
            out << b + 1 << (dimension == 0 ? " 0 0 0 " : " 0 0 0 0 0 0 ") << block.groups.size();
            for (const int group : block.groups)
                out << " " << mesh.groups[static_cast<std::size_t>(group)].tag;
            out << (dimension == 0 ? "\n" : " 0\n");
        }
    out << "$EndEntities\n";
}

void write_nodes(std::ostream& out, const GmshAnswer& mesh)
{
    const auto [least, largest] = std::minmax_element(mesh.node_tags.begin(), mesh.node_tags.end());
    out << "$Nodes\n1 " << mesh.node_tags.size() << " " << *least << " " << *largest << "\n"
        << mesh.elements.front().dimension << " 1 0 " << mesh.node_tags.size() << "\n";
    for (const std::size_t tag : mesh.node_tags)
        out << tag << "\n";
    for (std::size_t i = 0; i < mesh.node_tags.size(); ++i)
        out << number_text(mesh.coordinates[3 * i]) << " "
            << number_text(mesh.coordinates[3 * i + 1]) << " "
            << number_text(mesh.coordinates[3 * i + 2]) << "\n";
    out << "$EndNodes\n";
}

void write_elements(std::ostream& out, const GmshAnswer& mesh)
{
    std::size_t n = 0, least = mesh.elements.front().tags.front(), largest = least;
    for (const GmshElements& block : mesh.elements) {
        n += block.tags.size();
        for (const std::size_t tag : block.tags) {
            least = std::min(least, tag);
            largest = std::max(largest, tag);
        }
    }
    out << "$Elements\n"
        << mesh.elements.size() << " " << n << " " << least << " " << largest << "\n";
    for (std::size_t b = 0; b < mesh.elements.size(); ++b) {
        const GmshElements& block = mesh.elements[b];
        out << block.dimension << " " << b + 1 << " " << number_of(block.kind) << " "
            << block.tags.size() << "\n";
        const auto n_nodes = static_cast<std::size_t>(block.n_nodes);
        for (std::size_t e = 0; e < block.tags.size(); ++e) {
            out << block.tags[e];
            for (std::size_t i = 0; i < n_nodes; ++i)
                out << " " << block.nodes[n_nodes * e + i];
            out << "\n";
        }
    }
    out << "$EndElements\n";
}

} // namespace

void write_msh(std::ostream& stream, const GmshAnswer& mesh)
{
    stream << "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
    write_names(stream, mesh);
    write_entities(stream, mesh);
    write_nodes(stream, mesh);
    write_elements(stream, mesh);
}

} // namespace slideway::fem
