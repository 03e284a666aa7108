#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "support/beam_on_beam.hpp"
#include "tests/dynamics/sliding/ramped_base.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;

namespace {

constexpr double v = 0.3, ramp = 0.05; // [m/s], [s]

assembly::Motion drive(const std::string& name, const assembly::CoupledModel& model,
                       const std::string& port, Index component, double velocity, double ramp_time)
{
    assembly::Motion motion =
        assembly::make_motion(name, 0, fem::port(model.bodies[0], port), component);
    motion.velocity = velocity;
    motion.ramp = ramp_time;
    return motion;
}

// A mass carried by a massless spring on a driven base of mass 1.
assembly::CoupledModel carriage(double k)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "carriage",
        {{{"base", {{"x", 1}}}, {"rider", {{"x", 2}}}}, {{"base", "rider", k}}, {}, {}}));
    model.motions.push_back(drive("drive", model, "base", 0, v, ramp));
    return model;
}

std::vector<dynamics::Probe> probes()
{
    return {{"base", 0, Vector::Unit(2, 0)}, {"rider", 0, Vector::Unit(2, 1)}};
}

double travel(double t) // integral of the cosine ramp
{
    return t < ramp
               ? 0.5 * v * (t - ramp / std::numbers::pi * std::sin(std::numbers::pi * t / ramp))
               : v * (t - 0.5 * ramp);
}

} // namespace

TEST_CASE("A driven point travels the integral of its velocity", "[dynamics]")
{
    const double h = 1e-5;
    const auto result = dynamics::transient(
        carriage(1e4), {.scheme = dynamics::Scheme::modal_propagator, .h = h, .t_end = 0.2},
        probes());
    for (std::size_t n = 0; n < result.history.time.size(); n += 100)
        CHECK(result.history.points[0].u[n] ==
              Approx(travel(result.history.time[n])).margin(1e-13)); // round-off of 2e4 steps
}

TEST_CASE("A mass carried by a spring answers the ramp of its base as the closed form says",
          "[dynamics]")
{
    // w'' + omega^2 w = -a, a = A sin(Omega t) while t < ramp, Omega = pi / ramp, A = v Omega / 2.
    const double k = 1800, omega = std::sqrt(k / 2);
    const test::RampedBase base{v, ramp, omega};
    double before = 0;
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        for (const double h : {4e-6, 2e-6}) {
            const auto result = dynamics::transient(
                carriage(k), {.scheme = scheme, .h = h, .t_end = 0.15}, probes());
            double worst = 0;
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                const double exact = base.w(result.history.time[n]);
                worst = std::max(worst, std::abs(result.history.points[1].u[n] -
                                                 result.history.points[0].u[n] - exact));
            }
            // Second order: the ramp begins without acceleration, so the start at rest is exact
            // too. The kinks of the acceleration at both ends of the ramp, of slope A Omega, are
            // met to within h: an impulse of A Omega h^2 / 2 each.
            CAPTURE(name_of(scheme), h, worst);
            CHECK(worst < base.A * base.Omega * h * h / omega);
            if (h < 3e-6)
                CHECK(before / worst == Approx(4).epsilon(1e-3));
            before = worst;
        }
    }
}

TEST_CASE("A body that moves at constant velocity neither vibrates nor is damped", "[dynamics]")
{
    // Already moving (no ramp); Rayleigh damping is not a drag on the travel.
    assembly::CoupledModel model = carriage(1800);
    fem::add_rayleigh(model.bodies.front(), 30, 1e-4);
    model.motions.front().ramp = 0;
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        const auto result =
            dynamics::transient(model, {.scheme = scheme, .h = 1e-4, .t_end = 0.5}, probes());
        for (std::size_t n = 1; n < result.history.time.size(); ++n) {
            CHECK(result.history.points[1].u[n] == result.history.points[0].u[n]); // exactly
            CHECK(result.history.points[1].v[n] == Approx(v).epsilon(1e-13));
            CHECK(result.history.points[1].a[n] == 0);
        }
        CHECK(result.history.energy.back().damping == 0);
    }
}

TEST_CASE("A drive that deforms its body moves it by the static response and what that leaves",
          "[dynamics]")
{
    // The rider also hangs on a spring to ground: it follows its base by e = k / (k + k_2), and
    // w = u - e x feels -e x'': the carriage above with omega^2 = (k + k_2) / 2 and e A.
    const double k = 1000, k_2 = 800, e = k / (k + k_2), omega = std::sqrt((k + k_2) / 2);
    const test::RampedBase base{v, ramp, omega};
    assembly::CoupledModel model;
    model.bodies.push_back(
        fem::lumped("carriage", {{{"base", {{"x", 1}}}, {"rider", {{"x", 2}}}},
                                 {{"base", "rider", k}, {"rider", "ground", k_2}},
                                 {},
                                 {}}));
    model.motions.push_back(drive("drive", model, "base", 0, v, ramp));
    const auto modal = dynamics::modal_model(model);
    CHECK(modal.motions[0].follower(1) == Approx(e).epsilon(1e-14));
    CHECK(modal.motions[0].stiffness(0) == Approx(k * k_2 / (k + k_2)).epsilon(1e-14)); // in series
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        double before = 0;
        for (const double h : {4e-6, 2e-6}) {
            const auto result =
                dynamics::transient(model, {.scheme = scheme, .h = h, .t_end = 0.15}, probes());
            double worst = 0;
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                const double exact = e * base.w(result.history.time[n]);
                worst = std::max(worst, std::abs(result.history.points[1].u[n] -
                                                 e * result.history.points[0].u[n] - exact));
            }
            CAPTURE(name_of(scheme), h, worst);
            CHECK(worst < e * base.A * base.Omega * h * h / omega); // as above
            if (before > 0)
                CHECK(before / worst == Approx(4).epsilon(1e-3));
            before = worst;
            // The work of the drive is kinetic and elastic energy: base, rider, springs.
            const double x = result.history.points[0].u.back(),
                         u = result.history.points[1].u.back();
            const double u_dot = result.history.points[1].v.back();
            CHECK(result.history.energy.back().drive ==
                  Approx(0.5 * v * v + u_dot * u_dot + 0.5 * k * (x - u) * (x - u) +
                         0.5 * k_2 * u * u)
                      .epsilon(3e-5)); // the account lies half a step later: 17 N v h / 2
            for (const dynamics::Energy& e : result.history.energy)
                CHECK(std::abs(e.residual()) < 1e-4 * result.history.energy.back().drive);
        }
    }
}

TEST_CASE("Two drives of one body share its mass, damping and stiffness", "[dynamics]")
{
    // A rider between two bases that move at different speeds, with and without dampers. What the
    // drives put in, and dampers do not take, is kinetic and elastic.
    const double k_1 = 1000, k_2 = 800, v_2 = -0.5 * v;
    const double c = GENERATE(0.0, 4.0);
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "carriage", {{{"left", {{"x", 1}}}, {"rider", {{"x", 2}}}, {"right", {{"x", 0.5}}}},
                     {{"left", "rider", k_1}, {"rider", "right", k_2}},
                     {{"left", "rider", c}, {"rider", "right", c}},
                     {}}));
    model.motions.push_back(drive("a", model, "left", 0, v, ramp));
    model.motions.push_back(drive("b", model, "right", 0, v_2, ramp));
    const std::vector<dynamics::Probe> three = {{"left", 0, Vector::Unit(3, 0)},
                                                {"rider", 0, Vector::Unit(3, 1)},
                                                {"right", 0, Vector::Unit(3, 2)}};
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        const double h = 2e-6;
        const auto result =
            dynamics::transient(model, {.scheme = scheme, .h = h, .t_end = 0.15}, three);
        const dynamics::Energy& end = result.history.energy.back();
        double lost = 0; // by the trapezoidal rule
        for (std::size_t n = 1; n < result.history.time.size(); ++n) {
            const double dt = result.history.time[n] - result.history.time[n - 1];
            for (const std::size_t side : {std::size_t{0}, std::size_t{2}})
                for (const std::size_t i : {n - 1, n})
                    lost +=
                        0.5 * dt * c *
                        std::pow(result.history.points[side].v[i] - result.history.points[1].v[i],
                                 2);
        }
        const auto at_end = [&](std::size_t p) -> double {
            return result.history.points[p].u.back();
        };
        const double u_dot = result.history.points[1].v.back();
        const double stored = 0.5 * v * v + u_dot * u_dot + 0.25 * v_2 * v_2 +
                              0.5 * k_1 * std::pow(at_end(0) - at_end(1), 2) +
                              0.5 * k_2 * std::pow(at_end(1) - at_end(2), 2);
        CAPTURE(name_of(scheme), c);
        // The account lies half a step later.
        CHECK(end.stored == Approx(stored).epsilon(1e-4));
        CHECK(end.damping == Approx(lost).epsilon(1e-3).margin(1e-4 * stored));
        CHECK(end.drive == Approx(stored + lost).epsilon(1e-3));
        CHECK(std::abs(end.residual()) < 1e-4 * end.drive);
    }
}

TEST_CASE("A dashpot to ground drags on what moves past it", "[dynamics]")
{
    // Damping that is not of the frame acts on the motion as a whole: a sled of 4 kg driven at v
    // on a dashpot c takes c v from its drive; a rider behind it, k and c_2 to ground, ends up
    // stretched by c_2 v / k.
    const double c = 7, c_2 = 30, k = 1000;
    assembly::CoupledModel model;
    model.bodies.push_back(
        fem::lumped("carriage", {{{"base", {{"x", 4}}}, {"rider", {{"x", 2}}}},
                                 {{"base", "rider", k}},
                                 {{"base", "ground", c}, {"rider", "ground", c_2}},
                                 {}}));
    model.motions.push_back(drive("drive", model, "base", 0, v, ramp));
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        const auto result =
            dynamics::transient(model, {.scheme = scheme, .h = 1e-4, .t_end = 4}, probes());
        CHECK(result.history.points[0].u.back() - result.history.points[1].u.back() ==
              Approx(c_2 * v / k).epsilon(1e-6)); // the vibration is gone: e^-30
        const double kinetic = 0.5 * (4 + 2) * v * v, spring = 0.5 * c_2 * v * c_2 * v / k;
        CHECK(result.history.energy.back().drive - result.history.energy.back().damping ==
              Approx(kinetic + spring).epsilon(1e-3));
        // c v^2 for the time behind the ramp; the ramp and the vibration cost little.
        CHECK(result.history.energy.back().damping == Approx((c + c_2) * v * v * 4).epsilon(0.02));
        for (const dynamics::Energy& e : result.history.energy)
            CHECK(std::abs(e.residual()) < 1e-3 * result.history.energy.back().drive);
    }
}

TEST_CASE("A beam carried by its end comes along without a trace of the travel", "[dynamics]")
{
    // The reduced upper beam, held in y too; after a ramp of 20 ms, 1 / 220 Hz of its first mode
    // times 4, only a small vibration is left, and no part of it grows with the distance.
    const test::BeamOnBeam beams = test::beam_on_beam({});
    assembly::CoupledModel model;
    model.bodies = {beams.model.bodies[1]};
    const fem::Port& end = fem::port(model.bodies[0], "right");
    model.motions.push_back(drive("drive", model, "right", 0, 0.03, 0.020));
    model.motions.push_back(drive("hold", model, "right", 1, 0, 0));
    const fem::Port& tip = fem::port(model.bodies[0], "bottom_left");
    const auto result = dynamics::transient(
        model, {.scheme = dynamics::Scheme::modal_propagator, .h = 1e-6, .t_end = 1.0},
        {{"end", 0, fem::mean_row(end, 0)}, {"tip", 0, fem::mean_row(tip, 0)}});
    double early = 0, late = 0;
    for (std::size_t n = 0; n < result.history.time.size(); ++n) {
        const double w = std::abs(result.history.points[1].u[n] - result.history.points[0].u[n]);
        if (result.history.time[n] > 0.02 && result.history.time[n] < 0.05)
            early = std::max(early, w);
        if (result.history.time[n] > 0.9)
            late = std::max(late, w);
    }
    CHECK(result.history.points[0].u.back() == Approx(0.03 * 0.99).epsilon(1e-9)); // 1e6 sums
    // alpha / 2 = 10 1/s takes the vibration down by e^-8.5 in between; what is left of the 30 mm
    // of travel is the rigid motion's share of the reduced basis, 1e-12 of it.
    CHECK(late < std::exp(-8.0) * early + 1e-10 * 0.03);
}

TEST_CASE("A body whose only dof is driven has no modes and carries its kinetic energy",
          "[dynamics]")
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("sled", {{{"s", {{"x", 4}}}}, {}, {}, {}}));
    model.motions.push_back(drive("drive", model, "s", 0, v, ramp));
    const auto result = dynamics::transient(
        model, {.scheme = dynamics::Scheme::modal_propagator, .h = 1e-4, .t_end = 0.1},
        {{"s", 0, Vector::Ones(1)}});
    CHECK(result.modal->n_modes() == 0);
    CHECK(result.history.points[0].u.back() == Approx(travel(0.1)).epsilon(1e-13));
    // Half a step about the start the mean velocity is v (pi h / ramp)^2 / 12: its square is
    // missing.
    CHECK(result.history.energy.back().drive == Approx(0.5 * 4 * v * v).epsilon(1e-10));
    CHECK(result.history.energy.back().stored == Approx(0.5 * 4 * v * v).epsilon(1e-10));
}
