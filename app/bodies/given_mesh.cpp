#include "app/bodies/given_mesh.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "fem/readers/msh_writer.hpp"
#include "io/checksum.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

namespace slideway::app {

namespace {

constexpr std::size_t longest_name = 250; // Gmsh reads no line of names beyond 255 bytes

void check_nodes(const fem::GmshAnswer& mesh)
{
    if (mesh.node_tags.empty() || mesh.coordinates.size() != 3 * mesh.node_tags.size())
        throw InputError("a mesh of " + std::to_string(mesh.node_tags.size()) + " nodes with " +
                         std::to_string(mesh.coordinates.size()) +
                         " coordinates; expected three for each");
    std::unordered_set<std::size_t> tags;
    for (const std::size_t tag : mesh.node_tags)
        if (tag == 0 || !tags.insert(tag).second)
            throw InputError("node " + std::to_string(tag) + " of the mesh " +
                             (tag == 0 ? "; expected numbers from 1" : "comes twice"));
    for (const fem::GmshElements& block : mesh.elements) {
        if (block.tags.empty() || block.dimension < 0 || block.dimension > 3 || block.n_nodes < 1 ||
            block.nodes.size() != block.tags.size() * static_cast<std::size_t>(block.n_nodes))
            throw InputError("a block of " + std::to_string(block.tags.size()) + " \"" +
                             block.kind + "\" has " + std::to_string(block.nodes.size()) +
                             " nodes");
        for (const std::size_t node : block.nodes)
            if (!tags.contains(node))
                throw InputError("an element of kind " + block.kind + " has node " +
                                 std::to_string(node) + ", which is not in the mesh");
    }
}

void check_groups(const fem::GmshAnswer& mesh)
{
    std::set<std::pair<int, int>> tags;
    for (const fem::GmshGroup& group : mesh.groups) {
        if (!tags.emplace(group.dimension, group.tag).second || group.tag < 1)
            throw InputError("group " + std::to_string(group.tag) + " of dimension " +
                             std::to_string(group.dimension) + " comes twice, or is not above 0");
        if (group.name.find('"') != std::string::npos || group.name.size() > longest_name ||
            !control_character(group.name).empty())
            throw InputError("group " + printable(group.name) +
                             ": a name has no quote, no control character and at most " +
                             std::to_string(longest_name) + " bytes");
    }
    for (const fem::GmshElements& block : mesh.elements)
        for (const int group : block.groups)
            if (group < 0 || static_cast<std::size_t>(group) >= mesh.groups.size())
                throw InputError("a block of elements is of group " + std::to_string(group) +
                                 ", which is not in the mesh");
}

template <class T>
void add(io::Checksum& sum, const std::vector<T>& numbers)
{
    sum.add(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
}

void add(io::Checksum& sum, const std::string& text)
{
    sum.add(text.data(), text.size() + 1);
}

std::string checksum_of(const fem::GmshAnswer& mesh)
{
    io::Checksum sum;
    add(sum, mesh.node_tags);
    add(sum, mesh.coordinates);
    for (const fem::GmshElements& block : mesh.elements) {
        add(sum, block.kind);
        add(sum, block.tags);
        add(sum, block.nodes);
        add(sum, block.groups);
    }
    for (const fem::GmshGroup& group : mesh.groups) {
        add(sum, std::to_string(group.dimension));
        add(sum, group.name);
    }
    return sum.text();
}

} // namespace

GivenMesh::GivenMesh(fem::GmshAnswer mesh) : mesh_(std::move(mesh))
{
    if (mesh_.elements.empty())
        throw InputError("a mesh without elements");
    check_nodes(mesh_);
    check_groups(mesh_);
    checksum_ = checksum_of(mesh_);
}

std::string GivenMesh::text() const
{
    return "mesh of " + std::to_string(mesh_.node_tags.size()) + " nodes";
}

bool GivenMesh::equals(const Given& other) const
{
    const auto* with = dynamic_cast<const GivenMesh*>(&other);
    return with == this ||
           (with != nullptr && checksum_ == with->checksum_ &&
            mesh_.node_tags == with->mesh_.node_tags &&
            mesh_.coordinates == with->mesh_.coordinates &&
            mesh_.elements == with->mesh_.elements && mesh_.groups == with->mesh_.groups);
}

double GivenMesh::bytes() const
{
    double numbers = static_cast<double>(mesh_.node_tags.size() + mesh_.coordinates.size());
    for (const fem::GmshElements& block : mesh_.elements)
        numbers += static_cast<double>(block.tags.size() + block.nodes.size());
    return 8 * numbers;
}

void GivenMesh::write(std::ostream& stream) const
{
    fem::write_msh(stream, mesh_);
}

} // namespace slideway::app
