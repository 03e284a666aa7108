#include "base/symmetric_modes.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "solid_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

// Benchmarks of NAFEMS, The Standard NAFEMS Benchmarks, 1990.

namespace {

// Adds the nodes and faces of "boundary" whose nodes all fulfil a condition.
void add_group(Mesh& mesh, const std::string& name,
               const std::function<bool(const Eigen::Vector3d&)>& holds)
{
    NodeGroup group{2, {}, {}};
    const auto inside = [&](int node) -> bool { return holds(mesh.X.row(node).transpose()); };
    for (const int node : mesh.groups.at("boundary").nodes)
        if (inside(node))
            group.nodes.push_back(node);
    for (const std::vector<int>& face : mesh.groups.at("boundary").faces)
        if (std::all_of(face.begin(), face.end(), inside))
            group.faces.push_back(face);
    mesh.groups[name] = group;
}

// Thick plate of LE10 between two ellipses, 0.6 m thick: a outwards, b the angle, c upwards.
Mesh elliptic_plate(const std::string& shape, int n)
{
    Mesh mesh = solid_mesh(shape, {n, 2 * n, 2}, [](const Unit& p) -> Unit {
        const double angle = std::numbers::pi / 2 * p(1);
        const double x = 2 + 1.25 * p(0), y = 1 + 1.75 * p(0);
        return {x * std::cos(angle), y * std::sin(angle), 0.6 * p(2)};
    });
    constexpr double near = 1e-9;
    const auto outside = [](const Eigen::Vector3d& X) -> bool {
        return std::abs(std::pow(X.x() / 3.25, 2) + std::pow(X.y() / 2.75, 2) - 1) < near;
    };
    add_group(mesh, "on_x", [](const auto& X) -> bool { return std::abs(X.y()) < near; });
    add_group(mesh, "on_y", [](const auto& X) -> bool { return std::abs(X.x()) < near; });
    add_group(mesh, "outside", outside);
    add_group(mesh, "middle",
              [&](const auto& X) -> bool { return outside(X) && std::abs(X.z() - 0.3) < near; });
    add_group(mesh, "upper", [](const auto& X) -> bool { return std::abs(X.z() - 0.6) < near; });
    return mesh;
}

} // namespace

TEST_CASE("NAFEMS LE10: stress of a thick plate under pressure is -5.38 MPa", "[fem]")
{
    struct Variant {
        const char* shape;
        int n;
        double tolerance; // of the mesh
    };
    for (const auto& [shape, n, tolerance] :
         std::vector<Variant>{{"hex20", 6, 0.05}, {"tet10", 6, 0.05}}) {
        CAPTURE(shape);
        const Mesh mesh = elliptic_plate(shape, n);
        const Substructure s = solid("plate", mesh,
                                     {{210e9, 0.3, 7800},
                                      {},
                                      {"on_x.y", "on_y.x", "outside.x", "outside.y", "middle.z"},
                                      {}});
        const Matrix load = 1e6 * pressure_forces(s, "upper");
        const Vector u = independent::solve_sparse(s.K, s.recovery->forces->on_dofs(load, s.n()));
        Index D = 0;
        (void)(mesh.X.rowwise() - Eigen::RowVector3d(2, 0, 0.6)).rowwise().norm().minCoeff(&D);
        CHECK(s.recovery->stress(u)(D, 1) == Approx(-5.38e6).epsilon(tolerance));
    }
}

TEST_CASE("NAFEMS FV52: frequencies of a simply supported thick plate", "[fem]")
{
    // The plate is held along z at its lower edges alone, and is free in its plane: three rigid
    // motions. The published values of bending are those of a plate that is held at its middle,
    // so solids that are held below are softer by some percent. Mode 8 is in the plane.
    for (const char* shape : {"hex20", "tet10"}) {
        CAPTURE(shape);
        Mesh mesh = solid_mesh(shape, {8, 8, 1}, [](const Unit& p) -> Unit {
            return {10 * p(0), 10 * p(1), p(2)};
        });
        add_group(mesh, "edges", [](const auto& X) -> bool {
            const auto end = [](double x) -> bool { return x < 1e-9 || x > 10 - 1e-9; };
            return X.z() < 1e-9 && (end(X.x()) || end(X.y()));
        });
        const Substructure s = solid("plate", mesh, {{200e9, 0.3, 8000}, {}, {"edges.z"}, {}});
        const Vector f = lowest_modes(s.K, s.M, 10).omega / (2 * std::numbers::pi);
        CHECK(f.head(3).maxCoeff() < 1e-2);
        const std::vector<std::pair<double, double>> published{
            {45.897, 0.05}, {109.44, 0.05}, {109.44, 0.05}, {167.89, 0.05},
            {193.59, 0.01}, {206.19, 0.05}, {206.19, 0.05}};
        for (std::size_t k = 0; k < published.size(); ++k) {
            CAPTURE(k);
            CHECK(f(static_cast<Index>(3 + k)) ==
                  Approx(published[k].first).epsilon(published[k].second));
        }
    }
}
