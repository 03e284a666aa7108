#include "fem/plane_stress.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/plane_element.hpp"
#include "fem/mesh_body.hpp"
#include "fem/traction.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace slideway::fem {

namespace {

void check(const PlaneStressOptions& options)
{
    const Material& m = options.material;
    auto require = [](bool good, const char* key, double value, const char* allowed) -> void {
        if (!good)
            throw InputError(key, number_text(value), allowed);
    };
    auto positive = [](double x) -> bool { return std::isfinite(x) && x > 0; };
    require(positive(m.young), "young", m.young, "expected a number > 0");
    require(m.poisson > -1 && m.poisson < 0.5, "poisson", m.poisson,
            "expected a number in (-1, 0.5)");
    require(positive(m.density), "density", m.density, "expected a number > 0");
    require(positive(options.thickness), "thickness", options.thickness, "expected a number > 0");
}

Eigen::Matrix3d elasticity(const Material& m)
{
    Eigen::Matrix3d D;
    D << 1, m.poisson, 0, //
        m.poisson, 1, 0,  //
        0, 0, (1 - m.poisson) / 2;
    return m.young / (1 - m.poisson * m.poisson) * D;
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

ElementFunctions functions_of(const std::vector<const PlaneElement*>& elements,
                              const PlaneStressOptions& options)
{
    const Eigen::Matrix3d D = elasticity(options.material);
    const double thickness = options.thickness, density = options.material.density * thickness;
    ElementFunctions functions;
    functions.stress_components = 3;
    functions.matrices = [=](const Mesh& mesh, std::size_t b, Index e, SolidMatrix& K,
                             SolidNodeMatrix& m) {
        const ElementNodes X = element_nodes<ElementNodes>(mesh, mesh.blocks[b], e);
        K = elements[b]->stiffness(X, D, thickness);
        const ElementMatrix M = elements[b]->mass(X, density);
        m.resize(X.rows(), X.rows());
        for (Index j = 0; j < X.rows(); ++j)
            for (Index i = 0; i < X.rows(); ++i)
                m(i, j) = M(2 * i, 2 * j);
    };
    functions.stress = [=](const Mesh& mesh, std::size_t b, Index e, const SolidVector& u,
                           Matrix& stress) {
        stress = elements[b]->stress(element_nodes<ElementNodes>(mesh, mesh.blocks[b], e), D, u);
    };
    return functions;
}

MeshBody body_of(const Mesh& mesh, const PlaneStressOptions& options)
{
    std::vector<const PlaneElement*> elements;
    for (const ElementBlock& block : mesh.blocks)
        elements.push_back(&element_of(block, options, mesh));
    MeshBody body{mesh, {"x", "y"}, functions_of(elements, options), {}, 0};
    number_dofs(body, options.fixed);
    check_elements(mesh, elements);
    return body;
}

Port port_of(const MeshBody& body, const std::string& name, const NodeGroup& nodes,
             double thickness)
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
        port.area += thickness * add_edge_shares(edge, port.X, port.share);
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

Substructure plane_stress(const std::string& name, const Mesh& mesh,
                          const PlaneStressOptions& options)
{
    check(options);
    const auto body = std::make_shared<const MeshBody>(body_of(mesh, options));
    check_sides(mesh);

    Substructure s;
    s.name = name;
    assemble(*body, options.share, s.M, s.K);
    s.C.resize(body->n, body->n);
    for (const auto& [group_name, nodes] : mesh.groups)
        s.ports.push_back(port_of(*body, group_name, nodes, options.thickness));
    add_rigid_motions(*body, s);
    s.recovery = recovery_of(body);
    return s;
}

} // namespace slideway::fem
