#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using Catch::Contains;
using dynamics::TransientStatus;

namespace {

dynamics::TransientResult run(const assembly::CoupledModel& model, double t_end,
                              const Progress& progress = {})
{
    const dynamics::Probe tip{"tip", 0, fem::mean_row(fem::port(model.bodies[0], "right"), 1)};
    return dynamics::transient(
        model,
        {.scheme = dynamics::Scheme::modal_propagator, .h = 1e-6, .t_start = 0.2, .t_end = t_end},
        {tip}, progress);
}

// Whatever stops a run, the histories up to there are whole.
void check_histories(const dynamics::TransientResult& result)
{
    const std::size_t n = result.history.time.size();
    REQUIRE(n > 1);
    CHECK(result.history.time.back() <= result.t_stop + result.h);
    CHECK(result.history.time.back() > result.t_stop - 2 / result.history_rate_hz);
    CHECK(result.history.points[0].u.size() == n);
    CHECK(result.history.points[0].v.size() == n);
    CHECK(result.history.points[0].a.size() == n);
    CHECK(result.history.sliding[0].normal_force.size() == n);
    CHECK(result.history.sliding[0].alpha.size() == n);
    CHECK(result.history.energy.size() == n);
}

} // namespace

TEST_CASE("A slave that is shaken off its master stops the run as a detachment", "[dynamics]")
{
    const auto result = run(test::beam_on_beam({.noise_rms = 0.02}).model, 0.5);
    CHECK(result.status == TransientStatus::detachment);
    CHECK(dynamics::status_name(result.status) == "detachment");
    CHECK_THAT(result.message, Contains("contact.rub") && Contains("t = 0.2") &&
                                   Contains("lifts off") && Contains("normal force -"));
    CHECK(result.t_stop > 0.2);
    CHECK(result.t_stop < 0.25);
    check_histories(result);
    for (const double lambda : result.history.sliding[0].normal_force)
        CHECK(lambda > 0); // what is kept is sliding
}

TEST_CASE("A slave whose sliding comes to rest stops the run as a reversal", "[dynamics]")
{
    // At 0.1 mm/s the roughness makes the sliding velocity pass through zero.
    const auto result = run(test::beam_on_beam({.noise_rms = 4e-4, .velocity = 1e-4}).model, 0.5);
    CHECK(result.status == TransientStatus::reversal);
    CHECK_THAT(result.message, Contains("contact.rub") && Contains("t = 0.2") &&
                                   Contains("sliding velocity reaches zero"));
    CHECK(result.t_stop >= 0.22); // not during the ramp
    CHECK(result.history.sliding[0].sliding_velocity_range.min <= 0);
    check_histories(result);
    // Without friction nothing depends on the direction of sliding.
    CHECK(run(test::beam_on_beam({.mu = 0, .noise_rms = 4e-4, .velocity = 1e-4}).model, 0.25)
              .status == TransientStatus::end);
}

TEST_CASE("A slave that slides past the end of its master stops the run there", "[dynamics]")
{
    const auto result = run(test::beam_on_beam({.s0 = 0.099}).model, 0.5);
    CHECK(result.status == TransientStatus::left_master);
    CHECK(dynamics::status_name(result.status) == "left-master");
    CHECK_THAT(result.message, Contains("contact.rub") && Contains("leaves the master surface") &&
                                   Contains("segment 99 of 100"));
    // 1 mm at 30 mm/s behind a ramp of 20 ms, which costs 10 ms; the deformed contact lies up to
    // 0.05 mm behind s (1.7 ms), the bent end 0.02 mm before 100 mm (0.6 ms).
    CHECK(result.t_stop == Approx(0.2 + 0.010 + 1e-3 / 0.03).margin(2e-3));
    CHECK(result.history.sliding[0].segment.back() == 99);
    CHECK(result.history.sliding[0].alpha.back() > 0.99);
    check_histories(result);
}

TEST_CASE("A slave driven backwards slides against the master's direction", "[dynamics]")
{
    const auto result =
        run(test::beam_on_beam({.mu = 0.1, .s0 = 0.0015, .velocity = -0.03}).model, 0.5);
    CHECK(result.direction == std::vector<double>{-1});
    CHECK(result.status == TransientStatus::left_master);
    CHECK_THAT(result.message, Contains("segment 0 of 100"));
    for (std::size_t n = 1; n < result.history.time.size(); ++n)
        CHECK(result.history.sliding[0].friction_force[n] ==
              Approx(0.1 * result.history.sliding[0].normal_force[n]).epsilon(1e-14)); // along +t
    check_histories(result);
}

TEST_CASE("A run that is interrupted keeps what it has", "[dynamics]")
{
    double last = 0;
    int calls = 0;
    const auto result = run(test::beam_on_beam({}).model, 0.3, [&](double fraction) -> bool {
        CHECK((fraction > last || fraction == 0)); // 0 before the first step
        CHECK(fraction <= 1);
        last = fraction;
        ++calls;
        return fraction < 0.5;
    });
    CHECK(result.status == TransientStatus::interrupted);
    CHECK_THAT(result.message, Contains("interrupted") && Contains("t = 0.25"));
    CHECK(result.t_stop == Approx(0.25).margin(3e-5)); // one sample
    CHECK(calls > 100);
    check_histories(result);
}

TEST_CASE("A run to its end has a sample at both ends", "[dynamics]")
{
    const auto result = run(test::beam_on_beam({}).model, 0.21);
    CHECK(result.status == TransientStatus::end);
    CHECK(result.message.empty());
    CHECK(result.n_steps == 10000);
    CHECK(result.history.time.size() == 501);
    CHECK(result.history.time.back() == Approx(0.21).epsilon(1e-12));
    check_histories(result);
}

TEST_CASE("In equilibrium the contact stays closed while it slides", "[dynamics]")
{
    const auto result = run(test::beam_on_beam({}).model, 0.3);
    const dynamics::SlidingHistory& contact = result.history.sliding[0];
    // The gap is closed at predicted positions; the correction turns the segment by h^2 terms.
    for (const double gap : contact.gap)
        CHECK(std::abs(gap) < 1e-12);
    for (std::size_t n = 0; n < contact.alpha.size(); ++n) {
        CHECK(contact.alpha[n] > -1e-6);
        CHECK(contact.alpha[n] < 1 + 1e-6);
        CHECK(contact.state[n] == (result.history.time[n] >= 0.22 - 1e-9 ? 2 : 1));
    }
    // 30 mm/s to the right.
    CHECK(contact.contact_x.back() - contact.contact_x.front() ==
          Approx(0.03 * 0.09).epsilon(1e-2));
}

TEST_CASE("Transients that make no sense are refused before they start", "[dynamics]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    dynamics::TransientOptions options{.h = 5e-8, .t_start = 0.2, .t_end = 0.1};
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options),
                      Contains("t_end = 0.1") && Contains("t_start = 0.2"));
    options.t_end = 0.2;
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options), Contains("t_end = 0.2"));
    options.t_end = 0.3;
    options.scheme = dynamics::Scheme::event_driven;
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options),
                      Contains("event-driven") && Contains("forward-increment, modal-propagator"));
    options.scheme = dynamics::Scheme::forward_increment;
    options.start = dynamics::Start::static_equilibrium;
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options),
                      Contains("static-equilibrium") && Contains("sliding-equilibrium, rest"));
    options.start = dynamics::Start::automatic;
    options.scheme = dynamics::Scheme::modal_propagator;
    options.h =
        3e-6; // at 1e-5 s the bursts lose a third of their height, and nothing else shows it
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options),
                      Contains("h = 3e-06") && Contains("2e-06 s") && Contains("history_rate_hz"));
    options.scheme = dynamics::Scheme::forward_increment;
    options.h = 5e-8;
    options.history_rate_hz = 0;
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options), Contains("history_rate_hz"));
    options.history_rate_hz = 50e3;
    options.fields_rate_hz = 50e3;
    options.t_end = 100;
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options),
                      Contains("GB") && Contains("fields_rate_hz"));

    CHECK_THROWS_WITH(run(test::beam_on_beam({.force = 0}).model, 0.3), Contains("normal force"));

    options.fields_rate_hz = 0;
    options.t_end = 0.3;

    // One point in touch, given by two contacts: which of them carries is not determined.
    assembly::CoupledModel twice = beams.model;
    twice.sliding.push_back(twice.sliding.front());
    twice.sliding.back().name = "rub2";
    CHECK_THROWS_WITH(run(twice, 0.3), Contains("contact forces") && Contains("not unique") &&
                                           Contains("contact.rub and contact.rub2 press on the "
                                                    "same place of the same bodies"));

    assembly::CoupledModel still = beams.model;
    still.motions.front().velocity = 0;
    CHECK_THROWS_WITH(run(still, 0.3), Contains("contact.rub") && Contains("no motion drives") &&
                                           Contains("[[motion]]"));
    still.sliding.front().friction = contact::ConstantFriction{0};
    CHECK(run(still, 0.21).status == TransientStatus::end);
}
