#include "base/error.hpp"
#include "fem/plane_stress.hpp"
#include "rectangle_mesh.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

const PlaneStressOptions steel{{210e9, 0.3, 7800}, 0.01, "qm6", {}};

PlaneStressOptions with_fixed(std::vector<std::string> fixed)
{
    PlaneStressOptions options = steel;
    options.fixed = std::move(fixed);
    return options;
}

} // namespace

TEST_CASE("A uniform traction on two equal linear edges is shared 1/4, 1/2, 1/4", "[fem]")
{
    const Substructure s = plane_stress("b", rectangle_mesh("quad4", 3, 2, 3, 1), steel);
    const Vector share = port(s, "right").share;
    REQUIRE(share.size() == 3);
    CHECK(share(0) == Approx(0.25).epsilon(1e-15));
    CHECK(share(1) == Approx(0.5).epsilon(1e-15));
    CHECK(share(2) == Approx(0.25).epsilon(1e-15));
    CHECK(port(s, "body").share.isApproxToConstant(1.0 / 12, 1e-15));
    CHECK(port(s, "corner").share == Vector::Ones(1));

    // a resultant shared so does the work of the mean displacement
    const Vector row = mean_row(port(s, "right"), 0);
    CHECK(row.sum() == Approx(1).epsilon(1e-15));
    CHECK(row.dot(s.rigid.col(2)) == Approx(-0.5).epsilon(1e-14)); // -(mean y) of the right side
}

TEST_CASE("The resultant on an edge with unequal spacing follows the lengths of its edges", "[fem]")
{
    const Mesh mesh = rectangle_mesh("quad4", 1, 2, 1, 1, [](double x, double y) {
        return Eigen::Vector2d(x, y * y); // edges of 1/4 and 3/4
    });
    const Vector share = port(plane_stress("b", mesh, steel), "left").share;
    CHECK(share(0) == Approx(0.125).epsilon(1e-15));
    CHECK(share(1) == Approx(0.5).epsilon(1e-15));
    CHECK(share(2) == Approx(0.375).epsilon(1e-15));
}

TEST_CASE("Edges of a port run with the body on their right", "[fem]")
{
    const double angle = 0.7;
    const Mesh mesh = placed(rectangle_mesh("quad4", 4, 3, 4, 3), angle, {4, 3}, {-1, 5});
    const Substructure s = plane_stress("b", mesh, steel);
    const Eigen::RowVector2d inside = mesh.X.colwise().mean();
    for (const std::string name : {"left", "right", "bottom", "top"}) {
        CAPTURE(name);
        const Port& p = port(s, name);
        REQUIRE(p.edges.size() == static_cast<std::size_t>(p.n_nodes() - 1));
        for (const auto& [first, second, middle] : p.edges) {
            const Eigen::RowVector2d t = p.X.row(second) - p.X.row(first);
            const Eigen::RowVector2d outward(-t(1), t(0));
            CHECK(outward.dot(inside - p.X.row(first)) < 0);
        }
    }
}

TEST_CASE("A turned and moved body keeps its stiffness spectrum and takes its ports along", "[fem]")
{
    const Mesh drawn = rectangle_mesh("quad4", 4, 2, 0.4, 0.2, [](double x, double y) {
        return Eigen::Vector2d(x + 0.2 * y * x, y);
    });
    const double angle = 30 * std::numbers::pi / 180;
    const Mesh moved = placed(drawn, angle, {0.4, 0}, {1, -2});
    const Substructure a = plane_stress("a", drawn, steel), b = plane_stress("b", moved, steel);

    const Vector before = Eigen::SelfAdjointEigenSolver<Matrix>(Matrix(a.K)).eigenvalues();
    const Vector after = Eigen::SelfAdjointEigenSolver<Matrix>(Matrix(b.K)).eigenvalues();
    // coordinates of size 2 with cells of 0.1 lose a factor of 20 to a few eps
    CHECK((before - after).cwiseAbs().maxCoeff() < 1e-13 * before.maxCoeff());

    const Port& corner = port(b, "corner"); // drawn at the origin, 0.4 left of the pivot
    CHECK(corner.X(0, 0) == Approx(1 - 0.4 * std::cos(angle)).epsilon(1e-15));
    CHECK(corner.X(0, 1) == Approx(-2 - 0.4 * std::sin(angle)).epsilon(1e-15));
    CHECK((b.K * b.rigid).cwiseAbs().maxCoeff() < 1e-13 * before.maxCoeff());
    CHECK(b.recovery->mesh.X == moved.X);
}

TEST_CASE("Supported dofs are left out of the body and stay zero in its ports and results", "[fem]")
{
    const Mesh mesh = rectangle_mesh("quad4", 3, 2, 3, 2);
    const Substructure s = plane_stress("b", mesh, with_fixed({"left", "bottom.y"}));
    CHECK(s.n() == 2 * 12 - 2 * 3 - 3);
    CHECK(s.rigid.rows() == s.n());

    const Port& left = port(s, "left");
    CHECK(left.n_nodes() == 3);
    CHECK(left.W.nonZeros() == 0);
    const Port& bottom = port(s, "bottom");
    const Vector u = Vector::LinSpaced(s.n(), 1, 2);
    const Vector y = bottom.W * u;
    CHECK(y(1) == 0);
    CHECK(y(3) == 0);
    CHECK(y(2) != 0); // x of the second node is free

    const Matrix U = s.recovery->displacement(u);
    CHECK(U.row(0).norm() == 0);
    CHECK(U(1, 0) == y(2));
    CHECK(U(1, 1) == 0);

    // the rows of a port and of its components agree
    const Vector x_only = component_rows(bottom, component(bottom, "x")) * u;
    CHECK(x_only(1) == y(2));
    CHECK(x_only.size() == 4);
}

TEST_CASE("A wrong name in fixed, port or component is answered with the nearest one", "[fem]")
{
    const Mesh mesh = rectangle_mesh("quad4", 3, 2, 3, 2);
    CHECK_THROWS_WITH(plane_stress("b", mesh, with_fixed({"lefft"})),
                      Catch::Contains("no physical group \"lefft\"") &&
                          Catch::Contains("did you mean left?"));
    CHECK_THROWS_WITH(plane_stress("b", mesh, with_fixed({"left.z"})),
                      Catch::Contains("no component \"z\"") && Catch::Contains("x, y"));
    CHECK_THROWS_WITH(plane_stress("b", mesh, with_fixed({"body"})),
                      Catch::Contains("no free dof"));

    const Substructure s = plane_stress("lower", mesh, steel);
    CHECK_THROWS_WITH(port(s, "topp"),
                      Catch::Contains("substructure \"lower\" has no port \"topp\"") &&
                          Catch::Contains("did you mean top?"));
    CHECK_THROWS_WITH(component(port(s, "top"), "rx"), Catch::Contains("no component \"rx\""));
    CHECK_THROWS_AS(port(s, "topp"), InputError);
}

TEST_CASE("Rayleigh damping is added to the damping that is there", "[fem]")
{
    Substructure s = plane_stress("b", rectangle_mesh("quad4", 2, 1, 2, 1), steel);
    add_rayleigh(s, 20, 3.6e-8);
    add_rayleigh(s, 1, 0);
    const Matrix expected = 21 * Matrix(s.M) + 3.6e-8 * Matrix(s.K);
    CHECK((Matrix(s.C) - expected).norm() <= 1e-15 * expected.norm());
}
