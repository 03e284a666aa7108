#include "dynamics/frozen/complex_modes.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"
#include "tests/dynamics/frozen/whole_model.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

// The sliding beams where they stick and open, against two independent implementations of the same
// law (one with full rows that enumerates all states of the contact in every step).

using namespace slideway;
using contact::State;
using dynamics::Integrator;
using dynamics::Scheme;
using dynamics::StepEvent;

namespace {

constexpr double t_start = 0.2, ramp = 0.02;

struct Change {
    double time;
    State state;
};

// Pressed by 0.12 N with 0.5 % of roughness, from 85 mm on.
test::BeamOnBeamOptions pressed_harder()
{
    return {.noise_rms = 6e-4, .seed = 8, .s0 = 0.085, .force = -0.12};
}

struct Beams {
    test::BeamOnBeam beams;
    dynamics::ModalModel modal;
    dynamics::SlidingEquilibrium start;

    explicit Beams(const test::BeamOnBeamOptions& options)
        : beams(test::beam_on_beam(options)), modal(dynamics::modal_model(beams.model)),
          start(dynamics::sliding_equilibrium(beams.model, modal, {1}))
    {
    }

    [[nodiscard]] Integrator follow(Scheme scheme, double h, double duration,
                                    double developed = 0) const
    {
        return {beams.model,
                modal,
                {.scheme = scheme,
                 .h = h,
                 .direction = {1},
                 .duration = duration,
                 .ramp = developed,
                 .follow_separation = true,
                 .follow_sticking = true},
                start};
    }
};

} // namespace

TEST_CASE("Where nothing sticks, following gives the forces of the published step", "[dynamics]")
{
    // The shipped rough beams. With the friction of the ramp taken as developed it is the same
    // step; solved for, it may stick in the ramp, and the difference decays.
    const Beams b({.noise_rms = 4e-4, .seed = 8});
    const double h = 1e-6, duration = 0.5;
    Integrator same = b.follow(Scheme::modal_propagator, h, duration, ramp),
               solved = b.follow(Scheme::modal_propagator, h, duration);
    Integrator published(b.beams.model, b.modal,
                         {.scheme = Scheme::modal_propagator,
                          .h = h,
                          .direction = {1},
                          .duration = duration,
                          .ramp = ramp},
                         b.start);
    double worst = 0;
    bool stuck = false;
    while (published.elapsed() < duration) {
        bool runs = true; // a macro in every step takes longer than the step
        for (Integrator* s : {&published, &same, &solved})
            runs = runs && s->step() == StepEvent::none;
        if (!runs)
            FAIL("stopped at " << published.elapsed());
        stuck = stuck || solved.point(0).state == State::stuck;
        worst = std::max(worst, std::abs(same.point(0).lambda / published.point(0).lambda - 1));
    }
    CHECK(worst < 1e-8);
    CHECK(stuck);
    CHECK(solved.point(0).lambda == Approx(published.point(0).lambda).epsilon(5e-6));
    for (Integrator* s : {&published, &same, &solved}) {
        const dynamics::Energy e = s->energy();
        CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
    }
}

TEST_CASE("Beams pressed harder stick and open when two independent programs say", "[dynamics]")
{
    // The numbers belong to the mesh of the shipped case, of the same nodes. After 0.438 s the
    // motion is chaotic. The drive of both programs, x += h v(t_{n+1}), is v h / 2 ahead of the
    // integral of its velocity from the end of the ramp on: here the tip starts as far ahead.
    struct First {
        double h, stick, opening;
    };
    for (const First& first : {First{1e-6, 0.438071, 0.441568},
                               {5e-7, 0.438070, 0.441568},
                               {2.5e-7, 0.438070, 0.441568}}) {
        test::BeamOnBeamOptions options = pressed_harder();
        options.s0 += 0.03 * first.h / 2;
        const Beams b(options);
        Integrator s = b.follow(Scheme::modal_propagator, first.h, 0.42);
        std::vector<Change> changes;
        double opening = 0;
        State last = State::stuck;
        auto check_force = [&](double t, double lambda, double v, double tolerance) {
            if (first.h == 1e-6 && std::abs(t_start + s.elapsed() - t) < 0.5 * first.h) {
                CHECK(s.point(0).lambda == Approx(lambda).epsilon(tolerance));
                CHECK(s.point(0).sliding_velocity == Approx(v).epsilon(tolerance));
            }
        };
        while (s.elapsed() < 0.26) {
            if (s.step() != StepEvent::none)
                FAIL("stopped at " << s.elapsed());
            const double t = t_start + s.elapsed();
            check_force(0.30, 0.1188394065, 0.02988065, 1e-6);
            check_force(0.40, 0.1179820763, 0.03014435, 1e-6);
            check_force(0.44, 0.19743, 0.010717, 1e-4);
            const State now = s.point(0).state;
            if (now != last && s.elapsed() > ramp)
                changes.push_back({t, now});
            if (opening == 0 && now == State::none)
                opening = t;
            last = now;
        }
        CAPTURE(first.h);
        REQUIRE(changes.size() > 8);
        CHECK(changes[0].state == State::stuck);
        CHECK(changes[0].time == Approx(first.stick).margin(5e-6));
        CHECK(opening == Approx(first.opening).margin(5e-6));
        if (first.h == 1e-6) {
            const double expected[] = {0.438071, 0.438089, 0.438350, 0.438373};
            for (std::size_t k = 0; k < 4; ++k) {
                CHECK(changes[k].time == Approx(expected[k]).margin(1.1e-6));
                CHECK(changes[k].state == (k % 2 == 0 ? State::stuck : State::sliding));
            }
        }
        const dynamics::Energy e = s.energy();
        CHECK(std::abs(e.residual()) < 1e-10 * e.turned_over());
        CHECK(e.impact > 0);
    }
}

TEST_CASE("A tip that falls on the beam touches when free motion says, and rebounds little",
          "[dynamics]")
{
    // From 0.1 mm, at rest and undeformed, 0.08 N as a step; free motion is exact. Rebound: an
    // independent implementation.
    test::BeamOnBeam beams = test::beam_on_beam({.s0 = 0.0505, .velocity = 0});
    assembly::CoupledModel& model = beams.model;
    model.sliding[0].slave_X(0, 1) += 1e-4;
    const auto modal = dynamics::modal_model(model);
    dynamics::SlidingEquilibrium start;
    for (const auto& form : modal.components)
        start.q.push_back(Vector::Zero(form.n_modes()));
    start.points = dynamics::undeformed_points(model, true);
    const double h = 5e-7;
    Integrator s(model, modal,
                 {.scheme = Scheme::modal_propagator,
                  .h = h,
                  .direction = {0},
                  .follow_separation = true,
                  .follow_sticking = true},
                 start);
    double touch = 0, speed = 0, rebound = 0, gap = 1e-4, gap_before = 1e-4;
    while (s.elapsed() < 0.012) {
        if (s.step() != StepEvent::none)
            FAIL("stopped at " << s.elapsed());
        if (touch == 0 && s.point(0).closed()) {
            touch = s.elapsed();
            speed = (gap - gap_before) / h;
        }
        if (touch > 0 && s.elapsed() < touch + 2 * h)
            continue;
        s.settle();
        gap_before = gap;
        gap = s.state().settled_projection(0).gap;
        if (touch > 0)
            rebound = std::max(rebound, gap);
    }
    CHECK(touch == Approx(2.8376e-3).margin(1e-6));
    CHECK(speed == Approx(-0.08765).epsilon(1e-4));
    CHECK(rebound == Approx(15.36e-6).epsilon(0.02));
    const dynamics::Energy e = s.energy();
    CHECK(std::abs(e.residual()) < 1e-10 * e.turned_over());
}

TEST_CASE("Slow fretting takes 4 mu F (X - mu F / k_t) per cycle", "[dynamics]")
{
    // k_t = 1 / (sum c^2 / omega^2 over both beams, without the rigid motion of the upper one) =
    // 5167.11 N/m at 50.5 mm: below mu F / k_t = 4.6 um the tip never slips. At 10 um the contact
    // rings where it turns; ratios of an independent implementation.
    const double mu = 0.3, F = 0.08, k_t = 5167.11;
    struct Fretting {
        double X, f; // [m, Hz]
        int settled; // cycles
        double ratio, tolerance;
    };
    for (const Fretting& fretting :
         {Fretting{50e-6, 2, 1, 1, 3e-4}, {10e-6, 5, 2, 1.018, 1e-3}, {3e-6, 5, 1, 0, 0}}) {
        const double X = fretting.X, f = fretting.f;
        test::BeamOnBeam beams = test::beam_on_beam({.s0 = 0.0505});
        assembly::Motion& drive = beams.model.motions[0];
        drive.turning =
            assembly::HarmonicVelocity{2 * std::numbers::pi * f * X, 2 * std::numbers::pi * f, 0};
        drive.ramp = f < 5 ? 0.25 : 0.05;
        const auto modal = dynamics::modal_model(beams.model);
        const auto start = dynamics::sliding_equilibrium(beams.model, modal, {1});
        const double h = 1e-6;
        Integrator s(beams.model, modal,
                     {.scheme = Scheme::modal_propagator,
                      .h = h,
                      .direction = {1},
                      .follow_separation = true,
                      .follow_sticking = true},
                     start);
        double before = 0;
        for (const int cycle : {fretting.settled, fretting.settled + 1}) {
            while (s.elapsed() < cycle / f - 0.5 * h)
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
            if (cycle == fretting.settled)
                before = s.energy().friction;
        }
        const dynamics::Energy e = s.energy();
        const double theory = 4 * mu * F * std::max(X - mu * F / k_t, 0.0);
        const double round_off = 1e-12 * 4 * mu * F * X; // of the speed of a node that sticks
        CAPTURE(X, f, e.friction, before);
        CHECK(e.friction - before ==
              Approx(fretting.ratio * theory).epsilon(fretting.tolerance).margin(round_off));
        CHECK(std::abs(e.residual()) < 1e-9 * e.turned_over());
    }
}

TEST_CASE("A mode of the mesh near 241 kHz flutters from a friction between 0.4 and 0.45 on",
          "[dynamics]")
{
    // Undeformed at 10.5 mm; growth rates of an independent implementation.
    const auto beams = test::beam_on_beam({.s0 = 0.0105});
    const auto loci = dynamics::complex_modes(beams.model, {.about = dynamics::About::undeformed,
                                                            .friction = {0.4, 0.45, 0.5},
                                                            .band_low_hz = 240.5e3,
                                                            .band_high_hz = 242e3})
                          .loci;
    const double growth[] = {-1752, 1931, 5312};
    for (std::size_t k = 0; k < 3; ++k) {
        REQUIRE(loci.at(k).largest);
        CHECK(loci[k].largest->growth_rate == Approx(growth[k]).margin(1));
        CHECK(loci[k].largest->frequency_hz == Approx(241.3e3).epsilon(2e-3));
    }
}

TEST_CASE("Forty runs with whatever loads, friction, noise, drives and steps end, their energy "
          "accounted for",
          "[dynamics]")
{
    std::mt19937_64 random(24);
    auto draw = [&random](double low, double high) -> double {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    double most_open = 0, most_stuck = 0;
    for (const double s0 : {0.03, 0.055, 0.085, 0.07}) {
        Beams b({.noise_rms = 1e-4, .s0 = s0});
        for (int k = 0; k < 10; ++k) {
            assembly::CoupledModel& model = b.beams.model;
            const double F = std::pow(10.0, draw(-1.7, 0)), mu = draw(0, 1.2);
            model.loads[0].signal = assembly::Constant{-F};
            model.loads[1].signal = assembly::Noise{F * draw(0, 0.5), 0, 20e3, random()};
            model.sliding[0].friction = contact::FrictionJump{mu * draw(1, 1.5), mu};
            assembly::Motion& drive = model.motions[0];
            const double v = draw(0.001, 0.3);
            drive.velocity = v;
            drive.ramp = 0.002;
            if (k % 3 == 1)
                drive.turning =
                    assembly::HarmonicVelocity{v, 2 * std::numbers::pi * draw(20, 500), 0};
            else if (k % 3 == 2)
                drive.turning =
                    std::vector<assembly::VelocityChange>{{0, v, 0.002}, {0.008, -v, 0.004}};
            else
                drive.turning = {};
            // A start without friction: at the mean of their friction they need not be in balance.
            b.start = dynamics::sliding_equilibrium(model, b.modal, {0});
            const double h = draw(2.5e-7, 1e-6), duration = 0.02;
            Integrator s(model, b.modal,
                         {.scheme = Scheme::modal_propagator,
                          .h = h,
                          .direction = {0},
                          .duration = duration,
                          .follow_separation = true,
                          .follow_sticking = true,
                          .episode = 5e-6,
                          .window = 1e-5},
                         b.start);
            CAPTURE(s0, k, F, mu, v, h);
            while (s.elapsed() < duration)
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
            const dynamics::Energy e = s.energy();
            CHECK(std::abs(e.residual()) < 1e-9 * e.turned_over());
            CHECK(e.impact >= 0);
            const dynamics::NodeStatistics n = s.state().statistics(0);
            most_open = std::max(most_open, n.open / n.duration);
            most_stuck = std::max(most_stuck, n.stuck / n.duration);
        }
    }
    CHECK(most_open > 0.2); // they do not all slide along
    CHECK(most_stuck > 0.2);
}
