#include "base/symmetric_modes.hpp"
#include "fem/elements/solid_element.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "solid_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

constexpr double pi = std::numbers::pi, E = 210e9, nu = 0.3, rho = 7800;

// Makes the nodes of the boundary at which a coordinate has a value a group of points.
void name_plane(Mesh& mesh, const std::string& name,
                const std::function<bool(const Eigen::Vector3d&)>& holds)
{
    NodeGroup group{0, {}, {}};
    for (const int node : mesh.groups.at("boundary").nodes)
        if (holds(mesh.X.row(node).transpose()))
            group.nodes.push_back(node);
    mesh.groups[name] = group;
}

bool equal(double a, double b)
{
    return std::abs(a - b) < 1e-9;
}

// Relative error of the first frequency of a box of 1 x 0.8 x 0.6 m whose faces slide along walls:
// u = (sin(pi x) cos(pi y / 0.8), -0.8 cos(pi x) sin(pi y / 0.8), 0) has no volume change, so
// omega = pi sqrt(G / rho) sqrt(1 + 1 / 0.64) exactly.
double frequency_error(const SolidElement& element, int n)
{
    const Eigen::Vector3d size(1, 0.8, 0.6);
    Mesh mesh = solid_mesh(std::string(element.shape), {n, n, n},
                           [&](const Unit& p) -> Unit { return size.cwiseProduct(p); });
    for (Index k = 0; k < 3; ++k)
        name_plane(mesh, std::string("wall_") + "xyz"[k], [&, k](const Eigen::Vector3d& X) {
            return equal(X(k), 0) || equal(X(k), size(k));
        });
    const Substructure s = solid(
        "box", mesh,
        {{E, nu, rho}, {std::string(element.name)}, {"wall_x.x", "wall_y.y", "wall_z.z"}, {}});
    const double exact = pi * std::sqrt(E / (2 * (1 + nu)) / rho) * std::sqrt(1 + 1 / 0.64);
    return lowest_modes(s.K, s.M, 1).omega(0) / exact - 1;
}

struct Errors {
    double displacement = 0, stress = 0; ///< root mean squares over the nodes, relative
};

// Errors of a thick cylinder of radii 1 and 2 m, held lengthwise, under the pressure 1 on its bore
// (Lame, see plane_strain_test.cpp).
Errors cylinder_errors(const SolidElement& element, int n)
{
    Mesh mesh = solid_mesh(std::string(element.shape), {n, n, 1}, [n](const Unit& p) -> Unit {
        const double r = 1 + p(0), angle = pi / 2 * p(1);
        return {r * std::cos(angle), r * std::sin(angle), p(2) / n};
    });
    name_plane(mesh, "on_x", [](const auto& X) -> bool { return equal(X(1), 0); });
    name_plane(mesh, "on_y", [](const auto& X) -> bool { return equal(X(0), 0); });
    name_plane(mesh, "slices",
               [n](const auto& X) -> bool { return equal(X(2), 0) || equal(X(2), 1.0 / n); });
    const Substructure s =
        solid("cylinder", mesh,
              {{E, nu, rho}, {std::string(element.name)}, {"on_x.y", "on_y.x", "slices.z"}, {}});
    const Vector u = independent::solve_sparse(
        s.K, s.recovery->forces->on_dofs(pressure_forces(s, "start"), s.n()));
    const Matrix U = s.recovery->displacement(u), S = s.recovery->stress(u);
    const double bore = (1 + nu) / E / 3 * (1 - 2 * nu + 4);
    Errors sum;
    for (Index i = 0; i < U.rows(); ++i) {
        const double x = mesh.X(i, 0), y = mesh.X(i, 1), r = std::hypot(x, y), c = x / r, d = y / r;
        const double exact = (1 + nu) / E / 3 * ((1 - 2 * nu) * r + 4 / r);
        sum.displacement += std::pow((U(i, 0) * c + U(i, 1) * d - exact) / bore, 2);
        const double radial = (1 - 4 / (r * r)) / 3, hoop = (1 + 4 / (r * r)) / 3;
        Eigen::RowVectorXd stress(6);
        stress << radial * c * c + hoop * d * d, radial * d * d + hoop * c * c,
            nu * (radial + hoop), (radial - hoop) * c * d, 0, 0;
        sum.stress += (S.row(i) - stress).squaredNorm() * 9 / 25;
    }
    const auto n_nodes = static_cast<double>(U.rows());
    return {std::sqrt(sum.displacement / n_nodes), std::sqrt(sum.stress / n_nodes)};
}

bool quadratic(const SolidElement& element)
{
    return shape(element.shape).second_order();
}

} // namespace

TEST_CASE("Frequencies of solid elements converge with order 2 and 4", "[fem]")
{
    // Theory: the error of a frequency is of the order 2 p of elements of degree p, approached from
    // below.
    for (const SolidElement& element : solid_elements()) {
        const int n = quadratic(element) ? 3 : 4;
        const double coarse = frequency_error(element, n), fine = frequency_error(element, 2 * n);
        CAPTURE(element.name, coarse, fine);
        CHECK(coarse > 0);
        CHECK(fine > 0);
        CHECK(std::log2(coarse / fine) > (quadratic(element) ? 3.5 : 1.85));
    }
}

TEST_CASE("Displacement and stress of solid elements converge to Lame's", "[fem]")
{
    // Theory: displacement 2 and 3, averaged stress at least 1 and 2, approached from below.
    for (const SolidElement& element : solid_elements()) {
        const int n = quadratic(element) ? 4 : 8;
        const Errors coarse = cylinder_errors(element, n), fine = cylinder_errors(element, 2 * n);
        CAPTURE(element.name, coarse.displacement, fine.displacement, coarse.stress, fine.stress);
        CHECK(std::log2(coarse.displacement / fine.displacement) >
              (quadratic(element) ? 2.8 : 1.7));
        CHECK(std::log2(coarse.stress / fine.stress) > (quadratic(element) ? 1.8 : 0.9));
    }
}
