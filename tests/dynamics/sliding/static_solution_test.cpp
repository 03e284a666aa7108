#include "dynamics/sliding/static_solution.hpp"

#include "assembly/bond.hpp"
#include "contact/laws/joint_laws.hpp"
#include "fem/beam.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using Catch::Contains;

namespace {

const fem::Material steel{210e9, 0.3, 7800};

// Axis along x from x0, `n` elements over `length`; groups "root" and "end".
fem::Substructure beam(const std::string& name, double x0, double length, int n,
                       const std::vector<std::string>& fixed)
{
    fem::Mesh mesh;
    mesh.source = "axis";
    mesh.X = Matrix::Zero(n + 1, 3);
    fem::ElementBlock block{"line2", Eigen::MatrixXi(n, 2)};
    for (int i = 0; i <= n; ++i)
        mesh.X(i, 0) = x0 + length * i / n;
    for (int i = 0; i < n; ++i)
        block.nodes.row(i) << i, i + 1;
    mesh.blocks.push_back(block);
    mesh.groups["root"] = {0, {0}, {}};
    mesh.groups["end"] = {0, {n}, {}};
    return fem::beam(
        name, mesh,
        {.material = steel, .section = fem::rectangle_section(0.01, 0.004), .fixed = fixed});
}

constexpr double I = 0.01 * 0.004 * 0.004 * 0.004 / 12;

Vector end_row(const fem::Substructure& s, Index component, const std::string& port = "end")
{
    return fem::mean_row(fem::port(s, port), component);
}

} // namespace

TEST_CASE("A plane-stress cantilever bends as Timoshenko's beam", "[dynamics]")
{
    // u = F L^3 / (3 E I) + 6/5 F L / (G A), the tip loaded by shear. The clamp holds the lateral
    // contraction, which Timoshenko does not: E / (1 - nu^2) over about a tenth of the height,
    // 3 nu^2 0.1 H / L = 0.27 % of the deflection. The mesh: below 0.05 %.
    const double L = 0.1, H = 0.01, F = -50, E = 210e9, G = E / 2.6, A = 0.01 * H;
    const double inertia = 0.01 * H * H * H / 12;
    auto tip = [&](int n) -> double {
        assembly::CoupledModel model;
        model.bodies.push_back(
            fem::plane_stress("beam", test::rectangle_mesh(L, 0, H, 10 * n, n),
                              {.material = steel, .thickness = 0.01, .fixed = {"left"}}));
        const Vector row = end_row(model.bodies[0], 1, "right");
        model.loads.push_back({"tip", {}, 0, row, assembly::Constant{F}});
        model.loads.push_back({"noise", {}, 0, row, assembly::Noise{100, 0, 1e3, 1}}); // no part
        const auto result = dynamics::static_solution(model);
        CHECK(result.points.empty());
        CHECK(result.reactions.empty());
        return row.dot(result.u[0]);
    };
    const double exact = F * L * L * L / (3 * E * inertia) + 1.2 * F * L / (G * A);
    CHECK(tip(6) == Approx(exact * (1 - 2.7e-3)).epsilon(1e-3));
    CHECK(tip(12) == Approx(tip(6)).epsilon(5e-4));
}

TEST_CASE("A beam under an end load and under an end displacement are the same beam", "[dynamics]")
{
    // 3 E I / L^3, cubic elements: exact. Round-off: condition of K times eps, 1e-10.
    const double L = 0.2, stiffness = 3 * 210e9 * I / (L * L * L);
    assembly::CoupledModel loaded;
    loaded.bodies.push_back(beam("beam", 0, L, 8, {"root"}));
    const Vector row = end_row(loaded.bodies[0], 1);
    loaded.loads.push_back({"tip", {}, 0, row, assembly::Constant{12}});
    const Vector u = dynamics::static_solution(loaded).u[0];
    CHECK(row.dot(u) == Approx(12 / stiffness).epsilon(1e-9));

    assembly::CoupledModel moved = loaded;
    moved.loads.clear();
    moved.motions.push_back(assembly::make_motion("push", 0, fem::port(moved.bodies[0], "end"), 1));
    moved.motions[0].displacement = 12 / stiffness;
    moved.motions[0].velocity = 5; // of time integration; not used here
    const auto result = dynamics::static_solution(moved);
    CHECK((result.u[0] - u).norm() < 1e-9 * u.norm());
    REQUIRE(result.reactions.size() == 1);
    CHECK(result.reactions[0] == Approx(12).epsilon(1e-9));
    // A load on the held end goes into the support; its reaction is what is left.
    moved.loads = loaded.loads;
    CHECK(dynamics::static_solution(moved).reactions[0] == Approx(0).margin(1e-8));
}

TEST_CASE("Reactions of several motions balance across bonds and linear joints", "[dynamics]")
{
    // Two bars in line, bonded, and a spring to ground at the far end: springs in series. E A / L
    // of each bar; the near end is moved by d, the far one held by the spring.
    const double EA = 210e9 * 0.01 * 0.004, k_1 = EA / 0.2, k_2 = EA / 0.3, k_3 = 5e7, d = 1e-5;
    assembly::CoupledModel model;
    model.bodies.push_back(beam("near", 0, 0.2, 4, {}));
    model.bodies.push_back(beam("far", 0.2, 0.3, 5, {"end.y", "end.rotation"}));
    model.bonds.push_back(assembly::make_bond("weld", model.bodies, 0,
                                              fem::port(model.bodies[0], "end"), 1,
                                              fem::port(model.bodies[1], "root")));
    model.joints.push_back({"spring",
                            {},
                            {1, fem::component_rows(fem::port(model.bodies[1], "end"), 0)},
                            {},
                            contact::Linear{{k_3}, {7}}});
    model.motions.push_back(
        assembly::make_motion("push", 0, fem::port(model.bodies[0], "root"), 0));
    model.motions[0].displacement = d;
    const double force = d / (1 / k_1 + 1 / k_2 + 1 / k_3);
    auto result = dynamics::static_solution(model);
    CHECK(result.reactions[0] == Approx(force).epsilon(1e-9));
    CHECK(end_row(model.bodies[1], 0).dot(result.u[1]) == Approx(force / k_3).epsilon(1e-9));

    // Held at the far end too: the reactions add up to zero, whatever the spring takes.
    model.motions.push_back(assembly::make_motion("hold", 1, fem::port(model.bodies[1], "end"), 0));
    result = dynamics::static_solution(model);
    CHECK(result.reactions[0] == Approx(d / (1 / k_1 + 1 / k_2)).epsilon(1e-9));
    CHECK(result.reactions[1] == Approx(-result.reactions[0]).epsilon(1e-9));
}

TEST_CASE("A static analysis of what can move names the motion", "[dynamics]")
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::plane_stress("plate", test::rectangle_mesh(0.1, 0, 0.02, 4, 2),
                                             {.material = steel, .thickness = 0.01}));
    model.loads.push_back(
        {"pull", {}, 0, end_row(model.bodies[0], 0, "right"), assembly::Constant{1}});
    CHECK_THROWS_WITH(dynamics::static_solution(model),
                      Contains("mechanism") && Contains("plate can move freely") &&
                          Contains("translation in x, translation in y, rotation"));
    model.motions.push_back(
        assembly::make_motion("hold", 0, fem::port(model.bodies[0], "left"), 0));
    CHECK_THROWS_WITH(dynamics::static_solution(model), Contains("mechanism") &&
                                                            Contains("translation in y") &&
                                                            !Contains("translation in x, "));
    model.motions.push_back(
        assembly::make_motion("carry", 0, fem::port(model.bodies[0], "bottom_left"), 1));
    CHECK_NOTHROW(dynamics::static_solution(model));
}

TEST_CASE("A static analysis refuses what it does not do", "[dynamics]")
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("mass", fem::chain_network({"ground", "", {1}, {800}, {}})));
    model.joints.push_back({"stop",
                            {"case.toml", 5},
                            {0, Matrix::Identity(1, 1).sparseView()},
                            {},
                            contact::Cubic{1}});
    CHECK_THROWS_WITH(dynamics::static_solution(model),
                      Contains("case.toml:5") && Contains("joint.stop.law = \"cubic\"") &&
                          Contains("linear joints"));
    test::BeamOnBeam beams = test::beam_on_beam({.upper_nx = 30, .lower_nx = 40});
    beams.model.motions[0].displacement = 1e-4;
    CHECK_THROWS_WITH(dynamics::static_solution(beams.model),
                      Contains("motion.drive.displacement = 1e-04") && Contains("contacts"));
}

TEST_CASE("A static analysis with contact is the equilibrium at the start of a transient",
          "[dynamics]")
{
    // A rigid block driven over a rigid track: the drive pulls with mu P, less the side load.
    const double P = 30, Q = 4, mu = 0.25;
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid("block", {.mass = 2, .fixed = {"rotation"}}));
    const Matrix face = (Matrix(2, 2) << -1, 0, 1, 0).finished();
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", face}}, .fixed = {"centre"}}));
    const fem::Port& centre = fem::port(model.bodies[0], "centre");
    model.motions.push_back(assembly::make_motion("drive", 0, centre, 0));
    model.motions[0].velocity = 0.1;
    model.loads.push_back({"press", {}, 0, fem::mean_row(centre, 1), assembly::Constant{-P}});
    model.loads.push_back({"side", {}, 0, fem::mean_row(centre, 0), assembly::Constant{Q}});
    model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 0, centre, 1,
                                                   fem::port(model.bodies[1], "face"),
                                                   contact::ConstantFriction{mu}));
    for (const double sense : {1.0, -1.0}) {
        model.motions[0].velocity = 0.1 * sense;
        const auto result = dynamics::static_solution(model);
        CHECK(result.direction == std::vector<double>{sense});
        CHECK(result.points.at(0).lambda == Approx(P).epsilon(1e-13));
        CHECK(result.reactions.at(0) == Approx(sense * mu * P - Q).epsilon(1e-12));
        CHECK(result.u[0].norm() == 0);
    }

    const test::BeamOnBeam beams = test::beam_on_beam({});
    const auto statics = dynamics::static_solution(beams.model);
    const auto modal = dynamics::modal_model(beams.model);
    const auto start = dynamics::sliding_equilibrium(beams.model, modal, {1});
    CHECK(statics.points[0].lambda == start.points[0].lambda);
    for (std::size_t b = 0; b < 2; ++b)
        CHECK(statics.u[b] == modal.displacement(beams.model, b, start.q[b], Vector::Zero(1)));
    // The upper beam is pushed along the slope: lambda (mu cos + sin), which the drive balances.
    const contact::Projection& at = start.points[0].projection;
    CHECK(statics.reactions[0] ==
          Approx(start.points[0].lambda * (0.3 * at.cos_gamma + at.sin_gamma)).epsilon(4e-8));
}
