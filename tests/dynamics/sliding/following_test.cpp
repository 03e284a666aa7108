#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/rigid.hpp"
#include "support/independent.hpp"

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

namespace {

constexpr double pi = std::numbers::pi;
constexpr Scheme both[] = {Scheme::forward_increment, Scheme::modal_propagator};

Matrix line(double x0, double x1, double y)
{
    return (Matrix(2, 2) << x0, y, x1, y).finished();
}

// A body on a rigid track that reaches far to both sides; loads (fx, fy) on its centre.
assembly::CoupledModel on_track(const fem::RigidOptions& body, const contact::Friction& friction,
                                double fx, double fy,
                                const std::vector<std::string>& feet = {"centre"}, double y = 0)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid("block", body));
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", line(-50, 50, y)}}, .fixed = {"centre"}}));
    const fem::Port& centre = fem::port(model.bodies[0], "centre");
    model.loads.push_back({"x", {}, 0, fem::mean_row(centre, 0), assembly::Constant{fx}});
    model.loads.push_back({"y", {}, 0, fem::mean_row(centre, 1), assembly::Constant{fy}});
    for (const std::string& foot : feet)
        model.sliding.push_back(
            assembly::make_sliding(foot, model.bodies, 0, fem::port(model.bodies[0], foot), 1,
                                   fem::port(model.bodies[1], "face"), friction));
    return model;
}

// The undeformed state at rest.
dynamics::SlidingEquilibrium rest(const assembly::CoupledModel& model,
                                  const dynamics::ModalModel& modal, bool open = false)
{
    dynamics::SlidingEquilibrium start;
    for (const auto& form : modal.components)
        start.q.push_back(Vector::Zero(form.n_modes()));
    start.points = dynamics::undeformed_points(model, open);
    return start;
}

Integrator::Settings following(const assembly::CoupledModel& model, Scheme scheme, double h)
{
    return {.scheme = scheme,
            .h = h,
            .direction = std::vector<double>(model.sliding.size(), 0.0),
            .follow_separation = true,
            .follow_sticking = true};
}

double x_of(const dynamics::ModalModel& modal, const assembly::CoupledModel& model,
            const Integrator& s, Index component = 0)
{
    const auto row =
        modal.rows(0, fem::component_rows(fem::port(model.bodies[0], "centre"), component));
    return row.rows.row(0).dot(s.displacement(row.component));
}

} // namespace

TEST_CASE("A block that slides on a track stops where Coulomb's law says, and stays", "[dynamics]")
{
    // x = v^2 / (2 mu g), after v / (mu g). A parabola is exact in the steps; the last one ends
    // where the velocity is zero, up to a step late: error below (mu g h) h / 2.
    const double v = 1, mu = 0.3, g = 9.81, m = 2, h = 1e-3;
    const assembly::CoupledModel model =
        on_track({.mass = m, .fixed = {"rotation"}}, contact::ConstantFriction{mu}, 0, -m * g);
    const auto modal = dynamics::modal_model(model);
    for (const Scheme scheme : both) {
        dynamics::SlidingEquilibrium start = rest(model, modal);
        const auto row =
            modal.rows(0, fem::component_rows(fem::port(model.bodies[0], "centre"), 0));
        for (const auto& form : modal.components)
            start.v.push_back(Vector::Zero(form.n_modes()));
        start.v[row.component] = v * row.rows.row(0).transpose() / row.rows.row(0).squaredNorm();
        Integrator s(model, modal, following(model, scheme, h), start);
        double stopped = 0, before_stop = 0;
        while (s.elapsed() < 0.5) {
            REQUIRE(s.step() == StepEvent::none);
            s.settle();
            const double t = s.elapsed();
            if (s.point(0).state != State::stuck) {
                CHECK(s.point(0).state == State::sliding);
                CHECK(x_of(modal, model, s) == Approx(v * t - 0.5 * mu * g * t * t).epsilon(1e-12));
                before_stop = t;
            } else if (stopped == 0) {
                stopped = t;
            } else {
                CHECK(std::abs(s.increment(row.component).dot(row.rows.row(0).transpose())) <
                      1e-15);
                CHECK(s.point(0).friction == Approx(0).margin(1e-9));
            }
        }
        CAPTURE(name_of(scheme), stopped);
        CHECK(stopped >= v / (mu * g));
        CHECK(stopped <= v / (mu * g) + 2 * h);
        CHECK(before_stop < v / (mu * g) + h);
        CHECK(std::abs(x_of(modal, model, s) - v * v / (2 * mu * g)) < 1e-7);
        const dynamics::Energy e = s.energy();
        CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
        CHECK(e.friction == Approx(0.5 * m * v * v).epsilon(2e-2)); // the start counts half a step
    }
}

TEST_CASE("A block on an incline stays to the bit while friction holds it, and slides as it must",
          "[dynamics]")
{
    // 20 degrees, tan = 0.363970: the load tilted on level ground.
    const double angle = 20 * pi / 180, g = 9.81;
    for (const Scheme scheme : both)
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
                CHECK(x_of(modal, model, s) == 0);
                CHECK(s.increment(0).cwiseAbs().maxCoeff() < 1e-17);
                CHECK(s.point(0).state == State::stuck);
                CHECK(s.point(0).friction == Approx(std::tan(angle)).epsilon(1e-13));
            } else {
                // From rest the velocity of the last increment is (n - 1/2 + 1/2) h a: d_0 = 0.
                const double a = g * (std::sin(angle) - mu * std::cos(angle));
                CHECK(a == Approx(0.589702223).epsilon(1e-8));
                CHECK(s.point(0).sliding_velocity == Approx(a).epsilon(1e-12));
            }
            const dynamics::Energy e = s.energy();
            CHECK(std::abs(e.residual()) <= 1e-13 * std::max(e.turned_over(), 1e-3));
        }
}

TEST_CASE("A mass on a belt sticks and slips with the period of the closed form", "[dynamics]")
{
    // m = k = N = 1, belt 0.1, mu 0.4 at rest and 0.25 sliding: A = 0.15, period
    // 2 (pi - atan(A/V)) + 2 A/V, largest x = mu + sqrt(A^2 + V^2), stuck the last term's share.
    const double V = 0.1, mu_s = 0.4, mu = 0.25, A = mu_s - mu;
    const double period = 2 * (pi - std::atan(A / V)) + 2 * A / V;
    const double largest = mu + std::hypot(A, V), share = 2 * A / V / period;
    CHECK(period == Approx(7.317597861).epsilon(1e-9));
    assembly::CoupledModel model =
        on_track({.mass = 1, .fixed = {"rotation"}}, contact::FrictionJump{mu_s, mu}, 0, -1);
    model.bodies[1] = fem::rigid(
        "belt", {.mass = 1, .polylines = {{"face", line(-50, 50, 0)}}, .fixed = {"y", "rotation"}});
    model.motions.push_back(
        assembly::make_motion("belt", 1, fem::port(model.bodies[1], "centre"), 0));
    model.motions[0].velocity = V;
    model.motions[0].ramp = 4; // slow: stuck from the start on
    model.joints.push_back({"spring",
                            {},
                            {0, fem::component_rows(fem::port(model.bodies[0], "centre"), 0)},
                            std::nullopt,
                            contact::Linear{{1}, {0}}});
    model.sliding[0] =
        assembly::make_sliding("rub", model.bodies, 0, fem::port(model.bodies[0], "centre"), 1,
                               fem::port(model.bodies[1], "face"), contact::FrictionJump{mu_s, mu});
    const auto modal = dynamics::modal_model(model);
    const auto directions = dynamics::sliding_directions(model, modal, true);
    REQUIRE(directions == std::vector<double>{-1});
    const auto start = dynamics::sliding_equilibrium(model, modal, directions);
    for (const Scheme scheme : both)
        for (const double h : {1e-2, 1e-3}) {
            Integrator::Settings settings = following(model, scheme, h);
            settings.direction = directions;
            Integrator s(model, modal, settings, start);
            std::vector<double> slips;
            double most = 0;
            long long stuck = 0, counted = 0;
            State last = State::stuck;
            while (s.elapsed() < 10 * period) {
                REQUIRE(s.step() == StepEvent::none);
                const State now = s.point(0).state;
                if (last == State::stuck && now != State::stuck)
                    slips.push_back(s.elapsed());
                last = now;
                if (slips.size() < 2 || slips.size() > 6) // five whole periods
                    continue;
                s.settle();
                most = std::max(most, x_of(modal, model, s));
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
            CHECK(std::abs(e.residual()) < 1e-12 * e.turned_over());
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
    for (const Scheme scheme : both)
        for (const Push& push : {Push{3, 0.5, 3.5, 6.5, -3, true},
                                 {6, 0.5, 2.5, 7.5, -5, false},
                                 {12, 1.5, 0, 32.0 / 3, -34.0 / 3, true}}) {
            const assembly::CoupledModel model = on_track(
                {.mass = 1, .inertia = 1, .points = {{"rear", {-1, -1}}, {"front", {1, -1}}}},
                contact::ConstantFriction{push.mu}, push.force, -10, {"rear", "front"}, -1);
            const auto modal = dynamics::modal_model(model);
            const double h = 1e-4;
            Integrator s(model, modal, following(model, scheme, h), rest(model, modal));
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
            CHECK((s.counts().not_unique > 0) == (push.force == 3));
            if (!push.sticks)
                CHECK(front.sliding_velocity == Approx(10 * h).epsilon(1e-9));
            if (push.force == 12) {
                s.settle();
                const auto turn =
                    modal.rows(0, fem::component_rows(fem::port(model.bodies[0], "centre"), 2));
                CHECK(turn.rows.row(0).dot(s.increment(0)) / h ==
                      Approx(-2.0 / 3 * 10 * h).epsilon(1e-6));
            }
        }
}

TEST_CASE("A block ahead of which its contact trails jams at the friction of the closed form",
          "[dynamics]")
{
    // docs/theory/substructures.md, section 7: m = J = x = 1, height 2, limit mu = 1; weight 1.
    // Sliding forward the foot carries 1 / (2 - 2 mu), backward 1 / (2 + 2 mu).
    auto first_step = [](double mu, double v, double& lambda) -> StepEvent {
        const assembly::CoupledModel model =
            on_track({.mass = 1, .inertia = 1, .points = {{"foot", {1, -2}}}},
                     contact::ConstantFriction{mu}, 0, -1, {"foot"}, -2);
        const auto modal = dynamics::modal_model(model);
        dynamics::SlidingEquilibrium start = rest(model, modal);
        const auto row =
            modal.rows(0, fem::component_rows(fem::port(model.bodies[0], "centre"), 0));
        start.v = {v * row.rows.row(0).transpose() / row.rows.row(0).squaredNorm()};
        for (std::size_t c = 1; c < modal.components.size(); ++c)
            start.v.emplace_back(Vector::Zero(modal.components[c].n_modes()));
        Integrator s(model, modal, following(model, Scheme::forward_increment, 1e-3), start);
        const StepEvent event = s.step();
        lambda = 2 * s.point(0).lambda; // half in the first step after velocities
        return event;
    };
    double lambda = 0;
    for (const double mu : {0.9, 0.99}) {
        REQUIRE(first_step(mu, 1, lambda) == StepEvent::none);
        CHECK(lambda == Approx(1 / (2 - 2 * mu)).epsilon(1e-9));
        REQUIRE(first_step(mu, -1, lambda) == StepEvent::none);
        CHECK(lambda == Approx(1 / (2 + 2 * mu)).epsilon(1e-9));
    }
    CHECK(first_step(1.01, 1, lambda) == StepEvent::jamming);
    CHECK(first_step(1.01, -1, lambda) == StepEvent::jamming);
}

namespace {

// Mass and spring 1 on a track of friction S, driven by cos(r t).
assembly::CoupledModel den_hartog(double r, double S)
{
    assembly::CoupledModel model =
        on_track({.mass = 1, .fixed = {"rotation"}}, contact::ConstantFriction{S}, 0, -1);
    model.loads[0].signal = assembly::Harmonic{1, 0};
    model.Omega = r;
    model.joints.push_back({"spring",
                            {},
                            {0, fem::component_rows(fem::port(model.bodies[0], "centre"), 0)},
                            std::nullopt,
                            contact::Linear{{1}, {0}}});
    return model;
}

struct Steady {
    double half_range = 0, stuck = 0;
};

// Mean half range over the cycles from `first` to `last`, and the share of time stuck in them.
Steady steady(const assembly::CoupledModel& model, Scheme scheme, double h, int first, int last)
{
    const auto modal = dynamics::modal_model(model);
    Integrator s(model, modal, following(model, scheme, h), rest(model, modal));
    const double period = 2 * pi / model.Omega;
    Steady result;
    double least = 0, most = 0;
    int cycle = 0;
    long long stuck = 0, counted = 0;
    while (cycle < last) {
        REQUIRE(s.step() == StepEvent::none);
        s.settle();
        const double x = x_of(modal, model, s);
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

TEST_CASE("A driven mass with dry friction and stops has the half range of Den Hartog's motion, to "
          "second order",
          "[dynamics]")
{
    // x'' + x = cos(r t) - S sgn x', exact between its events.
    struct Exact {
        double r, S, half_range, stuck;
    };
    for (const Exact& exact :
         {Exact{0.4, 0.3, 1.127623771015, 0.2773457899}, {0.6, 0.6, 1.443224131708, 0.0579008158}})
        for (const double h : {0.02, 0.01}) {
            const Steady found =
                steady(den_hartog(exact.r, exact.S), Scheme::forward_increment, h, 50, 100);
            CAPTURE(exact.r, h);
            CHECK(std::abs(found.half_range - exact.half_range) < 0.03 * h * h);
            // Each stop begins and ends within a step.
            CHECK(found.stuck == Approx(exact.stuck).margin(2 * h * exact.r / (2 * pi)));
        }
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
        dynamics::SlidingEquilibrium start = rest(model, modal, true);
        start.v = start.q;
        REQUIRE_FALSE(start.points[0].closed);
        const double h = 1e-4, exact = 1 + 2 * e / (1 - e);
        Integrator s(model, modal, following(model, Scheme::forward_increment, h), start);
        double last_open = 0, peak = 0;
        while (s.elapsed() < exact + 0.5) {
            REQUIRE(s.step() == StepEvent::none);
            if (s.point(0).state == State::none)
                last_open = s.elapsed();
            s.settle();
            if (s.elapsed() > 1.01)
                peak = std::max(peak, 0.5 + x_of(modal, model, s, 1));
        }
        CAPTURE(e);
        CHECK(last_open == Approx(exact).margin(e > 0.6 ? 1e-2 : 1e-3));
        CHECK(peak == Approx(e * e / 2).margin(h));
        const dynamics::Energy energy = s.energy();
        CHECK(std::abs(energy.residual()) < 1e-12 * energy.turned_over());
        CHECK(energy.impact == Approx(1.5).epsilon(1e-3)); // the energy of the fall
    }
}

TEST_CASE("An elastic bar leaves a rigid wall once, less the energy of half a cell", "[dynamics]")
{
    // L = c = rho A = v = 1, gap 0.1: touches from 0.1 to 2.1 with a force of 1. A mesh of n
    // elements disperses: exit speeds and last contacts of an independent implementation. Lost:
    // m_c v^2 / 2 with m_c = rho A l / (2 sqrt 3) of equal elements with consistent mass, where the
    // gap is a whole number of steps.
    struct Bar {
        int n;
        double exit, lasts;
    };
    for (const Bar& bar : {Bar{100, 0.98600, 1.990}, {200, 0.99116, 1.9925}}) {
        assembly::CoupledModel model;
        model.bodies.push_back(fem::beam("bar", fem::beam_line({1, bar.n, {}}),
                                         {.material = {1, 0.3, 1},
                                          .section = fem::rectangle_section(1, 1),
                                          .fixed = {"axis.y", "axis.rotation"}}));
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
        dynamics::SlidingEquilibrium start = rest(model, modal, true);
        start.v = start.q;
        start.v[nodes.component] = v;
        const double h = 0.5 / bar.n;
        Integrator s(model, modal, following(model, Scheme::forward_increment, h), start);
        int contacts = 0;
        double last_contact = 0, force = 0;
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
                ++counted;
            }
        }
        s.settle();
        const double exit =
            -v.dot(s.increment(nodes.component)) / (h * v.squaredNorm()); // of the centre
        const dynamics::Energy e = s.energy();
        CAPTURE(bar.n, exit, last_contact);
        CHECK(exit == Approx(bar.exit).epsilon(1e-5));
        CHECK(contacts == 1);
        CHECK(last_contact - 0.1 == Approx(bar.lasts).margin(h));
        CHECK(force / static_cast<double>(counted) == Approx(1).epsilon(1e-3));
        CHECK(e.impact == Approx(1.0 / bar.n / (4 * std::sqrt(3.0))).epsilon(1e-4));
        CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
    }
}
