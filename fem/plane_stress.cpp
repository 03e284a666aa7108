#include "fem/plane_stress.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/plane_element.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace slideway::fem {

namespace {

const std::vector<std::string> plane_components{"x", "y"};

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

// Data of assembly and stress recovery: the mesh, one element per block, and the index in u of each
// displacement of each node.
struct Body {
    Mesh mesh;
    std::vector<const PlaneElement*> elements; // per block
    Eigen::Matrix3d D;
    std::vector<Index> dof; // 2 node + component -> dof, -1 if supported
    Index n = 0;
};

// Returns the nodes relative to the first one. The element then does not depend on its position;
// with digits lost in its sides, a rigid rotation would strain it.
ElementNodes element_nodes(const Mesh& mesh, const ElementBlock& block, Index e)
{
    ElementNodes X(block.nodes.cols(), 2);
    for (Index i = 0; i < X.rows(); ++i)
        X.row(i) = (mesh.X.row(block.nodes(e, i)) - mesh.X.row(block.nodes(e, 0))).head<2>();
    return X;
}

std::string places(const Mesh& mesh, const ElementBlock& block, Index e)
{
    std::string text;
    for (Index i = 0; i < block.nodes.cols(); ++i) {
        const Eigen::RowVector2d X = mesh.X.row(block.nodes(e, i)).head<2>();
        text += (i > 0 ? " (" : "(") + number_text(X.x(), 6) + ", " + number_text(X.y(), 6) + ")";
    }
    return text;
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
void check_elements(const Body& body)
{
    const Mesh& mesh = body.mesh;
    Index number = 0;
    for (std::size_t b = 0; b < mesh.blocks.size(); ++b) {
        const ElementBlock& block = mesh.blocks[b];
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            ++number;
            const ElementNodes X = element_nodes(mesh, block, e);
            if (!(body.elements[b]->quality(X) > 1e-10))
                throw InputError::in_file(mesh.source,
                                          "element " + std::to_string(number) + " (" + block.shape +
                                              ") is inverted or degenerate; its nodes are at " +
                                              places(mesh, block, e) + " m");
        }
    }
}

// Parses "group" (x and y) or "group.x" (x). The name of a group may itself contain dots.
void support(const Mesh& mesh, const std::string& fixed, std::vector<bool>& supported)
try {
    std::string name = fixed;
    std::size_t first = 0, last = 1;
    if (const auto dot = fixed.rfind('.');
        !mesh.groups.contains(fixed) && dot != std::string::npos) {
        name = fixed.substr(0, dot);
        const std::string component = fixed.substr(dot + 1);
        (void)group(mesh, name);
        const auto found = std::find(plane_components.begin(), plane_components.end(), component);
        if (found == plane_components.end())
            throw InputError("no component \"" + component + "\"" +
                             name_hint(component, plane_components));
        first = last = static_cast<std::size_t>(found - plane_components.begin());
    }
    for (const int node : group(mesh, name).nodes)
        for (std::size_t c = first; c <= last; ++c)
            supported[2 * static_cast<std::size_t>(node) + c] = true;
} catch (const InputError& error) {
    throw InputError("fixed", "\"" + fixed + "\"", error.what());
}

Body body_of(const Mesh& mesh, const PlaneStressOptions& options)
{
    Body body{mesh, {}, elasticity(options.material), {}, 0};
    for (const ElementBlock& block : mesh.blocks)
        body.elements.push_back(&element_of(block, options, mesh));

    std::vector<bool> supported(static_cast<std::size_t>(2 * mesh.X.rows()), false);
    for (const std::string& fixed : options.fixed)
        support(mesh, fixed, supported);
    for (const bool fixed : supported)
        body.dof.push_back(fixed ? -1 : body.n++);
    if (body.n == 0)
        throw InputError::in_file(mesh.source, "no free dof is left; fixed supports every node");
    return body;
}

void assemble(const Body& body, const PlaneStressOptions& options, SparseMatrix& M, SparseMatrix& K)
{
    std::vector<Eigen::Triplet<double>> masses, stiffnesses;
    std::size_t count = 0;
    for (const ElementBlock& block : body.mesh.blocks)
        count += static_cast<std::size_t>(block.nodes.rows() * 4 * block.nodes.cols() *
                                          block.nodes.cols());
    const Share& share = options.share;
    if (!share.whole()) // the share and the elements on its border
        count = count / static_cast<std::size_t>(share.count) / 10 * 11;
    masses.reserve(count / 2); // x and y do not couple
    stiffnesses.reserve(count);

    std::vector<Index> dofs;
    for (std::size_t b = 0; b < body.mesh.blocks.size(); ++b) {
        const ElementBlock& block = body.mesh.blocks[b];
        const PlaneElement& element = *body.elements[b];
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            dofs.clear();
            for (Index i = 0; i < block.nodes.cols(); ++i)
                for (int c = 0; c < 2; ++c)
                    dofs.push_back(body.dof[static_cast<std::size_t>(2 * block.nodes(e, i) + c)]);
            const auto is_own = [&](Index dof) -> bool { return share.holds(dof, body.n); };
            if (std::none_of(dofs.begin(), dofs.end(), is_own))
                continue;
            const ElementNodes X = element_nodes(body.mesh, block, e);
            const ElementMatrix K_e = element.stiffness(X, body.D, options.thickness);
            const ElementMatrix M_e = element.mass(X, options.material.density * options.thickness);
            for (Index j = 0; j < K_e.cols(); ++j)
                for (Index i = 0; i < K_e.rows(); ++i) {
                    const Index row = dofs[static_cast<std::size_t>(i)];
                    const Index column = dofs[static_cast<std::size_t>(j)];
                    if (row < 0 || !is_own(column))
                        continue;
                    stiffnesses.emplace_back(row, column, K_e(i, j));
                    if (M_e(i, j) != 0)
                        masses.emplace_back(row, column, M_e(i, j));
                }
        }
    }
    M.resize(body.n, body.n);
    K.resize(body.n, body.n);
    M.setFromTriplets(masses.begin(), masses.end());
    K.setFromTriplets(stiffnesses.begin(), stiffnesses.end());
}

// Adds the integrals of the shape functions along an edge and returns its length [m].
double add_uniform_traction(const Edge& edge, const Matrix& X, Vector& share)
{
    if (edge.middle < 0) {
        const double length = (X.row(edge.second) - X.row(edge.first)).norm();
        share(edge.first) += length / 2;
        share(edge.second) += length / 2;
        return length;
    }
    // Three Gauss points give 1/6, 4/6, 1/6 exactly on a straight edge.
    const double g = std::sqrt(0.6);
    double length = 0;
    for (const auto& [s, weight] :
         {std::pair{-g, 5.0 / 9}, std::pair{0.0, 8.0 / 9}, std::pair{g, 5.0 / 9}}) {
        const Eigen::RowVector3d tangent = (s - 0.5) * X.row(edge.first) +
                                           (s + 0.5) * X.row(edge.second) -
                                           2 * s * X.row(edge.middle);
        const double ds = weight * tangent.norm();
        share(edge.first) += s * (s - 1) / 2 * ds;
        share(edge.second) += s * (s + 1) / 2 * ds;
        share(edge.middle) += (1 - s * s) * ds;
        length += ds;
    }
    return length;
}

Port port_of(const Body& body, const std::string& name, const NodeGroup& nodes, double thickness)
{
    const auto count = static_cast<Index>(nodes.nodes.size());
    Port port{name,
              plane_components,
              SparseRows(2 * count, body.n),
              Matrix(count, 3),
              Vector::Zero(count),
              {}};
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < count; ++i) {
        const int node = nodes.nodes[static_cast<std::size_t>(i)];
        port.X.row(i) = body.mesh.X.row(node);
        for (int c = 0; c < 2; ++c)
            if (const Index dof = body.dof[static_cast<std::size_t>(2 * node + c)]; dof >= 0)
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
        port.area += thickness * add_uniform_traction(edge, port.X, port.share);
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

Matrix displacement(const Body& body, const Vector& u)
{
    Matrix U = Matrix::Zero(body.mesh.X.rows(), 2);
    for (Index node = 0; node < U.rows(); ++node)
        for (Index c = 0; c < 2; ++c)
            if (const Index dof = body.dof[static_cast<std::size_t>(2 * node + c)]; dof >= 0)
                U(node, c) = u(dof);
    return U;
}

Matrix nodal_stress(const Body& body, const Vector& u)
{
    const Matrix U = displacement(body, u);
    Matrix sum = Matrix::Zero(U.rows(), 3);
    Vector meeting = Vector::Zero(U.rows());
    for (std::size_t b = 0; b < body.mesh.blocks.size(); ++b) {
        const ElementBlock& block = body.mesh.blocks[b];
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            ElementVector u_e(2 * block.nodes.cols());
            for (Index i = 0; i < block.nodes.cols(); ++i)
                u_e.segment<2>(2 * i) = U.row(block.nodes(e, i)).transpose();
            const ElementStress s =
                body.elements[b]->stress(element_nodes(body.mesh, block, e), body.D, u_e);
            for (Index i = 0; i < block.nodes.cols(); ++i) {
                sum.row(block.nodes(e, i)) += s.row(i);
                meeting(block.nodes(e, i)) += 1;
            }
        }
    }
    return sum.array().colwise() / meeting.array().max(1.0);
}

// Returns the part of a body that determines displacement and stress at the nodes of some elements:
// these elements and all others at their nodes.
RecoveryPart part_of(const Body& body, const Elements& elements)
{
    const std::vector<int> shown = nodes_of(body.mesh, elements);
    const Elements around = elements_at(body.mesh, shown);
    const std::vector<int> nodes = nodes_of(body.mesh, around);
    Body some{part(body.mesh, around), body.elements, body.D, {}, 0};
    std::vector<Index> dofs, rows;
    for (const int node : nodes)
        for (int c = 0; c < 2; ++c) {
            const Index dof = body.dof[static_cast<std::size_t>(2 * node + c)];
            some.dof.push_back(dof < 0 ? -1 : some.n++);
            if (dof >= 0)
                dofs.push_back(dof);
        }
    for (const int node : shown)
        rows.push_back(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
    const auto shared = std::make_shared<const Body>(std::move(some));
    return {std::move(dofs),
            {{},
             [shared, rows](const Vector& u) -> Matrix {
                 return displacement(*shared, u)(rows, Eigen::all);
             },
             [shared, rows](const Vector& u) -> Matrix {
                 return nodal_stress(*shared, u)(rows, Eigen::all);
             }}};
}

} // namespace

Substructure plane_stress(const std::string& name, const Mesh& mesh,
                          const PlaneStressOptions& options)
{
    check(options);
    const auto body = std::make_shared<const Body>(body_of(mesh, options));
    check_elements(*body);
    check_sides(mesh);

    Substructure s;
    s.name = name;
    assemble(*body, options, s.M, s.K);
    s.C.resize(body->n, body->n);
    for (const auto& [group_name, nodes] : mesh.groups)
        s.ports.push_back(port_of(*body, group_name, nodes, options.thickness));

    s.rigid = Matrix::Zero(body->n, 3);
    s.rigid_names = {"translation in x", "translation in y", "rotation"};
    for (Index node = 0; node < mesh.X.rows(); ++node) {
        const Index x = body->dof[static_cast<std::size_t>(2 * node)];
        const Index y = body->dof[static_cast<std::size_t>(2 * node + 1)];
        if (x >= 0)
            s.rigid.row(x) << 1, 0, -mesh.X(node, 1);
        if (y >= 0)
            s.rigid.row(y) << 0, 1, mesh.X(node, 0);
    }

    s.recovery = std::make_shared<const Recovery>(
        Recovery{mesh, [body](const Vector& u) -> Matrix { return displacement(*body, u); },
                 [body](const Vector& u) -> Matrix { return nodal_stress(*body, u); },
                 [body](const Elements& some) -> RecoveryPart { return part_of(*body, some); }});
    return s;
}

} // namespace slideway::fem
