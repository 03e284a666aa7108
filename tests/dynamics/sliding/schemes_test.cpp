#include "dynamics/sliding/scheme.hpp"

#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

using namespace slideway;
using Catch::Contains;

namespace {

// a_k = (v_{k+1} - v_{k-1}) rate / 2 [m/s^2], two entries shorter than the velocity.
std::vector<double> central_acceleration(const std::vector<double>& velocity, double rate_hz)
{
    std::vector<double> a;
    for (std::size_t k = 1; k + 1 < velocity.size(); ++k)
        a.push_back((velocity[k + 1] - velocity[k - 1]) * rate_hz / 2);
    return a;
}

reduction::ModalForm one_mode(double omega, double zeta)
{
    return {Vector::Constant(1, omega),
            Vector::Constant(1, 2 * zeta * omega),
            Matrix::Identity(1, 1),
            {}};
}

double limit_of(const reduction::ModalForm& form)
{
    dynamics::ModalModel modal;
    modal.components.push_back(form);
    return dynamics::step_limit({}, modal);
}

// Largest growth factor per step of d <- a d - b q, q <- q + d: r^2 - (1 + a - b) r + a = 0.
double growth(const dynamics::SchemeCoefficients& s)
{
    const double trace = 1 + s.a(0) - s.b(0);
    const std::complex<double> root = std::sqrt(std::complex<double>(trace * trace - 4 * s.a(0)));
    return std::max(std::abs(trace + root), std::abs(trace - root)) / 2;
}

} // namespace

TEST_CASE("A mode decays for omega h < 2, and below the step limit no velocity alternates",
          "[dynamics]")
{
    const double omega = 2e6;
    for (const double zeta : {0.0, 0.01, 0.348, 1.0, 2.5, 40.0}) {
        const reduction::ModalForm body = one_mode(omega, zeta);
        const double limit = limit_of(body);
        CAPTURE(zeta);
        CHECK(limit == Approx(2 / omega * (std::sqrt(1 + zeta * zeta) - zeta)).epsilon(1e-9));
        CHECK(limit <= 2 / omega);
        CHECK(growth(dynamics::central_difference(body, 0.999 * 2 / omega)) <= 1 + 1e-12);
        CHECK(growth(dynamics::central_difference(body, 1.001 * 2 / omega)) > 1 + 1e-5);
        CHECK(dynamics::central_difference(body, limit).a(0) > 0);
    }
    // A mode without stiffness: h c < 2; one with neither has no limit.
    reduction::ModalForm slow = one_mode(0, 0);
    CHECK(limit_of(slow) == std::numeric_limits<double>::infinity());
    slow.c(0) = 50;
    CHECK(limit_of(slow) == Approx(0.04).epsilon(1e-14));
}

TEST_CASE("The exact propagator has the roots of the oscillator at any step", "[dynamics]")
{
    for (const double zeta : {0.0, 0.02, 0.7, 1.0, 3.0})
        for (const double omega_h : {1e-3, 0.3, 2.0, 40.0}) {
            const double h = 1e-3, omega = omega_h / h;
            const auto s = dynamics::exact_propagator(one_mode(omega, zeta), h);
            // Characteristic polynomial of the sampled motion: (r - e^{s1 h}) (r - e^{s2 h}).
            const std::complex<double> root =
                omega * std::sqrt(std::complex<double>(zeta * zeta - 1));
            const std::complex<double> r1 = std::exp((-zeta * omega + root) * h),
                                       r2 = std::exp((-zeta * omega - root) * h);
            CAPTURE(zeta, omega_h);
            CHECK(s.a(0) == Approx((r1 * r2).real()).margin(1e-14));
            CHECK(s.b(0) == Approx(((1.0 - r1) * (1.0 - r2)).real()).margin(1e-14));
            // A force held for ever moves the mode to f / omega^2: b q = w h^2 f.
            CHECK(s.w(0) * omega_h * omega_h == Approx(s.b(0)).epsilon(1e-13));
            CHECK(growth(s) <= 1 + 1e-14);
        }
    // A rigid motion: the central difference itself.
    const auto rigid = dynamics::exact_propagator(one_mode(0, 0), 1e-3);
    CHECK(rigid.a(0) == 1);
    CHECK(rigid.b(0) == 0);
    CHECK(rigid.w(0) == 1);
}

TEST_CASE("The coefficients of both schemes differ by third order in the step", "[dynamics]")
{
    // a = exp(-x) and (1 - x/2) / (1 + x/2) with x = c h: x^3 / 12. Both have the determinant and
    // trace of a motion over a step: b = (omega h)^2 (1 - x / 2 + ...), which differs by
    // (omega h)^2 times second order.
    const reduction::ModalForm body = one_mode(300, 0.2);
    for (const double h : {1e-4, 1e-5}) {
        const auto central = dynamics::central_difference(body, h);
        const auto exact = dynamics::exact_propagator(body, h);
        const double x = 2 * 0.2 * 300 * h;
        CHECK(central.a(0) - exact.a(0) ==
              Approx(-std::pow(x, 3) / 12).epsilon(2e-2).margin(1e-16));
        CHECK(std::abs(exact.b(0) / central.b(0) - 1) < std::pow(300 * h, 2) / 6);
    }
}

TEST_CASE("The step limit of the sliding beams is that of their highest mode", "[dynamics]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const auto modal = dynamics::modal_model(beams.model);
    CHECK(modal.n_modes() == 245);
    CHECK(dynamics::step_limit(beams.model, modal) ==
          Approx(7.345e-8).epsilon(0.5e-3 / 7.345)); // its digits
    const test::BeamOnBeam undamped = test::beam_on_beam({.alpha = 0, .beta = 0});
    CHECK(dynamics::step_limit(undamped.model, dynamics::modal_model(undamped.model)) ==
          Approx(1.0336e-7).epsilon(0.5e-4)); // its digits
}

TEST_CASE("A step above the limit is refused with the limit, and the default is 0.9 of it",
          "[dynamics]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    dynamics::TransientOptions options{.h = 7.4e-8, .t_start = 0.2, .t_end = 0.21};
    CHECK_THROWS_WITH(dynamics::transient(beams.model, options),
                      Contains("h = 7.4e-08") && Contains("7.3447e-08") && Contains("limit"));
    options.h = 7.3e-8;
    CHECK(dynamics::transient(beams.model, options).status == dynamics::TransientStatus::end);
    options.h = 0;
    const auto by_default = dynamics::transient(beams.model, options);
    // Shortened to divide the sampling interval of 20 microseconds into whole steps.
    CHECK(by_default.h <= 0.9 * by_default.plan.h_limit);
    CHECK(by_default.h > 0.89 * by_default.plan.h_limit);
    const double steps = 2e-5 / by_default.h;
    CHECK(steps == Approx(std::round(steps)).epsilon(1e-12));
    CHECK(by_default.history_rate_hz == Approx(50e3).epsilon(1e-12));
    // The propagator has no such limit.
    options.scheme = dynamics::Scheme::modal_propagator;
    options.h = 1e-6;
    CHECK(dynamics::transient(beams.model, options).status == dynamics::TransientStatus::end);
}

TEST_CASE("A run says what the other scheme would take at its default step", "[dynamics]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    dynamics::TransientOptions options{.t_start = 0.2, .t_end = 0.21};
    const auto central = dynamics::transient(beams.model, options);
    REQUIRE(central.other);
    CHECK(central.other->scheme == dynamics::Scheme::modal_propagator);
    CHECK(central.other->h == Approx(1e-6).epsilon(1e-12)); // 20 steps in a sample at 50 kHz
    CHECK(central.other->n_steps == 10000);
    CHECK(central.other->time > 0);
    options.scheme = dynamics::Scheme::modal_propagator;
    options.h = 5e-7;
    const auto propagated = dynamics::transient(beams.model, options);
    REQUIRE(propagated.other);
    CHECK(propagated.other->scheme == dynamics::Scheme::forward_increment);
    CHECK(propagated.other->h == central.h);
    CHECK(propagated.other->n_steps == central.n_steps);
    CHECK(propagated.other->time > 0);
}

TEST_CASE("The modal propagator follows the published scheme at a 40 times longer step",
          "[dynamics]")
{
    // Rough, mu = 0.3; 0.2 s after the ramp; acceleration of the free end, from its velocity at
    // 50 kHz. Of forward-increment at 2.5e-8 against 1.25e-8: 3e-5; of the propagator at 1e-6:
    // 7e-4.
    const test::BeamOnBeam beams = test::beam_on_beam({.noise_rms = 4e-4});
    const dynamics::Probe tip{"tip", 0,
                              fem::mean_row(fem::port(beams.model.bodies[0], "right"), 1)};
    auto waveform = [&](dynamics::Scheme scheme, double h) -> std::vector<double> {
        const auto result = dynamics::transient(
            beams.model, {.scheme = scheme, .h = h, .t_start = 0.2, .t_end = 0.42}, {tip});
        REQUIRE(result.status == dynamics::TransientStatus::end);
        return central_acceleration(result.history.points[0].v, result.history_rate_hz);
    };
    const auto reference = waveform(dynamics::Scheme::forward_increment, 2.5e-8);
    const auto propagated = waveform(dynamics::Scheme::modal_propagator, 1e-6);
    REQUIRE(reference.size() == propagated.size());
    double difference = 0, size = 0;
    for (std::size_t k = 1000; k < reference.size(); ++k) { // from 20 ms: after the ramp
        difference += std::pow(propagated[k] - reference[k], 2);
        size += std::pow(reference[k], 2);
    }
    CHECK(std::sqrt(difference / size) < 1e-3);
}
