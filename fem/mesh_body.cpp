#include "fem/mesh_body.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::fem {

namespace {

// Nodes of a group, or the node "n12" with the number 12 in the file of a solid mesh.
std::vector<int> nodes_named(const Mesh& mesh, const std::string& name)
{
    if (!mesh.groups.contains(name))
        for (std::size_t i = 0; i < mesh.tags.size(); ++i)
            if (name == "n" + std::to_string(mesh.tags[i]))
                return {static_cast<int>(i)};
    return group(mesh, name).nodes;
}

// Parses "group" (all components) or "group.x" (x). The name of a group may itself contain dots.
Support support_of(const MeshBody& body, const std::string& fixed)
try {
    const Mesh& mesh = body.mesh;
    const auto d = static_cast<std::size_t>(body.d());
    std::string name = fixed;
    std::size_t first = 0, last = d - 1;
    if (const auto dot = fixed.rfind('.');
        !mesh.groups.contains(fixed) && dot != std::string::npos) {
        name = fixed.substr(0, dot);
        const std::string component = fixed.substr(dot + 1);
        (void)nodes_named(mesh, name);
        const auto found = std::find(body.components.begin(), body.components.end(), component);
        if (found == body.components.end())
            throw InputError("no component \"" + component + "\"" +
                             name_hint(component, body.components));
        first = last = static_cast<std::size_t>(found - body.components.begin());
    }
    return {fixed, nodes_named(mesh, name), static_cast<Index>(first), static_cast<Index>(last)};
} catch (const InputError& error) {
    throw InputError("fixed", "\"" + fixed + "\"", error.what());
}

Matrix displacement(const MeshBody& body, const Vector& u)
{
    Matrix U = Matrix::Zero(body.mesh.X.rows(), body.d());
    for (Index node = 0; node < U.rows(); ++node)
        for (Index c = 0; c < body.d(); ++c)
            if (const Index dof = body.dof_of(node, c); dof >= 0)
                U(node, c) = u(dof);
    return U;
}

// Stress of the elements of a section, averaged at each node over those that meet there.
// @param meeting  set to their numbers
Matrix section_stress(const MeshBody& body, const Matrix& U, std::size_t section, Vector& meeting)
{
    const Index d = body.d();
    Matrix sum = Matrix::Zero(U.rows(), body.elements.stress_components), of_element;
    meeting = Vector::Zero(U.rows());
    SolidVector u_e;
    for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = body.mesh.blocks[b];
        const ElementOfBody element = body.element(b, e);
        if (element.section != section)
            return;
        u_e.resize(d * block.nodes.cols());
        for (Index i = 0; i < block.nodes.cols(); ++i)
            u_e.segment(d * i, d) = U.row(block.nodes(e, i)).transpose();
        body.elements.stress(element, u_e, of_element);
        for (Index i = 0; i < block.nodes.cols(); ++i) {
            sum.row(block.nodes(e, i)) += of_element.row(i);
            meeting(block.nodes(e, i)) += 1;
        }
    });
    return sum.array().colwise() / meeting.array().max(1.0);
}

// Square of the von Mises stress of a row of three, four or six components (see Recovery).
double distortion(const Eigen::RowVectorXd& s)
{
    if (s.size() <= 4) {
        const double z = s.size() == 4 ? s(3) : 0;
        return (std::pow(s(0) - s(1), 2) + std::pow(s(1) - z, 2) + std::pow(z - s(0), 2)) / 2 +
               3 * s(2) * s(2);
    }
    return (std::pow(s(0) - s(1), 2) + std::pow(s(1) - s(2), 2) + std::pow(s(2) - s(0), 2)) / 2 +
           3 * (s(3) * s(3) + s(4) * s(4) + s(5) * s(5));
}

Matrix nodal_stress(const MeshBody& body, const Vector& u)
{
    const Matrix U = displacement(body, u);
    Vector meeting;
    Matrix stress = section_stress(body, U, 0, meeting);
    for (std::size_t section = 1; section < body.sections.list.size(); ++section) {
        Vector its_meeting;
        const Matrix its_stress = section_stress(body, U, section, its_meeting);
        for (Index node = 0; node < U.rows(); ++node)
            if (its_meeting(node) > 0 && (meeting(node) == 0 || distortion(its_stress.row(node)) >
                                                                    distortion(stress.row(node)))) {
                stress.row(node) = its_stress.row(node);
                meeting(node) = its_meeting(node);
            }
    }
    return stress;
}

// Forces M a of the field at the nodes: exact, because the field is linear in X, as the shape
// functions of isoparametric elements represent it.
Matrix field_forces(const MeshBody& body, const ForcePerMass& field)
{
    const Index d = body.d();
    Matrix acceleration = body.mesh.X * field.gradient.transpose();
    acceleration.rowwise() += field.constant.transpose();
    Matrix forces = Matrix::Zero(body.mesh.X.rows(), d);
    SolidNodeMatrix m;
    for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = body.mesh.blocks[b];
        body.elements.mass(body.element(b, e), m);
        for (Index j = 0; j < block.nodes.cols(); ++j)
            for (Index i = 0; i < block.nodes.cols(); ++i)
                forces.row(block.nodes(e, i)) +=
                    m(i, j) * acceleration.row(block.nodes(e, j)).head(d);
    });
    return forces;
}

Matrix internal_forces(const MeshBody& body, const Matrix& U)
{
    const Index d = body.d();
    Matrix forces = Matrix::Zero(U.rows(), d);
    SolidMatrix K;
    SolidNodeMatrix m;
    SolidVector u, f;
    for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = body.mesh.blocks[b];
        body.elements.matrices(body.element(b, e), K, m);
        u.resize(d * block.nodes.cols());
        // relative to the first node: a translation has no force, without its round-off
        for (Index i = 0; i < block.nodes.cols(); ++i)
            u.segment(d * i, d) = (U.row(block.nodes(e, i)) - U.row(block.nodes(e, 0))).transpose();
        if (body.of_revolution) // a radial translation is a strain
            for (Index i = 0; i < block.nodes.cols(); ++i)
                u(d * i) = U(block.nodes(e, i), 0);
        f = K * u;
        for (Index i = 0; i < block.nodes.cols(); ++i)
            forces.row(block.nodes(e, i)) += f.segment(d * i, d).transpose();
    });
    return forces;
}

// Forces at the nodes of a body.
std::shared_ptr<const NodalForces> nodal_forces_of(const std::shared_ptr<const MeshBody>& body)
{
    NodalForces forces;
    forces.of_field = [body](const ForcePerMass& field) -> Matrix {
        return field_forces(*body, field);
    };
    forces.of_displacement = [body](const Matrix& U) -> Matrix {
        return internal_forces(*body, U);
    };
    if (body->pressure)
        forces.of_pressure = [body](const std::string& group) -> Matrix {
            return body->pressure(body->mesh, group);
        };
    forces.of_revolution = body->of_revolution;
    forces.dof = body->dof;
    forces.supports = body->supports;
    return std::make_shared<const NodalForces>(std::move(forces));
}

// Returns the part of a body that determines displacement and stress at the nodes of some elements:
// these elements and all others at their nodes.
RecoveryPart part_of(const MeshBody& body, const Elements& elements)
{
    const std::vector<int> shown = nodes_of(body.mesh, elements);
    const Elements around = elements_at(body.mesh, shown);
    const std::vector<int> nodes = nodes_of(body.mesh, around);
    MeshBody some{part(body.mesh, around), body.components, {}, body.elements, {}, 0};
    some.sections.list = body.sections.list;
    for (std::size_t b = 0; b < around.size() && !body.sections.of_element.empty(); ++b) {
        std::vector<int>& of_block = some.sections.of_element.emplace_back();
        for (const Index e : around[b])
            of_block.push_back(static_cast<int>(body.sections.index(b, e)));
    }
    std::vector<Index> dofs, rows;
    for (const int node : nodes)
        for (Index c = 0; c < body.d(); ++c) {
            const Index dof = body.dof_of(node, c);
            some.dof.push_back(dof < 0 ? -1 : some.n++);
            if (dof >= 0)
                dofs.push_back(dof);
        }
    for (const int node : shown)
        rows.push_back(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
    const auto shared = std::make_shared<const MeshBody>(std::move(some));
    return {std::move(dofs),
            {{},
             [shared, rows](const Vector& u) -> Matrix {
                 return displacement(*shared, u)(rows, Eigen::all);
             },
             [shared, rows](const Vector& u) -> Matrix {
                 return nodal_stress(*shared, u)(rows, Eigen::all);
             },
             {},
             body.d() == 3,
             {},
             body.elements.stress_components == 4}};
}

} // namespace

void number_dofs(MeshBody& body, const std::vector<std::string>& fixed)
{
    std::vector<bool> supported(static_cast<std::size_t>(body.d() * body.mesh.X.rows()), false);
    for (const std::string& name : fixed) {
        const Support& support = body.supports.emplace_back(support_of(body, name));
        for (const int node : support.nodes)
            for (Index c = support.first; c <= support.last; ++c)
                supported[static_cast<std::size_t>(body.d() * node + c)] = true;
    }
    for (const int node : body.on_axis)
        supported[static_cast<std::size_t>(body.d() * node)] = true;
    body.dof.reserve(supported.size());
    for (const bool held : supported)
        body.dof.push_back(held ? -1 : body.n++);
    if (body.n == 0)
        throw InputError::in_file(body.mesh.source,
                                  "no free dof is left; fixed supports every node");
}

void add_rigid_motions(const MeshBody& body, Substructure& s)
{
    const bool in_space = body.d() == 3;
    s.rigid_names =
        in_space
            ? std::vector<std::string>{"translation in x", "translation in y", "translation in z",
                                       "rotation about x", "rotation about y", "rotation about z"}
            : std::vector<std::string>{"translation in x", "translation in y", "rotation"};
    const auto count = static_cast<Index>(s.rigid_names.size());
    s.rigid = Matrix::Zero(body.n, count);
    for (Index node = 0; node < body.mesh.X.rows(); ++node) {
        const double x = body.mesh.X(node, 0), y = body.mesh.X(node, 1), z = body.mesh.X(node, 2);
        Eigen::Matrix<double, 3, 6> motion; // of a point in the six rigid motions
        motion << 1, 0, 0, 0, z, -y,        //
            0, 1, 0, -z, 0, x,              //
            0, 0, 1, y, -x, 0;
        for (Index c = 0; c < body.d(); ++c)
            if (const Index dof = body.dof_of(node, c); dof >= 0) {
                if (in_space)
                    s.rigid.row(dof) = motion.row(c);
                else
                    s.rigid.row(dof) << motion(c, 0), motion(c, 1), motion(c, 5);
            }
    }
}

std::shared_ptr<const Recovery> recovery_of(const std::shared_ptr<const MeshBody>& body)
{
    return std::make_shared<const Recovery>(
        Recovery{body->mesh, [body](const Vector& u) -> Matrix { return displacement(*body, u); },
                 [body](const Vector& u) -> Matrix { return nodal_stress(*body, u); },
                 [body](const Elements& some) -> RecoveryPart { return part_of(*body, some); },
                 body->d() == 3, nodal_forces_of(body), body->elements.stress_components == 4});
}

std::string places(const Mesh& mesh, const ElementBlock& block, Index e)
{
    const bool solid = dimension_of(mesh) == 3;
    std::string text;
    for (Index i = 0; i < block.nodes.cols(); ++i) {
        const Eigen::RowVector3d X = mesh.X.row(block.nodes(e, i));
        text += (i > 0 ? " (" : "(") + number_text(X.x(), 6) + ", " + number_text(X.y(), 6) +
                (solid ? ", " + number_text(X.z(), 6) : "") + ")";
    }
    return text;
}

} // namespace slideway::fem
