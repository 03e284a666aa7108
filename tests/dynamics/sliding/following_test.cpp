#include "dynamics/sliding/integrator.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/rigid.hpp"
#include "support/independent.hpp"
#include "tests/dynamics/sliding/on_track.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

// Sticking, turning back and opening followed by the stepping schemes, against closed forms.

using namespace slideway;
using contact::State;
using dynamics::Integrator;
using dynamics::Scheme;
using dynamics::StepEvent;
using namespace slideway::test;

namespace {

using std::numbers::pi;

} // namespace

TEST_CASE("A block that slides on a track stops where Coulomb's law says, and stays", "[dynamics]")
{
    // x = v^2 / (2 mu g), after v / (mu g). A parabola is exact in the steps; the last one ends
    // where the velocity is zero, up to a step late: error below (mu g h) h / 2.
    const double v = 1, mu = 0.3, g = 9.81, m = 2, h = 1e-3;
    const assembly::CoupledModel model =
        on_track({.mass = m, .fixed = {"rotation"}}, contact::ConstantFriction{mu}, 0, -m * g);
    const auto modal = dynamics::modal_model(model);
    for (const Scheme scheme : both_schemes) {
        dynamics::SlidingEquilibrium start = at_rest(model, modal);
        const OfCentre x(model, modal, 0);
        start.v = start.q;
        x.give(start.v, v);
        Integrator s(model, modal, following(model, scheme, h), start);
        double stopped = 0, before_stop = 0;
        while (s.elapsed() < 0.5) {
            REQUIRE(s.step() == StepEvent::none);
            s.settle();
            const double t = s.elapsed();
            if (s.point(0).state != State::stuck) {
                CHECK(s.point(0).state == State::sliding);
                CHECK(x.displacement(s) == Approx(v * t - 0.5 * mu * g * t * t).epsilon(1e-12));
                before_stop = t;
            } else if (stopped == 0) {
                stopped = t;
            } else {
                CHECK(std::abs(x.increment(s)) < 1e-15);
                CHECK(s.point(0).friction == Approx(0).margin(1e-9));
            }
        }
        CAPTURE(name_of(scheme), stopped);
        CHECK(stopped >= v / (mu * g));
        CHECK(stopped <= v / (mu * g) + 2 * h);
        CHECK(before_stop < v / (mu * g) + h);
        CHECK(std::abs(x.displacement(s) - v * v / (2 * mu * g)) < 1e-7);
        const dynamics::Energy e = s.energy();
        CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
        CHECK(e.friction == Approx(0.5 * m * v * v).epsilon(1e-5)); // of order h^2
    }
}

TEST_CASE("A block on an incline stays to the bit while friction holds it, and slides as it must",
          "[dynamics]")
{
    // 20 degrees, tan = 0.363970: the load tilted on level ground.
    const double angle = 20 * pi / 180, g = 9.81;
    for (const Scheme scheme : both_schemes)
        for (const double mu : {0.3, 0.364, 0.37}) {
            const assembly::CoupledModel model =
                on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{mu},
                         g * std::sin(angle), -g * std::cos(angle));
            const auto modal = dynamics::modal_model(model);
            const auto directions = dynamics::sliding_directions(model, modal, true);
            CHECK(directions == std::vector<double>{0});
            const auto start = dynamics::sliding_equilibrium(model, modal, directions);
            CHECK(start.points[0].lambda == Approx(g * std::cos(angle)).epsilon(1e-14));
            const double h = 1e-3;
            Integrator s(model, modal, following(model, scheme, h), start);
            for (int n = 0; n < 1000; ++n)
                REQUIRE(s.step() == StepEvent::none);
            s.settle();
            CAPTURE(name_of(scheme), mu);
            if (mu > std::tan(angle)) {
                CHECK(OfCentre(model, modal, 0).displacement(s) == 0);
                CHECK(s.increment(0).cwiseAbs().maxCoeff() < 1e-17);
                CHECK(s.point(0).state == State::stuck);
                CHECK(s.point(0).friction == Approx(std::tan(angle)).epsilon(1e-13));
            } else {
                // The last increment is the velocity in the middle of its step, at 1 s - h / 2.
                const double a = g * (std::sin(angle) - mu * std::cos(angle));
                CHECK(a == Approx(0.589702223).epsilon(1e-8));
                CHECK(s.point(0).sliding_velocity == Approx(a * (1 - h / 2)).epsilon(1e-12));
            }
            const dynamics::Energy e = s.energy();
            CHECK(std::abs(e.residual()) <= 1e-13 * std::max(e.turned_over(), 1e-3));
        }
}

TEST_CASE("A block on a tilted track stays while friction holds it", "[dynamics]")
{
    // The track tilted by 20 degrees: in the frame of the track only round-off moves it.
    const double angle = 20 * pi / 180, g = 9.81;
    for (const Scheme scheme : both_schemes)
        for (const double mu : {0.3, 0.364, 0.37}) {
            assembly::CoupledModel model =
                on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{mu}, 0, -g);
            const double c = 50 * std::cos(angle), d = 50 * std::sin(angle);
            model.bodies[1] = fem::rigid(
                "track", {.polylines = {{"face", (Matrix(2, 2) << -c, d, c, -d).finished()}},
                          .fixed = {"centre"}});
            model.sliding[0] = assembly::make_sliding(
                "rub", model.bodies, 0, fem::port(model.bodies[0], "centre"), 1,
                fem::port(model.bodies[1], "face"), contact::ConstantFriction{mu});
            const auto modal = dynamics::modal_model(model);
            Integrator s(model, modal, following(model, scheme, 1e-3), at_rest(model, modal));
            for (int n = 0; n < 1000; ++n)
                REQUIRE(s.step() == StepEvent::none);
            s.settle();
            const double x = OfCentre(model, modal, 0).displacement(s);
            CAPTURE(name_of(scheme), mu, x);
            if (mu > std::tan(angle))
                CHECK(std::abs(x) < 1e-15);
            else
                CHECK(s.point(0).sliding_velocity ==
                      Approx(g * (std::sin(angle) - mu * std::cos(angle)) * (1 - 1e-3 / 2))
                          .epsilon(1e-11)); // in the middle of the last step
        }
}

TEST_CASE("A block pushed at its centre sticks, slides and tips as its balance says", "[dynamics]")
{
    // Mass and inertia 1, feet at (+-1, -1), weight 10. 3 N, mu 0.5: stuck, N = 5 -+ 1.5; 6 N: 5 N
    // of friction, slides at 1 m/s^2, N = 5 -+ 2.5; 12 N, mu 1.5: the rear foot opens, the front
    // one sticks: angular acceleration (12 - 10) / (1 + 1 + 1), N = 32/3, tau = -34/3.
    struct Push {
        double force, mu, rear, front, tau;
        bool sticks;
    };
    for (const Scheme scheme : both_schemes)
        for (const Push& push : {Push{3, 0.5, 3.5, 6.5, -3, true},
                                 {6, 0.5, 2.5, 7.5, -5, false},
                                 {12, 1.5, 0, 32.0 / 3, -34.0 / 3, true}}) {
            const assembly::CoupledModel model = on_track(
                {.mass = 1, .inertia = 1, .points = {{"rear", {-1, -1}}, {"front", {1, -1}}}},
                contact::ConstantFriction{push.mu}, push.force, -10, {"rear", "front"}, -1);
            const auto modal = dynamics::modal_model(model);
            const double h = 1e-4;
            Integrator s(model, modal, following(model, scheme, h), at_rest(model, modal));
            for (int n = 0; n < 10; ++n)
                REQUIRE(s.step() == StepEvent::none);
            const dynamics::PointState &rear = s.point(0), &front = s.point(1);
            CAPTURE(name_of(scheme), push.force);
            CHECK(rear.lambda == Approx(push.rear).margin(1e-7));
            CHECK(front.lambda == Approx(push.front).epsilon(1e-7));
            CHECK(-rear.friction * rear.lambda - front.friction * front.lambda ==
                  Approx(push.tau).epsilon(1e-7));
            CHECK((front.state == State::stuck) == push.sticks);
            CHECK((rear.state == State::none) == (push.rear == 0));
            CHECK((s.contacts().counts().not_unique > 0) == (push.force == 3));
            if (!push.sticks)
                CHECK(front.sliding_velocity == Approx(9.5 * h).epsilon(1e-9));
            if (push.force == 12) {
                s.settle();
                CHECK(OfCentre(model, modal, 2).increment(s) / h ==
                      Approx(-2.0 / 3 * 9.5 * h).epsilon(1e-6));
            }
        }
}

TEST_CASE("A block ahead of which its contact trails jams at the friction of the closed form",
          "[dynamics]")
{
    // docs/theory/substructures.md, section 7: m = J = x = 1, height 2, limit mu = 1; weight 1.
    // Sliding forward the foot carries 1 / (2 - 2 mu), backward 1 / (2 + 2 mu).
    std::string message;
    auto first_step = [&message](double mu, double v, double& lambda) -> StepEvent {
        const assembly::CoupledModel model =
            on_track({.mass = 1, .inertia = 1, .points = {{"foot", {1, -2}}}},
                     contact::ConstantFriction{mu}, 0, -1, {"foot"}, -2);
        const auto modal = dynamics::modal_model(model);
        dynamics::SlidingEquilibrium start = at_rest(model, modal);
        start.v = start.q;
        OfCentre(model, modal, 0).give(start.v, v);
        Integrator s(model, modal, following(model, Scheme::forward_increment, 1e-3), start);
        const StepEvent event = s.step();
        lambda = s.point(0).lambda;
        message = event == StepEvent::jamming ? jamming_message(model, s.jam()) : "";
        return event;
    };
    double lambda = 0;
    for (const double mu : {0.9, 0.99}) {
        REQUIRE(first_step(mu, 1, lambda) == StepEvent::none);
        CHECK(lambda == Approx(1 / (2 - 2 * mu)).epsilon(1e-9));
        REQUIRE(first_step(mu, -1, lambda) == StepEvent::none);
        CHECK(lambda == Approx(1 / (2 + 2 * mu)).epsilon(1e-9));
    }
    for (const double v : {1.0, -1.0}) {
        CHECK(first_step(1.01, v, lambda) == StepEvent::jamming);
        CHECK_THAT(message, Catch::Contains("contact.foot jams: its friction of 1.01 closes") &&
                                Catch::Contains("they have below 1; lower the friction"));
    }
}

TEST_CASE("Nodes that jam together are reported with the part of their friction that would do",
          "[dynamics]")
{
    // Each opens by its normal force; det = 1 - 4 p^2 > 0 below the part p = 1/2.
    const assembly::CoupledModel model =
        on_track({.mass = 1, .inertia = 1, .points = {{"rear", {-1, -1}}, {"front", {1, -1}}}},
                 contact::ConstantFriction{0.5}, 0, -10, {"rear", "front"}, -1);
    const dynamics::Jam jam{{{0, 0, 0.5}, {1, 0, 0.5}},
                            Matrix::Identity(2, 2),
                            (Matrix(2, 2) << 1, 2, 2, 1).finished()};
    CHECK_THAT(jamming_message(model, jam),
               Catch::Contains("contact.rear, contact.front: jamming: the contact forces of 2 "
                               "closed nodes together have no unique solution") &&
                   Catch::Contains("with less than 0.5 of their friction"));
}

TEST_CASE("A mass that bounces comes to rest after the time of its restitution", "[dynamics]")
{
    // g = 1, height 1/2: the first touch after 1, flights of 2 e, 2 e^2, ...: at rest after
    // 1 + 2 e / (1 - e); first peak e^2 / 2.
    for (const double e : {0.0, 0.5, 0.8}) {
        assembly::CoupledModel model = on_track({.mass = 3, .at = {0, 0.5}, .fixed = {"rotation"}},
                                                contact::ConstantFriction{0.3}, 0, -3);
        model.sliding[0].restitution = e;
        const auto modal = dynamics::modal_model(model);
        dynamics::SlidingEquilibrium start = at_rest(model, modal, true);
        start.v = start.q;
        REQUIRE_FALSE(start.points[0].closed);
        const double h = 1e-4, exact = 1 + 2 * e / (1 - e);
        Integrator s(model, modal, following(model, Scheme::forward_increment, h), start);
        const OfCentre y(model, modal, 1);
        double last_open = 0, peak = 0;
        while (s.elapsed() < exact + 0.5) {
            REQUIRE(s.step() == StepEvent::none);
            if (s.point(0).state == State::none)
                last_open = s.elapsed();
            s.settle();
            if (s.elapsed() > 1.01)
                peak = std::max(peak, 0.5 + y.displacement(s));
        }
        CAPTURE(e);
        CHECK(last_open == Approx(exact).margin(e > 0.6 ? 1e-2 : 1e-3));
        CHECK(peak == Approx(e * e / 2).margin(e > 0.6 ? h : 4e-5));
        const dynamics::Energy energy = s.energy();
        CHECK(std::abs(energy.residual()) < 1e-12 * energy.turned_over());
        CHECK(energy.impact == Approx(1.5).epsilon(1e-3)); // the energy of the fall
    }
}

TEST_CASE("A mass of restitution one bounces to its height for ever", "[dynamics]")
{
    assembly::CoupledModel model = on_track({.mass = 3, .at = {0, 0.5}, .fixed = {"rotation"}},
                                            contact::ConstantFriction{0.3}, 0, -3);
    model.sliding[0].restitution = 1;
    const auto modal = dynamics::modal_model(model);
    const OfCentre y(model, modal, 1);
    for (const Scheme scheme : both_schemes) {
        dynamics::SlidingEquilibrium start = at_rest(model, modal, true);
        start.v = start.q;
        const double h = 1e-3;
        Integrator s(model, modal, following(model, scheme, h), start);
        double peak = 0; // after twenty bounces
        while (s.elapsed() < 43) {
            REQUIRE(s.step() == StepEvent::none);
            s.settle();
            if (s.elapsed() > 41)
                peak = std::max(peak, 0.5 + y.displacement(s));
        }
        CHECK(peak ==
              Approx(0.5).epsilon(1e-2)); // an impact is seen to a step: 2 h of a flight of 2
        const dynamics::Energy e = s.energy();
        CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
    }
}

TEST_CASE("An elastic bar leaves a rigid wall once, less the energy of half a cell", "[dynamics]")
{
    // L = c = rho A = v = 1, gap 0.1: touches from 0.1 to 2.1 with a force of 1. A mesh of n
    // elements disperses: exit speeds, last contacts and ripples of the force over 0.3 to 1.9 of an
    // independent implementation. Lost: m_c v^2 / 2 with m_c = rho A l / (2 sqrt 3) of equal
    // elements with consistent mass, where the gap is a whole number of steps. The last bar is
    // damped: its ripple is 1.5e-3 with the published damping force, and 4.0e-4 with either at an
    // eighth of the step.
    struct Bar {
        int n;
        double damping; // beta over the time of a wave through an element
        double exit, lasts, ripple;
    };
    for (const Bar& bar : {Bar{25, 0, 0.96448, 1.980, 0.143},
                           {50, 0, 0.97761, 1.980, 0.106},
                           {100, 0, 0.98600, 1.990, 0.077},
                           {200, 0, 0.99116, 1.9925, 0.054},
                           {400, 0, 0.99442, 1.995, 0.038},
                           {100, 0.05, 0.9735, 1.99, 1.027e-3}}) {
        assembly::CoupledModel model;
        model.bodies.push_back(fem::beam("bar", fem::beam_line({1, bar.n, {}}),
                                         {.material = {1, 0.3, 1},
                                          .section = fem::rectangle_section(1, 1),
                                          .fixed = {"axis.y", "axis.rotation"}}));
        fem::add_rayleigh(model.bodies[0], 0, bar.damping / bar.n);
        model.bodies.push_back(fem::rigid(
            "wall", {.polylines = {{"face", (Matrix(2, 2) << -0.1, 1, -0.1, -1).finished()}},
                     .fixed = {"centre"}}));
        model.sliding.push_back(assembly::make_sliding(
            "hit", model.bodies, 0, fem::port(model.bodies[0], "start"), 1,
            fem::port(model.bodies[1], "face"), contact::ConstantFriction{0}));
        const auto modal = dynamics::modal_model(model);
        const auto nodes =
            modal.rows(0, fem::component_rows(fem::port(model.bodies[0], "axis"), 0));
        const Vector v = -independent::least_squares(
            Matrix(nodes.rows), Matrix::Ones(nodes.rows.rows(), 1)); // all nodes alike
        dynamics::SlidingEquilibrium start = at_rest(model, modal, true);
        start.v = start.q;
        start.v[nodes.component] = v;
        const double h = 0.5 / bar.n;
        Integrator s(model, modal, following(model, Scheme::forward_increment, h), start);
        int contacts = 0;
        double last_contact = 0, force = 0, square = 0;
        long long counted = 0;
        State last = State::none;
        while (s.elapsed() < 3) {
            REQUIRE(s.step() == StepEvent::none);
            const State now = s.point(0).state;
            contacts += last == State::none && now != State::none ? 1 : 0;
            last_contact = now != State::none ? s.elapsed() : last_contact;
            last = now;
            if (s.elapsed() > 0.3 && s.elapsed() < 1.9) {
                force += s.point(0).lambda;
                square += s.point(0).lambda * s.point(0).lambda;
                ++counted;
            }
        }
        s.settle();
        const double exit =
            -v.dot(s.increment(nodes.component)) / (h * v.squaredNorm()); // of the centre
        const dynamics::Energy e = s.energy();
        force /= static_cast<double>(counted);
        const double ripple = std::sqrt(square / static_cast<double>(counted) - force * force);
        CAPTURE(bar.n, exit, last_contact, force, ripple);
        const bool damped = bar.damping > 0; // to the digits given
        CHECK(exit == Approx(bar.exit).epsilon(damped ? 2e-4 : 1e-5));
        CHECK(contacts == 1);
        CHECK(last_contact - 0.1 == Approx(bar.lasts).margin(damped ? 0.02 : h));
        CHECK(force == Approx(1).epsilon(bar.n < 100 ? 1e-2 : 1e-3));
        CHECK(ripple == Approx(bar.ripple).epsilon(0.05)); // its phase at the ends of the window
        if (!damped)
            CHECK(e.impact == Approx(1.0 / bar.n / (4 * std::sqrt(3.0))).epsilon(1e-4));
        CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
    }
}
