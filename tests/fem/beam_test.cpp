#include "fem/beam.hpp"

#include "base/error.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/plane.hpp"
#include "fem/recovery.hpp"
#include "frequencies.hpp"
#include "rectangle_mesh.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;
using Catch::Matchers::Contains;

namespace {

constexpr double E = 210e9, rho = 7800, L = 0.5, b = 0.02, h = 0.01;
constexpr double A = b * h, I = b * h * h * h / 12;

BeamOptions steel(std::vector<std::string> fixed = {}, bool axial = true)
{
    return {{E, 0.3, rho}, rectangle_section(b, h), axial, std::move(fixed)};
}

Substructure line(int elements, const BeamOptions& options, double angle = 0,
                  const Eigen::Vector2d& position = {0, 0},
                  std::map<std::string, double> points = {})
{
    return beam("beam",
                placed(beam_line({L, elements, std::move(points)}), angle, {0, 0}, position),
                options);
}

// Frequency [Hz] for the root beta L of the frequency equation.
double euler_hz(double beta_L)
{
    return std::pow(beta_L / L, 2) * std::sqrt(E * I / (rho * A)) / (2 * std::numbers::pi);
}

// Solves for the static displacement under forces W^T f on one port.
Vector solve(const Substructure& s, const Port& port, const Vector& f)
{
    return SparseCholesky(s.K).solve(Matrix(port.W.transpose() * f)).col(0);
}

// Roots of cosh cos = -1 (clamped-free) and cosh cos = 1 (free-free); Blevins, Formulas for Natural
// Frequency and Mode Shape, 1979, table 8-1.
const double clamped_free[] = {1.87510406871196, 4.69409113297418, 7.85475743823761};
const double free_free[] = {4.73004074486270, 7.85320462409584, 10.9956078380017};

} // namespace

TEST_CASE("Frequencies of a clamped-free beam converge to the closed form with the fourth power of "
          "the element length",
          "[fem]")
{
    Vector coarse;
    for (const int elements : {8, 16, 32}) {
        const Vector f = lowest_frequencies(line(elements, steel({"start"})), 3);
        Vector error(3);
        for (int k = 0; k < 3; ++k)
            error(k) = f(k) / euler_hz(clamped_free[k]) - 1;
        CAPTURE(elements, error.transpose());
        CHECK(error.minCoeff() > 0); // from above (Rayleigh)
        // omega = omega_exact (1 + (beta h)^4 / 1440) is the first term of the error of consistent
        // mass with cubic deflection.
        for (int k = 0; k < 3; ++k)
            CHECK(error(k) == Approx(std::pow(clamped_free[k] / elements, 4) / 1440).epsilon(0.5));
        if (coarse.size() > 0)
            for (int k = 0; k < 3; ++k)
                CHECK(coarse(k) / error(k) == Approx(16).epsilon(0.15));
        coarse = error;
    }
}

TEST_CASE("A free-free beam has three rigid motions and the frequencies of the closed form",
          "[fem]")
{
    const Substructure s = line(32, steel(), 0.4, {1, 2});
    const SymmetricModes modes = all_modes(Matrix(s.K), Matrix(s.M));
    for (int k = 0; k < 3; ++k)
        CHECK(modes.omega(k) == 0);
    for (int k = 0; k < 3; ++k) {
        CAPTURE(k);
        CHECK(modes.omega(3 + k) / (2 * std::numbers::pi) ==
              Approx(euler_hz(free_free[k])).epsilon(1e-5)); // (beta h)^4 / 1440 < 1e-5
    }
}

TEST_CASE("Axial frequencies of a clamped-free beam match the closed form", "[fem]")
{
    // omega_k = (2k - 1) pi / (2 L) sqrt(E / rho); linear elements overestimate it by a term
    // of order h^2.
    const BeamOptions thick{
        {E, 0, rho}, {A, 1e3 * I, 0, 0}, true, {"start.x", "axis.y", "axis.rotation"}};
    const Vector f = lowest_frequencies(line(64, thick), 3);
    for (int k = 1; k <= 3; ++k)
        CHECK(f(k - 1) == Approx((2 * k - 1) / (4 * L) * std::sqrt(E / rho))
                              .epsilon(std::pow((2 * k - 1) * std::numbers::pi / 128, 2) / 23));
}

TEST_CASE("Static deflections under end loads are exact at the nodes, with any elements and angle",
          "[fem]")
{
    // u = P x^2 (3 L - x) / (6 E I), moment m: m x^2 / (2 E I), axial N x / (E A)
    const double angle = GENERATE(0.0, 0.3, std::numbers::pi / 2, 2.5);
    const int elements = GENERATE(1, 3, 10);
    const Substructure s = line(elements, steel({"start"}), angle, {0.2, -0.1});
    const double P = 100, N = -500, m = 7;
    const Eigen::Vector2d t(std::cos(angle), std::sin(angle)), normal(-t.y(), t.x());
    const Eigen::Vector2d force = P * normal + N * t;
    const Vector u = solve(s, port(s, "end"), Eigen::Vector3d(force.x(), force.y(), m));
    const Vector y = port(s, "axis").W * u;
    CAPTURE(angle, elements);
    for (int i = 0; i <= elements; ++i) {
        const double x = L * i / elements;
        const double v = P * x * x * (3 * L - x) / (6 * E * I) + m * x * x / (2 * E * I);
        const double turn = P * x * (2 * L - x) / (2 * E * I) + m * x / (E * I);
        const Eigen::Vector2d tip = y.segment<2>(3 * i);
        // round-off: eps times the condition of K, (elements)^4
        CHECK(tip.dot(normal) == Approx(v).epsilon(1e-10).margin(1e-16));
        CHECK(tip.dot(t) == Approx(N * x / (E * A)).epsilon(1e-8).margin(1e-16));
        CHECK(y(3 * i + 2) == Approx(turn).epsilon(1e-10).margin(1e-16));
    }
}

TEST_CASE("Frequencies of a beam do not depend on where it lies", "[fem]")
{
    const Vector f = lowest_frequencies(line(10, steel({"start"})), 12);
    for (const double angle : {0.5, 1.5707963267948966, -2.0}) {
        const Vector turned = lowest_frequencies(line(10, steel({"start"}), angle, {3, -2}), 12);
        CHECK(turned.isApprox(f, 1e-9)); // eps times the condition of K
    }
}

TEST_CASE("Mass, static moment and inertia of a beam are those of the line", "[fem]")
{
    const double angle = 0.7;
    const Eigen::Vector2d position(0.3, -0.2);
    const Substructure s = line(7, steel(), angle, position);
    const Eigen::Vector2d centre =
        position + L / 2 * Eigen::Vector2d(std::cos(angle), std::sin(angle));
    const double mass = rho * A * L;
    Matrix expected(3, 3);
    expected << mass, 0, -mass * centre.y(), //
        0, mass, mass * centre.x(),          //
        -mass * centre.y(), mass * centre.x(), mass * (L * L / 12 + centre.squaredNorm());
    CHECK((s.rigid.transpose() * s.M * s.rigid).isApprox(expected, 1e-13));
    CHECK((s.K * s.rigid).cwiseAbs().maxCoeff() < 1e-13 * Matrix(s.K).cwiseAbs().maxCoeff());
    CHECK(s.rigid_names ==
          std::vector<std::string>{"translation in x", "translation in y", "rotation"});
    CHECK(Matrix(s.M) == Matrix(s.M).transpose());
    CHECK(Matrix(s.K) == Matrix(s.K).transpose());
}

TEST_CASE("A beam that is stiff along its axis has the same bending in two dofs per node", "[fem]")
{
    const double angle = 0.7;
    const Substructure two = line(10, steel({"start"}, false), angle, {1, 1});
    CHECK(two.n() == 20);
    const BeamOptions held = steel({"start", "axis.x"}); // by supports, for a beam along x
    CHECK(lowest_frequencies(two, 8).isApprox(lowest_frequencies(line(10, held), 8), 1e-9));

    // A force along the axis does no work; a force normal to it does.
    const Port& end = port(two, "end");
    CHECK(end.components == std::vector<std::string>{"x", "y", "rotation"});
    const Eigen::Vector2d t(std::cos(angle), std::sin(angle)), normal(-t.y(), t.x());
    CHECK((end.W.transpose() * Eigen::Vector3d(t.x(), t.y(), 0)).norm() < 1e-14);
    const Vector u = solve(two, end, Eigen::Vector3d(normal.x(), normal.y(), 0));
    CHECK((end.W * u).head(2).isApprox(normal * L * L * L / (3 * E * I), 1e-10));

    const Substructure free = line(4, steel({}, false), angle, {1, 1});
    CHECK(free.rigid_names == std::vector<std::string>{"translation across the axis", "rotation"});
    CHECK((free.K * free.rigid).cwiseAbs().maxCoeff() <
          1e-13 * Matrix(free.K).cwiseAbs().maxCoeff());
    const double mass = rho * A * L;
    CHECK((free.rigid.transpose() * free.M * free.rigid)
              .isApprox(
                  (Matrix(2, 2) << mass, mass * L / 2, mass * L / 2, mass * L * L / 3).finished(),
                  1e-13));
}

TEST_CASE("A beam of two legs at a right angle carries a load round the corner", "[fem]")
{
    // A force P along x acts at the end of the second leg (upwards). The moment is P (L - y) in
    // this leg and P L in the first, which is also stretched: u_x = P L^3 / (3 E I) + P L^3 / (E I)
    // + P L / (E A).
    Mesh mesh;
    mesh.source = "corner";
    mesh.X.resize(3, 2);
    mesh.X << 0, 0, L, 0, L, L;
    mesh.X = positions_in_space(mesh.X);
    mesh.blocks = {{"line2", (Eigen::MatrixXi(2, 2) << 0, 1, 1, 2).finished()}};
    mesh.groups = {{"foot", {0, {0}, {}}}, {"top", {0, {2}, {}}}};
    const Substructure s = beam("corner", mesh, steel({"foot"}));
    const double P = 10;
    const Vector u = solve(s, port(s, "top"), Eigen::Vector3d(P, 0, 0));
    CHECK((port(s, "top").W * u)(0) ==
          Approx(P * L * L * L / (E * I) * (4.0 / 3) + P * L / (E * A)).epsilon(1e-12));
    CHECK_THROWS_WITH(beam("corner", mesh, steel({"foot"}, false)),
                      Contains("axial = false") && Contains("not straight"));
}

TEST_CASE("Named points of a beam are ports, and the axis shares a force by length", "[fem]")
{
    const Substructure s = line(4, steel({"start", "end.y"}), 0, {0, 0}, {{"mid", 0.5}});
    CHECK(port(s, "mid").X.row(0).isApprox(Eigen::RowVector3d(L / 2, 0, 0), 1e-15));
    const Port& axis = port(s, "axis");
    CHECK(axis.share.isApprox((Vector(5) << 1, 2, 2, 2, 1).finished() / 8, 1e-15));
    CHECK(axis.area == Approx(L * b).epsilon(1e-14));
    REQUIRE(axis.edges.size() == 4);
    CHECK(axis.edges[0] == Edge{0, 1});
    CHECK(port(s, "axis_reversed").edges[0] == Edge{1, 0});
    CHECK(port(s, "start").W.nonZeros() == 0);
    CHECK(s.n() == 15 - 3 - 1);
}

TEST_CASE("Stress of a beam is that of the worst fibre, in the directions of the plane", "[fem]")
{
    // Cantilever: |M| = P (L - x), N = F; sigma = N/A +- |M| c / I with the sign of N.
    const double angle = 0.6, P = 100, F = -3000;
    const Eigen::Vector2d t(std::cos(angle), std::sin(angle)), normal(-t.y(), t.x());
    const Substructure s = line(5, steel({"start"}), angle);
    const Eigen::Vector2d force = P * normal + F * t;
    const Vector u = solve(s, port(s, "end"), Eigen::Vector3d(force.x(), force.y(), 0));
    const Matrix stress = s.recovery->stress(u);
    for (int i = 0; i <= 5; ++i) {
        const double sigma = F / A - P * (L - L * i / 5) * (h / 2) / I;
        CAPTURE(i);
        CHECK(stress(i, 0) == Approx(sigma * t.x() * t.x()).epsilon(1e-9));
        CHECK(stress(i, 1) == Approx(sigma * t.y() * t.y()).epsilon(1e-9));
        CHECK(stress(i, 2) == Approx(sigma * t.x() * t.y()).epsilon(1e-9));
    }
    CHECK(s.recovery->displacement(u).row(5).transpose().isApprox((port(s, "end").W * u).head(2)));
}

TEST_CASE("A beam is the limit of a slender plane-stress body: they differ by (h/L)^2", "[fem]")
{
    // Shear and rotary inertia, which Euler and Bernoulli neglect, lower the frequencies in
    // proportion to (h/L)^2. With a Poisson ratio of 0 the clamp prevents no lateral contraction.
    const int n_modes = 2;
    Vector last;
    for (const double slenderness : {1.0 / 10, 1.0 / 20, 1.0 / 40}) {
        const double height = slenderness * L;
        const PlaneStressOptions plane{{E, 0, rho}, b, {}, {"left"}};
        const Substructure body =
            plane_stress("plane", rectangle_mesh("quad4", 160, 4, L, height), plane);
        const BeamOptions slender{{E, 0, rho}, rectangle_section(b, height), true, {"start"}};
        const Substructure line_body = beam("beam", beam_line({L, 40, {}}), slender);
        const Vector f = lowest_modes(body.K, body.M, n_modes).omega,
                     g = lowest_modes(line_body.K, line_body.M, n_modes).omega;
        const Vector difference = (g - f).cwiseQuotient(f);
        CAPTURE(slenderness, difference.transpose());
        CHECK(difference.minCoeff() > 0);
        if (last.size() > 0)
            for (int k = 0; k < n_modes; ++k) // 4, minus the error of the plane mesh
                CHECK(last(k) / difference(k) == Approx(4).epsilon(0.1));
        last = difference;
    }
}

TEST_CASE("Sections give area and second moment", "[fem]")
{
    const BeamSection r = rectangle_section(0.02, 0.01);
    CHECK(r.area == Approx(2e-4).epsilon(1e-15));
    CHECK(r.second_moment == Approx(0.02 * 1e-6 / 12).epsilon(1e-15));
    CHECK(r.extreme_fibre == 0.005);
    const BeamSection c = circle_section(0.1);
    CHECK(c.area == Approx(std::numbers::pi * 0.0025).epsilon(1e-15));
    CHECK(c.second_moment == Approx(std::numbers::pi * 1e-4 / 64).epsilon(1e-15));
    CHECK_THROWS_WITH(circle_section(0), Contains("diameter = 0; expected a number > 0"));
    CHECK_THROWS_WITH(rectangle_section(1, -1), Contains("height = -1"));
}

TEST_CASE("Wrong beams are refused with the reason", "[fem]")
{
    CHECK_THROWS_WITH(beam_line({0, 3, {}}), Contains("length = 0; expected a number > 0"));
    CHECK_THROWS_WITH(beam_line({1, 0, {}}), Contains("elements = 0"));
    CHECK_THROWS_WITH(beam_line({1, 4, {{"mid", 0.3}}}),
                      Contains("points = { mid = 0.3 }; no node is there") &&
                          Contains("0.25 and 0.5"));
    CHECK_THROWS_WITH(beam_line({1, 4, {{"mid", 1.5}}}),
                      Contains("points = { mid = 1.5 }; expected"));
    CHECK_THROWS_WITH(beam_line({1, 4, {{"axis", 0.5}}}), Contains("port of that name by itself"));
    CHECK_THROWS_WITH(line(3, steel({"tip"})), Contains("fixed = \"tip\"") && Contains("start"));
    CHECK_THROWS_WITH(line(3, steel({"end.z"})),
                      Contains("no component \"z\"") && Contains("rotation"));
    CHECK_THROWS_WITH(line(3, steel({"axis"})), Contains("no free dof"));
    BeamOptions bad = steel();
    bad.section.second_moment = 0;
    CHECK_THROWS_WITH(line(3, bad), Contains("second_moment = 0"));
    bad = steel();
    bad.material.density = -1;
    CHECK_THROWS_WITH(line(3, bad), Contains("density = -1"));
    CHECK_THROWS_WITH(beam("b", rectangle_mesh("quad4", 1, 1, 1, 1), steel()),
                      Contains("quad4") && Contains("lines"));
}

TEST_CASE("A curve of a mesh becomes a beam with its named points", "[fem]")
{
    Mesh mesh = rectangle_mesh("quad4", 6, 2, L, 0.1);
    mesh.groups["post"] = {0, {mesh.groups.at("top").nodes[2]}, {}};
    const Mesh line_mesh = beam_curve(mesh, "top");
    CHECK(line_mesh.blocks[0].nodes.rows() == 6);
    CHECK(line_mesh.groups.contains("post"));
    CHECK(line_mesh.groups.contains("top"));
    CHECK_FALSE(line_mesh.groups.contains("corner"));
    const Substructure s = beam("top", line_mesh, steel({"start"}));
    CHECK(port(s, "post").X.isApprox(Eigen::RowVector3d(L / 3, 0.1, 0), 1e-14));
    CHECK(port(s, "axis").share.sum() == Approx(1).epsilon(1e-14));
    const Vector f = lowest_frequencies(s, 2),
                 expected = lowest_frequencies(line(6, steel({"start"})), 2);
    CHECK(f.isApprox(expected, 1e-9));

    NodeGroup ring = mesh.groups.at("top"); // closed curve without ends
    for (const char* side : {"left", "right", "bottom"}) {
        const NodeGroup& more = mesh.groups.at(side);
        ring.edges.insert(ring.edges.end(), more.edges.begin(), more.edges.end());
    }
    ring.nodes = mesh.groups.at("boundary").nodes;
    mesh.groups["ring"] = ring;
    CHECK_FALSE(beam_curve(mesh, "ring").groups.contains("start"));
    CHECK(beam_curve(mesh, "ring").groups.contains("left"));
    CHECK_THROWS_WITH(beam_curve(mesh, "corner"), Contains("\"corner\" is not a curve"));
    CHECK_THROWS_WITH(beam_curve(mesh, "side"),
                      Contains("no physical group \"side\"") || Contains("no group \"side\""));
    mesh.groups["start"] = mesh.groups.at("post");
    CHECK_THROWS_WITH(beam_curve(mesh, "top"), Contains("\"start\" has the name"));
}

TEST_CASE("A side with a mid node becomes two beam elements", "[fem]")
{
    Mesh mesh;
    mesh.source = "sides";
    mesh.X.resize(3, 2);
    mesh.X << 0, 0, L, 0, L / 2, 0;
    mesh.X = positions_in_space(mesh.X);
    mesh.groups["side"] = {1, {0, 1, 2}, {{0, 1, 2}}};
    const Mesh line_mesh = beam_curve(mesh, "side");
    CHECK(line_mesh.blocks[0].nodes == (Eigen::MatrixXi(2, 2) << 0, 2, 2, 1).finished());
    CHECK(line_mesh.groups.at("end").nodes == std::vector<int>{1});
}
