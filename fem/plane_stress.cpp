#include "fem/plane_stress.hpp"

#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/plane_element.hpp"
#include "fem/mesh_body.hpp"
#include "fem/plane_ports.hpp"
#include "fem/traction.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
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

// Elasticity in the plane and, in plane strain, the row that gives s_zz from (s_xx, s_yy, s_xy).
struct PlaneElasticity {
    Eigen::Matrix3d D;
    std::optional<Eigen::RowVector3d> across;
};

PlaneElasticity elasticity_of(const Material& material, PlaneState state)
{
    if (state == PlaneState::stress)
        return {plane_stress_elasticity(material), {}};
    const Eigen::Matrix3d D = plane_strain_elasticity(material);
    const Elasticity whole = elasticity(material);
    const Eigen::Vector3d row(whole(2, 0), whole(2, 1), whole(2, 3)); // s_zz from the strains
    return {D, Eigen::RowVector3d(Lu(Matrix(D)).solve(row).transpose())};
}

ElementFunctions functions_of(const std::vector<const PlaneElement*>& elements,
                              const std::vector<Section>& sections, PlaneState state)
{
    std::vector<PlaneElasticity> D;
    for (const Section& section : sections)
        D.push_back(elasticity_of(section.material, state));
    const auto nodes = [](const ElementOfBody& of) -> ElementNodes {
        return element_nodes<ElementNodes>(of.mesh, of.mesh.blocks[of.b], of.e);
    };
    ElementFunctions functions;
    functions.stress_components = state == PlaneState::stress ? 3 : 4;
    functions.matrices = [=](const ElementOfBody& of, SolidMatrix& K, SolidNodeMatrix& m) {
        const ElementNodes X = nodes(of);
        const auto& [material, thickness] = sections[of.section];
        K = elements[of.b]->stiffness(X, D[of.section].D, thickness);
        set_mass(*elements[of.b], X, material.density * thickness, m);
    };
    functions.mass = [=](const ElementOfBody& of, SolidNodeMatrix& m) {
        const auto& [material, thickness] = sections[of.section];
        set_mass(*elements[of.b], nodes(of), material.density * thickness, m);
    };
    functions.stress = [=](const ElementOfBody& of, const SolidVector& u, Matrix& stress) {
        const auto& [in_plane, across] = D[of.section];
        const ElementStress s = elements[of.b]->stress(nodes(of), in_plane, u);
        stress.resize(s.rows(), across ? 4 : 3);
        stress.leftCols<3>() = s;
        if (across)
            stress.col(3) = s * across->transpose();
    };
    return functions;
}

MeshBody body_of(const Mesh& mesh, const PlaneStressOptions& options)
{
    std::vector<const PlaneElement*> elements;
    for (const ElementBlock& block : mesh.blocks)
        elements.push_back(&element_of(block, options, mesh));
    MeshBody body{mesh, {"x", "y"}, sections_of(mesh, by_group(options)), {}, {}, 0};
    body.elements = functions_of(elements, body.sections.list, options.state);
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
    // Surface behind the edges of the body; refers to this object.
    [[nodiscard]] EdgeSurface surface() const
    {
        EdgeSurface result;
        result.add_shares = [this](const Edge& of_mesh, const Edge& edge, const Matrix& X,
                                   Vector& share) -> double {
            const double t = at(of_mesh);
            if (uniform_)
                return t * add_edge_shares(edge, X, share);
            Vector of_edge = Vector::Zero(share.size());
            const double length = add_edge_shares(edge, X, of_edge);
            share += t * of_edge;
            return t * length;
        };
        result.weight = [this](const Edge& of_mesh) -> EdgeWeight {
            return [t = at(of_mesh)](double) -> double { return t; };
        };
        return result;
    }

private:
    static std::pair<int, int> key(const Edge& edge)
    {
        return std::minmax(edge.first, edge.second);
    }
    std::map<std::pair<int, int>, std::pair<double, int>> sides_;
    double first_ = 0;
    bool uniform_ = true;
};

} // namespace

SectionsByGroup by_group(const PlaneStressOptions& options)
{
    return {options.material, options.thickness, options.materials, options.thicknesses};
}

Substructure plane_stress(const std::string& name, const Mesh& mesh,
                          const PlaneStressOptions& options)
{
    check_options(options);
    MeshBody made = body_of(mesh, options);
    const auto thicknesses = std::make_shared<const Thicknesses>(made);
    made.pressure = [thicknesses](const Mesh& mesh, const std::string& group) -> Matrix {
        return pressure_on_curve(mesh, thicknesses->surface(), group);
    };
    const auto body = std::make_shared<const MeshBody>(std::move(made));
    check_sides(mesh);

    Substructure s;
    s.name = name;
    assemble(*body, options.share, s);
    add_plane_ports(*body, thicknesses->surface(), {}, s);
    add_rigid_motions(*body, s);
    s.recovery = recovery_of(body);
    return s;
}

} // namespace slideway::fem
