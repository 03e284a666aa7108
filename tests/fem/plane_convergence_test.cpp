#include "base/sparse.hpp"
#include "fem/plane_stress.hpp"
#include "frequencies.hpp"
#include "rectangle_mesh.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

namespace {

// Cantilever of depth 2 c under a parabolic end shear, plane stress without body forces: Timoshenko
// & Goodier, Theory of Elasticity, "bending of a cantilever loaded at the end". A rigid motion
// could be added; without it the field is a cubic polynomial.
//   s_xx = -P x y / I,  s_yy = 0,  s_xy = -P (c^2 - y^2) / (2 I)
constexpr double E = 1, nu = 0.3, P_over_I = 1, c = 0.5;
Eigen::Vector2d cantilever(double x, double y)
{
    const double G = E / (2 * (1 + nu)), k = P_over_I;
    return {-k * x * x * y / (2 * E) - nu * k * y * y * y / (6 * E) + k * y * y * y / (6 * G) -
                k * c * c * y / (2 * G),
            nu * k * x * y * y / (2 * E) + k * x * x * x / (6 * E)};
}

// L2 norm of the displacement error, evaluated at the centre of each element.
double error(const ElementCase& element, int n)
{
    // smooth distortion: elements stay near parallelograms as n grows, none is a rectangle
    const Mesh mesh =
        rectangle_mesh(element.shape, 2 * n, n, 2, 1, [](double x, double y) -> Eigen::Vector2d {
            const double bubble =
                std::sin(std::numbers::pi * x / 2) * std::sin(std::numbers::pi * y);
            return {x + 0.12 * bubble, y - c + 0.08 * bubble};
        });
    PlaneStressOptions options{{E, nu, 1}, 1, {}, {}};
    options.elements = {element.name};
    const Substructure s = plane_stress("cantilever", mesh, options);

    Vector u = Vector::Zero(s.n());
    std::vector<Index> held;
    for (const int node : group(mesh, "boundary").nodes) {
        u.segment<2>(2 * node) = cantilever(mesh.X(node, 0), mesh.X(node, 1));
        held.insert(held.end(), {2 * node, 2 * node + 1});
    }
    const std::vector<Index> inner = complement(s.n(), held);
    const Vector force = s.K * u;
    u(inner) = independent::solve_sparse(submatrix(s.K, inner, inner), -force(inner));

    // shape functions there: equal for all corners and for all mid nodes
    const Shape& shape = fem::shape(element.shape);
    const double n_corners = shape.n_corners;
    const double middle = shape.second_order() ? (n_corners == 4 ? 1.0 / 2 : 4.0 / 9) : 0;
    const double corner = 1 / n_corners - middle;
    double sum = 0;
    for (Index e = 0; e < mesh.blocks[0].nodes.rows(); ++e) {
        const auto nodes = mesh.blocks[0].nodes.row(e);
        Eigen::Vector2d x = Eigen::Vector2d::Zero(), u_h = x;
        double twice_area = 0;
        for (Index i = 0; i < nodes.size(); ++i) {
            const Eigen::RowVector3d a = mesh.X.row(nodes(i));
            if (i < shape.n_corners) {
                const Eigen::RowVector3d b = mesh.X.row(nodes((i + 1) % shape.n_corners));
                twice_area += a(0) * b(1) - a(1) * b(0);
            }
            const double N = i < shape.n_corners ? corner : middle;
            x += N * a.head<2>().transpose();
            u_h += N * u.segment<2>(2 * nodes(i));
        }
        sum += twice_area / 2 * (u_h - cantilever(x(0), x(1))).squaredNorm();
    }
    return std::sqrt(sum);
}

} // namespace

TEST_CASE("Displacements of first-order elements converge with the square of their size", "[fem]")
{
    for (const ElementCase& element : element_cases) {
        if (shape(element.shape).second_order())
            continue;
        CAPTURE(element.name);
        const double coarse = error(element, 8), middle = error(element, 16),
                     fine = error(element, 32);
        CAPTURE(coarse, middle, fine);
        // Linear completeness gives order 2 in L2. The next term has the relative size h, hence 0.1
        // at the finest pair; the first pair may deviate more.
        CHECK(std::log2(coarse / middle) == Approx(2).margin(0.25));
        CHECK(std::log2(middle / fine) == Approx(2).margin(0.1));
    }
}

TEST_CASE("Displacements of second-order elements converge with the cube of their size", "[fem]")
{
    // Quadratic completeness gives order 3 in L2. Cubic terms, the leading error, are odd about the
    // centre of a quadrilateral and vanish there, which gives order 4.
    for (const ElementCase& element : element_cases) {
        if (!shape(element.shape).second_order())
            continue;
        CAPTURE(element.name);
        const double coarse = error(element, 4), middle = error(element, 8),
                     fine = error(element, 16);
        CAPTURE(coarse, middle, fine);
        const double order = element.shape == "quad8" ? 4 : 3;
        CHECK(std::log2(coarse / middle) == Approx(order).margin(0.3));
        CHECK(std::log2(middle / fine) == Approx(order).margin(0.1));
    }
}

TEST_CASE("Frequencies of second-order elements converge from above with the fourth power of their "
          "size, energies with it",
          "[fem]")
{
    // A rectangle on rollers all around has exact modes of plane stress, smooth up to the corners:
    //   u = (A sin kx cos ly, B cos kx sin ly),  k = pi i / L,  l = pi j / H.
    // The pressure waves are omega^2 = E / (rho (1 - nu^2)) (k^2 + l^2), with (i, j) = (1, 0) the
    // lowest here. The shear waves are omega^2 = G / rho (k^2 + l^2), with (1, 1) the next. The
    // error of omega^2 is the square of the error in the energy norm, which is of order 2.
    const double L = 2, H = 1, nu = 0.3, pi = std::numbers::pi;
    const double exact[] = {std::sqrt(1 / (1 - nu * nu)) / (2 * L),
                            std::sqrt(1 / (2 * (1 + nu)) * (1 / (L * L) + 1 / (H * H))) / 2};
    auto errors = [&](const std::string& shape, int n) -> Eigen::Vector2d {
        const Mesh mesh =
            rectangle_mesh(shape, 2 * n, n, L, H, [=](double x, double y) -> Eigen::Vector2d {
                const double bubble = std::sin(pi * x / L) * std::sin(pi * y / H);
                return {x + 0.06 * bubble, y + 0.04 * bubble};
            });
        const Substructure s = plane_stress(
            "rollers", mesh, {{1, nu, 1}, 1, {}, {"left.x", "right.x", "bottom.y", "top.y"}});
        const Vector f = lowest_frequencies(s, 2);
        return {f(0) / exact[0] - 1, f(1) / exact[1] - 1};
    };
    for (const std::string shape : {"quad8", "tri6"}) {
        CAPTURE(shape);
        const Eigen::Vector2d coarse = errors(shape, 2), middle = errors(shape, 4),
                              fine = errors(shape, 8);
        for (Index mode = 0; mode < 2; ++mode) {
            CAPTURE(mode, coarse(mode), middle(mode), fine(mode));
            CHECK(fine(mode) > 0);
            CHECK(std::log2(coarse(mode) / middle(mode)) == Approx(4).margin(0.5));
            CHECK(std::log2(middle(mode) / fine(mode)) == Approx(4).margin(0.2));
        }
    }
}

TEST_CASE("The axial frequency of a bar of quadratic elements is too high by (k h)^4 / 1440",
          "[fem]")
{
    // nu = 0: clamped-free bar, k = pi / (2 L); the leading error of the three-node bar.
    const int n = 4;
    const Mesh mesh = rectangle_mesh("quad8", n, 1, 1, 0.1);
    const Substructure s = plane_stress("bar", mesh, {{4, 0, 1}, 1, {}, {"left", "body.y"}});
    const double k = std::numbers::pi / 2, wave_speed = 2;
    const double ratio = lowest_frequencies(s, 1)(0) * 2 * std::numbers::pi / (wave_speed * k);
    // the next term is (k h)^2 times a number below 1
    CHECK((ratio - 1) * 1440 / std::pow(k / n, 4) == Approx(1).margin(0.1));
}

TEST_CASE("Axial frequencies of a bar converge from above with the square of the element size",
          "[fem]")
{
    // nu = 0: clamped-free bar, f_1 = c / (4 L). Linear elements with consistent mass overestimate
    // omega by (k h)^2 / 24, k = pi / (2 L). The plane body includes the bar, with displacements
    // that are uniform over the height.
    for (const ElementCase& element : element_cases) {
        if (shape(element.shape).second_order())
            continue;
        CAPTURE(element.name);
        const int n = 16;
        PlaneStressOptions options{{4, 0, 1}, 1, {}, {"left", "body.y"}};
        options.elements = {element.name};
        const Mesh mesh = rectangle_mesh(element.shape, n, 1, 1, 0.1);
        const Substructure s = plane_stress("bar", mesh, options);

        const double h = 1.0 / n, k = std::numbers::pi / 2, wave_speed = 2;
        // dispersion of linear elements: omega^2 = (6 c^2 / h^2) (1 - cos kh) / (2 + cos kh)
        const double omega =
            wave_speed / h * std::sqrt(6 * (1 - std::cos(k * h)) / (2 + std::cos(k * h)));
        CHECK(omega / (wave_speed * k) - 1 == Approx(k * k * h * h / 24).epsilon(1e-3));

        // the bar's mode shape sin(k x) has this frequency as its Rayleigh quotient
        Vector u(s.n());
        Index next = 0;
        for (Index node = 0; node < mesh.X.rows(); ++node)
            if (mesh.X(node, 0) > 0)
                u(next++) = std::sin(k * mesh.X(node, 0));
        REQUIRE(next == s.n());
        CHECK(u.dot(s.K * u) / u.dot(s.M * u) == Approx(omega * omega).epsilon(1e-12));
        if (element.shape != "quad4")
            continue; // the mass of triangles shears the section, so this is a mode of the bar only
        const Vector residual = s.K * u - omega * omega * (s.M * u);
        CHECK(residual.norm() < 1e-13 * (s.K * u).norm() * n * n); // K is n^2 times its result
    }
}
