#include "support/literal_forward_increment.hpp"

#include "dynamics/sliding/integrator.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;

namespace {

struct Setup {
    test::BeamOnBeam beams;
    dynamics::ModalModel modal;
    dynamics::SlidingEquilibrium start;
    std::vector<Vector> u0;

    Setup() : beams(test::beam_on_beam({.noise_rms = 4e-4}))
    {
        beams.model.motions.front().ramp = 1e-3; // shorter: a node is crossed within 5 ms
        modal = dynamics::modal_model(beams.model);
        start = dynamics::sliding_equilibrium(beams.model, modal, {1});
        for (std::size_t b = 0; b < 2; ++b)
            u0.push_back(displacement(b, start.q[b]));
    }

    // In the frame of the drive; bodies and components are the same here.
    [[nodiscard]] Vector displacement(std::size_t body, const Vector& q) const
    {
        return modal.displacement(beams.model, body, q, Vector::Zero(1));
    }
    [[nodiscard]] test::LiteralForwardIncrement literal(double h, bool published = false) const
    {
        return {beams.model, h, 0.005, u0, start.points.front().segment, published};
    }
    [[nodiscard]] dynamics::Integrator modal_form(double h) const
    {
        return {beams.model,
                modal,
                {.h = h, .direction = {1}, .duration = 0.005, .settling = 2e-3, .ramp = 1e-3},
                start};
    }
};

} // namespace

TEST_CASE("The modal form follows the scheme in physical coordinates for 1e5 steps", "[dynamics]")
{
    // Rough, mu = 0.3, ramp and a change of segment included. The two are equal in exact
    // arithmetic; the round-off of the dense form (entries of K up to 9e11 N/m, 2 u_n - u_{n-1})
    // was found to be 5e-7 in lambda by an independent implementation with extended precision. Four
    // times that.
    const Setup setup;
    test::LiteralForwardIncrement literal = setup.literal(5e-8);
    dynamics::Integrator modal = setup.modal_form(5e-8);
    const Vector tip = fem::mean_row(fem::port(setup.beams.model.bodies[0], "right"), 1);
    const Vector lift = fem::mean_row(fem::port(setup.beams.model.bodies[1], "right"), 1);
    double worst = 0;
    bool same_segment = true;
    for (int n = 0; n < 100000; ++n) {
        literal.step();
        REQUIRE(modal.step() == dynamics::StepEvent::none);
        worst = std::max(worst, std::abs(literal.lambda() / modal.point(0).lambda - 1));
        same_segment = same_segment && literal.segment() == modal.point(0).segment;
    }
    CHECK(worst < 2e-6);
    CHECK(same_segment);
    CHECK(modal.point(0).segment == setup.start.points.front().segment + 1);
    CHECK(literal.drive() == Approx(modal.state().drives[0].x).epsilon(1e-12));

    modal.settle();
    for (std::size_t b = 0; b < 2; ++b) {
        const Vector& row = b == 0 ? tip : lift;
        const double u = row.dot(setup.displacement(b, modal.displacement(b)));
        CHECK(row.dot(literal.displacement(b)) == Approx(u).epsilon(2e-6));
    }
}

TEST_CASE("Centred damping runs up to 2 / omega_max, the published one up to 7.345e-8 s",
          "[dynamics]")
{
    // Both limits are those of the highest mode of the reduced bodies: 1.0336e-7 s, and with its
    // damping (2 / omega)(sqrt(1 + zeta^2) - zeta) = 7.345e-8 s. Above it that mode alternates and
    // grows; the contact force then grows past any physical size or changes its sign.
    const Setup setup;
    auto steps_until_wrong = [&setup](double h, bool published, int n_max) -> int {
        test::LiteralForwardIncrement literal = setup.literal(h, published);
        for (int n = 0; n < n_max; ++n) {
            literal.step();
            if (!(literal.lambda() > 0 && literal.lambda() < 1)) // 0.08 N presses
                return n;
        }
        return n_max;
    };
    CHECK(steps_until_wrong(7.3e-8, true, 30000) == 30000);
    CHECK(steps_until_wrong(7.4e-8, true, 30000) < 1000);
    CHECK(steps_until_wrong(1.03e-7, false, 30000) == 30000);
    CHECK(steps_until_wrong(1.04e-7, false, 30000) < 3000);
}

TEST_CASE("An integration above its stability limit is called unstable, not a detachment",
          "[dynamics]")
{
    const Setup setup;
    double fastest = 0;
    for (const reduction::ModalForm& form : setup.modal.components)
        fastest = std::max(fastest, form.omega.maxCoeff());
    for (const double factor : {1.01, 1.05, 1.5, 3.0}) {
        dynamics::Integrator integrator = setup.modal_form(factor * 2 / fastest);
        dynamics::StepEvent event = dynamics::StepEvent::none;
        for (int n = 0; n < 5000 && event == dynamics::StepEvent::none; ++n)
            event = integrator.step();
        CAPTURE(factor, integrator.n_steps());
        CHECK(event == dynamics::StepEvent::instability);
    }
    CHECK(dynamics::step_limit(setup.beams.model, setup.modal) < 0.72 * 2 / fastest);
    dynamics::Integrator below = setup.modal_form(0.99 * 2 / fastest);
    dynamics::StepEvent event = dynamics::StepEvent::none;
    for (int n = 0; n < 20000 && event == dynamics::StepEvent::none; ++n)
        event = below.step();
    CHECK(event == dynamics::StepEvent::none);
}
