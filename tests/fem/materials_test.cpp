#include "base/error.hpp"
#include "fem/inertia.hpp"
#include "fem/material.hpp"
#include "fem/named_nodes.hpp"
#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "rectangle_mesh.hpp"
#include "solid_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

// A carbon fibre laminate, fibres along axis 1.
Material laminate()
{
    Material m;
    m.density = 1600;
    m.orthotropic = Orthotropic{{140e9, 10e9, 9e9}, {0.3, 0.4, 0.28}, {5e9, 3.4e9, 4.5e9}};
    return m;
}

Material turned(Material m, const Eigen::Vector3d& axis, double angle)
{
    turn(m, rotation(axis, angle));
    return m;
}

// A bar of 2 x 1 x 1 m along x in nx x 1 x 1 cells. The groups "left" and "right" are its halves.
Mesh halves(const std::string& shape, int nx = 4)
{
    Mesh mesh = solid_mesh(shape, {nx, 1, 1}, [](const Unit& p) -> Unit {
        return {2 * p(0), p(1), p(2)};
    });
    NodeGroup left{3, {}, {}}, right = left;
    left.elements.resize(1);
    right.elements.resize(1);
    const ElementBlock& block = mesh.blocks[0];
    for (Index e = 0; e < block.nodes.rows(); ++e) {
        double x = 0;
        for (Index i = 0; i < block.nodes.cols(); ++i)
            x += mesh.X(block.nodes(e, i), 0) / static_cast<double>(block.nodes.cols());
        NodeGroup& half = x < 1 ? left : right;
        half.elements[0].push_back(e);
        for (Index i = 0; i < block.nodes.cols(); ++i)
            half.nodes.push_back(block.nodes(e, i));
    }
    for (NodeGroup* half : {&left, &right}) {
        std::sort(half->nodes.begin(), half->nodes.end());
        half->nodes.erase(std::unique(half->nodes.begin(), half->nodes.end()), half->nodes.end());
    }
    mesh.groups["left"] = left;
    mesh.groups["right"] = right;
    mesh.groups.erase("body");
    return mesh;
}

SolidOptions of_halves(const Material& left, const Material& right)
{
    SolidOptions options;
    options.materials = {{"left", left}, {"right", right}};
    return options;
}

Vector pulled(Substructure& s, double force)
{
    make_port(s, "end");
    return independent::solve_sparse(s.K, force * mean_row(port(s, "end"), 0));
}

} // namespace

TEST_CASE("Orthotropic constants of an isotropic material give its elasticity in any axes", "[fem]")
{
    const double E = 210e9, nu = 0.3, G = E / (2 * (1 + nu));
    const Material steel{E, nu, 7800};
    Material same{0, 0, 7800};
    same.orthotropic = Orthotropic{{E, E, E}, {nu, nu, nu}, {G, G, G}};
    for (const double angle : {0.0, 0.7}) {
        const Material m = turned(same, {1, 2, -0.5}, angle);
        CHECK((elasticity(m) - elasticity(steel)).norm() < 1e-14 * elasticity(steel).norm() * 36);
        CHECK((plane_stress_elasticity(m) - plane_stress_elasticity(steel)).norm() <
              1e-13 * elasticity(steel).norm());
    }
}

TEST_CASE("A laminate has its moduli along its axes, and the off-axis modulus between", "[fem]")
{
    // Off-axis: 1/E_x = c^4/E_1 + s^4/E_2 + (1/G_12 - 2 nu_12/E_1) c^2 s^2; Jones, Mechanics of
    // Composite Materials, 1975, eq. (2.91).
    const Orthotropic o = *laminate().orthotropic;
    for (const double angle : {0.0, 0.4, 1.1, std::numbers::pi / 2}) {
        const Matrix S = independent::inverse(elasticity(turned(laminate(), {0, 0, 1}, angle)));
        const double c = std::pow(std::cos(angle), 2), s = std::pow(std::sin(angle), 2);
        const double expected = c * c / o.young[0] + s * s / o.young[1] +
                                (1 / o.shear[0] - 2 * o.poisson[0] / o.young[0]) * c * s;
        CHECK(S(0, 0) == Approx(expected).epsilon(1e-12).margin(0));
    }
    // nu_23 and nu_13, G_23 (yz) and G_13 (zx) stand in their places
    const Matrix S = independent::inverse(elasticity(laminate()));
    CHECK(-S(2, 1) / S(1, 1) == Approx(o.poisson[1]).epsilon(1e-12));
    CHECK(-S(2, 0) / S(0, 0) == Approx(o.poisson[2]).epsilon(1e-12));
    CHECK(1 / S(4, 4) == Approx(o.shear[1]).epsilon(1e-12));
    CHECK(1 / S(5, 5) == Approx(o.shear[2]).epsilon(1e-12));
    // plane stress: Q_11 = E_1 / (1 - nu_12 nu_21)
    const double nu_21 = o.poisson[0] * o.young[1] / o.young[0];
    CHECK(plane_stress_elasticity(laminate())(0, 0) ==
          Approx(o.young[0] / (1 - o.poisson[0] * nu_21)).epsilon(1e-12));
}

TEST_CASE("A turned solid of laminate has the frequencies of the unturned one", "[fem]")
{
    const Mesh mesh = halves("hex20");
    SolidOptions options{laminate(), {}, {"start"}, {}};
    const Substructure s = solid("a", mesh, options);
    const Eigen::Matrix3d R = rotation(Eigen::Vector3d(1, 2, 3), 0.9);
    turn(options.material, R);
    const Substructure t = solid(
        "b", placed(mesh, R, Eigen::Vector3d::Zero(), Eigen::Vector3d(100, -50, 30)), options);
    const auto squares = [](const Substructure& body) -> Vector {
        return independent::symmetric_eigenvalues(Matrix(body.K), Matrix(body.M)).head(5);
    };
    const Vector w = squares(s);
    CHECK((squares(t) - w).cwiseQuotient(w).cwiseAbs().maxCoeff() < 2e-8); // of frequencies 1e-8
}

TEST_CASE("A bar of two materials stretches by the sum of both halves", "[fem]")
{
    // no lateral strain, so the stress is uniform and the clamp exact
    const Material soft{2e9, 0, 1000}, stiff{8e9, 0, 3000};
    for (const char* shape : {"hex8", "hex20", "tet10", "wedge15"}) {
        CAPTURE(shape);
        SolidOptions options = of_halves(soft, stiff);
        options.fixed = {"start"};
        const Mesh mesh = halves(shape);
        Substructure s = solid("bar", mesh, options);
        const Vector u = pulled(s, 6e6);
        CHECK(mean_row(port(s, "end"), 0).dot(u) == Approx(6e6 / 2e9 + 6e6 / 8e9).epsilon(1e-12));
        const Matrix stress = s.recovery->stress(u);
        CHECK((stress.col(0).array() - 6e6).abs().maxCoeff() < 1e-3);
        const Inertia whole = inertia(mesh, options);
        CHECK(whole.mass == Approx(4000).epsilon(1e-12));
        CHECK(whole.centre->x() == Approx((1000 * 0.5 + 3000 * 1.5) / 4000).epsilon(1e-12));
    }
}

TEST_CASE("Stress at the border of two materials is that of one of them", "[fem]")
{
    // A given stretch of both: s_xx = E e in each half. The border has the larger one.
    const Material soft{2e9, 0, 1000}, stiff{8e9, 0, 3000};
    const Mesh mesh = halves("hex20");
    const Substructure s = solid("bar", mesh, of_halves(soft, stiff));
    Vector u = Vector::Zero(s.n());
    for (Index i = 0; i < mesh.X.rows(); ++i)
        u(3 * i) = 1e-3 * mesh.X(i, 0);
    const Matrix stress = s.recovery->stress(u);
    for (Index i = 0; i < mesh.X.rows(); ++i)
        CHECK(stress(i, 0) == Approx(mesh.X(i, 0) < 0.99 ? 2e6 : 8e6).epsilon(1e-12));
    // also in a part of the mesh, whose elements are numbered anew
    const RecoveryPart part = fem::part(*s.recovery, {"right"});
    const Matrix shown = part.shown.stress(u(part.dofs));
    CHECK(shown.rows() > 0);
    CHECK((shown.col(0).array() - 8e6).abs().maxCoeff() < 1e-5);
}

TEST_CASE("Damping of materials is beta K of their elements", "[fem]")
{
    Material soft{2e9, 0.3, 1000}, stiff{8e9, 0.2, 3000};
    const Mesh mesh = halves("hex20");
    const SparseMatrix K_soft = solid("a", mesh, of_halves(soft, {1e-9, 0.3, 1})).K,
                       K_stiff = solid("b", mesh, of_halves({1e-9, 0.3, 1}, stiff)).K;
    soft.beta = 1e-5;
    stiff.beta = 3e-6;
    const Substructure s = solid("bar", mesh, of_halves(soft, stiff));
    const Matrix expected = 1e-5 * K_soft + 3e-6 * K_stiff;
    CHECK((Matrix(s.C) - expected).norm() < 1e-12 * expected.norm());
    CHECK(s.stiffness_damping == 0);
    stiff.beta = soft.beta; // one beta: proportional damping
    const Substructure one = solid("bar", mesh, of_halves(soft, stiff));
    CHECK(one.stiffness_damping == 1e-5);
    CHECK((Matrix(one.C) - 1e-5 * Matrix(one.K)).norm() == 0);
}

TEST_CASE("Groups without material, without elements and twice are refused by name", "[fem]")
{
    const Material steel{210e9, 0.3, 7800};
    Mesh mesh = halves("hex8");
    const auto refused = [&](const std::map<std::string, Material>& materials) -> std::string {
        SolidOptions options;
        options.materials = materials;
        try {
            (void)solid("bar", mesh, options);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refused({{"left", steel}}) == "materials = { left }; volume group right has no material");
    CHECK(refused({{"left", steel}, {"wright", steel}}) ==
          "materials = { wright }; no such group; did you mean right? Allowed: left, right");
    CHECK(refused({{"left", steel}, {"end", steel}, {"right", steel}}) ==
          "materials = { end }; a group of surfaces, which has no elements; allowed: left, right");
    CHECK(refused({{"left", steel}, {"right", {210e9, 0.5, 7800}}}) ==
          "materials.right.poisson = 0.5; expected a number in (-1, 0.5)");
    mesh.groups["all"] = mesh.groups["left"];
    CHECK(refused({{"all", steel}, {"left", steel}, {"right", steel}}) ==
          "materials = { left }; element 1 with a node at (0, 0) m is in the group all too");
    mesh.groups.erase("all");
    mesh.groups.erase("right");
    CHECK_THAT(refused({{"left", steel}}), Catch::Contains("belongs to no volume group"));
    Material bad = laminate();
    bad.orthotropic->poisson[0] = 3.8; // sqrt(E_1 / E_2) = 3.74
    CHECK_THROWS_WITH(check(bad), Catch::Contains("would have no energy"));
    CHECK_THROWS_WITH(check_in_plane(turned(laminate(), {1, 0, 0}, 0.1)),
                      Catch::Contains("in the plane"));
}
