#include "assembly/bond.hpp"

#include "assembly/primal.hpp"
#include "dynamics/modal/modes.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "fem/beam.hpp"
#include "fem/lumped.hpp"
#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "fem/recovery.hpp"
#include "fem/rectangle_mesh.hpp"
#include "fem/rigid.hpp"
#include "reduction/craig_bampton.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <numbers>
#include <set>

using namespace slideway;
using Catch::Contains;

namespace {

constexpr double young = 70e9, poisson = 0.3, thickness = 0.01;
const fem::Material metal{young, poisson, 2700};
constexpr double L = 0.1, H = 0.05; // dimensions of a half [m]

using Map = std::function<Eigen::Vector2d(double, double)>;

struct Kind {
    std::string element, shape;
};

// Left half, [0, L] x [0, H], or right half.
fem::Substructure half(bool right, const Kind& kind, int nx, int ny,
                       const std::vector<std::string>& fixed = {}, const Map& map = {})
{
    fem::Mesh mesh = fem::rectangle_mesh(kind.shape, nx, ny, L, H, [&](double x, double y) {
        return map ? map(x + (right ? L : 0), y) : Eigen::Vector2d(x + (right ? L : 0), y);
    });
    for (Index node = 0; node < mesh.X.rows(); ++node)
        if (mesh.X(node, 0) == 0 && mesh.X(node, 1) > H * (1 - 1e-12))
            mesh.groups["upper_corner"] = {0, {static_cast<int>(node)}, {}};
    return fem::plane_stress(
        right ? "right" : "left", mesh,
        {.material = metal, .thickness = thickness, .elements = {kind.element}, .fixed = fixed});
}

fem::Substructure whole(const Kind& kind, int nx, int ny, const std::vector<std::string>& fixed)
{
    return fem::plane_stress(
        "whole", fem::rectangle_mesh(kind.shape, nx, ny, 2 * L, H),
        {.material = metal, .thickness = thickness, .elements = {kind.element}, .fixed = fixed});
}

assembly::CoupledModel bonded(const fem::Substructure& left, const fem::Substructure& right)
{
    assembly::CoupledModel model;
    model.bodies = {left, right};
    model.bonds.push_back(assembly::make_bond("seam", model.bodies, 0, fem::port(left, "right"), 1,
                                              fem::port(right, "left")));
    return model;
}

assembly::Load load_on(const assembly::CoupledModel& model, std::size_t body,
                       const std::string& port, Index component, double force)
{
    return {"load",
            {},
            body,
            fem::mean_row(fem::port(model.bodies[body], port), component),
            assembly::Constant{force}};
}

Vector frequencies(const assembly::CoupledModel& model, int n)
{
    return dynamics::modes(model, {dynamics::ModesOf::coupled, n}).front().frequency_hz;
}

double tip(const assembly::CoupledModel& model)
{
    const std::size_t last = model.bodies.size() - 1;
    const Vector row = fem::mean_row(fem::port(model.bodies[last], "right"), 1);
    return row.dot(dynamics::static_solution(model).u[last]);
}

const std::vector<Kind> kinds{
    {"q4", "quad4"}, {"qm6", "quad4"}, {"t3", "tri3"}, {"q8", "quad8"}, {"t6", "tri6"}};

} // namespace

TEST_CASE("A beam cut in two and bonded is the whole beam", "[assembly]")
{
    for (const Kind& kind : kinds) {
        assembly::CoupledModel one;
        one.bodies = {whole(kind, 12, 3, {"left"})};
        assembly::CoupledModel two =
            bonded(half(false, kind, 6, 3, {"left"}), half(true, kind, 6, 3));
        CAPTURE(kind.element);
        CHECK(assembly::primal_model(two).n() == one.bodies[0].n());
        // Round-off is at most eps (omega_max / omega_1)^2 = 2e-16 (2e3)^2.
        const Vector expected = frequencies(one, 10), found = frequencies(two, 10);
        for (Index j = 0; j < 10; ++j)
            CHECK(found(j) == Approx(expected(j)).epsilon(1e-9));
        one.loads = {load_on(one, 0, "right", 1, 100)};
        two.loads = {load_on(two, 1, "right", 1, 100)};
        CHECK(tip(two) == Approx(tip(one)).epsilon(1e-9));
    }
}

TEST_CASE("Reduced halves with all modes kept, bonded, are the whole beam", "[assembly]")
{
    const Kind kind{"qm6", "quad4"};
    assembly::CoupledModel one;
    one.bodies = {whole(kind, 12, 3, {"left"})};
    auto reduced = [](const fem::Substructure& s, const std::vector<std::string>& ports) {
        std::set<Index> interface;
        for (const std::string& port : ports)
            for (const Index dof : reduction::port_dofs(fem::port(s, port)))
                interface.insert(dof);
        const std::vector<Index> dofs(interface.begin(), interface.end());
        return reduction::craig_bampton(s, dofs, s.n() - static_cast<Index>(dofs.size()))
            .substructure;
    };
    assembly::CoupledModel two = bonded(reduced(half(false, kind, 6, 3, {"left"}), {"right"}),
                                        reduced(half(true, kind, 6, 3), {"left", "right"}));
    const Vector expected = frequencies(one, 10), found = frequencies(two, 10);
    for (Index j = 0; j < 10; ++j) // as above
        CHECK(found(j) == Approx(expected(j)).epsilon(1e-9));
    one.loads = {load_on(one, 0, "right", 1, 100)};
    two.loads = {load_on(two, 1, "right", 1, 100)};
    CHECK(tip(two) == Approx(tip(one)).epsilon(1e-9));
}

TEST_CASE("A bond of meshes that do not match transmits a constant stress exactly", "[assembly]")
{
    // Uniform tractions all around. Three dofs are held without reaction: the corner at the origin
    // and x of the corner above it. u_x = e_x x, u_y = e_y y + g x. The seam is slanted.
    const double s_x = 3e6, s_y = -2e6, s_xy = 1.5e6; // [Pa]
    const double e_x = (s_x - poisson * s_y) / young, e_y = (s_y - poisson * s_x) / young;
    const double g = 2 * (1 + poisson) * s_xy / young;
    const double slant = 0.4 * L;
    const Map map = [slant](double x, double y) -> Eigen::Vector2d {
        return {x + slant * y / H * (1 - std::abs(x - L) / L), y};
    };
    for (const auto& [left, right] : {std::pair{kinds[0], kinds[0]},
                                      {kinds[1], kinds[1]},
                                      {kinds[2], kinds[2]},
                                      {kinds[3], kinds[3]},
                                      {kinds[4], kinds[4]},
                                      {kinds[3], kinds[1]},
                                      {kinds[1], kinds[4]}})
        for (const auto& [coarse, fine] : {std::pair{3, 5}, {5, 3}, {2, 4}}) {
            assembly::CoupledModel model =
                bonded(half(false, left, 4, coarse, {"corner", "upper_corner.x"}, map),
                       half(true, right, 4, fine, {}, map));
            auto traction = [&](std::size_t body, const std::string& port, double x, double y) {
                const double area = fem::port(model.bodies[body], port).area;
                model.loads.push_back(load_on(model, body, port, 0, x * area));
                model.loads.push_back(load_on(model, body, port, 1, y * area));
            };
            traction(0, "left", -s_x, -s_xy);
            traction(1, "right", s_x, s_xy);
            for (const std::size_t body : {0U, 1U}) {
                traction(body, "top", s_xy, s_y);
                traction(body, "bottom", -s_xy, -s_y);
            }
            const dynamics::StaticResult result = dynamics::static_solution(model);
            CAPTURE(left.element, right.element, coarse, fine);
            for (const std::size_t body : {0U, 1U}) {
                const fem::Mesh& mesh = model.bodies[body].recovery->mesh;
                const Matrix u = model.bodies[body].recovery->displacement(result.u[body]);
                Matrix exact(mesh.X.rows(), 2);
                exact.col(0) = e_x * mesh.X.col(0);
                exact.col(1) = e_y * mesh.X.col(1) + g * mesh.X.col(0);
                // Round-off of a solve with a condition number near 1e5.
                CHECK((u - exact).cwiseAbs().maxCoeff() < 1e-10 * exact.cwiseAbs().maxCoeff());
            }
        }
}

TEST_CASE("A bond whose end is clamped transmits a constant stress exactly", "[assembly]")
{
    // Simple shear on a clamped bottom: u_x = g y. The neighbours share the multiplier of
    // the clamped node.
    const double s_xy = 1.5e6, g = 2 * (1 + poisson) * s_xy / young;
    for (const Kind& kind : kinds)
        for (const auto& [coarse, fine] : {std::pair{3, 5}, {5, 3}, {2, 1}}) {
            assembly::CoupledModel model = bonded(half(false, kind, 3, coarse, {"bottom"}),
                                                  half(true, kind, 4, fine, {"bottom"}));
            auto shear = [&](std::size_t body, const std::string& port, Index component,
                             double sense) {
                model.loads.push_back(
                    load_on(model, body, port, component,
                            sense * s_xy * fem::port(model.bodies[body], port).area));
            };
            shear(0, "left", 1, -1);
            shear(1, "right", 1, 1);
            shear(0, "top", 0, 1);
            shear(1, "top", 0, 1);
            const dynamics::StaticResult result = dynamics::static_solution(model);
            CAPTURE(kind.element, coarse, fine);
            for (const std::size_t body : {0U, 1U}) {
                const fem::Mesh& mesh = model.bodies[body].recovery->mesh;
                Matrix error = model.bodies[body].recovery->displacement(result.u[body]);
                error.col(0) -= g * mesh.X.col(1);
                CHECK(error.cwiseAbs().maxCoeff() < 1e-10 * g * H); // as above
            }
        }
}

TEST_CASE("Frequencies of a bonded body converge at the order of its elements", "[assembly]")
{
    // A free block of 0.2 x 0.05 m has no corner with singular stress. The reference is one mesh of
    // second order, 96 x 24. Its own error, of order h^4, is 2 % of the smallest one below.
    // Frequencies converge with twice the order of the displacement gradient: h^2 for linear
    // elements, h^4 for quadratic ones.
    assembly::CoupledModel reference;
    reference.bodies = {whole(kinds[3], 96, 24, {})};
    const Vector exact = frequencies(reference, 6);
    for (const Kind& kind : kinds) {
        auto error = [&](int n) -> Vector {
            const Vector f = frequencies(
                bonded(half(false, kind, 4 * n, 2 * n), half(true, kind, 6 * n, 3 * n)), 6);
            return (f.tail(3) - exact.tail(3)).cwiseQuotient(exact.tail(3));
        };
        const bool quadratic = kind.element == "q8" || kind.element == "t6";
        const Vector coarse = error(quadratic ? 2 : 4), fine = error(quadratic ? 4 : 8);
        for (Index j = 0; j < 3; ++j) {
            CAPTURE(kind.element, j, coarse(j), fine(j));
            CHECK(coarse(j) / fine(j) > (quadratic ? 12 : 3.5));
        }
    }
}

TEST_CASE("A free body bonded across meshes that do not match has three rigid motions",
          "[assembly]")
{
    for (const Kind& kind : kinds) {
        const Vector f = frequencies(bonded(half(false, kind, 4, 3), half(true, kind, 5, 5)), 5);
        CAPTURE(kind.element);
        CHECK(f.head(3).maxCoeff() < 1e-6 * f(3));
        CHECK(assembly::free_motions(assembly::primal_model(
                  bonded(half(false, kind, 4, 3), half(true, kind, 5, 5)))) ==
              "translation in x, translation in y, rotation");
    }
}

TEST_CASE("Primal assembly of a bond is the saddle-point problem of its multipliers", "[assembly]")
{
    assembly::CoupledModel model =
        bonded(half(false, kinds[1], 4, 2, {"left"}), half(true, kinds[1], 3, 3));
    model.loads = {load_on(model, 1, "right", 1, 100), load_on(model, 0, "top", 0, 50)};
    const Index n0 = model.bodies[0].n(), n1 = model.bodies[1].n(), n = n0 + n1;
    const Index m = model.bonds[0].first.rows.rows();
    REQUIRE(m == 8); // four nodes of the finer side
    REQUIRE(model.bonds[0].labels.size() == 8);
    // [K B^T; B 0] with B scaled to the size of K.
    Matrix saddle = Matrix::Zero(n + m, n + m), mass = saddle;
    const double scale = model.bodies[0].K.diagonal().maxCoeff();
    saddle.topLeftCorner(n0, n0) = model.bodies[0].K;
    saddle.block(n0, n0, n1, n1) = model.bodies[1].K;
    saddle.block(n, 0, m, n0) = scale * Matrix(model.bonds[0].first.rows);
    saddle.block(n, n0, m, n1) = -scale * Matrix(model.bonds[0].second.rows);
    saddle.topRightCorner(n, m) = saddle.bottomLeftCorner(m, n).transpose();
    mass.topLeftCorner(n0, n0) = model.bodies[0].M;
    mass.block(n0, n0, n1, n1) = model.bodies[1].M;

    Vector f = Vector::Zero(n + m);
    for (const assembly::Load& load : model.loads)
        f.segment(load.body == 0 ? 0 : n0, load.row.size()) +=
            std::get<assembly::Constant>(load.signal).force * load.row;
    const Vector u = independent::solve_fully_pivoted(saddle, f);
    const dynamics::StaticResult result = dynamics::static_solution(model);
    CHECK((u.head(n0) - result.u[0]).norm() < 1e-9 * u.head(n).norm());
    CHECK((u.segment(n0, n1) - result.u[1]).norm() < 1e-9 * u.head(n).norm());

    // Eigenvalues of [K B^T; B 0]^-1 [M 0; 0 0] are 1 / omega^2, and 0 for the multipliers.
    const ComplexVector values =
        independent::eigenvalues(independent::solve_fully_pivoted(saddle, mass));
    std::vector<double> periods;
    for (const auto& value : values)
        periods.push_back(value.real());
    std::sort(periods.rbegin(), periods.rend());
    const Vector found = frequencies(model, 6);
    for (Index j = 0; j < 6; ++j)
        CHECK(found(j) ==
              Approx(1 / std::sqrt(periods[static_cast<std::size_t>(j)]) / (2 * std::numbers::pi))
                  .epsilon(1e-9));
}

TEST_CASE("A rigid block bonded to the end of a beam is its mass, offset and inertia", "[assembly]")
{
    const double m = 0.3, J = 2e-5, ahead = 0.02, above = 0.01; // centre relative to the beam's end
    fem::Mesh axis;
    axis.source = "axis";
    axis.X.resize(5, 2);
    axis.X << 0, 0, 0.05, 0, 0.1, 0, 0.15, 0, 0.2, 0;
    axis.X = fem::positions_in_space(axis.X);
    axis.blocks.push_back({"line2", (Eigen::MatrixXi(4, 2) << 0, 1, 1, 2, 2, 3, 3, 4).finished()});
    axis.groups["root"] = {0, {0}, {}};
    axis.groups["end"] = {0, {4}, {}};
    const fem::Substructure beam = fem::beam(
        "beam", axis,
        {.material = metal, .section = fem::rectangle_section(0.01, 0.005), .fixed = {"root"}});
    assembly::CoupledModel model;
    model.bodies = {beam, fem::rigid("block", {.mass = m,
                                               .inertia = J,
                                               .at = {0.2 + ahead, above},
                                               .points = {{"heel", {-ahead, -above}}}})};
    model.bonds.push_back(assembly::make_bond("weld", model.bodies, 0, fem::port(beam, "end"), 1,
                                              fem::port(model.bodies[1], "heel")));

    assembly::CoupledModel by_hand; // x_c = x - above theta, y_c = y + ahead theta
    by_hand.bodies = {beam};
    Matrix at_centre(3, 3);
    at_centre << 1, 0, -above, 0, 1, ahead, 0, 0, 1;
    const Matrix W = fem::port(beam, "end").W;
    const Matrix added =
        (at_centre * W).transpose() * Eigen::Vector3d(m, m, J).asDiagonal() * (at_centre * W);
    by_hand.bodies[0].M = (Matrix(beam.M) + added).sparseView();
    const Vector expected = frequencies(by_hand, 5), found = frequencies(model, 5);
    for (Index j = 0; j < 5; ++j)
        CHECK(found(j) == Approx(expected(j)).epsilon(1e-9));
}

TEST_CASE("Bonds that over-constrain are refused and name the condition", "[assembly]")
{
    // With the same seam twice, the first condition of the second bond follows from the first bond.
    assembly::CoupledModel model =
        bonded(half(false, kinds[0], 4, 2, {"left"}), half(true, kinds[0], 4, 2));
    model.bonds.push_back(model.bonds[0]);
    model.bonds[1].name = "again";
    model.bonds[1].where = {"case.toml", 31};
    CHECK_THROWS_WITH(assembly::primal_model(model),
                      Contains("case.toml:31") && Contains("bond.again over-constrains") &&
                          Contains("on x at (0.1, 0) m already follows"));

    // Four plates meet in one point. Three bonds tie it, the fourth is redundant.
    assembly::CoupledModel four;
    for (const double y : {0.0, H})
        for (const bool right : {false, true})
            four.bodies.push_back(half(right, kinds[0], 2, 2, {}, [y](double x, double z) {
                return Eigen::Vector2d(x, y + z);
            }));
    auto tie = [&](const std::string& name, std::size_t a, const std::string& from, std::size_t b,
                   const std::string& to) {
        four.bonds.push_back(assembly::make_bond(name, four.bodies, a,
                                                 fem::port(four.bodies[a], from), b,
                                                 fem::port(four.bodies[b], to)));
    };
    tie("below", 0, "right", 1, "left");
    tie("left", 0, "top", 2, "bottom");
    tie("right", 1, "top", 3, "bottom");
    CHECK_NOTHROW(assembly::primal_model(four));
    tie("above", 2, "right", 3, "left");
    CHECK_THROWS_WITH(assembly::primal_model(four),
                      Contains("bond.above over-constrains") && Contains("x at (0.1, 0.05) m"));

    // The imposed motion acts on dofs that a bond and a support hold.
    assembly::CoupledModel held =
        bonded(half(false, kinds[0], 4, 2, {"right"}), half(true, kinds[0], 4, 2));
    held.motions.push_back(assembly::make_motion("push", 1, fem::port(held.bodies[1], "left"), 0));
    CHECK_THROWS_WITH(assembly::primal_model(held), Contains("motion.push"));
}

TEST_CASE("Ports that cannot be bonded are refused with the reason", "[assembly]")
{
    std::vector<fem::Substructure> bodies{half(false, kinds[0], 4, 2), half(true, kinds[0], 4, 3)};
    auto bond = [&](std::size_t a, const std::string& from, std::size_t b, const std::string& to) {
        return assembly::make_bond("seam", bodies, a, fem::port(bodies[a], from), b,
                                   fem::port(bodies[b], to));
    };
    CHECK_NOTHROW(bond(0, "right", 1, "left"));
    CHECK_THROWS_WITH(bond(0, "right", 0, "left"),
                      Contains("left.right and left.left are on the same body"));
    // Meshes that match and meshes that do not, both 0.4 mm apart.
    for (const int ny : {2, 3}) {
        const auto shifted = [](double x, double y) { return Eigen::Vector2d(x + 4e-4, y); };
        bodies[1] = half(true, kinds[0], 4, ny, {}, shifted);
        CHECK_THROWS_WITH(bond(0, "right", 1, "left"),
                          Contains("left.right and right.left are apart") &&
                              Contains("is 0.0004 m from the other") && Contains("tolerance"));
    }
    // Curves that overlap in part only.
    bodies[1] = half(true, kinds[0], 4, 3, {},
                     [](double x, double y) { return Eigen::Vector2d(x, y + H / 2); });
    CHECK_THROWS_WITH(bond(0, "right", 1, "left"), Contains("are apart") && Contains("0.025 m"));
    bodies[1] = half(true, kinds[0], 4, 3);
    CHECK_THROWS_WITH(bond(0, "corner", 1, "left"),
                      Contains("do not coincide (1 and 4)") && Contains("not both curves"));

    bodies.push_back(fem::rigid("block", {.mass = 1, .inertia = 1, .at = {0.1, 0}}));
    CHECK_THROWS_WITH(bond(0, "corner", 2, "centre"),
                      Contains("left.corner and block.centre are of different kinds") &&
                          Contains("has x, y") && Contains("has x, y, rotation"));
    bodies.push_back(fem::rigid("stone", {.mass = 1, .inertia = 1, .at = {0.1, 0.02}}));
    CHECK_THROWS_WITH(bond(2, "centre", 3, "centre"), Contains("0.02 m from the other"));
    CHECK_THROWS_WITH(bond(0, "left", 1, "body"), Contains("not both curves"));
}

TEST_CASE("Points that are apart are refused wherever they lie", "[assembly]")
{
    // Two points have no reference length for 0.5 m. A mesh has that of its edges: a fraction of
    // 1e-3 of 0.025 m, the shorter mean edge.
    for (const double x : {0.0, 1000.0, 1e6}) {
        CAPTURE(x);
        std::vector<fem::Substructure> bodies;
        for (const double dx : {0.0, 0.5, 0.0})
            bodies.push_back(fem::rigid("point" + std::to_string(bodies.size()),
                                        {.mass = 1, .inertia = 1, .at = {x + dx, 0.1}}));
        for (const double dx : {0.0, 1e-5, 1e-4})
            bodies.push_back(half(false, kinds[0], 4, 2, {}, [&](double a, double b) {
                return Eigen::Vector2d(x + dx + a, b);
            }));
        auto bond = [&](std::size_t a, std::size_t b, const std::string& port) {
            return assembly::make_bond("glue", bodies, a, fem::port(bodies[a], port), b,
                                       fem::port(bodies[b], port));
        };
        CHECK_NOTHROW(bond(0, 2, "centre"));
        CHECK_THROWS_WITH(bond(0, 1, "centre"),
                          Contains("are apart") && Contains("is 0.5 m from the other"));
        CHECK_NOTHROW(bond(3, 4, "corner"));
        CHECK_THROWS_WITH(bond(3, 5, "corner"),
                          Contains("are apart") && Contains("allowed 2.5e-05 m (tolerance)"));
    }
}

TEST_CASE("Points without positions are bonded by their names alone", "[assembly]")
{
    // Two chains of a mass and a spring with m1 tied to m2 form one mass between two springs.
    assembly::CoupledModel model;
    for (const double m : {1.0, 3.0})
        model.bodies.push_back(
            fem::lumped(m == 1 ? "one" : "two", fem::chain_network({"ground", "", {m}, {8}, {}})));
    model.bonds.push_back(assembly::make_bond("tie", model.bodies, 0,
                                              fem::port(model.bodies[0], "m1"), 1,
                                              fem::port(model.bodies[1], "m1")));
    const assembly::PrimalModel primal = assembly::primal_model(model);
    CHECK(primal.name == "one + two");
    REQUIRE(primal.n() == 1);
    CHECK(primal.M.coeff(0, 0) == 4);
    CHECK(primal.K.coeff(0, 0) == 16);
    CHECK(frequencies(model, 1)(0) == Approx(2 / (2 * std::numbers::pi)).epsilon(1e-14));
    CHECK(assembly::components(model).size() == 1);
}
