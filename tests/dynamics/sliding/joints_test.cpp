#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

using namespace slideway;
using Catch::Contains;

namespace {

constexpr double m = 2, F = 5; // [kg], [N]

SparseMatrix one_row()
{
    return Matrix::Identity(1, 1).sparseView();
}

// A mass in x without springs, a joint to ground, F from t = 0.
assembly::CoupledModel mass_with(const contact::JointLaw& law)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("mass", {{{"m", {{"x", m}}}}, {}, {}, {}}));
    model.loads.push_back({"step", {}, 0, Vector::Ones(1), assembly::Constant{F}});
    // The row of the normal sees nothing: the preload stays.
    const bool normal = law->has_normal();
    SparseMatrix rows(normal ? 2 : 1, 1);
    rows.insert(0, 0) = 1;
    model.joints.push_back({"stop", {"case.toml", 7}, {0, rows}, {}, law});
    return model;
}

dynamics::TransientResult run(const assembly::CoupledModel& model, double h, double t_end)
{
    return dynamics::transient(model, {.h = h, .t_end = t_end, .history_rate_hz = 1 / h},
                               {{"u", 0, Vector::Ones(1)}});
}

double largest_residual(const dynamics::TransientResult& result)
{
    double worst = 0;
    for (const dynamics::Energy& e : result.history.energy)
        worst = std::max(worst, std::abs(e.residual()));
    return worst;
}

// Largest distance from a motion that starts from rest at t = 0.
double error(const dynamics::TransientResult& result, const std::function<double(double)>& exact)
{
    double worst = 0;
    for (std::size_t n = 0; n < result.history.time.size(); ++n)
        worst = std::max(worst,
                         std::abs(result.history.points[0].u[n] - exact(result.history.time[n])));
    return worst;
}

} // namespace

TEST_CASE("A mass on a cubic spring swings between the turning points of its energy", "[dynamics]")
{
    // F u = k3 u^4 / 4 at the far end. Reference motion: Runge-Kutta of fourth order, steps of
    // 1e-5 s, error below 1e-12.
    const double k3 = 4e7, far = std::cbrt(4 * F / k3), h0 = 1e-5;
    std::vector<double> fine{0};
    double u = 0, v = 0;
    auto acceleration = [&](double x) -> double { return (F - k3 * x * x * x) / m; };
    for (int n = 0; n < 60000; ++n) {
        const double a1 = acceleration(u), v2 = v + h0 / 2 * a1;
        const double a2 = acceleration(u + h0 / 2 * v), v3 = v + h0 / 2 * a2;
        const double a3 = acceleration(u + h0 / 2 * v2), v4 = v + h0 * a3;
        const double a4 = acceleration(u + h0 * v3);
        u += h0 / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h0 / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        fine.push_back(u);
    }
    CHECK(*std::max_element(fine.begin(), fine.end()) == Approx(far).epsilon(1e-8));
    auto exact = [&](double t) -> double {
        return fine[static_cast<std::size_t>(std::lround(t / h0))];
    };
    const auto model = mass_with(contact::Cubic{k3});
    const auto coarse = run(model, 4e-4, 0.5), half = run(model, 2e-4, 0.5);
    CHECK(coarse.start == dynamics::Start::rest);
    CHECK_FALSE(coarse.other); // modal-propagator takes linear joints only
    CHECK(error(coarse, exact) / error(half, exact) == Approx(4).epsilon(0.05)); // second order
    CHECK(error(half, exact) < 1e-3 * far);
    // Energy in the spring: k3 u^4 / 4.
    const auto& r = half.history.joints.at(0).displacement;
    REQUIRE(half.history.joints[0].n_rows == 1);
    REQUIRE(r.size() == half.history.time.size());
    for (std::size_t n = 0; n < r.size(); n += 100) {
        CHECK(r[n] == Approx(half.history.points[0].u[n]).margin(1e-15));
        CHECK(half.history.joints[0].force[n] == Approx(k3 * std::pow(r[n], 3)).margin(1e-12));
    }
    // The joint is given the work of its discrete force: the account closes to round-off; that
    // work is the energy of the spring, k3 u^4 / 4, to second order.
    auto energy_error = [&](const dynamics::TransientResult& result) -> double {
        CHECK(largest_residual(result) < 1e-11 * F * far);
        double worst = 0;
        for (std::size_t n = 0; n + 1 < result.history.time.size(); ++n) {
            const double u1 = result.history.points[0].u[n], u2 = result.history.points[0].u[n + 1];
            worst = std::max(worst, std::abs(result.history.energy[n].joints -
                                             k3 / 4 * std::pow((u1 + u2) / 2, 4)));
        }
        return worst;
    };
    CHECK(energy_error(half) < 1e-3 * F * far);
    CHECK(energy_error(coarse) / energy_error(half) == Approx(4).epsilon(0.1));
}

TEST_CASE("A mass thrown against an elastic stop bounces with the period of the closed form",
          "[dynamics]")
{
    // Free flight F t^2 / (2 m) up to the clearance g, there v = sqrt(2 F g / m); in touch
    // w'' + omega^2 w = F / m, which ends after t_c = 2 (pi - atan(v k / (omega F))) / omega; back
    // to rest at u = 0. The clearance is left and met within a step: errors of order h.
    const double k = 2e4, g = 0.01, omega = std::sqrt(k / m);
    const double t_1 = std::sqrt(2 * m * g / F), v = std::sqrt(2 * F * g / m);
    const double t_c = 2 * (std::numbers::pi - std::atan(v * k / (omega * F))) / omega;
    const double period = 2 * t_1 + t_c;
    auto exact = [&](double t) -> double {
        t = std::fmod(t, period);
        if (t > period / 2)
            t = period - t; // the way back mirrors the way there
        if (t < t_1)
            return F * t * t / (2 * m);
        const double s = t - t_1;
        return g + F / k * (1 - std::cos(omega * s)) + v / omega * std::sin(omega * s);
    };
    const auto model = mass_with(contact::Gap({.stiffness = k, .clearance = g}));
    const double far = g + F / k + std::hypot(F / k, v / omega);
    const auto coarse = run(model, 2e-4, 1), fine = run(model, 2.5e-5, 1);
    CHECK(fine.history.time.back() > 3 * period);
    CHECK(*std::max_element(fine.history.points[0].u.begin(), fine.history.points[0].u.end()) ==
          Approx(far).epsilon(1e-4));
    CAPTURE(error(coarse, exact), error(fine, exact));
    CHECK(error(fine, exact) < 1e-3 * far);
    CHECK(error(coarse, exact) / error(fine, exact) > 7); // eight times finer
    CHECK(largest_residual(fine) < 1e-11 * F * far);      // the discrete work of the joint
}

TEST_CASE("A stop with a dashpot takes the energy that the account says", "[dynamics]")
{
    // The mass comes to rest on the stop at g + F / k; the work of F is the energy in the spring
    // and what the dashpot has taken.
    const double k = 2e4, g = 0.01;
    const auto model = mass_with(contact::Gap({.stiffness = k, .clearance = g, .damping = 80}));
    const auto result = run(model, 5e-5, 4);
    CHECK(result.history.points[0].u.back() == Approx(g + F / k).epsilon(1e-4));
    CHECK(result.history.energy.back().joints == Approx(F * (g + F / k)).epsilon(1e-3));
    CHECK(largest_residual(result) < 1e-11 * F * g);
}

TEST_CASE("A mass pulled on a stick-slip joint stops where its energy is gone", "[dynamics]")
{
    // N mu > F > N mu / 2: sticks up to s = mu N / k_t, where the speed follows from
    // m v^2 / 2 = F s - k_t s^2 / 2; slides the distance m v^2 / (2 (mu N - F)); then it swings
    // about mu N - k_t (far - u) = F for ever: between far and far - 2 (mu N - F) / k_t.
    const double k_t = 2e3, limit = 7, s = limit / k_t;
    const double twice_energy = 2 * F * s - k_t * s * s;
    const double far = s + twice_energy / (2 * (limit - F)), back = far - 2 * (limit - F) / k_t;
    const auto model = mass_with(
        contact::ElasticCoulomb({.k_t = k_t, .k_n = 1e4, .friction = 0.35, .preload = 20}));
    auto ends = [&](double h) -> std::pair<double, double> {
        const auto result = run(model, h, 2);
        const auto& u = result.history.points[0].u;
        const auto swing = u.begin() + static_cast<std::ptrdiff_t>(u.size() / 2);
        CHECK(largest_residual(result) < 1e-11 * F * far);
        CHECK(result.history.joints[0].n_rows == 2);
        for (std::size_t n = 0; n < u.size(); n += 50) {
            CHECK(std::abs(result.history.joints[0].force[2 * n]) <= limit * (1 + 1e-14));
            CHECK(result.history.joints[0].force[2 * n + 1] == 20);
        }
        return {*std::max_element(swing, u.end()), *std::min_element(swing, u.end())};
    };
    const auto [far_1, back_1] = ends(4e-4);
    const auto [far_2, back_2] = ends(1e-4);
    CHECK(far_2 == Approx(far).epsilon(1e-3));
    CHECK(back_2 == Approx(back).epsilon(1e-3));
    CHECK(std::abs(far_1 - far) > 2 * std::abs(far_2 - far));
}

TEST_CASE("A joint between two bodies pulls both", "[dynamics]")
{
    // Two free masses on a cubic spring, F on the first: the centre moves as F t^2 / (2 (m1 + m2)),
    // the distance as one mass m1 m2 / (m1 + m2) under F m2 / (m1 + m2).
    const double m1 = 2, m2 = 3, k3 = 1e7;
    assembly::CoupledModel pair;
    pair.bodies.push_back(fem::lumped("one", {{{"p", {{"x", m1}}}}, {}, {}, {}}));
    pair.bodies.push_back(fem::lumped("two", {{{"p", {{"x", m2}}}}, {}, {}, {}}));
    pair.loads.push_back({"pull", {}, 0, Vector::Ones(1), assembly::Constant{F}});
    pair.joints.push_back(
        {"link", {}, {0, one_row()}, assembly::RowsOn{1, one_row()}, contact::Cubic{k3}});
    assembly::CoupledModel reduced;
    reduced.bodies.push_back(
        fem::lumped("reduced", {{{"p", {{"x", m1 * m2 / (m1 + m2)}}}}, {}, {}, {}}));
    reduced.loads.push_back(
        {"pull", {}, 0, Vector::Ones(1), assembly::Constant{F * m2 / (m1 + m2)}});
    reduced.joints.push_back({"link", {}, {0, one_row()}, {}, contact::Cubic{k3}});
    const dynamics::TransientOptions options{.h = 1e-4, .t_end = 1, .history_rate_hz = 1e4};
    const auto two =
        dynamics::transient(pair, options, {{"1", 0, Vector::Ones(1)}, {"2", 1, Vector::Ones(1)}});
    const auto one = dynamics::transient(reduced, options, {{"r", 0, Vector::Ones(1)}});
    for (std::size_t n = 0; n < two.history.time.size(); n += 10) {
        const double t = two.history.time[n], u1 = two.history.points[0].u[n],
                     u2 = two.history.points[1].u[n];
        CHECK((m1 * u1 + m2 * u2) / (m1 + m2) ==
              Approx(F / (m1 + m2) * t * t / 2).margin(1e-12)); // central differences are exact
        CHECK(u1 - u2 == Approx(one.history.points[0].u[n]).margin(1e-12));
        CHECK(two.history.joints[0].displacement[n] == Approx(u1 - u2).margin(1e-14));
    }
    CHECK(largest_residual(two) < 1e-11 * two.history.energy.back().loads);
}

TEST_CASE("The step limit with a joint is that of the mass on its largest stiffness", "[dynamics]")
{
    // 4 m - 2 h (c + c_j) - h^2 (k + k_j) = 0.
    assembly::CoupledModel model;
    const double k = 800, c = 10, k_j = 5e4, c_j = 40;
    model.bodies.push_back(fem::lumped("mass", fem::chain_network({"ground", "", {m}, {k}, {c}})));
    model.joints.push_back({"stop",
                            {},
                            {0, one_row()},
                            {},
                            contact::Gap({.stiffness = k_j, .clearance = 0.01, .damping = c_j})});
    const double K = k + k_j, C = c + c_j;
    const double exact = (std::sqrt(C * C + 4 * m * K) - C) / K;
    CHECK(dynamics::step_limit(model, dynamics::modal_model(model)) ==
          Approx(exact).epsilon(1e-10));
    // A joint between two masses sees 1/m1 + 1/m2, whatever else is there.
    assembly::CoupledModel pair;
    for (const double mass : {2.0, 3.0})
        pair.bodies.push_back(
            fem::lumped(mass == 2 ? "a" : "b", {{{"p", {{"x", mass}}}}, {}, {}, {}}));
    pair.joints.push_back({"link",
                           {},
                           {0, one_row()},
                           assembly::RowsOn{1, one_row()},
                           contact::Gap({.stiffness = k_j})});
    CHECK(dynamics::step_limit(pair, dynamics::modal_model(pair)) ==
          Approx(2 / std::sqrt(k_j * (1 / 2.0 + 1 / 3.0))).epsilon(1e-10));
    // A stiffening law counts as far as the joint reaches.
    pair.joints[0].law = contact::Cubic{1e6};
    CHECK(dynamics::step_limit(pair, dynamics::modal_model(pair), {0.1}) ==
          Approx(2 / std::sqrt(3 * 1e6 * 0.01 * (1 / 2.0 + 1 / 3.0))).epsilon(1e-10));
    CHECK(dynamics::step_limit(pair, dynamics::modal_model(pair)) >
          100 * dynamics::step_limit(pair, dynamics::modal_model(pair), {0.1}));
}

TEST_CASE("A joint in touch is stable below its step limit and grows above it", "[dynamics]")
{
    // Sticks all the time: a spring of 2e3 N/m whose force is lagged by a step.
    const assembly::CoupledModel model =
        mass_with(contact::ElasticCoulomb({.k_t = 2e3, .k_n = 1, .friction = 1, .preload = 1e9}));
    const auto modal = dynamics::modal_model(model);
    const double limit = dynamics::step_limit(model, modal);
    CHECK(limit == Approx(2 / std::sqrt(2e3 / m)).epsilon(1e-10));
    dynamics::SlidingEquilibrium rest;
    rest.q = {Vector::Zero(1)};
    for (const double fraction : {0.99, 1.01}) {
        dynamics::Integrator integrator(model, modal, {.h = fraction * limit}, rest);
        for (int n = 0; n < 500; ++n)
            REQUIRE(integrator.step() == dynamics::StepEvent::none);
        const double r = std::abs(integrator.state().joints[0].state.r(0));
        CAPTURE(fraction, r);
        CHECK((fraction < 1 ? r < 100 * F / 2e3 : r > 1e6 * F / 2e3));
    }
    CHECK_THROWS_WITH(run(model, 1.01 * limit, 1),
                      Contains("with its joints") && Contains("limit"));
}

TEST_CASE("A joint that stiffens past the step limit stops the run, naming it", "[dynamics]")
{
    // 3 k3 u^2 h^2 = 4 m at u = 5.4 mm; the mass comes to 5.8 mm. Seen ahead from 3.6 mm on.
    const double k3 = 1e8;
    const auto result = dynamics::transient(
        mass_with(contact::Cubic{k3}), {.h = 3e-2, .t_end = 10, .history_rate_hz = 1 / 3e-2}, {});
    CHECK(result.status == dynamics::TransientStatus::instability);
    CHECK_THAT(result.message, Contains("joint.stop is too stiff") && Contains("step limit falls"));
    for (const double r : result.history.joints[0].displacement)
        CHECK(std::isfinite(r));
}

TEST_CASE("Joints that are not linear ask for forward-increment from rest", "[dynamics]")
{
    const auto model = mass_with(contact::Gap({.stiffness = 1e3, .clearance = 0.01}));
    CHECK_THROWS_WITH(
        dynamics::transient(model,
                            {.scheme = dynamics::Scheme::modal_propagator, .h = 1e-3, .t_end = 1}),
        Contains("case.toml:7") && Contains("joint.stop.law = \"gap\"") &&
            Contains("modal-propagator takes linear joints"));
    CHECK_THROWS_WITH(
        dynamics::transient(model,
                            {.h = 1e-3, .t_end = 1, .start = dynamics::Start::static_equilibrium}),
        Contains("joint.stop.law") && Contains("start = \"rest\""));
    // A linear one is part of the modes.
    const auto linear = mass_with(contact::Linear{{800}, {0}});
    const auto result = dynamics::transient(
        linear, {.scheme = dynamics::Scheme::modal_propagator, .h = 1e-3, .t_end = 1},
        {{"u", 0, Vector::Ones(1)}});
    CHECK(result.start == dynamics::Start::static_equilibrium);
    CHECK(result.history.joints.empty());
    CHECK(result.history.points[0].u.back() == Approx(F / 800).epsilon(1e-12));
}

TEST_CASE("A driven end of a joint does work on what hangs on it", "[dynamics]")
{
    // A sled driven at constant velocity pulls a mass by an elastic-Coulomb joint that slips at
    // 3 N: the mass is accelerated by 3 N until it comes along.
    const double v = 0.5, limit = 3;
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("sled", {{{"s", {{"x", 1}}}}, {}, {}, {}}));
    model.bodies.push_back(fem::lumped("mass", {{{"m", {{"x", m}}}}, {}, {}, {}}));
    assembly::Motion drive = assembly::make_motion("drive", 0, fem::port(model.bodies[0], "s"), 0);
    drive.velocity = v;
    model.motions.push_back(drive);
    SparseMatrix rows(2, 1);
    rows.insert(0, 0) = 1;
    model.joints.push_back(
        {"clutch",
         {},
         {0, rows},
         assembly::RowsOn{1, rows},
         contact::ElasticCoulomb({.k_t = 1e5, .k_n = 1, .friction = 0.3, .preload = 10})});
    const double h = 1e-4, t_slip = m * v / limit; // 1/3 s, less what sticking takes
    const auto result = dynamics::transient(model, {.h = h, .t_end = 0.3, .history_rate_hz = 1e4},
                                            {{"m", 1, Vector::Ones(1)}});
    REQUIRE(result.history.time.back() < t_slip);
    // Stick lasts mu N / (k_t v) = 6e-5 s: the impulse it lacks is below mu N h.
    CHECK(result.history.points[0].v.back() == Approx(limit / m * 0.3).margin(2 * limit / m * h));
    // The drive's work: mu N v t on the joint, and the kinetic energy of the sled itself.
    CHECK(result.history.energy.back().drive ==
          Approx(limit * v * 0.3 + 0.5 * v * v).epsilon(2e-3));
    CHECK(result.history.energy.back().joints ==
          Approx(limit * (v * 0.3 - limit / m * 0.3 * 0.3 / 2)).epsilon(4e-3));
    CHECK(largest_residual(result) < 2e-3 * limit * v * 0.3);
}
