#include "base/error.hpp"
#include "fem/named_nodes.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "fem/recovery.hpp"
#include "fem/solid.hpp"
#include "rectangle_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

const Material steel{210e9, 0.3, 7800};

Mesh distorted(const std::string& shape)
{
    const double amount = fem::shape(shape).second_order() ? 0.01 : 0.03;
    return rectangle_mesh(shape, 4, 3, 0.4, 0.3, [=](double x, double y) -> Eigen::Vector2d {
        return {x + amount * std::sin(9 * x + 4 * y), y + amount * std::cos(7 * x - 5 * y)};
    });
}

// A quarter of a ring from radius 1 to 2 m; "left" is its bore, "bottom" and "top" its planes of
// symmetry y = 0 and x = 0.
Mesh quarter_ring(const std::string& shape, int n)
{
    return rectangle_mesh(shape, n, 2 * n, 1, std::numbers::pi / 2,
                          [](double x, double angle) -> Eigen::Vector2d {
                              return {(1 + x) * std::cos(angle), (1 + x) * std::sin(angle)};
                          });
}

struct Errors {
    double displacement = 0, stress = 0; ///< root mean squares over the nodes, relative
};

// Errors of a thick cylinder of radii 1 and 2 m, held lengthwise, under the pressure 1 on its bore.
//   u_r = (1 + nu) / E * a^2 / (b^2 - a^2) * ((1 - 2 nu) r + b^2 / r),  s_hoop(a) = 5 / 3
// Source: Lame's solution, in any text, e.g. Timoshenko & Goodier, Theory of Elasticity.
Errors cylinder_errors(const ElementCase& element, int n)
{
    const Mesh mesh = quarter_ring(element.shape, n);
    PlaneStressOptions options{steel, 0.5, {element.name}, {"bottom.y", "top.x"}};
    options.state = PlaneState::strain;
    const Substructure s = plane_stress("cylinder", mesh, options);
    const Matrix load = pressure_forces(s, "left");
    const Vector u = independent::solve_sparse(s.K, s.recovery->forces->on_dofs(load, s.n()));
    const Matrix U = s.recovery->displacement(u), S = s.recovery->stress(u);
    REQUIRE(S.cols() == 4);
    const double nu = steel.poisson;
    Errors errors;
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        const double x = mesh.X(i, 0), y = mesh.X(i, 1), r = std::hypot(x, y);
        const double exact = (1 + nu) / steel.young / 3 * ((1 - 2 * nu) * r + 4 / r);
        const double bore = (1 + nu) / steel.young / 3 * (1 - 2 * nu + 4);
        errors.displacement += std::pow(((U(i, 0) * x + U(i, 1) * y) / r - exact) / bore, 2);
        const double radial = (1 - 4 / (r * r)) / 3, hoop = (1 + 4 / (r * r)) / 3;
        const double c = x / r, d = y / r;
        const Eigen::RowVector4d s_exact(radial * c * c + hoop * d * d,
                                         radial * d * d + hoop * c * c, (radial - hoop) * c * d,
                                         nu * (radial + hoop));
        errors.stress += (S.row(i) - s_exact).squaredNorm() * 9 / 25;
    }
    const auto n_nodes = static_cast<double>(mesh.X.rows());
    return {std::sqrt(errors.displacement / n_nodes), std::sqrt(errors.stress / n_nodes)};
}

} // namespace

TEST_CASE("Plane strain is plane stress with E / (1 - nu^2) and nu / (1 - nu), and has s_zz",
          "[fem]")
{
    const double E = 210e9, nu = 0.3;
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        const Mesh mesh = distorted(element.shape);
        PlaneStressOptions options{{E, nu, 7800}, 0.02, {element.name}, {"left"}};
        const Substructure modified = plane_stress(
            "b", mesh, {{E / (1 - nu * nu), nu / (1 - nu), 7800}, 0.02, {element.name}, {"left"}});
        options.state = PlaneState::strain;
        const Substructure s = plane_stress("b", mesh, options);
        const double largest = Matrix(s.K).cwiseAbs().maxCoeff();
        CHECK((Matrix(s.K) - Matrix(modified.K)).cwiseAbs().maxCoeff() < 1e-14 * largest);
        CHECK((Matrix(s.M) - Matrix(modified.M)).cwiseAbs().maxCoeff() == 0);

        Vector u(s.n());
        for (Index i = 0; i < u.size(); ++i)
            u(i) = 1e-3 * std::sin(3.0 * static_cast<double>(i) + 1);
        const Matrix S = s.recovery->stress(u), in_plane = modified.recovery->stress(u);
        REQUIRE(S.cols() == 4);
        const double size = in_plane.cwiseAbs().maxCoeff();
        CHECK((S.leftCols(3) - in_plane).cwiseAbs().maxCoeff() < 1e-13 * size);
        CHECK((S.col(3) - nu * (in_plane.col(0) + in_plane.col(1))).cwiseAbs().maxCoeff() <
              1e-13 * size);
    }
}

TEST_CASE("A turned orthotropic material in plane strain follows a solid held across", "[fem]")
{
    Orthotropic wood{{10e9, 2e9, 1e9}, {0.3, 0.4, 0.25}, {0.8e9, 0.3e9, 0.6e9}};
    wood.axes.topLeftCorner<2, 2>() = rotation(0.4);
    Material material{0, 0, 500};
    material.orthotropic = wood;
    // one square element against one cube of height 1, both in the same uniform strain
    const Mesh square = rectangle_mesh("quad4", 1, 1, 1, 1);
    PlaneStressOptions options{material, 1, {}, {}};
    options.state = PlaneState::strain;
    const Substructure plane = plane_stress("plane", square, options);
    Mesh cube;
    cube.source = "cube";
    cube.X.resize(8, 3);
    cube.X << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1;
    cube.blocks.push_back({"hex8", Eigen::MatrixXi(1, 8)});
    cube.blocks[0].nodes << 0, 1, 2, 3, 4, 5, 6, 7;
    const Substructure solid_cube = solid("cube", cube, {material, {}, {}, {}});
    const Eigen::Matrix2d gradient{{1e-3, 2e-3}, {-5e-4, 7e-4}};
    Vector in_plane(8), in_space = Vector::Zero(24);
    for (Index i = 0; i < 4; ++i)
        in_plane.segment<2>(2 * i) = gradient * square.X.row(i).head<2>().transpose();
    for (Index i = 0; i < 8; ++i)
        in_space.segment<2>(3 * i) = gradient * cube.X.row(i).head<2>().transpose();
    const Eigen::RowVectorXd s = plane.recovery->stress(in_plane).row(0),
                             t = solid_cube.recovery->stress(in_space).row(0);
    const Eigen::RowVector4d expected(t(0), t(1), t(3), t(2));
    CHECK((s - expected).norm() < 1e-13 * expected.norm());
}

TEST_CASE("A thick cylinder in plane strain has Lame's displacement and stress", "[fem]")
{
    // Orders in the mean: displacement 2 and 3, averaged stress at least 1 and 2 (theory; they are
    // approached from below).
    for (const ElementCase& element : element_cases) {
        const Errors coarse = cylinder_errors(element, 8), fine = cylinder_errors(element, 16);
        CAPTURE(element.name, coarse.displacement, fine.displacement, coarse.stress, fine.stress);
        const bool quadratic = fem::shape(element.shape).second_order();
        CHECK(std::log2(coarse.displacement / fine.displacement) > (quadratic ? 2.9 : 1.8));
        CHECK(std::log2(coarse.stress / fine.stress) > (quadratic ? 1.9 : 0.95));
        CHECK(fine.displacement < (quadratic ? 2e-5 : 8e-3));
    }
}

TEST_CASE("A pressure acts on the boundary of a plane body against its outward normal", "[fem]")
{
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        const Mesh mesh = distorted(element.shape);
        const Substructure s = plane_stress("b", mesh, {steel, 0.02, {element.name}, {}});
        // The pressure on the whole boundary has no resultant and no moment; on one curve it has
        // that of the chord, because the integral of the normal depends on the ends alone.
        Matrix sum = Matrix::Zero(mesh.X.rows(), 2);
        for (const char* curve : {"left", "right", "bottom", "top"})
            sum += pressure_forces(s, curve);
        const double size = pressure_forces(s, "left").colwise().sum().norm();
        CHECK(sum.colwise().sum().norm() < 1e-15);
        CHECK(std::abs(mesh.X.col(0).dot(sum.col(1)) - mesh.X.col(1).dot(sum.col(0))) <
              1e-14 * size);
        const std::vector<int>& left = mesh.groups.at("left").nodes;
        const Eigen::RowVector2d chord =
            (mesh.X.row(left.back()) - mesh.X.row(left.front())).head<2>();
        const Eigen::RowVector2d inward = 0.02 * Eigen::RowVector2d(chord.y(), -chord.x());
        CHECK((pressure_forces(s, "left").colwise().sum() - inward).norm() < 1e-15);
    }
    Mesh mesh = rectangle_mesh("quad4", 2, 2, 1, 1);
    mesh.groups["inside"] = NodeGroup{1, {1, 4}, {{1, 4}}};
    const Substructure s = plane_stress("b", mesh, {steel, 0.02, {}, {}});
    CHECK_THROWS_WITH(pressure_forces(s, "inside"),
                      "the curve inside lies inside the body at (0.5, 0) m, where it has no "
                      "outward normal");
    CHECK_THROWS_WITH(pressure_forces(s, "body"),
                      Catch::StartsWith("a pressure acts on a curve of a body in the plane"));
}
