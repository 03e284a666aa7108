#include "fem/rigid.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace slideway::fem {

namespace {

const std::vector<std::string> components{"x", "y", "rotation"};

void check_value(const char* key, double value)
{
    if (!(std::isfinite(value) && value >= 0))
        throw InputError(key, number_text(value), "expected a number >= 0");
}

// Returns the dofs of x, y and rotation; -1 if fixed.
std::array<Index, 3> free_dofs(const RigidOptions& options)
{
    std::array<Index, 3> dof{0, 0, 0};
    for (const std::string& fixed : options.fixed) {
        if (fixed == "centre") {
            dof = {-1, -1, -1};
            continue;
        }
        const std::string component = fixed.starts_with("centre.") ? fixed.substr(7) : fixed;
        const auto found = std::find(components.begin(), components.end(), component);
        if (found == components.end()) {
            std::vector<std::string> allowed = components;
            allowed.emplace_back("centre");
            throw InputError("fixed", "\"" + fixed + "\"",
                             "a rigid body is held at its centre" + name_hint(component, allowed));
        }
        dof[static_cast<std::size_t>(found - components.begin())] = -1;
    }
    Index n = 0;
    for (Index& d : dof)
        if (d >= 0)
            d = n++;
    return dof;
}

// Returns the rows x, y and rotation of each node at X (nodes x 3, z = 0).
SparseRows rows_at(const Matrix& X, const Eigen::Vector2d& centre, const std::array<Index, 3>& dof,
                   Index n)
{
    SparseRows W(3 * X.rows(), n);
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < X.rows(); ++i) {
        const Eigen::Vector2d arm = X.row(i).head<2>().transpose() - centre;
        for (Index c = 0; c < 3; ++c)
            if (const Index d = dof[static_cast<std::size_t>(c)]; d >= 0)
                entries.emplace_back(3 * i + c, d, 1.0);
        if (dof[2] >= 0 && arm.y() != 0)
            entries.emplace_back(3 * i, dof[2], -arm.y());
        if (dof[2] >= 0 && arm.x() != 0)
            entries.emplace_back(3 * i + 1, dof[2], arm.x());
    }
    W.setFromTriplets(entries.begin(), entries.end());
    return W;
}

// Adds edges along X; the shares of the nodes are half of the adjacent lengths.
void make_curve(Port& port, double thickness)
{
    port.share.setZero();
    for (Index i = 0; i + 1 < port.X.rows(); ++i) {
        const double length = (port.X.row(i + 1) - port.X.row(i)).norm();
        if (!(length > 0))
            throw InputError("polylines", "{ " + port.name + " }",
                             "point " + std::to_string(i + 2) + " lies on the one before");
        port.edges.push_back({static_cast<int>(i), static_cast<int>(i + 1)});
        port.share(i) += length / 2;
        port.share(i + 1) += length / 2;
        port.area += length * thickness;
    }
    port.share /= port.share.sum();
}

// Draws points joined to the centre, and polylines. Node 0 is the centre.
Mesh drawing(const std::string& name, const Eigen::Vector2d& centre, const std::vector<Port>& ports)
{
    Mesh mesh;
    mesh.source = name;
    Index n_nodes = 1;
    for (const Port& port : ports)
        n_nodes += port.name == "centre" ? 0 : port.n_nodes();
    mesh.X.resize(n_nodes, 3);
    mesh.X.row(0) = in_space(centre).transpose();
    std::vector<std::array<int, 2>> lines;
    int next = 1;
    for (const Port& port : ports) {
        if (port.name == "centre")
            continue;
        mesh.X.middleRows(next, port.n_nodes()) = port.X;
        if (port.edges.empty())
            lines.push_back({0, next});
        for (const Edge& edge : port.edges)
            lines.push_back({next + edge.first, next + edge.second});
        next += static_cast<int>(port.n_nodes());
    }
    ElementBlock block{"line2", Eigen::MatrixXi(static_cast<Index>(lines.size()), 2)};
    for (std::size_t e = 0; e < lines.size(); ++e)
        block.nodes.row(static_cast<Index>(e)) << lines[e][0], lines[e][1];
    if (!lines.empty())
        mesh.blocks.push_back(std::move(block));
    return mesh;
}

} // namespace

Substructure rigid(const std::string& name, const RigidOptions& options)
{
    if (options.mass)
        check_value("mass", *options.mass);
    if (options.inertia)
        check_value("inertia", *options.inertia);
    check_value("thickness", options.thickness);
    const std::array<Index, 3> dof = free_dofs(options);
    const Index n = std::max({dof[0], dof[1], dof[2]}) + 1;
    if (!options.mass && (dof[0] >= 0 || dof[1] >= 0))
        throw InputError("mass is missing; the rigid body is free to move in " +
                         components[dof[0] >= 0 ? 0 : 1]);
    if (!options.inertia && dof[2] >= 0)
        throw InputError("inertia is missing; the rigid body is free to turn");

    Substructure s;
    s.name = name;
    s.M.resize(n, n);
    s.C.resize(n, n);
    s.K.resize(n, n);
    for (std::size_t c = 0; c < 3; ++c)
        if (dof[c] >= 0)
            s.M.insert(dof[c], dof[c]) = c < 2 ? *options.mass : *options.inertia;
    s.M.makeCompressed();

    const Eigen::Matrix2d R = rotation(options.angle);
    auto add = [&](const std::string& port_name, const Matrix& offsets) -> Port& {
        for (const Port& other : s.ports)
            if (other.name == port_name)
                throw InputError("a rigid body has two ports \"" + port_name + "\"");
        Port port{port_name, components, {}, Matrix::Zero(offsets.rows(), 3), {}, {}};
        port.X.leftCols<2>() = offsets * R.transpose();
        port.X.leftCols<2>().rowwise() += options.at.transpose();
        port.W = rows_at(port.X, options.at, dof, n);
        port.share = Vector::Constant(port.n_nodes(), 1.0 / static_cast<double>(port.n_nodes()));
        return s.ports.emplace_back(std::move(port));
    };
    add("centre", Matrix::Zero(1, 2));
    for (const auto& [point, offset] : options.points)
        add(point, Eigen::RowVector2d(offset[0], offset[1]));
    for (const auto& [polyline, offsets] : options.polylines) {
        if (offsets.rows() < 2 || offsets.cols() != 2 || !offsets.allFinite())
            throw InputError("polylines", "{ " + polyline + " }",
                             "expected two or more points (x, y)");
        make_curve(add(polyline, offsets), options.thickness);
    }

    // Rigid motions are the translations and the rotation about the origin, except those in which
    // no free dof takes part.
    const Matrix columns =
        (Matrix(3, 3) << 1, 0, -options.at.y(), 0, 1, options.at.x(), 0, 0, 1).finished();
    const std::vector<std::string> names{"translation in x", "translation in y", "rotation"};
    s.rigid.resize(n, n);
    Index kept = 0;
    for (Index k = 0; k < 3; ++k)
        if (dof[static_cast<std::size_t>(k)] >= 0) {
            for (Index c = 0; c < 3; ++c)
                if (const Index d = dof[static_cast<std::size_t>(c)]; d >= 0)
                    s.rigid(d, kept) = columns(c, k);
            s.rigid_names.push_back(names[static_cast<std::size_t>(k)]);
            ++kept;
        }

    Mesh mesh = drawing(name, options.at, s.ports);
    if (!mesh.blocks.empty()) {
        const auto W = std::make_shared<const SparseRows>(rows_at(mesh.X, options.at, dof, n));
        const Index n_nodes = mesh.X.rows();
        s.recovery = std::make_shared<const Recovery>(
            Recovery{std::move(mesh),
                     [W, n_nodes](const Vector& u) -> Matrix {
                         const Vector y = *W * u;
                         Matrix U(n_nodes, 2);
                         for (Index i = 0; i < n_nodes; ++i)
                             U.row(i) = y.segment<2>(3 * i).transpose();
                         return U;
                     },
                     [n_nodes](const Vector&) -> Matrix { return Matrix::Zero(n_nodes, 3); }});
    }
    return s;
}

} // namespace slideway::fem
