#include "fem/beam.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/recovery.hpp"
#include "fem/require.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

namespace slideway::fem {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

const std::vector<std::string> components{"x", "y", "rotation"};

bool positive(double value)
{
    return std::isfinite(value) && value > 0;
}

bool not_negative(double value)
{
    return std::isfinite(value) && value >= 0;
}

void check(const BeamOptions& options)
{
    const char* const above = "expected a number > 0";
    const char* const from_zero = "expected a number >= 0";
    require(positive(options.material.young), "young", options.material.young, above);
    require(positive(options.material.density), "density", options.material.density, above);
    const BeamSection& s = options.section;
    require(positive(s.area), "area", s.area, above);
    require(positive(s.second_moment), "second_moment", s.second_moment, above);
    require(not_negative(s.extreme_fibre), "extreme_fibre", s.extreme_fibre, from_zero);
    require(not_negative(s.width), "width", s.width, from_zero);
}

// One cell of the axis.
struct Cell {
    int first = 0, second = 0;
    double length = 0;
    Eigen::Vector2d t; // unit vector first -> second
};

// Data of assembly and recovery. A list of dofs with rows "u = sum coefficient * dof" per node and
// component: with axial = false, x and y of a node are both multiples of its deflection.
struct Body {
    Mesh mesh;
    BeamOptions options;
    std::vector<Cell> cells;
    SparseMatrix P; // 3 n_nodes x n: (x, y, rotation) of all nodes from the dofs
};

std::vector<Cell> cells_of(const Mesh& mesh)
{
    const double known = 4 * std::numeric_limits<double>::epsilon() * mesh.X.cwiseAbs().maxCoeff();
    std::vector<Cell> cells;
    for (const ElementBlock& block : mesh.blocks) {
        if (block.shape != "line2" || block.nodes.cols() != 2)
            throw InputError::in_file(
                mesh.source, "a beam is made of lines with two nodes; found " + block.shape);
        for (Index e = 0; e < block.nodes.rows(); ++e) {
            Cell cell{block.nodes(e, 0), block.nodes(e, 1), 0, {}};
            cell.t = (mesh.X.row(cell.second) - mesh.X.row(cell.first)).head<2>().transpose();
            cell.length = cell.t.stableNorm();
            if (!(cell.length > 0) || !std::isfinite(cell.length))
                throw InputError::in_file(
                    mesh.source, "beam element " + std::to_string(cells.size() + 1) + " has " +
                                     (cell.length > 0 ? "a length that overflows" : "no length"));
            cell.t /= cell.length;
            // Coordinates are known to eps of the largest one, so cells that differ by less are
            // made equal. Otherwise the different round-off of adjacent cells leaves, in the sum K,
            // an error of eps n^4 of the slowest mode: 1e-4 for 800 elements.
            if (!cells.empty() && std::abs(cell.length - cells.back().length) <= known &&
                (cell.t - cells.back().t).norm() * cell.length <= known) {
                cell.length = cells.back().length;
                cell.t = cells.back().t;
            }
            cells.push_back(cell);
        }
    }
    if (cells.empty())
        throw InputError::in_file(mesh.source, "no lines");
    return cells;
}

// Returns the direction of a straight axis.
Eigen::Vector2d direction(const Mesh& mesh, const std::vector<Cell>& cells)
{
    for (const Cell& cell : cells)
        if ((cell.t - cells.front().t).norm() > 1e-9)
            throw InputError("axial", "false",
                             mesh.source +
                                 " is not straight, and bending then needs motion along the axis");
    return cells.front().t;
}

// Parses "group" (all components) or "group.x" (one). The name of a group may itself contain dots.
void support(const Mesh& mesh, const std::string& fixed, std::vector<bool>& supported)
try {
    std::string name = fixed;
    std::size_t first = 0, last = 2;
    if (const auto dot = fixed.rfind('.');
        !mesh.groups.contains(fixed) && dot != std::string::npos) {
        name = fixed.substr(0, dot);
        const std::string component = fixed.substr(dot + 1);
        (void)group(mesh, name);
        const auto found = std::find(components.begin(), components.end(), component);
        if (found == components.end())
            throw InputError("no component \"" + component + "\"" +
                             name_hint(component, components));
        first = last = static_cast<std::size_t>(found - components.begin());
    }
    for (const int node : group(mesh, name).nodes)
        for (std::size_t c = first; c <= last; ++c)
            supported[3 * static_cast<std::size_t>(node) + c] = true;
} catch (const InputError& error) {
    throw InputError("fixed", "\"" + fixed + "\"", error.what());
}

SparseMatrix dofs(const Mesh& mesh, const BeamOptions& options, const std::vector<Cell>& cells)
{
    const Index n_nodes = mesh.X.rows();
    std::vector<bool> supported(static_cast<std::size_t>(3 * n_nodes), false);
    for (const std::string& fixed : options.fixed)
        support(mesh, fixed, supported);
    auto held = [&supported](Index row) -> bool {
        return supported[static_cast<std::size_t>(row)];
    };

    Index n = 0;
    std::vector<Eigen::Triplet<double>> entries;
    const Eigen::Vector2d t = options.axial ? Eigen::Vector2d(1, 0) : direction(mesh, cells);
    for (Index node = 0; node < n_nodes; ++node) {
        const Index x = 3 * node, y = x + 1, rotation = x + 2;
        if (options.axial) {
            if (!held(x))
                entries.emplace_back(x, n++, 1.0);
            if (!held(y))
                entries.emplace_back(y, n++, 1.0);
        } else if (!(held(x) && std::abs(t.y()) > 1e-9) && !(held(y) && std::abs(t.x()) > 1e-9)) {
            entries.emplace_back(x, n, -t.y());
            entries.emplace_back(y, n++, t.x());
        }
        if (!held(rotation))
            entries.emplace_back(rotation, n++, 1.0);
    }
    if (n == 0)
        throw InputError::in_file(mesh.source, "no free dof is left; fixed supports every node");
    SparseMatrix P(3 * n_nodes, n);
    P.setFromTriplets(entries.begin(), entries.end());
    P.prune(0.0);
    return P;
}

// Stiffness and consistent mass over (x, y, rotation) of both nodes, in the axes (t, normal).
Matrix6 local_stiffness(const BeamOptions& o, double L)
{
    const double a = o.material.young * o.section.area / L;
    const double b = o.material.young * o.section.second_moment / (L * L * L);
    Matrix6 K;
    K << a, 0, 0, -a, 0, 0,                                        //
        0, 12 * b, 6 * b * L, 0, -12 * b, 6 * b * L,               //
        0, 6 * b * L, 4 * b * L * L, 0, -6 * b * L, 2 * b * L * L, //
        -a, 0, 0, a, 0, 0,                                         //
        0, -12 * b, -6 * b * L, 0, 12 * b, -6 * b * L,             //
        0, 6 * b * L, 2 * b * L * L, 0, -6 * b * L, 4 * b * L * L;
    return K;
}

Matrix6 local_mass(const BeamOptions& o, double L)
{
    const double m = o.material.density * o.section.area * L / 420;
    Matrix6 M;
    M << 140, 0, 0, 70, 0, 0,                        //
        0, 156, 22 * L, 0, 54, -13 * L,              //
        0, 22 * L, 4 * L * L, 0, 13 * L, -3 * L * L, //
        70, 0, 0, 140, 0, 0,                         //
        0, 54, 13 * L, 0, 156, -22 * L,              //
        0, -13 * L, -3 * L * L, 0, -22 * L, 4 * L * L;
    return m * M;
}

// Rows (t, normal, rotation) of both nodes as functions of (x, y, rotation).
Matrix6 to_local(const Eigen::Vector2d& t)
{
    Matrix6 R = Matrix6::Identity();
    for (const Index i : {0, 3}) {
        R.block<1, 2>(i, i) << t.x(), t.y();
        R.block<1, 2>(i + 1, i) << -t.y(), t.x();
    }
    return R;
}

void assemble(const Body& body, SparseMatrix& M, SparseMatrix& K)
{
    std::vector<Eigen::Triplet<double>> masses, stiffnesses;
    for (const Cell& cell : body.cells) {
        const Matrix6 R = to_local(cell.t);
        const Matrix6 K_e = R.transpose() * local_stiffness(body.options, cell.length) * R;
        const Matrix6 M_e = R.transpose() * local_mass(body.options, cell.length) * R;
        auto row = [&cell](Index i) -> Index {
            return 3 * (i < 3 ? cell.first : cell.second) + i % 3;
        };
        // K and M use the lower triangle for both halves, so they are exactly symmetric.
        for (Index j = 0; j < 6; ++j)
            for (Index i = 0; i < 6; ++i) {
                const Index low = std::max(i, j), high = std::min(i, j);
                if (K_e(low, high) != 0)
                    stiffnesses.emplace_back(row(i), row(j), K_e(low, high));
                if (M_e(low, high) != 0)
                    masses.emplace_back(row(i), row(j), M_e(low, high));
            }
    }
    const Index n_all = body.P.rows();
    SparseMatrix M_all(n_all, n_all), K_all(n_all, n_all);
    M_all.setFromTriplets(masses.begin(), masses.end());
    K_all.setFromTriplets(stiffnesses.begin(), stiffnesses.end());
    M = body.P.transpose() * M_all * body.P;
    K = body.P.transpose() * K_all * body.P;
}

Port port_of(const Body& body, const std::string& name, const NodeGroup& nodes)
{
    const auto count = static_cast<Index>(nodes.nodes.size());
    Port port{name, components, {}, Matrix(count, 3), Vector::Zero(count), {}};
    std::vector<Eigen::Triplet<double>> chosen;
    for (Index i = 0; i < count; ++i) {
        const int node = nodes.nodes[static_cast<std::size_t>(i)];
        port.X.row(i) = body.mesh.X.row(node);
        for (int c = 0; c < 3; ++c)
            chosen.emplace_back(3 * i + c, 3 * node + c, 1.0);
    }
    SparseMatrix selection(3 * count, body.P.rows());
    selection.setFromTriplets(chosen.begin(), chosen.end());
    port.W = selection * body.P;

    auto row = [&nodes](int node) -> int {
        return static_cast<int>(std::lower_bound(nodes.nodes.begin(), nodes.nodes.end(), node) -
                                nodes.nodes.begin());
    };
    for (const Edge& of_mesh : nodes.edges) {
        const Edge edge{row(of_mesh.first), row(of_mesh.second)};
        port.edges.push_back(edge);
        const double length = (port.X.row(edge.second) - port.X.row(edge.first)).norm();
        port.share(edge.first) += length / 2;
        port.share(edge.second) += length / 2;
        port.area += length * body.options.section.width;
    }
    if (port.edges.empty())
        port.share.setOnes();
    port.share /= port.share.sum();
    return port;
}

Matrix displacement(const Body& body, const Vector& u)
{
    const Vector all = body.P * u;
    Matrix U(body.mesh.X.rows(), 2);
    for (Index node = 0; node < U.rows(); ++node)
        U.row(node) = all.segment<2>(3 * node).transpose();
    return U;
}

Matrix nodal_stress(const Body& body, const Vector& u)
{
    const BeamSection& section = body.options.section;
    const double E = body.options.material.young;
    const Vector all = body.P * u;
    Vector worst = Vector::Zero(body.mesh.X.rows());
    Matrix stress = Matrix::Zero(body.mesh.X.rows(), 3);
    for (const Cell& cell : body.cells) {
        Vector6 u_e;
        u_e << all.segment<3>(3 * cell.first), all.segment<3>(3 * cell.second);
        const double L = cell.length;
        const Vector6 local = to_local(cell.t) * u_e;
        // axial = false: the axial force is an unknown reaction
        const double axial = body.options.axial ? E * (local(3) - local(0)) / L : 0;
        const double chord = (local(4) - local(1)) / L;
        for (const bool at_end : {false, true}) {
            const double near = at_end ? local(5) : local(2), far = at_end ? local(2) : local(5);
            const double curvature = (6 * chord - 4 * near - 2 * far) / L; // largest one
            const double bending = E * section.extreme_fibre * std::abs(curvature);
            const double sigma = axial < 0 ? axial - bending : axial + bending;
            const int node = at_end ? cell.second : cell.first;
            if (std::abs(sigma) > worst(node)) {
                worst(node) = std::abs(sigma);
                stress.row(node) << sigma * cell.t.x() * cell.t.x(),
                    sigma * cell.t.y() * cell.t.y(), sigma * cell.t.x() * cell.t.y();
            }
        }
    }
    return stress;
}

// Sets the translations and the rotation about the origin that the dofs of the beam allow. A beam
// with a stiff axis cannot move along it and rotates about its first node.
void rigid_motions(const Body& body, Substructure& s)
{
    const Mesh& mesh = body.mesh;
    Matrix R = Matrix::Zero(3 * mesh.X.rows(), 3);
    const Eigen::Vector2d t = body.cells.front().t;
    const Eigen::RowVector2d pole = body.options.axial
                                        ? Eigen::RowVector2d(0, 0)
                                        : mesh.X.row(body.cells.front().first).head<2>();
    for (Index node = 0; node < mesh.X.rows(); ++node) {
        const Eigen::RowVector2d arm = mesh.X.row(node).head<2>() - pole;
        R.middleRows<3>(3 * node) << 1, 0, -arm.y(), 0, 1, arm.x(), 0, 0, 1;
    }
    std::vector<std::string> names{"translation in x", "translation in y", "rotation"};
    if (!body.options.axial) {
        R.col(0) = -t.y() * R.col(0) + t.x() * R.col(1);
        R.col(1) = R.col(2);
        R.conservativeResize(Eigen::NoChange, 2);
        names = {"translation across the axis", "rotation"};
    }
    // The columns of P are orthogonal unit vectors, so a dof is the projection.
    const Matrix rigid = body.P.transpose() * R;
    std::vector<Index> kept;
    for (Index k = 0; k < rigid.cols(); ++k)
        if (rigid.col(k).norm() > 0) {
            kept.push_back(k);
            s.rigid_names.push_back(names[static_cast<std::size_t>(k)]);
        }
    s.rigid.resize(rigid.rows(), static_cast<Index>(kept.size()));
    for (std::size_t k = 0; k < kept.size(); ++k)
        s.rigid.col(static_cast<Index>(k)) = rigid.col(kept[k]);
}

} // namespace

BeamSection rectangle_section(double width, double height)
{
    require(positive(width), "width", width, "expected a number > 0");
    require(positive(height), "height", height, "expected a number > 0");
    return {width * height, width * height * height * height / 12, height / 2, width};
}

BeamSection circle_section(double diameter)
{
    require(positive(diameter), "diameter", diameter, "expected a number > 0");
    const double pi = std::numbers::pi, d2 = diameter * diameter;
    return {pi * d2 / 4, pi * d2 * d2 / 64, diameter / 2, 0};
}

Substructure beam(const std::string& name, const Mesh& mesh, const BeamOptions& options)
{
    check(options);
    Body of_beam{mesh, options, cells_of(mesh), {}};
    of_beam.P = dofs(mesh, options, of_beam.cells);
    const auto body = std::make_shared<const Body>(std::move(of_beam));

    Substructure s;
    s.name = name;
    assemble(*body, s.M, s.K);
    s.C.resize(s.n(), s.n());
    for (const auto& [group_name, nodes] : mesh.groups)
        s.ports.push_back(port_of(*body, group_name, nodes));
    rigid_motions(*body, s);
    s.recovery = std::make_shared<const Recovery>(
        Recovery{mesh, [body](const Vector& u) -> Matrix { return displacement(*body, u); },
                 [body](const Vector& u) -> Matrix { return nodal_stress(*body, u); }});
    return s;
}

} // namespace slideway::fem
