#include "fem/named_nodes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"
#include "fem/traction.hpp"

#include <algorithm>
#include <utility>

namespace slideway::fem {

void add_faces(MeshGroup& group, const Matrix& X, std::vector<std::vector<int>> faces)
{
    group.share = Vector::Zero(X.rows());
    group.normals = Matrix::Zero(X.rows(), 3);
    Vector area;
    for (const std::vector<int>& face : faces) {
        const Matrix normals = area_vectors(X, face, area);
        for (std::size_t i = 0; i < face.size(); ++i) {
            group.share(face[i]) += area(static_cast<Index>(i));
            group.normals.row(face[i]) += normals.row(static_cast<Index>(i));
        }
    }
    group.area = group.share.sum();
    group.faces = std::move(faces);
}

void NamedNodes::add(const std::string& name, const std::vector<std::string>& its_components,
                     const std::vector<Index>& its_dofs, double its_weight)
{
    auto list = std::find(components.rbegin(), components.rend(), its_components);
    if (list == components.rend()) {
        components.push_back(its_components);
        list = components.rbegin();
    }
    if (first.empty())
        first.push_back(0);
    number.emplace(name, n());
    names.push_back(name);
    weight.push_back(its_weight);
    kind.push_back(static_cast<int>(components.rend() - list) - 1);
    dofs.insert(dofs.end(), its_dofs.begin(), its_dofs.end());
    first.push_back(static_cast<Index>(dofs.size()));
}

std::optional<Index> NamedNodes::find(const std::string& name) const
{
    const auto found = number.find(name);
    return found == number.end() ? std::nullopt : std::optional(found->second);
}

bool NamedNodes::contains(const std::string& name) const
{
    return groups.contains(name) || number.contains(name);
}

Port port_of_nodes(const std::string& name, const NamedNodes& nodes,
                   const std::vector<Index>& members, Index n)
{
    const auto count = static_cast<Index>(members.size());
    Port port{name,
              nodes.components_of(members.front()),
              {},
              Matrix(count, 3),
              Vector::Constant(count, 1.0 / static_cast<double>(count)),
              {}};
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < count; ++i) {
        const Index node = members[static_cast<std::size_t>(i)];
        port.X.row(i) = nodes.X.row(node);
        const Index first = nodes.first[static_cast<std::size_t>(node)];
        for (Index c = 0; c < port.n_components(); ++c)
            if (const Index dof = nodes.dofs[static_cast<std::size_t>(first + c)]; dof >= 0)
                entries.emplace_back(i * port.n_components() + c, dof,
                                     nodes.weight[static_cast<std::size_t>(node)]);
    }
    port.W.resize(count * port.n_components(), n);
    port.W.setFromTriplets(entries.begin(), entries.end());
    return port;
}

Port port_of_group(const std::string& name, const NamedNodes& nodes, Index n)
{
    const MeshGroup& group = nodes.groups.at(name);
    Port port = port_of_nodes(name, nodes, group.nodes, n);
    port.share = group.share;
    port.area = group.area;
    if (!group.faces.empty())
        port.surface = surface_of(port.X, group.faces, port.share.transpose() * port.X);
    return port;
}

namespace {

// True for a body with a mesh in the plane, whose curves carry a pressure.
bool is_in_plane(const Substructure& s)
{
    return s.recovery && s.recovery->forces && s.recovery->forces->of_pressure;
}

const MeshGroup& faces_of(const Substructure& s, const std::string& group)
{
    std::vector<std::string> surfaces;
    if (s.nodes)
        for (const auto& [name, candidate] : s.nodes->groups)
            if (candidate.normals.size() > 0)
                surfaces.push_back(name);
    if (std::find(surfaces.begin(), surfaces.end(), group) == surfaces.end())
        throw InputError(
            "a pressure acts on a surface of a body in space, or on a curve of one in the plane" +
            name_hint(group, surfaces));
    const MeshGroup& faces = s.nodes->groups.at(group);
    if (faces.inside >= 0)
        throw InputError("the surface " + group + " lies inside the body at " +
                         position_text(s.nodes->X.row(faces.inside).transpose()) +
                         " m, where it has no outward normal");
    return faces;
}

} // namespace

Matrix pressure_forces(const Substructure& s, const std::string& group)
{
    if (is_in_plane(s))
        return s.recovery->forces->of_pressure(group);
    const MeshGroup& faces = faces_of(s, group);
    Matrix forces = Matrix::Zero(s.nodes->n(), 3);
    for (std::size_t i = 0; i < faces.nodes.size(); ++i)
        forces.row(faces.nodes[i]) = -faces.normals.row(static_cast<Index>(i));
    return forces;
}

Vector pressure_row(const Substructure& s, const std::string& group)
{
    if (is_in_plane(s))
        return s.recovery->forces->on_dofs(s.recovery->forces->of_pressure(group), s.n());
    const MeshGroup& faces = faces_of(s, group);
    Vector row = Vector::Zero(s.n());
    const std::vector<std::string>& components = s.nodes->components_of(faces.nodes.front());
    for (Index c = 0; c < 3; ++c) {
        const auto place =
            std::find(components.begin(), components.end(), std::string(1, "xyz"[c])) -
            components.begin();
        if (place == static_cast<Index>(components.size()))
            continue; // the nodes do not move in this direction
        for (std::size_t i = 0; i < faces.nodes.size(); ++i) {
            const Index first = s.nodes->first[static_cast<std::size_t>(faces.nodes[i])];
            if (const Index dof = s.nodes->dofs[static_cast<std::size_t>(first + place)]; dof >= 0)
                row(dof) -= faces.normals(static_cast<Index>(i), c);
        }
    }
    return row;
}

bool is_unmade(const Substructure& s, const std::string& name)
{
    return s.nodes && s.nodes->contains(name) &&
           std::none_of(s.ports.begin(), s.ports.end(),
                        [&name](const Port& port) -> bool { return port.name == name; });
}

void make_port(Substructure& s, const std::string& name)
{
    if (!is_unmade(s, name))
        return;
    // Nodes come before groups, and groups before other ports.
    const auto rank = [&nodes =
                           *s.nodes](const std::string& port) -> std::pair<Index, std::string> {
        if (nodes.groups.contains(port))
            return {nodes.n(), port};
        return {nodes.find(port).value_or(nodes.n() + 1), ""};
    };
    const bool is_group = s.nodes->groups.contains(name);
    s.ports.insert(
        std::find_if(s.ports.begin(), s.ports.end(),
                     [&](const Port& port) -> bool { return rank(port.name) > rank(name); }),
        is_group ? port_of_group(name, *s.nodes, s.n())
                 : port_of_nodes(name, *s.nodes, {*s.nodes->find(name)}, s.n()));
}

NamedNodes restricted(NamedNodes nodes, const std::vector<Index>& free, Index n)
{
    std::vector<Index> place(static_cast<std::size_t>(n), -1);
    for (std::size_t k = 0; k < free.size(); ++k)
        place[static_cast<std::size_t>(free[k])] = static_cast<Index>(k);
    for (Index& dof : nodes.dofs)
        dof = dof < 0 ? -1 : place[static_cast<std::size_t>(dof)];
    return nodes;
}

std::string dof_name(const NamedNodes& nodes, Index dof)
{
    const auto found = std::find(nodes.dofs.begin(), nodes.dofs.end(), dof);
    if (found == nodes.dofs.end())
        return "";
    const Index entry = found - nodes.dofs.begin();
    const Index node =
        std::upper_bound(nodes.first.begin(), nodes.first.end(), entry) - nodes.first.begin() - 1;
    const auto at = static_cast<std::size_t>(node);
    return nodes.names[at] + "." +
           nodes.components_of(node)[static_cast<std::size_t>(entry - nodes.first[at])];
}

} // namespace slideway::fem
