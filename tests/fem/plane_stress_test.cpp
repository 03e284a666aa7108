#include "fem/plane_stress.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "fem/inertia.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"
#include "rectangle_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using namespace slideway::fem;

namespace {

PlaneStressOptions options_for(const ElementCase& element)
{
    PlaneStressOptions options{{70e9, 0.33, 2700}, 0.01, {}, {}};
    options.elements = {element.name};
    return options;
}

// Interior nodes are moved by up to a quarter of a cell, so no element is a parallelogram. For
// second order, interior sides are curved, and a third of that keeps the elements valid.
Mesh distorted(const std::string& shape)
{
    const double length = 0.4, height = 0.3;
    const double amount = fem::shape(shape).second_order() ? 0.008 : 0.025;
    return rectangle_mesh(shape, 4, 3, length, height, [=](double x, double y) -> Eigen::Vector2d {
        const double bubble = x * (length - x) * y * (height - y) / 9e-4;
        return {x + amount * bubble * std::sin(90 * x + 40 * y),
                y + amount * bubble * std::cos(70 * x - 55 * y)};
    });
}

} // namespace

TEST_CASE("A patch of distorted elements reproduces every constant stress exactly", "[fem]")
{
    const Eigen::Vector3d strain = GENERATE(
        Eigen::Vector3d(1e-3, 0, 0), Eigen::Vector3d(0, 1e-3, 0), Eigen::Vector3d(0, 0, 1e-3));
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name, strain.transpose());
        const Mesh mesh = distorted(element.shape);
        const PlaneStressOptions options = options_for(element);
        const Substructure s = plane_stress("patch", mesh, options);

        // u = (e_xx x + gamma y / 2, gamma x / 2 + e_yy y) on the boundary, interior solved
        Vector exact(s.n());
        for (Index i = 0; i < mesh.X.rows(); ++i) {
            exact(2 * i) = strain(0) * mesh.X(i, 0) + strain(2) / 2 * mesh.X(i, 1);
            exact(2 * i + 1) = strain(2) / 2 * mesh.X(i, 0) + strain(1) * mesh.X(i, 1);
        }
        std::vector<Index> held;
        for (const int node : group(mesh, "boundary").nodes)
            held.insert(held.end(), {2 * node, 2 * node + 1});
        const std::vector<Index> inner = complement(s.n(), held);
        Vector u = exact;
        for (const Index i : inner)
            u(i) = 0;
        const Vector force = s.K * u;
        Vector rhs(static_cast<Index>(inner.size()));
        for (std::size_t i = 0; i < inner.size(); ++i)
            rhs(static_cast<Index>(i)) = -force(inner[i]);
        const Vector solved = independent::solve_sparse(submatrix(s.K, inner, inner), rhs);
        for (std::size_t i = 0; i < inner.size(); ++i)
            u(inner[i]) = solved(static_cast<Index>(i));

        // round-off: condition number of the small stiffness (about 1e2) times eps
        CHECK((u - exact).norm() < 1e-13 * exact.norm());

        const double E = options.material.young, nu = options.material.poisson;
        const double c = E / (1 - nu * nu);
        const Eigen::Vector3d stress(c * (strain(0) + nu * strain(1)),
                                     c * (strain(1) + nu * strain(0)),
                                     E / (2 * (1 + nu)) * strain(2));
        const Matrix recovered = s.recovery->stress(u);
        // strains are differences of displacements over a cell, a few hundred eps
        CHECK((recovered.rowwise() - stress.transpose()).cwiseAbs().maxCoeff() <
              1e-12 * stress.norm());
    }
}

TEST_CASE("Rigid motions of a free body carry no force", "[fem]")
{
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        const Substructure s = plane_stress("free", distorted(element.shape), options_for(element));
        REQUIRE(s.rigid_names ==
                std::vector<std::string>{"translation in x", "translation in y", "rotation"});
        const Matrix force = s.K * s.rigid;
        // sums of 8 stiffnesses of size max |K| cancel to eps of them
        CHECK(force.cwiseAbs().maxCoeff() < 1e-14 * Matrix(s.K).cwiseAbs().maxCoeff());

        // nothing else has zero energy: exactly three zero eigenvalues
        Vector values = independent::symmetric_eigenvalues(Matrix(s.K));
        values /= values.maxCoeff();
        CHECK(values.head(3).cwiseAbs().maxCoeff() < 1e-13);
        CHECK(values(3) > 1e-4);
    }
}

TEST_CASE("Mass matrix carries the total mass and the moment of inertia of the body", "[fem]")
{
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        // a parallelogram: the consistent mass integrates the square of a linear field exactly
        const double shear = 0.3, length = 0.4, height = 0.3;
        const Mesh mesh =
            rectangle_mesh(element.shape, 4, 3, length, height,
                           [=](double x, double y) { return Eigen::Vector2d(x + shear * y, y); });
        const Substructure s = plane_stress("free", mesh, options_for(element));
        const Matrix inertia = s.rigid.transpose() * s.M * s.rigid;
        const double rho_t = 2700 * 0.01, area = length * height;
        const double x2 = area * (length * length / 3 + shear * length * height / 2 +
                                  shear * shear * height * height / 3);
        const double y2 = area * height * height / 3;
        CHECK(inertia(0, 0) == Approx(rho_t * area).epsilon(1e-13));
        CHECK(inertia(1, 1) == Approx(rho_t * area).epsilon(1e-13));
        CHECK(inertia(0, 1) == 0);
        CHECK(inertia(0, 2) == Approx(-rho_t * area * height / 2).epsilon(1e-13));
        CHECK(inertia(2, 2) == Approx(rho_t * (x2 + y2)).epsilon(1e-13));
    }
}

TEST_CASE("The mass of curved second-order elements is exact", "[fem]")
{
    // Sides are curved inside and straight outside. The squares of rigid motions integrate to
    // the moments of the rectangle, polynomials of the degree of the integration rules (4x4
    // Gauss; degree 6).
    for (const std::string shape : {"quad8", "tri6"}) {
        CAPTURE(shape);
        const Substructure s =
            plane_stress("free", distorted(shape), {{70e9, 0.33, 2700}, 0.01, {}, {}});
        const Matrix inertia = s.rigid.transpose() * s.M * s.rigid;
        const double mass = 2700 * 0.01 * 0.4 * 0.3;
        CHECK(inertia(0, 0) == Approx(mass).epsilon(1e-13));
        CHECK(inertia(0, 2) == Approx(-mass * 0.15).epsilon(1e-13));
        CHECK(inertia(2, 2) == Approx(mass * (0.16 + 0.09) / 3).epsilon(1e-13));
    }
}

TEST_CASE("Mass and stiffness are symmetric and the mass is positive definite", "[fem]")
{
    for (const ElementCase& element : element_cases) {
        CAPTURE(element.name);
        const Substructure s = plane_stress("free", distorted(element.shape), options_for(element));
        const Matrix K(s.K), M(s.M);
        CHECK((K - K.transpose()).cwiseAbs().maxCoeff() <= 1e-15 * K.cwiseAbs().maxCoeff());
        CHECK((M - M.transpose()).cwiseAbs().maxCoeff() <= 1e-15 * M.cwiseAbs().maxCoeff());
        CHECK(independent::symmetric_eigenvalues(M).minCoeff() > 0);
        CHECK(s.C.nonZeros() == 0);
    }
}

TEST_CASE("Triangles and quadrilaterals in one mesh pass the patch test together", "[fem]")
{
    // unit square: a quadrilateral on the left half, two triangles on the right
    Mesh mesh;
    mesh.source = "mixed";
    mesh.X.resize(6, 2);
    mesh.X << 0, 0, 0.6, 0, 1, 0, 0, 1, 0.4, 1, 1, 1;
    mesh.X = positions_in_space(mesh.X);
    ElementBlock quad{"quad4", Eigen::MatrixXi(1, 4)}, tri{"tri3", Eigen::MatrixXi(2, 3)};
    quad.nodes << 0, 1, 4, 3;
    tri.nodes << 1, 2, 5, 1, 5, 4;
    mesh.blocks = {quad, tri};
    mesh.groups = {{"body", NodeGroup{2, {0, 1, 2, 3, 4, 5}, {}}}};
    const Substructure s = plane_stress("mixed", mesh, {{1, 0.3, 1}, 1, {}, {}});

    // e_xx = 1: traction E/(1-nu^2) (1, nu); forces at the corners follow from the edges
    Vector u = Vector::Zero(s.n());
    for (Index i = 0; i < 6; ++i)
        u(2 * i) = mesh.X(i, 0);
    const Vector f = s.K * u;
    const double c = 1 / (1 - 0.09);
    CHECK(f(0) == Approx(-c / 2).epsilon(1e-13));       // node 0, x: half of the left edge
    CHECK(f(4) == Approx(c / 2).epsilon(1e-13));        // node 2, x: half of the right edge
    CHECK(f(3) == Approx(-0.3 * c / 2).epsilon(1e-13)); // node 1, y: half of the bottom edge
    CHECK(f(2) == Approx(0).margin(1e-14));
}

TEST_CASE("Second-order triangles and quadrilaterals share curved sides in a patch test", "[fem]")
{
    // unit square: a quadrilateral on the left, two triangles on the right, with curved sides
    // between them; linear displacements leave no force at the inner mid nodes
    Mesh mesh;
    mesh.source = "mixed";
    mesh.X.resize(15, 2);
    mesh.X << 0, 0, 0.6, 0, 1, 0, 0, 1, 0.4, 1, 1, 1, // corners as before
        0.3, 0, 0.8, 0, 0.55, 0.52, 0.2, 1, 0, 0.5,   // 6..10
        1, 0.5, 0.82, 0.45, 0.7, 1, 0.5, 2;           // 11..14, the last one is unused
    mesh.X = positions_in_space(mesh.X.topRows(14));
    ElementBlock quad{"quad8", Eigen::MatrixXi(1, 8)}, tri{"tri6", Eigen::MatrixXi(2, 6)};
    quad.nodes << 0, 1, 4, 3, 6, 8, 9, 10;
    tri.nodes << 1, 2, 5, 7, 11, 12, 1, 5, 4, 12, 13, 8;
    mesh.blocks = {quad, tri};
    const Substructure s = plane_stress("mixed", mesh, {{1, 0.3, 1}, 1, {}, {}});

    Vector u = Vector::Zero(s.n());
    for (Index i = 0; i < mesh.X.rows(); ++i)
        u(2 * i) = mesh.X(i, 0);
    const Vector f = s.K * u;
    const double c = 1 / (1 - 0.09);
    for (const Index inside : {8, 12})
        CHECK(f.segment<2>(2 * inside).norm() < 1e-14);
    CHECK(f(0) == Approx(-c / 6).epsilon(1e-13)); // uniform traction: 1/6, 4/6, 1/6
    CHECK(f(20) == Approx(-c * 4 / 6).epsilon(1e-13));
    CHECK(f(6) == Approx(-c / 6).epsilon(1e-13));
    CHECK(f(22) == Approx(c * 4 / 6).epsilon(1e-13));
    CHECK(f(15) == Approx(-0.3 * c * 4 / 6 * 0.4).epsilon(1e-13)); // node 7, bottom right
}

TEST_CASE("A linear side beside a quadratic one is refused with its place", "[fem]")
{
    const PlaneStressOptions options{{1, 0.3, 1}, 1, {}, {}};
    Mesh mesh; // two unit squares
    mesh.source = "meshes/disc.msh";
    mesh.X.resize(11, 2);
    mesh.X << 0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1, 0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5, 1.5, 0.5;
    mesh.X = positions_in_space(mesh.X);
    ElementBlock second{"quad8", Eigen::MatrixXi(1, 8)}, first{"quad4", Eigen::MatrixXi(1, 4)};
    second.nodes << 0, 1, 4, 3, 6, 7, 8, 9;
    first.nodes << 1, 2, 5, 4;
    mesh.blocks = {second, first};
    CHECK_THROWS_WITH(plane_stress("b", mesh, options),
                      Catch::Contains("meshes/disc.msh: elements 2 and 1 share the side (1, 0) "
                                      "(1, 1) m but not its mid node") &&
                          Catch::Contains("first"));

    // three triangles on the right, two of them with a corner at the mid node
    ElementBlock split{"tri3", Eigen::MatrixXi(3, 3)};
    split.nodes << 1, 2, 7, 7, 2, 5, 7, 5, 4;
    mesh.blocks = {second, split};
    CHECK_THROWS_WITH(plane_stress("b", mesh, options),
                      Catch::Contains("the node at (1, 0.5) m is a corner of element 4 and a mid "
                                      "node of element 1"));
}

TEST_CASE("A mid node that folds its element is refused", "[fem]")
{
    // On a straight side from 0 to 1, the Jacobian vanishes at a corner if the mid node is at
    // 1/4 or 3/4.
    const PlaneStressOptions options{{1, 0.3, 1}, 1, {}, {}};
    for (const std::string shape : {"quad8", "tri6"}) {
        CAPTURE(shape);
        Mesh mesh = rectangle_mesh(shape, 1, 1, 1, 1);
        const int middle = group(mesh, "bottom").edges.front().middle;
        mesh.X(middle, 0) = 0.7;
        CHECK_NOTHROW(plane_stress("b", mesh, options));
        mesh.X(middle, 0) = 0.75;
        CHECK_THROWS_WITH(plane_stress("b", mesh, options),
                          Catch::Contains("element 1 (" + shape + ") is inverted or degenerate"));
        mesh.X.row(middle).head<2>() << 0.5, 1.2; // bent into the body
        CHECK_THROWS_AS(plane_stress("b", mesh, options), InputError);
        mesh.X.row(middle).head<2>() << 0.5, -0.3; // bent outwards: an arc
        CHECK_NOTHROW(plane_stress("b", mesh, options));
    }
}

TEST_CASE("An inverted or collapsed element is named with its place", "[fem]")
{
    const PlaneStressOptions options{{1, 0.3, 1}, 1, {}, {}};
    Mesh mesh = rectangle_mesh("quad4", 2, 1, 2, 1);
    mesh.source = "meshes/disc.msh";
    mesh.blocks[0].nodes.row(1) << 1, 4, 5, 2; // clockwise
    CHECK_THROWS_WITH(plane_stress("b", mesh, options),
                      Catch::Contains("meshes/disc.msh") && Catch::Contains("element 2") &&
                          Catch::Contains("inverted") &&
                          Catch::Contains("(1, 0) (1, 1) (2, 1) (2, 0)"));
    mesh.blocks[0].nodes.row(1) << 1, 2, 2, 4; // two nodes at one position
    CHECK_THROWS_AS(plane_stress("b", mesh, options), InputError);
    mesh = rectangle_mesh("quad4", 1, 1, 1, 1);
    mesh.X.row(2).head<2>() << 0.2, 0.2; // re-entrant corner: det J < 0 there
    CHECK_THROWS_AS(plane_stress("b", mesh, options), InputError);
}

TEST_CASE("Unphysical material, thickness and unknown elements are refused", "[fem]")
{
    const Mesh mesh = rectangle_mesh("quad4", 1, 1, 1, 1);
    const PlaneStressOptions good{{1, 0.3, 1}, 1, {}, {}};
    PlaneStressOptions bad = good;
    bad.material.young = 0;
    CHECK_THROWS_WITH(plane_stress("b", mesh, bad), "material.young = 0; expected a number > 0");
    bad = good;
    bad.material.poisson = 0.5;
    CHECK_THROWS_WITH(plane_stress("b", mesh, bad), Catch::Contains("poisson = 0.5"));
    bad = good;
    bad.material.density = std::nan("");
    CHECK_THROWS_WITH(plane_stress("b", mesh, bad), Catch::Contains("density = nan"));
    bad = good;
    bad.thickness = -1;
    CHECK_THROWS_WITH(plane_stress("b", mesh, bad), Catch::Contains("thickness = -1"));
    bad = good;
    bad.elements = {"qm5"};
    CHECK_THROWS_WITH(plane_stress("b", mesh, bad), Catch::Contains("did you mean qm6?"));
    CHECK_THROWS_WITH(inertia(mesh, bad), Catch::Contains("did you mean qm6?"));
}
