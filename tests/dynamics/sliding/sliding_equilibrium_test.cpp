#include "dynamics/sliding/sliding_equilibrium.hpp"

#include "fem/lumped.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using Catch::Contains;

namespace {

dynamics::SlidingEquilibrium equilibrium(const assembly::CoupledModel& model, double direction = 1)
{
    return dynamics::sliding_equilibrium(model, dynamics::modal_model(model), {direction});
}

} // namespace

TEST_CASE("The static sliding equilibrium matches the reference at every position and friction",
          "[dynamics]")
{
    // An independent implementation: contact force, slope of the segment, segment, position on it.
    struct Row {
        double mu, s_mm, lambda, slope;
        Index segment;
        double alpha;
    };
    const Row table[] = {
        {0.1, 10, 0.07999792, -0.00026005, 9, 0.972901},
        {0.1, 30, 0.07998197, -0.00228051, 29, 0.970909},
        {0.1, 50, 0.07995110, -0.00631586, 49, 0.966932},
        {0.1, 70, 0.07990731, -0.01236450, 69, 0.960973},
        {0.1, 90, 0.07985357, -0.02042403, 89, 0.953032},
        {0.1, 91.5, 0.07984927, -0.02110551, 91, 0.452357},
        {0.3, 10, 0.07999354, -0.00026933, 9, 0.969860},
        {0.3, 30, 0.07994482, -0.00230961, 29, 0.967843},
        {0.3, 50, 0.07984915, -0.00636470, 49, 0.963845},
        {0.3, 70, 0.07970886, -0.01243295, 69, 0.957867},
        {0.3, 90, 0.07952739, -0.02051191, 89, 0.949909},
        {0.3, 91.5, 0.07951232, -0.02119509, 91, 0.449233},
    };
    for (const Row& row : table) {
        CAPTURE(row.mu, row.s_mm);
        const auto state =
            equilibrium(test::beam_on_beam({.mu = row.mu, .s0 = row.s_mm * 1e-3}).model);
        REQUIRE(state.points.size() == 1);
        const dynamics::ContactPoint& point = state.points.front();
        CHECK(point.closed);
        CHECK(point.lambda == Approx(row.lambda).epsilon(1e-6));
        CHECK(point.segment == row.segment);
        CHECK(point.projection.alpha == Approx(row.alpha).margin(1e-5));
        const double slope = std::atan2(point.projection.sin_gamma, point.projection.cos_gamma);
        CHECK(slope == Approx(row.slope).margin(0.6e-8)); // half of its last digit
        CHECK(state.iterations <= 12); // the fixed point contracts by about 1e-2 each time
    }
}

TEST_CASE("In equilibrium the contact force carries the load on the slope", "[dynamics]")
{
    // The upper beam is free in y: F = lambda (cos gamma - mu sin gamma), and the gap is closed.
    // Its rigid mode is known to the round-off of the stiffness, eps (omega_max / omega_1)^2 =
    // 2e-16 (2e7 / 1.4e3)^2 = 4e-8 of lambda (found: 2e-10 to 1.4e-8).
    const double mu = 0.3, F = 0.08;
    for (const double s0 : {0.0205, 0.0731}) {
        const test::BeamOnBeam beams = test::beam_on_beam({.mu = mu, .s0 = s0});
        for (const double direction : {1.0, -1.0}) {
            const auto state = equilibrium(beams.model, direction);
            const auto& at = state.points.front().projection;
            CHECK(state.points.front().lambda ==
                  Approx(F / (at.cos_gamma - direction * mu * at.sin_gamma)).epsilon(4e-8));
            CHECK(std::abs(at.gap) < 1e-12 * at.length); // fixed point: 1e-10 of alpha, times slope
        }
    }
}

TEST_CASE("Loads that do not press the slave on the master are refused", "[dynamics]")
{
    test::BeamOnBeam beams = test::beam_on_beam({.force = 0});
    beams.model.sliding.front().where = {"case.toml", 21};
    CHECK_THROWS_WITH(equilibrium(beams.model), Contains("case.toml:21") &&
                                                    Contains("contact.rub") &&
                                                    Contains("normal force") && Contains("> 0"));
    CHECK_THROWS_WITH(equilibrium(test::beam_on_beam({.force = 0.08}).model),
                      Contains("normal force is -0.08"));
}

TEST_CASE("A body that nothing holds is a mechanism, named with its motion", "[dynamics]")
{
    test::BeamOnBeam beams = test::beam_on_beam({});
    beams.model.sliding.clear(); // the guided beam falls
    CHECK_THROWS_WITH(equilibrium(beams.model),
                      Contains("nothing holds translation in y of body upper"));
    beams = test::beam_on_beam({});
    SparseMatrix& guided = beams.model.motions.front().on.rows;
    guided = SparseMatrix(guided.topRows(1)); // at one node: it may turn too
    CHECK_THROWS_WITH(equilibrium(beams.model), Contains("nothing holds a rotation of body upper"));
}

TEST_CASE("Without contact the equilibrium is the static response", "[dynamics]")
{
    assembly::CoupledModel model;
    model.bodies.push_back(
        fem::lumped("chain", fem::chain_network({"ground", "", {1, 2}, {100, 50}, {}})));
    model.loads.push_back({"pull", {}, 0, Vector::Unit(2, 1), assembly::Constant{5}});
    const auto modal = dynamics::modal_model(model);
    const auto state = dynamics::sliding_equilibrium(model, modal, {});
    const Vector u = modal.displacement(model, 0, state.q[0], {});
    CHECK(u(0) == Approx(5.0 / 100).epsilon(1e-13));
    CHECK(u(1) == Approx(5.0 / 100 + 5.0 / 50).epsilon(1e-13));
    CHECK(state.points.empty());
}
