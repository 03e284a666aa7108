#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/scheme.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

// Contacts of which a part sticks: several slave nodes, some stuck and some sliding.

using namespace slideway;
using contact::State;
using dynamics::Integrator;
using dynamics::Scheme;
using dynamics::StepEvent;

namespace {

using std::numbers::pi;

Integrator start(const assembly::CoupledModel& model, const dynamics::ModalModel& modal,
                 Scheme scheme, double h)
{
    const auto directions = dynamics::sliding_directions(model, modal, true);
    return {model,
            modal,
            {.scheme = scheme,
             .h = h,
             .direction = directions,
             .follow_separation = true,
             .follow_sticking = true},
            dynamics::sliding_equilibrium(model, modal, directions)};
}

// n + 1 point masses on a track, joined by springs: a bar with EA = L = rho A = 1 and a friction of
// 1 in all, the end nodes with half of that of the others, pulled at its right end.
assembly::CoupledModel pulled_bar(int n, double pull, double ramp)
{
    const double l = 1.0 / n, alpha = 0.5, beta = 0.2 * l, mu = 0.4;
    assembly::CoupledModel model;
    for (int i = 0; i <= n; ++i) {
        const double part = i == 0 || i == n ? 0.5 * l : l;
        fem::Substructure mass = fem::rigid(
            "m" + std::to_string(i), {.mass = part, .at = {i * l, 0}, .fixed = {"rotation"}});
        fem::add_rayleigh(mass, alpha, 0);
        model.bodies.push_back(mass);
    }
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", (Matrix(2, 2) << -1, 0, 3, 0).finished()}},
                             .fixed = {"centre"}}));
    const auto track = static_cast<std::size_t>(n + 1);
    for (int i = 0; i <= n; ++i) {
        const auto body = static_cast<std::size_t>(i);
        const fem::Port& centre = fem::port(model.bodies[body], "centre");
        const double part = i == 0 || i == n ? 0.5 * l : l;
        model.loads.push_back(
            {"press", {}, body, fem::mean_row(centre, 1), assembly::Constant{-part / mu}});
        model.sliding.push_back(assembly::make_sliding(
            "rub" + std::to_string(i), model.bodies, body, centre, track,
            fem::port(model.bodies[track], "face"), contact::ConstantFriction{mu}));
        if (i < n)
            model.joints.push_back(
                {"spring" + std::to_string(i),
                 {},
                 {body + 1, fem::component_rows(fem::port(model.bodies[body + 1], "centre"), 0)},
                 assembly::RowsOn{body, fem::component_rows(centre, 0)},
                 contact::Linear{{1 / l}, {beta / l}}});
    }
    model.loads.push_back(
        {"pull",
         {},
         static_cast<std::size_t>(n),
         fem::mean_row(fem::port(model.bodies[static_cast<std::size_t>(n)], "centre"), 0),
         assembly::Raised{pull, ramp}});
    return model;
}

} // namespace

TEST_CASE("A bar pulled over dry ground slips as far as friction balances the pull", "[dynamics]")
{
    // Quasi-static: slip zone P / (mu w) = 0.5, the end moves P^2 / (2 EA mu w) = 0.125. The pull
    // of 0.5 is raised over 40 times the transit of a wave.
    for (const Scheme scheme : {Scheme::forward_increment, Scheme::modal_propagator})
        for (const int n : {10, 20}) {
            const assembly::CoupledModel model = pulled_bar(n, 0.5, 40);
            const auto modal = dynamics::modal_model(model);
            const double h = 0.1 / n;
            Integrator s = start(model, modal, scheme, h);
            while (s.elapsed() < 60)
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
            s.settle();
            const auto end = static_cast<std::size_t>(n);
            int moved = 0;
            for (std::size_t i = 0; i <= end; ++i) {
                moved +=
                    s.state().slave_position(i).x() - static_cast<double>(i) / n > 1e-9 ? 1 : 0;
                CHECK(s.point(i).state == State::stuck); // all at rest again
            }
            CAPTURE(name_of(scheme), n);
            CHECK(s.state().slave_position(end).x() - 1 == Approx(0.125).epsilon(1e-3));
            CHECK(moved == n / 2);
            const dynamics::Energy e = s.energy();
            CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
            CHECK(s.contacts().counts().not_unique == 0);
        }
}

TEST_CASE("A bar pulled to and fro over dry ground loses 2 P^3 / (3 EA w) in a cycle", "[dynamics]")
{
    // Masing: a branch of the loop is the first pull, twice as large in force and way. A mesh slips
    // node by node: an error of the order of its length.
    double last = 0;
    for (const int n : {10, 20}) {
        assembly::CoupledModel model = pulled_bar(n, 0, 1);
        model.loads.back().signal = assembly::Harmonic{0.5, -pi / 2};
        model.Omega = 2 * pi / 40;
        const auto modal = dynamics::modal_model(model);
        Integrator s = start(model, modal, Scheme::modal_propagator, 0.1 / n);
        double before = 0;
        for (const double cycles : {1, 2}) {
            before = s.energy().friction;
            while (s.elapsed() < 40 * cycles - 0.05 / n)
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
        }
        const dynamics::Energy e = s.energy();
        const double error = (e.friction - before) / (2 * 0.125 / 3) - 1;
        CAPTURE(n, error);
        CHECK(std::abs(error) < 0.5 / n);
        CHECK((last == 0 || std::abs(error) < 0.8 * last));
        CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
        last = std::abs(error);
    }
}

TEST_CASE("An elastic block sheared to and fro shakes down, or slips at its edges in every cycle",
          "[dynamics]")
{
    // Aluminium, 20 x 10 x 10 mm, 20 x 10 elements, unreduced, pressed by 100 N spread over its top
    // and sheared there by S mu 100 N sin(2 pi 500 t). Numbers of an independent implementation.
    const double mu = 0.3, press = 100, f = 500;
    struct Shear {
        double S;
        int at_first, sliding; // most nodes that slide at once in the first and in the third cycle
        double first, work;    // [J] of friction in them
        double middle, top; // [m] half of the range of x in the third: middle of the top, its mean
    };
    constexpr double none = 0; // not given
    for (const Shear& shear : {Shear{0.5, 2, 0, 2.17e-9, 0, none, none},
                               {0.9, 17, 11, none, 2.36e-8, 7.2575e-8, 7.992e-8},
                               {0.95, 0, 15, none, 1.07e-7, none, none}}) {
        assembly::CoupledModel model;
        model.bodies.push_back(fem::plane_stress(
            "block", test::rectangle_mesh(0.02, 0, 0.01, 20, 10), {{70e9, 0.33, 2700}, 0.01}));
        fem::add_rayleigh(model.bodies[0], 2000, 2e-8);
        model.bodies.push_back(
            fem::rigid("ground", {.polylines = {{"face", (Matrix(2, 2) << -1, 0, 1, 0).finished()}},
                                  .fixed = {"centre"}}));
        const fem::Port& top = fem::port(model.bodies[0], "top");
        model.loads.push_back({"press", {}, 0, fem::mean_row(top, 1), assembly::Constant{-press}});
        model.loads.push_back({"shear",
                               {},
                               0,
                               fem::mean_row(top, 0),
                               assembly::Harmonic{shear.S * mu * press, -pi / 2}});
        model.Omega = 2 * pi * f;
        model.sliding.push_back(assembly::make_sliding(
            "rub", model.bodies, 0, fem::port(model.bodies[0], "bottom"), 1,
            fem::port(model.bodies[1], "face"), contact::ConstantFriction{mu}));
        const auto modal = dynamics::modal_model(model);
        const double h = 1e-6;
        Integrator s = start(model, modal, Scheme::modal_propagator, h);
        REQUIRE(s.n_points() == 21);
        for (std::size_t i = 0; i < 21; ++i) // corners carry half of the others
            CHECK(s.point(i).lambda == Approx(i == 0 || i == 20 ? 2.5 : 5).epsilon(1e-6));
        const auto node_at_middle = [&top] {
            Index k = 0;
            (top.X.col(0).array() - 0.01).abs().minCoeff(&k);
            return 2 * k;
        }();
        const std::vector<Vector> watched = {Vector(top.W.row(node_at_middle).transpose()),
                                             fem::mean_row(top, 0)};
        std::vector<dynamics::ModalRows> rows;
        std::vector<dynamics::Extremes> range(watched.size());
        for (const Vector& row : watched)
            rows.push_back(modal.rows(0, row.transpose().sparseView()));
        double before = 0; // friction up to the third cycle
        int most[3] = {};
        for (int cycle = 0; cycle < 3; ++cycle) {
            while (s.elapsed() < (cycle + 1) / f - 0.5 * h) {
                if (s.step() != StepEvent::none)
                    FAIL("stopped at " << s.elapsed());
                int sliding = 0;
                for (std::size_t i = 0; i < 21; ++i) {
                    const State state = s.point(i).state;
                    sliding += state == State::sliding || state == State::backward ? 1 : 0;
                    if (shear.S < 0.95 && !s.point(i).closed())
                        FAIL("open at " << s.elapsed());
                }
                most[cycle] = std::max(most[cycle], sliding);
                s.settle();
                for (std::size_t k = 0; cycle == 2 && k < rows.size(); ++k)
                    range[k].include(rows[k].rows.row(0).dot(s.displacement(rows[k].component)));
            }
            if (cycle == 0 && shear.first != none)
                CHECK(s.energy().friction == Approx(shear.first).epsilon(5e-3));
            if (cycle == 1)
                before = s.energy().friction;
        }
        const dynamics::Energy e = s.energy();
        CAPTURE(shear.S);
        if (shear.at_first > 0)
            CHECK(most[0] == shear.at_first);
        CHECK(most[2] == shear.sliding);
        CHECK(e.friction - before == Approx(shear.work).epsilon(5e-3).margin(1e-15));
        if (shear.middle != none) {
            CHECK((range[0].max - range[0].min) / 2 == Approx(shear.middle).epsilon(1e-3));
            CHECK((range[1].max - range[1].min) / 2 == Approx(shear.top).epsilon(1e-3));
        }
        CHECK(std::abs(e.residual()) < 1e-10 * e.turned_over());
        CHECK(s.contacts().counts().not_unique == 0);
        CHECK(s.contacts().counts().loose == 0);
    }
}

namespace {

// Two elastic pads of 6 slave nodes each on an elastic beam, clamped at its ends: each pressed at
// its top, which its motion drives to and fro.
assembly::CoupledModel pads_on_beam(double damping)
{
    assembly::CoupledModel model;
    model.bodies.reserve(3);
    for (const double x : {0.08, 0.20}) {
        const fem::Mesh mesh =
            fem::placed(test::rectangle_mesh(0.04, 0, 0.01, 5, 2), 0, {0, 0}, {x, 0});
        model.bodies.push_back(fem::plane_stress("pad", mesh, {{2e9, 0.3, 1200}, 0.01}));
        model.bodies.back().name += std::to_string(model.bodies.size());
    }
    model.bodies.push_back(fem::beam("beam", fem::beam_line({0.4, 40, {}}),
                                     {.material = {70e9, 0.3, 2700},
                                      .section = fem::rectangle_section(0.01, 0.01),
                                      .axial = false,
                                      .fixed = {"start", "end"}}));
    for (fem::Substructure& body : model.bodies)
        fem::add_rayleigh(body, 100, damping);
    for (std::size_t b = 0; b < 2; ++b) {
        const fem::Port& top = fem::port(model.bodies[b], "top");
        model.motions.push_back(assembly::make_motion("drive", b, top, 0));
        model.loads.push_back({"press", {}, b, fem::mean_row(top, 1), assembly::Constant{-1}});
        model.sliding.push_back(assembly::make_sliding(
            "rub" + std::to_string(b), model.bodies, b, fem::port(model.bodies[b], "bottom"), 2,
            fem::port(model.bodies[2], "axis"), contact::ConstantFriction{0.2}));
    }
    return model;
}

} // namespace

TEST_CASE("Two contacts of many nodes stick, turn back, open and close in one run, whatever drives "
          "them",
          "[dynamics]")
{
    std::mt19937_64 random(7);
    auto draw = [&random](double low, double high) -> double {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    std::array<long long, 5> seen{};
    for (const double damping : {1e-6, 1e-7}) {
        assembly::CoupledModel model = pads_on_beam(damping);
        const auto modal = dynamics::modal_model(model);
        for (int k = 0; k < 6; ++k) {
            for (std::size_t b = 0; b < 2; ++b) {
                const double mu = draw(0, 0.6);
                model.sliding[b].friction = contact::FrictionJump{mu * draw(1, 1.3), mu};
                const double press = std::pow(10.0, draw(0, 2.5));
                model.loads[b].signal = assembly::Constant{-press};
                model.motions[b].velocity = 1;
                model.motions[b].ramp = 2e-4;
                model.motions[b].turning = assembly::HarmonicVelocity{
                    draw(0.05, 1), 2 * pi * draw(500, 3000), draw(-pi, pi)};
            }
            const Scheme scheme = k % 2 == 0 ? Scheme::modal_propagator : Scheme::forward_increment;
            const double h = scheme == Scheme::modal_propagator
                                 ? 2e-7
                                 : 0.9 * dynamics::step_limit(model, modal);
            dynamics::SlidingEquilibrium at_rest;
            for (const auto& form : modal.components)
                at_rest.q.push_back(Vector::Zero(form.n_modes()));
            at_rest.points = dynamics::undeformed_points(model);
            Integrator s(model, modal,
                         {.scheme = scheme,
                          .h = h,
                          .direction = {0, 0},
                          .follow_separation = true,
                          .follow_sticking = true},
                         at_rest);
            CAPTURE(damping, k, h);
            while (s.elapsed() < 1e-3) {
                if (const StepEvent event = s.step(); event != StepEvent::none)
                    FAIL("stopped at "
                         << s.elapsed() << " by " << static_cast<int>(event) << ": "
                         << (event == StepEvent::jamming ? jamming_message(model, s.jam()) : ""));
                for (std::size_t i = 0; i < s.n_points(); ++i)
                    ++seen[static_cast<std::size_t>(s.point(i).state)];
            }
            const dynamics::Energy e = s.energy();
            CAPTURE(s.contacts().counts().not_unique, s.contacts().counts().loose);
            CHECK(std::abs(e.residual()) < 1e-9 * e.turned_over());
            CHECK(s.contacts().counts().loose == 0);
        }
    }
    for (const State state : {State::none, State::sliding, State::stuck, State::backward})
        CHECK(seen[static_cast<std::size_t>(state)] > 1000);
}
