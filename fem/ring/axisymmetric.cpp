#include "fem/ring/axisymmetric.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/mesh_body.hpp"
#include "fem/mesh_part.hpp"
#include "fem/plane.hpp"
#include "fem/plane_ports.hpp"
#include "fem/ring/ring_element.hpp"

#include <algorithm>
#include <memory>
#include <numbers>
#include <utility>

namespace slideway::fem {

namespace {

std::vector<const RingElement*> elements_of(const Mesh& mesh, const AxisymmetricOptions& options)
{
    std::vector<const RingElement*> elements;
    for (const ElementBlock& block : mesh.blocks) {
        elements.push_back(&ring_element(block.shape, options.elements));
        if (block.nodes.cols() != elements.back()->n_nodes)
            throw InputError::in_file(mesh.source, "a " + block.shape + " block with " +
                                                       std::to_string(block.nodes.cols()) +
                                                       " nodes per element");
    }
    return elements;
}

void check_elements(const Mesh& mesh, const std::vector<const RingElement*>& elements)
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

RingElasticity ring_elasticity(const Material& material)
{
    const std::vector<Index> without_torsion{0, 1, 2, 3};
    return elasticity(material)(without_torsion, without_torsion);
}

// Nodes of an element relative to the first one, and the radius of that one.
struct Place {
    ElementNodes X;
    double radius = 0;

    Place(const Mesh& mesh, std::size_t b, Index e, double axis)
        : X(element_nodes<ElementNodes>(mesh, mesh.blocks[b], e)),
          radius(mesh.X(mesh.blocks[b].nodes(e, 0), 0) - axis)
    {
    }
};

ElementFunctions functions_of(const std::vector<const RingElement*>& elements,
                              const std::vector<Section>& sections, double axis)
{
    std::vector<RingElasticity> D;
    for (const Section& section : sections)
        D.push_back(ring_elasticity(section.material));
    ElementFunctions functions;
    functions.stress_components = 4;
    functions.mass = [=](const ElementOfBody& of, SolidNodeMatrix& m) {
        const Place place(of.mesh, of.b, of.e, axis);
        elements[of.b]->mass(place.X, place.radius, sections[of.section].material.density, m);
    };
    functions.matrices = [=, mass = functions.mass](const ElementOfBody& of, SolidMatrix& K,
                                                    SolidNodeMatrix& m) {
        const Place place(of.mesh, of.b, of.e, axis);
        K = elements[of.b]->stiffness(place.X, place.radius, D[of.section]);
        mass(of, m);
    };
    functions.stress = [=](const ElementOfBody& of, const SolidVector& u, Matrix& stress) {
        const Place place(of.mesh, of.b, of.e, axis);
        stress = elements[of.b]->stress(place.X, place.radius, D[of.section], u);
    };
    return functions;
}

// Surface of a full ring behind an edge.
EdgeSurface ring_surface(double axis)
{
    const EdgeWeight circumference = [axis](double x) -> double {
        return 2 * std::numbers::pi * (x - axis);
    };
    EdgeSurface result;
    result.weight = [circumference](const Edge&) -> EdgeWeight { return circumference; };
    result.add_shares = [circumference](const Edge&, const Edge& edge, const Matrix& X,
                                        Vector& share) -> double {
        Vector area;
        (void)edge_vectors(X, edge, circumference, area);
        share(edge.first) += area(0);
        share(edge.second) += area(1);
        if (edge.middle >= 0)
            share(edge.middle) += area(2);
        return area.sum();
    };
    return result;
}

// Integrals of the shape functions over the volume of a group of surfaces.
Vector volume_shares(const MeshBody& body, const NodeGroup& group, const Elements& elements)
{
    Vector share = Vector::Zero(static_cast<Index>(group.nodes.size()));
    SolidNodeMatrix m;
    for (std::size_t b = 0; b < elements.size(); ++b)
        for (const Index e : elements[b]) {
            const ElementOfBody element = body.element(b, e);
            body.elements.mass(element, m);
            m /= body.sections.list[element.section].material.density;
            for (Index i = 0; i < m.rows(); ++i) {
                const int node = body.mesh.blocks[b].nodes(e, i);
                share(std::lower_bound(group.nodes.begin(), group.nodes.end(), node) -
                      group.nodes.begin()) += m.row(i).sum();
            }
        }
    return share;
}

} // namespace

SectionsByGroup by_group(const AxisymmetricOptions& options)
{
    return {options.material, 1, options.materials, {}};
}

std::vector<int> nodes_on_axis(const Mesh& mesh, double axis)
{
    const Vector radius = mesh.X.col(0).array() - axis;
    const double small = 1e-9 * radius.cwiseAbs().maxCoeff();
    std::vector<int> nodes;
    for (Index node = 0; node < radius.size(); ++node) {
        if (radius(node) < -small)
            throw InputError::in_file(
                mesh.source, "a node is at " + position_text(mesh.X.row(node).transpose()) +
                                 " m, on the other side of the axis x = " + number_text(axis, 6) +
                                 "; x is the radius, expected x >= 0");
        if (radius(node) < small)
            nodes.push_back(static_cast<int>(node));
    }
    return nodes;
}

Substructure axisymmetric(const std::string& name, const Mesh& mesh,
                          const AxisymmetricOptions& options)
{
    check_materials(options.material, options.materials, check_in_plane);
    const std::vector<const RingElement*> elements = elements_of(mesh, options);
    MeshBody made{mesh, {"x", "y"}, sections_of(mesh, by_group(options)), {}, {}, 0};
    made.elements = functions_of(elements, made.sections.list, options.axis);
    made.of_revolution = true;
    made.on_axis = nodes_on_axis(mesh, options.axis);
    made.pressure = [axis = options.axis](const Mesh& of_body, const std::string& group) -> Matrix {
        return pressure_on_curve(of_body, ring_surface(axis), group);
    };
    number_dofs(made, options.fixed);
    check_elements(mesh, elements);
    check_sides(mesh);
    const auto body = std::make_shared<const MeshBody>(std::move(made));

    Substructure s;
    s.name = name;
    assemble(*body, options.share, s);
    const GroupShares shares = [&body](const std::string& of, const NodeGroup& group) -> Vector {
        return volume_shares(*body, group, fem::elements_of(body->mesh, {of}));
    };
    add_plane_ports(*body, ring_surface(options.axis), shares, s);
    s.rigid_names = {"translation in y"};
    s.rigid = Matrix::Zero(body->n, 1);
    for (Index node = 0; node < mesh.X.rows(); ++node)
        if (const Index dof = body->dof_of(node, 1); dof >= 0)
            s.rigid(dof, 0) = 1;
    s.recovery = recovery_of(body);
    return s;
}

Inertia inertia(const Mesh& mesh, const AxisymmetricOptions& options)
{
    const std::vector<const RingElement*> elements = elements_of(mesh, options);
    const Sections sections = sections_of(mesh, by_group(options));
    const double from = mesh.X(0, 1);
    double mass = 0, moment = 0;
    SolidNodeMatrix m;
    for_each_element(mesh, [&](std::size_t b, Index e, Index) {
        const Place place(mesh, b, e, options.axis);
        elements[b]->mass(place.X, place.radius, sections.at(b, e).material.density, m);
        for (Index i = 0; i < m.rows(); ++i) {
            mass += m.row(i).sum();
            moment += m.row(i).sum() * (mesh.X(mesh.blocks[b].nodes(e, i), 1) - from);
        }
    });
    return {mass, Eigen::Vector3d(options.axis, from + moment / mass, 0)};
}

} // namespace slideway::fem
