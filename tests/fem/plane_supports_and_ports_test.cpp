#include "base/error.hpp"
#include "fem/plane_stress.hpp"
#include "fem/recovery.hpp"
#include "rectangle_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

const PlaneStressOptions steel{{210e9, 0.3, 7800}, 0.01, {}, {}};

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
    CHECK(port(s, "corner").share == Vector::Ones(1));

    // a resultant distributed in this way does the work of the mean displacement
    const Vector row = mean_row(port(s, "right"), 0);
    CHECK(row.sum() == Approx(1).epsilon(1e-15));
    CHECK(row.dot(s.rigid.col(2)) == Approx(-0.5).epsilon(1e-14)); // -(mean y) of the right side
}

TEST_CASE("A surface shares a uniform traction by area, as its shape functions do", "[fem]")
{
    // Each corner of a rectangle gets a quarter; for second order corners get -1/12 and
    // mid nodes 1/3.
    struct Shares {
        const char* shape;
        double corner, middle;
    };
    for (const auto& [shape, corner, middle] :
         {Shares{"quad4", 0.25, 0}, Shares{"quad8", -1.0 / 12, 1.0 / 3}}) {
        CAPTURE(shape);
        const Mesh mesh = rectangle_mesh(shape, 1, 1, 2, 1);
        const Substructure s = plane_stress("b", mesh, steel);
        const Vector share = port(s, "body").share;
        for (Index i = 0; i < 4; ++i)
            CHECK(share(mesh.blocks[0].nodes(0, i)) == Approx(corner).epsilon(1e-14));
        for (Index i = 4; i < mesh.X.rows(); ++i)
            CHECK(share(mesh.blocks[0].nodes(0, i)) == Approx(middle).epsilon(1e-14));
    }
    // On uneven meshes of every shape with straight sides, the shares give the centroid of a body.
    // For second order they also give its polar moment, because r^2 is of second degree.
    for (const std::string shape : {"quad4", "tri3", "quad8", "tri6"}) {
        CAPTURE(shape);
        const bool second = fem::shape(shape).second_order();
        const Mesh mesh = with_straight_sides(
            rectangle_mesh(shape, 4, 3, 1, 1, [](double x, double y) -> Eigen::Vector2d {
                return {2 * (0.3 * x + 0.7 * x * x), 0.4 * y + 0.6 * y * y};
            }));
        const Port body = port(plane_stress("b", placed(mesh, 0.4, {0, 0}, {3, 1}), steel), "body");
        const Eigen::RowVector3d centre = body.share.transpose() * body.X,
                                 expected =
                                     placed(mesh, 0.4, {0, 0}, {3, 1}).X.row(0) +
                                     Eigen::RowVector3d(std::cos(0.4) - 0.5 * std::sin(0.4),
                                                        std::sin(0.4) + 0.5 * std::cos(0.4), 0);
        CHECK(body.share.sum() == Approx(1).epsilon(1e-14));
        CHECK((centre - expected).norm() < 1e-14);
        const double polar = body.share.dot((body.X.rowwise() - centre).rowwise().squaredNorm());
        if (second)
            CHECK(polar == Approx((4.0 + 1.0) / 12).epsilon(1e-13));
        REQUIRE(body.surface);
        CHECK(body.surface->X.isApprox((body.X.rowwise() - centre).leftCols<2>(), 1e-14));
        double area = 0;
        for (const auto& [a, b, c] : body.surface->triangles) {
            const Eigen::RowVector2d u = body.surface->X.row(b) - body.surface->X.row(a),
                                     v = body.surface->X.row(c) - body.surface->X.row(a);
            CHECK(u.x() * v.y() - u.y() * v.x() > 0);
            area += (u.x() * v.y() - u.y() * v.x()) / 2;
        }
        CHECK(area == Approx(2).epsilon(1e-14));
    }
    CHECK_FALSE(
        port(plane_stress("b", rectangle_mesh("tri3", 1, 1, 1, 1), steel), "right").surface);
}

TEST_CASE("A body pulled evenly by the shares of its surface accelerates without strain", "[fem]")
{
    // A uniform traction over a whole free plate equals its inertia force: K u = 0 with uniform
    // u'', and M 1 = m share.
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        PlaneStressOptions options = steel;
        options.elements = {element.name};
        const Mesh mesh = rectangle_mesh(element.shape, 3, 2, 3, 1, [](double x, double y) {
            return Eigen::Vector2d(x + 0.2 * y, y + 0.1 * x * y);
        });
        const Substructure s = plane_stress("b", mesh, options);
        const Vector row = mean_row(port(s, "body"), 1), along = s.rigid.col(1);
        CHECK((s.M * along).isApprox(along.dot(s.M * along) * row, 1e-13));
    }
}

TEST_CASE("A uniform traction on two equal quadratic edges is shared 1, 4, 2, 4, 1 twelfths",
          "[fem]")
{
    for (const std::string shape : {"quad8", "tri6"}) {
        CAPTURE(shape);
        const Substructure s = plane_stress("b", rectangle_mesh(shape, 3, 2, 3, 1), steel);
        const Port& right = port(s, "right");
        REQUIRE(right.share.size() == 5);
        const double twelfths[] = {1, 4, 2, 4, 1};
        for (Index i = 0; i < 5; ++i)
            CHECK(right.share(i) == Approx(twelfths[i] / 12).epsilon(1e-14));
        CHECK(right.area == Approx(1 * 0.01).epsilon(1e-14));

        // two straight segments per edge, from top to bottom, with the body on the right
        const auto list = segments(right);
        REQUIRE(list.size() == 4);
        for (const auto& [first, second] : list)
            CHECK(right.X(second, 1) - right.X(first, 1) == Approx(-0.25).epsilon(1e-14));
        CHECK(segments(port(s, "top")).size() == 6);
    }
}

TEST_CASE("A strip pulled by its shared resultant stretches uniformly", "[fem]")
{
    // sigma = P / A, u_x = sigma x / E, u_y = -nu sigma y / E: exact for every element
    const double P = 1000, length = 3, height = 1;
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        PlaneStressOptions options = with_fixed({"left.x", "corner"});
        options.elements = {element.name};
        const Mesh mesh = rectangle_mesh(element.shape, 3, 2, length, height);
        const Substructure s = plane_stress("b", mesh, options);
        const Vector load = P * mean_row(port(s, "right"), 0);
        const Vector u = independent::solve_sparse(s.K, load);
        const Matrix U = s.recovery->displacement(u);
        const double strain = P / (height * 0.01) / 210e9;
        // condition of K some 1e3
        CHECK((U.col(0) - strain * mesh.X.col(0)).norm() < 1e-12 * U.norm());
        CHECK((U.col(1) + 0.3 * strain * mesh.X.col(1)).norm() < 1e-12 * U.norm());
    }
}

TEST_CASE("The port on a curved side has the length and the centre of its arc", "[fem]")
{
    // A quarter ring, 1 <= r <= 2: on its outer side quadratic edges deviate from the length of the
    // circle by O(h^4), h = pi / 8: about (h / 2)^4 / 45 = 3e-5.
    const double pi = std::numbers::pi;
    for (const std::string shape : {"quad8", "tri6"}) {
        CAPTURE(shape);
        const Mesh mesh = rectangle_mesh(shape, 4, 2, 1, 1, [=](double x, double y) {
            const double angle = pi / 2 * (1 - x), r = 1 + y;
            return Eigen::Vector2d(r * std::cos(angle), r * std::sin(angle));
        });
        const Substructure s = plane_stress("ring", mesh, steel);
        const Port& outer = port(s, "top");
        CHECK(outer.area == Approx(0.01 * pi).epsilon(1e-4));
        CHECK(outer.share.sum() == Approx(1).epsilon(1e-15));
        CHECK(outer.share.dot(outer.X.col(0)) == Approx(2 * 2 / pi).epsilon(1e-4));
        CHECK(outer.share.dot(outer.X.col(1)) == Approx(2 * 2 / pi).epsilon(1e-4));
        // body and area: the mass of the ring
        CHECK(s.rigid.col(0).dot(s.M * s.rigid.col(0)) ==
              Approx(7800 * 0.01 * pi / 4 * 3).epsilon(1e-4));
    }
}

TEST_CASE("A mid node off the centre of a straight edge takes its share of the traction", "[fem]")
{
    // for nodes at 0, a, 1, x' = 1 - (4 a - 2) s is linear and the integrals of N_i x' are
    //   1/6 + (2 a - 1) / 3, 2/3, 1/6 - (2 a - 1) / 3
    Mesh mesh = rectangle_mesh("quad8", 1, 1, 1, 1);
    const Edge bottom = group(mesh, "bottom").edges.front();
    const double a = 0.6;
    mesh.X(bottom.middle, 0) = a;
    const Port bottom_port = port(plane_stress("b", mesh, steel), "bottom");
    CHECK(bottom_port.share(0) == Approx(1.0 / 6 + (2 * a - 1) / 3).epsilon(1e-14));
    CHECK(bottom_port.share(1) == Approx(2.0 / 3).epsilon(1e-14));
    CHECK(bottom_port.share(2) == Approx(1.0 / 6 - (2 * a - 1) / 3).epsilon(1e-14));
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
    const Eigen::RowVector3d inside = mesh.X.colwise().mean();
    for (const std::string name : {"left", "right", "bottom", "top"}) {
        CAPTURE(name);
        const Port& p = port(s, name);
        REQUIRE(p.edges.size() == static_cast<std::size_t>(p.n_nodes() - 1));
        for (const auto& [first, second, middle] : p.edges) {
            const Eigen::RowVector3d t = p.X.row(second) - p.X.row(first);
            const Eigen::RowVector3d outward(-t(1), t(0), 0);
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

    const Vector before = independent::symmetric_eigenvalues(Matrix(a.K));
    const Vector after = independent::symmetric_eigenvalues(Matrix(b.K));
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
