#include "base/error.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/motion_watch.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/rigid.hpp"
#include "support/coulomb_matrices.hpp"
#include "tests/dynamics/sliding/on_track.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// A mass on a spring and a dry track, followed by the stepping schemes, against closed forms and
// located events.

using namespace slideway;
using contact::State;
using dynamics::Integrator;
using dynamics::Scheme;
using dynamics::StepEvent;
using namespace slideway::test;

namespace {

using std::numbers::pi;

// Mass and spring 1 on a belt of velocity V, pressed by 1.
assembly::CoupledModel on_belt(const contact::FrictionJump& friction, double V)
{
    assembly::CoupledModel model = on_track({.mass = 1, .fixed = {"rotation"}}, friction, 0, -1);
    model.bodies[1] = fem::rigid(
        "belt", {.mass = 1, .polylines = {{"face", line(-50, 50, 0)}}, .fixed = {"y", "rotation"}});
    model.motions.push_back(
        assembly::make_motion("belt", 1, fem::port(model.bodies[1], "centre"), 0));
    model.motions[0].velocity = V;
    model.motions[0].ramp = 4; // slow: stuck from the start on
    model.joints.push_back(spring(model, contact::Linear{{1}, {0}}));
    model.sliding[0] =
        assembly::make_sliding("rub", model.bodies, 0, fem::port(model.bodies[0], "centre"), 1,
                               fem::port(model.bodies[1], "face"), friction);
    return model;
}

// Mass and spring 1 on a track of friction S, driven by cos(r t).
assembly::CoupledModel den_hartog(double r, double S)
{
    assembly::CoupledModel model =
        on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{S}, 0, -1);
    model.loads[0].signal = assembly::Harmonic{1, 0};
    model.Omega = r;
    model.joints.push_back(spring(model, contact::Linear{{1}, {0}}));
    return model;
}

// The motion with located events.
struct Located {
    double x = 0, v = 0; ///< at the end
    std::vector<double> path;
    dynamics::ContactPeriod last_period;
};
Located located(double r, double S, double duration, double rate, double x = 0, double v = 0)
{
    CoulombMatrices a;
    a.M = a.K = a.B = Matrix::Identity(1, 1);
    a.p = Vector::Ones(1);
    a.limit = Vector::Constant(1, S);
    a.Omega = r;
    const CoulombOnModes body = on_modes(a);
    dynamics::EventDrivenOptions options;
    options.t_end = duration;
    options.history_rate_hz = rate;
    options.outputs.push_back({body.Phi.row(0).transpose(), 0});
    options.q = Vector::Constant(1, x / body.Phi(0, 0));
    options.v = Vector::Constant(1, v / body.Phi(0, 0));
    const dynamics::MotionRecord record = dynamics::event_driven(body.system, options);
    return {body.Phi(0, 0) * record.q(0), body.Phi(0, 0) * record.v(0),
            record.history.points.at(0).u, record.last_period.at(0)};
}

struct Steady {
    double half_range = 0, stuck = 0;
};

// Mean half range over the cycles from `first` to `last`, and the share of time stuck in them.
Steady steady(const assembly::CoupledModel& model, Scheme scheme, double h, int first, int last)
{
    const auto modal = dynamics::modal_model(model);
    const OfCentre of(model, modal, 0);
    Integrator s(model, modal, following(model, scheme, h), at_rest(model, modal));
    const double period = 2 * pi / model.Omega;
    Steady result;
    double least = 0, most = 0;
    int cycle = 0;
    long long stuck = 0, counted = 0;
    while (cycle < last) {
        if (s.step() != StepEvent::none)
            FAIL("stopped at " << s.elapsed());
        s.settle();
        const double x = of.displacement(s);
        if (s.elapsed() >= (cycle + 1) * period) {
            if (++cycle > first)
                result.half_range += 0.5 * (most - least) / (last - first);
            least = most = x;
        }
        least = std::min(least, x);
        most = std::max(most, x);
        if (cycle >= first) {
            ++counted;
            stuck += s.point(0).state == State::stuck ? 1 : 0;
        }
    }
    result.stuck = static_cast<double>(stuck) / static_cast<double>(counted);
    const dynamics::Energy e = s.energy();
    CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
    return result;
}

} // namespace

TEST_CASE("A mass on a belt sticks and slips with the period of the closed form", "[dynamics]")
{
    // m = k = N = 1, belt 0.1, mu 0.4 at rest and 0.25 sliding: A = 0.15, period
    // 2 (pi - atan(A/V)) + 2 A/V, largest x = mu + sqrt(A^2 + V^2), stuck the last term's share.
    const double V = 0.1, mu_s = 0.4, mu = 0.25, A = mu_s - mu;
    const double period = 2 * (pi - std::atan(A / V)) + 2 * A / V;
    const double largest = mu + std::hypot(A, V), share = 2 * A / V / period;
    CHECK(period == Approx(7.317597861).epsilon(1e-9));
    const assembly::CoupledModel model = on_belt({mu_s, mu}, V);
    const auto modal = dynamics::modal_model(model);
    const OfCentre x(model, modal, 0);
    const auto directions = dynamics::sliding_directions(model, modal, true);
    REQUIRE(directions == std::vector<double>{-1});
    const auto start = dynamics::sliding_equilibrium(model, modal, directions);
    for (const Scheme scheme : both_schemes)
        for (const double h : {1e-2, 1e-3, 1e-4}) {
            Integrator::Settings settings = following(model, scheme, h);
            settings.direction = directions;
            Integrator s(model, modal, settings, start);
            std::vector<double> slips;
            double most = 0;
            long long stuck = 0, counted = 0;
            State last = State::stuck;
            while (s.elapsed() < 10 * period) {
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
                const State now = s.point(0).state;
                if (last == State::stuck && now != State::stuck)
                    slips.push_back(s.elapsed());
                last = now;
                if (slips.size() < 2 || slips.size() > 6) // five whole periods
                    continue;
                s.settle();
                most = std::max(most, x.displacement(s));
                stuck += now == State::stuck ? 1 : 0;
                ++counted;
            }
            CAPTURE(name_of(scheme), h, slips.size());
            REQUIRE(slips.size() >= 7);
            // Break-away is seen up to a step late, and five periods share that.
            CHECK((slips[6] - slips[1]) / 5 == Approx(period).margin(h));
            CHECK(most == Approx(largest).margin(0.05 * h));
            CHECK(static_cast<double>(stuck) / static_cast<double>(counted) ==
                  Approx(share).margin(2 * h / period));
            const dynamics::Energy e = s.energy();
            CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over()); // round-off of 7e5 steps
        }
}

TEST_CASE("With one friction at rest and sliding a mass on a belt ends where it grazes the belt's "
          "velocity",
          "[dynamics]")
{
    // From the break-away at x = mu with the velocity of the belt: a circle about mu of radius V.
    const double V = 0.1, mu = 0.25, h = 1e-3;
    const assembly::CoupledModel model = on_belt({mu, mu}, V);
    const auto modal = dynamics::modal_model(model);
    const OfCentre x(model, modal, 0);
    Integrator::Settings settings = following(model, Scheme::forward_increment, h);
    settings.direction = {-1};
    settings.statistics_from = 20;
    settings.episode = 10 * h;
    Integrator s(model, modal, settings, at_rest(model, modal));
    double least = 1, most = 0;
    while (s.elapsed() < 80) {
        if (s.step() != StepEvent::none)
            FAIL("stopped at " << s.elapsed());
        if (s.elapsed() < 20)
            continue;
        s.settle();
        least = std::min(least, x.displacement(s));
        most = std::max(most, x.displacement(s));
    }
    CHECK(most == Approx(mu + V).margin(h));
    CHECK(least == Approx(mu - V).margin(h));
    CHECK(s.state().statistics(0).sticks.counted == 0); // where it grazes, w = 0 for a few steps
}

TEST_CASE("A driven mass with dry friction and stops has the half range of Den Hartog's motion, to "
          "second order",
          "[dynamics]")
{
    // x'' + x = cos(r t) - S sgn x', exact between its events; by located events too.
    struct Exact {
        double r, S, half_range, stuck;
    };
    for (const Exact& exact : {Exact{0.4, 0.3, 1.127623771015, 0.2773457899},
                               {0.6, 0.6, 1.443224131708, 0.0579008158}}) {
        const auto period = located(exact.r, exact.S, 60 * 2 * pi / exact.r, 1).last_period;
        CHECK(period.amplitude == Approx(exact.half_range).epsilon(1e-11));
        CHECK(period.sticking == Approx(exact.stuck).epsilon(1e-9));
        for (const double h : {0.02, 0.01, 0.005, 0.0025, 0.001}) {
            const Steady found =
                steady(den_hartog(exact.r, exact.S), Scheme::forward_increment, h, 50, 100);
            CAPTURE(exact.r, h);
            CHECK(std::abs(found.half_range - period.amplitude) < 0.03 * h * h);
            // Each stop begins and ends within a step.
            CHECK(found.stuck == Approx(period.sticking).margin(2 * h * exact.r / (2 * pi)));
        }
    }
}

TEST_CASE("A driven mass follows the motion of located events through its stops, to second order",
          "[dynamics]")
{
    // Five cycles from a state of the periodic motion, at all times of the steps. (From rest the
    // first reversal is without a stop, and of first order.)
    const double r = 0.4, S = 0.3, period = 2 * pi / r;
    const Located settled = located(r, S, 60 * period, 1);
    double last = 0;
    for (const int per_cycle : {800, 3200}) {
        const double h = period / per_cycle;
        const Located exact = located(r, S, 5 * period, 1 / h, settled.x, settled.v);
        const assembly::CoupledModel model = den_hartog(r, S);
        const auto modal = dynamics::modal_model(model);
        const OfCentre x(model, modal, 0);
        dynamics::SlidingEquilibrium start = at_rest(model, modal);
        start.v = start.q;
        x.give(start.q, settled.x);
        x.give(start.v, settled.v);
        Integrator s(model, modal, following(model, Scheme::forward_increment, h), start);
        double apart = 0;
        long long stuck = 0;
        for (std::size_t n = 1; n < exact.path.size(); ++n) {
            if (s.step() != StepEvent::none)
                FAIL("stopped at " << s.elapsed());
            stuck += s.point(0).state == State::stuck ? 1 : 0;
            s.settle();
            apart = std::max(apart, std::abs(x.displacement(s) - exact.path[n]));
        }
        CAPTURE(h, apart, last);
        CHECK(stuck > per_cycle); // of five cycles
        CHECK(apart < h * h);
        if (last > 0)
            CHECK(std::log2(last / apart) / 2 > 1.5); // the order, over two halvings
        last = apart;
    }
}

TEST_CASE("Without stops friction jumps at every reversal, and the half range is of first order",
          "[dynamics]")
{
    // r = 0.9, S = 0.1, no other damping: friction turns half a step early on average.
    const double exact = located(0.9, 0.1, 2000 * 2 * pi / 0.9, 0.1).last_period.amplitude;
    CHECK(exact == Approx(5.225299183).epsilon(1e-9));
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const Steady found = steady(den_hartog(0.9, 0.1), Scheme::forward_increment, h, 300, 600);
        CAPTURE(h, found.half_range - exact);
        CHECK(std::abs(found.half_range - exact) < h);
        CHECK(found.stuck < 1e-2);
    }
}

TEST_CASE("Friction that falls with speed holds up to its value at rest and lets go for good",
          "[dynamics]")
{
    // Pushed by F, raised over 20 s: below 0.4 N it stays to the bit. Beyond, it slides, and once
    // faster than 0.1 m/s its friction is 0.25 N: a = F - 0.25.
    const double F[] = {0.39, 0.45};
    for (const contact::Friction& law :
         {contact::Friction(contact::FrictionTable{{0, 0.01, 10}, {0.4, 0.25, 0.25}}),
          contact::Friction(contact::FrictionDecay{0.4, 0.25, 1e-3}),
          contact::Friction(contact::FrictionJump{0.4, 0.25})})
        for (const double push : F) {
            assembly::CoupledModel model = on_track({.mass = 1, .fixed = {"rotation"}}, law, 0, -1);
            model.loads[0].signal = assembly::Raised{push, 20};
            const auto modal = dynamics::modal_model(model);
            const OfCentre x(model, modal, 0);
            const double h = 1e-3;
            Integrator s(model, modal, following(model, Scheme::forward_increment, h),
                         at_rest(model, modal));
            double slips = 0, v = 0;
            while (s.elapsed() < 25) {
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
                if (slips == 0 && s.point(0).state != State::stuck)
                    slips = s.elapsed();
                if (std::abs(s.elapsed() - 22) < h / 2)
                    v = s.point(0).sliding_velocity;
            }
            s.settle();
            CAPTURE(push, law.index());
            if (push < 0.4) {
                CHECK(x.displacement(s) == 0);
                CHECK(slips == 0);
            } else {
                // push (1 - cos(pi t / 20)) / 2 = 0.4
                CHECK(slips == Approx(20 / pi * std::acos(1 - 0.8 / push)).margin(2 * h));
                CHECK(s.point(0).sliding_velocity - v == Approx(3 * (push - 0.25)).epsilon(1e-9));
            }
        }
}

TEST_CASE("Above the step limit the energy is kept while the motion grows, which its kinetic part "
          "reports",
          "[dynamics]")
{
    // Mass and spring 1, limit h = 2, from a displacement of 1: the scheme keeps
    // d^2 / (2 h^2) + q_n q_{n+1} / 2. At 2.02 the motion grows 1.33 times in a step.
    assembly::CoupledModel model =
        on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{0}, 0, -1);
    model.joints.push_back(spring(model, contact::Linear{{1}, {0}}));
    const auto modal = dynamics::modal_model(model);
    for (const double h : {1.99, 2.02}) {
        dynamics::SlidingEquilibrium start = at_rest(model, modal);
        OfCentre(model, modal, 0).give(start.q, 1);
        Integrator s(model, modal, following(model, Scheme::forward_increment, h), start);
        dynamics::MotionWatch watch(s.account().stored_at_start());
        int steps = 0;
        double kept = 0;
        bool reported = false;
        while (!reported && steps < 1000) {
            REQUIRE(s.step() == StepEvent::none);
            ++steps;
            const dynamics::Energy e = s.energy();
            kept = std::max({kept, std::abs(e.stored), std::abs(e.residual())});
            reported = watch.diverges(e, s.kinetic_energy());
        }
        CAPTURE(h, steps);
        CHECK(reported == (h > 2));
        CHECK((!reported || steps < 40));
        CHECK(kept < 1e-9 * s.account().stored_at_start());
    }
}

namespace {

// By dynamics::transient, from a displacement or a velocity of the centre.
dynamics::TransientResult released(const assembly::CoupledModel& model, double x, double v)
{
    const dynamics::Probe centre{"x", 0, fem::mean_row(fem::port(model.bodies[0], "centre"), 0),
                                 Measure::displacement};
    return dynamics::transient(model,
                               {.h = 1e-2,
                                .t_end = 20,
                                .given = dynamics::GivenStart{{centre}, {centre}, {x}, {v}},
                                .separation = dynamics::Separation::follow,
                                .sticking = dynamics::Sticking::follow,
                                .history_rate_hz = 10},
                               {centre});
}

} // namespace

TEST_CASE("What a cubic spring gives back is no instability, what overflows is one", "[dynamics]")
{
    // Released at x = 1 with k_3 = 1: the energy 1/4 comes from the joint alone.
    assembly::CoupledModel model =
        on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{0}, 0, -1);
    model.joints.push_back(spring(model, contact::Cubic{1}));
    const dynamics::TransientResult swings = released(model, 1, 0);
    CHECK(swings.status == dynamics::TransientStatus::end);
    double most = 0;
    for (const double v : swings.history.points[0].v)
        most = std::max(most, std::abs(v));
    CHECK(most == Approx(std::sqrt(0.5)).epsilon(1e-2)); // v^2 / 2 = 1/4

    model.joints.clear();
    const dynamics::TransientResult overflows = released(model, 0, 1e200);
    CHECK(overflows.status == dynamics::TransientStatus::instability);
    CHECK_THAT(overflows.message, Catch::Contains("contact.centre") && Catch::Contains("unstable"));
}

TEST_CASE("A step of whole periods of an undamped mode is refused by the propagator", "[dynamics]")
{
    // The weight of a force, 4 sin^2(h / 2) / h^2, is zero at h = 2 pi k, so no force would act.
    assembly::CoupledModel model =
        on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{0.3}, 0, -1);
    model.joints.push_back(spring(model, contact::Linear{{1}, {0}}));
    auto run = [&model](double h) {
        return dynamics::transient(model, {.scheme = Scheme::modal_propagator,
                                           .h = h,
                                           .t_end = 100 * h,
                                           .separation = dynamics::Separation::follow,
                                           .sticking = dynamics::Sticking::follow,
                                           .history_rate_hz = 0.1 / h});
    };
    for (const double k : {1, 2})
        CHECK_THROWS_WITH(
            run(2 * pi * k),
            Catch::Contains("holds whole periods of the undamped mode at 0.15915494 Hz"));
    CHECK(run(2 * pi * 1.01).status == dynamics::TransientStatus::end);
}
