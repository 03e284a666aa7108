#include "fem/plane_stress.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/plane_element.hpp"
#include "fem/mesh_body.hpp"
#include "fem/traction.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace slideway::fem {

namespace {

void check_options(const PlaneStressOptions& options)
{
    check_materials(options.material, options.materials, check_in_plane);
    const auto require = [](const std::string& key, double thickness) {
        if (!(std::isfinite(thickness) && thickness > 0))
            throw InputError(key, number_text(thickness), "expected a number > 0");
    };
    if (options.thicknesses.empty())
        require("thickness", options.thickness);
    for (const auto& [name, thickness] : options.thicknesses)
        require("thicknesses." + name, thickness);
}

const PlaneElement& element_of(const ElementBlock& block, const PlaneStressOptions& options,
                               const Mesh& mesh)
{
    const PlaneElement& element = plane_element(block.shape, options.elements);
    if (block.nodes.cols() != element.n_nodes)
        throw InputError::in_file(mesh.source, "a " + block.shape + " block with " +
                                                   std::to_string(block.nodes.cols()) +
                                                   " nodes per element");
    return element;
}

// Refuses bad elements: the stiffness of inverted ones is not positive definite, and near 0
// it is singular.
void check_elements(const Mesh& mesh, const std::vector<const PlaneElement*>& elements)
{
    for_each_element(mesh, [&](std::size_t b, Index e, Index number) {
        const ElementBlock& block = mesh.blocks[b];
        if (!(elements[b]->quality(element_nodes<ElementNodes>(mesh, block, e)) > 1e-10))
            throw InputError::in_file(mesh.source, "element " + std::to_string(number) + " (" +
                                                       block.shape +
                                                       ") is inverted or degenerate; its nodes are "
                                                       "at " +
                                                       places(mesh, block, e) + " m");
    });
}

// Mass of one direction of an element.
void set_mass(const PlaneElement& element, const ElementNodes& X, double density_thickness,
              SolidNodeMatrix& m)
{
    const ElementMatrix M = element.mass(X, density_thickness);
    m.resize(X.rows(), X.rows());
    for (Index j = 0; j < X.rows(); ++j)
        for (Index i = 0; i < X.rows(); ++i)
            m(i, j) = M(2 * i, 2 * j);
}

ElementFunctions functions_of(const std::vector<const PlaneElement*>& elements,
                              const std::vector<Section>& sections)
{
    std::vector<Eigen::Matrix3d> D;
    for (const Section& section : sections)
        D.push_back(plane_stress_elasticity(section.material));
    const auto nodes = [](const ElementOfBody& of) -> ElementNodes {
        return element_nodes<ElementNodes>(of.mesh, of.mesh.blocks[of.b], of.e);
    };
    ElementFunctions functions;
    functions.stress_components = 3;
    functions.matrices = [=](const ElementOfBody& of, SolidMatrix& K, SolidNodeMatrix& m) {
        const ElementNodes X = nodes(of);
        const auto& [material, thickness] = sections[of.section];
        K = elements[of.b]->stiffness(X, D[of.section], thickness);
        set_mass(*elements[of.b], X, material.density * thickness, m);
    };
    functions.mass = [=](const ElementOfBody& of, SolidNodeMatrix& m) {
        const auto& [material, thickness] = sections[of.section];
        set_mass(*elements[of.b], nodes(of), material.density * thickness, m);
    };
    functions.stress = [=](const ElementOfBody& of, const SolidVector& u, Matrix& stress) {
        stress = elements[of.b]->stress(nodes(of), D[of.section], u);
    };
    return functions;
}

MeshBody body_of(const Mesh& mesh, const PlaneStressOptions& options)
{
    std::vector<const PlaneElement*> elements;
    for (const ElementBlock& block : mesh.blocks)
        elements.push_back(&element_of(block, options, mesh));
    MeshBody body{mesh, {"x", "y"}, sections_of(mesh, by_group(options)), {}, {}, 0};
    body.elements = functions_of(elements, body.sections.list);
    number_dofs(body, options.fixed);
    check_elements(mesh, elements);
    return body;
}

// Thickness at each side of an element, the mean of the elements that share it.
class Thicknesses {
public:
    explicit Thicknesses(const MeshBody& body)
    {
        const std::vector<Section>& sections = body.sections.list;
        first_ = sections.front().thickness;
        uniform_ = std::all_of(sections.begin(), sections.end(),
                               [&](const Section& s) -> bool { return s.thickness == first_; });
        if (uniform_)
            return;
        for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
            const ElementBlock& block = body.mesh.blocks[b];
            for (int i = 0; i < shape(block.shape).n_corners; ++i) {
                auto& [sum, count] = sides_[key(side(block, e, i))];
                sum += body.sections.at(b, e).thickness;
                ++count;
            }
        });
    }
    [[nodiscard]] double at(const Edge& edge) const
    {
        if (uniform_)
            return first_;
        const auto found = sides_.find(key(edge));
        return found == sides_.end() ? first_ : found->second.first / found->second.second;
    }
    [[nodiscard]] bool uniform() const { return uniform_; }

private:
    static std::pair<int, int> key(const Edge& edge)
    {
        return std::minmax(edge.first, edge.second);
    }
    std::map<std::pair<int, int>, std::pair<double, int>> sides_;
    double first_ = 0;
    bool uniform_ = true;
};

Port port_of(const MeshBody& body, const std::string& name, const NodeGroup& nodes,
             const Thicknesses& thickness)
{
    const auto count = static_cast<Index>(nodes.nodes.size());
    Port port{
        name, body.components, SparseRows(2 * count, body.n), Matrix(count, 3), Vector::Zero(count),
        {}};
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < count; ++i) {
        const int node = nodes.nodes[static_cast<std::size_t>(i)];
        port.X.row(i) = body.mesh.X.row(node);
        for (int c = 0; c < 2; ++c)
            if (const Index dof = body.dof_of(node, c); dof >= 0)
                entries.emplace_back(2 * i + c, dof, 1.0);
    }
    port.W.setFromTriplets(entries.begin(), entries.end());

    auto row = [&nodes](int node) -> int {
        return static_cast<int>(std::lower_bound(nodes.nodes.begin(), nodes.nodes.end(), node) -
                                nodes.nodes.begin());
    };
    for (const Edge& of_mesh : nodes.edges) {
        const Edge edge{row(of_mesh.first), row(of_mesh.second),
                        of_mesh.middle < 0 ? -1 : row(of_mesh.middle)};
        port.edges.push_back(edge);
        const double t = thickness.at(of_mesh);
        if (thickness.uniform()) {
            port.area += t * add_edge_shares(edge, port.X, port.share);
        } else {
            Vector share = Vector::Zero(count);
            port.area += t * add_edge_shares(edge, port.X, share);
            port.share += t * share;
        }
    }
    std::vector<std::vector<int>> faces = nodes.faces;
    for (std::vector<int>& face : faces)
        std::transform(face.begin(), face.end(), face.begin(), row);
    if (!faces.empty())
        port.share = face_shares(port.X, faces);
    else if (port.edges.empty())
        port.share.setOnes();
    port.share /= port.share.sum();
    if (!faces.empty())
        port.surface = surface_of(port.X, faces, port.share.transpose() * port.X);
    return port;
}

} // namespace

SectionsByGroup by_group(const PlaneStressOptions& options)
{
    return {options.material, options.thickness, options.materials, options.thicknesses};
}

Substructure plane_stress(const std::string& name, const Mesh& mesh,
                          const PlaneStressOptions& options)
{
    check_options(options);
    const auto body = std::make_shared<const MeshBody>(body_of(mesh, options));
    check_sides(mesh);

    Substructure s;
    s.name = name;
    assemble(*body, options.share, s);
    const Thicknesses thicknesses(*body);
    for (const auto& [group_name, nodes] : mesh.groups)
        s.ports.push_back(port_of(*body, group_name, nodes, thicknesses));
    add_rigid_motions(*body, s);
    s.recovery = recovery_of(body);
    return s;
}

} // namespace slideway::fem
