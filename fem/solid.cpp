#include "fem/solid.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/cells.hpp"
#include "fem/elements/solid_element.hpp"
#include "fem/inertia.hpp"
#include "fem/mesh_body.hpp"
#include "fem/named_nodes.hpp"
#include "fem/traction.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace slideway::fem {

namespace {

const std::vector<std::string> space_components{"x", "y", "z"};

std::vector<const SolidElement*> elements_of(const Mesh& mesh, const SolidOptions& options)
{
    std::vector<const SolidElement*> elements;
    for (const ElementBlock& block : mesh.blocks) {
        elements.push_back(&solid_element(block.shape, options.elements));
        if (block.nodes.cols() != elements.back()->n_nodes)
            throw InputError::in_file(mesh.source, "a " + block.shape + " block with " +
                                                       std::to_string(block.nodes.cols()) +
                                                       " nodes per element");
    }
    return elements;
}

// Refuses elements whose map folds, at a point of their rules or at a node.
void check_elements(const Mesh& mesh, const std::vector<const SolidElement*>& elements)
{
    for_each_element(mesh, [&](std::size_t b, Index e, Index number) {
        const ElementBlock& block = mesh.blocks[b];
        if (!(elements[b]->quality(element_nodes<SolidNodes>(mesh, block, e)) > 1e-10))
            throw InputError::in_file(mesh.source,
                                      "element " + std::to_string(number) + " (" + block.shape +
                                          ") is inverted or degenerate" +
                                          (shape(block.shape).second_order()
                                               ? ", or a mid node is at a quarter of its edge"
                                               : "") +
                                          "; its nodes are at " + places(mesh, block, e) + " m");
    });
}

ElementFunctions functions_of(const std::vector<const SolidElement*>& elements,
                              const std::vector<Section>& sections)
{
    std::vector<Elasticity> D;
    for (const Section& section : sections)
        D.push_back(elasticity(section.material));
    const auto nodes = [](const ElementOfBody& of) -> SolidNodes {
        return element_nodes<SolidNodes>(of.mesh, of.mesh.blocks[of.b], of.e);
    };
    ElementFunctions functions;
    functions.stress_components = 6;
    functions.matrices = [=](const ElementOfBody& of, SolidMatrix& K, SolidNodeMatrix& m) {
        elements[of.b]->matrices(nodes(of), D[of.section], sections[of.section].material.density, K,
                                 m);
    };
    functions.mass = [=](const ElementOfBody& of, SolidNodeMatrix& m) {
        elements[of.b]->mass(nodes(of), sections[of.section].material.density, m);
    };
    functions.stress = [=](const ElementOfBody& of, const SolidVector& u, Matrix& stress) {
        SolidStress s;
        elements[of.b]->stress(nodes(of), D[of.section], u, s);
        stress = s;
    };
    return functions;
}

// Row of a node in an ascending list.
int row_in(const std::vector<int>& nodes, int node)
{
    return static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
}

// Integrals of the shape functions over the elements of a group of volume.
Vector volume_shares(const Mesh& mesh, const std::vector<const SolidElement*>& elements,
                     const NodeGroup& group)
{
    Vector share = Vector::Zero(static_cast<Index>(group.nodes.size()));
    SolidNodeMatrix m;
    for (std::size_t b = 0; b < group.elements.size(); ++b)
        for (const Index e : group.elements[b]) {
            const ElementBlock& block = mesh.blocks[b];
            elements[b]->mass(element_nodes<SolidNodes>(mesh, block, e), 1, m);
            for (Index i = 0; i < m.rows(); ++i)
                share(row_in(group.nodes, block.nodes(e, i))) += m.row(i).sum();
        }
    return share;
}

MeshGroup named_group(const Mesh& mesh, const std::vector<const SolidElement*>& elements,
                      const NodeGroup& group)
{
    MeshGroup named;
    named.nodes.assign(group.nodes.begin(), group.nodes.end());
    named.share = Vector::Zero(static_cast<Index>(named.nodes.size()));
    const Matrix X = mesh.X(group.nodes, Eigen::all);
    std::vector<std::vector<int>> faces = group.faces;
    for (std::vector<int>& face : faces)
        for (int& node : face)
            node = row_in(group.nodes, node);
    if (!faces.empty()) {
        add_faces(named, X, std::move(faces));
    } else if (!group.edges.empty()) {
        for (const Edge& edge : group.edges)
            (void)add_edge_shares({row_in(group.nodes, edge.first),
                                   row_in(group.nodes, edge.second),
                                   edge.middle < 0 ? -1 : row_in(group.nodes, edge.middle)},
                                  X, named.share);
    } else if (!group.elements.empty()) {
        named.share = volume_shares(mesh, elements, group);
    } else {
        named.share.setOnes();
    }
    named.share /= named.share.sum();
    return named;
}

std::vector<int> sorted_corners(const std::vector<int>& face)
{
    const std::size_t n = face.size() > 4 ? face.size() / 2 : face.size();
    std::vector<int> corners(face.begin(), face.begin() + static_cast<std::ptrdiff_t>(n));
    std::sort(corners.begin(), corners.end());
    return corners;
}

// Finds the faces of groups that two elements have.
void find_inner_faces(const Mesh& mesh, NamedNodes& nodes)
{
    std::map<std::vector<int>, int> elements; // number of them at each face of a group
    for (const auto& [name, group] : mesh.groups)
        for (const std::vector<int>& face : group.faces)
            elements.emplace(sorted_corners(face), 0);
    if (elements.empty())
        return;
    for (const ElementBlock& block : mesh.blocks)
        for (Index e = 0; e < block.nodes.rows(); ++e)
            for (std::size_t i = 0; i < cell_of(shape(block.shape)).faces.size(); ++i)
                if (const auto face = elements.find(sorted_corners(face_of(block, e, i)));
                    face != elements.end())
                    ++face->second;
    for (const auto& [name, group] : mesh.groups)
        for (const std::vector<int>& face : group.faces)
            if (elements.at(sorted_corners(face)) > 1)
                nodes.groups.at(name).inside = face.front();
}

std::shared_ptr<const NamedNodes> named_nodes(const MeshBody& body,
                                              const std::vector<const SolidElement*>& elements)
{
    NamedNodes nodes;
    nodes.X = body.mesh.X;
    for (std::size_t i = 0; i < body.mesh.tags.size(); ++i) {
        const auto node = static_cast<Index>(i);
        nodes.add("n" + std::to_string(body.mesh.tags[i]), body.components,
                  {body.dof_of(node, 0), body.dof_of(node, 1), body.dof_of(node, 2)});
    }
    for (const auto& [name, group] : body.mesh.groups)
        nodes.groups.emplace(name, named_group(body.mesh, elements, group));
    find_inner_faces(body.mesh, nodes);
    return std::make_shared<const NamedNodes>(std::move(nodes));
}

} // namespace

SectionsByGroup by_group(const SolidOptions& options)
{
    return {options.material, 1, options.materials, {}};
}

Substructure solid(const std::string& name, const Mesh& mesh, const SolidOptions& options)
{
    check_materials(options.material, options.materials, check);
    const std::vector<const SolidElement*> elements = elements_of(mesh, options);
    check_elements(mesh, elements);
    check_sides(mesh);
    MeshBody made{mesh, space_components, sections_of(mesh, by_group(options)), {}, {}, 0};
    made.elements = functions_of(elements, made.sections.list);
    if (made.mesh.tags.empty()) // a mesh that is not from a file: nodes are numbered from 1
        for (Index node = 0; node < mesh.X.rows(); ++node)
            made.mesh.tags.push_back(static_cast<std::size_t>(node) + 1);
    number_dofs(made, options.fixed);
    const auto body = std::make_shared<const MeshBody>(std::move(made));

    Substructure s;
    s.name = name;
    assemble(*body, options.share, s);
    s.nodes = named_nodes(*body, elements);
    add_rigid_motions(*body, s);
    s.recovery = recovery_of(body);
    return s;
}

Inertia inertia(const Mesh& mesh, const SolidOptions& options)
{
    const std::vector<const SolidElement*> elements = elements_of(mesh, options);
    const Sections sections = sections_of(mesh, by_group(options));
    const Eigen::RowVector3d from = mesh.X.row(0);
    double mass = 0;
    Eigen::RowVector3d moment = Eigen::RowVector3d::Zero();
    SolidNodeMatrix m;
    for_each_element(mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = mesh.blocks[b];
        elements[b]->mass(element_nodes<SolidNodes>(mesh, block, e),
                          sections.at(b, e).material.density, m);
        for (Index i = 0; i < m.rows(); ++i) {
            const double share = m.row(i).sum();
            mass += share;
            moment += share * (mesh.X.row(block.nodes(e, i)) - from);
        }
    });
    return {mass, Eigen::Vector3d((from + moment / mass).transpose())};
}

std::vector<std::string> solid_notes(const Mesh& mesh, const SolidOptions& options)
{
    const std::vector<const SolidElement*> elements = elements_of(mesh, options);
    std::map<std::string, double> stiff; // volume by name
    double whole = 0;
    SolidNodeMatrix m;
    for_each_element(mesh, [&](std::size_t b, Index e, Index) {
        elements[b]->mass(element_nodes<SolidNodes>(mesh, mesh.blocks[b], e), 1, m);
        whole += m.sum();
        if (elements[b]->stiff)
            stiff[std::string(elements[b]->name)] += m.sum();
    });
    std::vector<std::string> notes;
    for (const auto& [name, volume] : stiff)
        notes.push_back(
            name + " elements fill " + number_text(100 * volume / whole, 3) +
            " % of the volume and are too stiff in bending (first frequency of a bent "
            "block: tet4 1515 Hz, wedge6 1098 Hz, hex8 1081 Hz, hex8i 839 Hz, hex20 833 "
            "Hz)");
    double poisson = options.materials.empty() ? options.material.poisson : 0;
    for (const auto& [name, material] : options.materials)
        poisson = std::max(poisson, material.poisson);
    if (poisson > 0.49)
        notes.push_back("Poisson's ratio " + number_text(poisson, 6) +
                        ": elements lock in nearly incompressible material, linear ones most");
    return notes;
}

} // namespace slideway::fem
