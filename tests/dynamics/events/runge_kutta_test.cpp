#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

using std::numbers::pi;

// A mass m on a spring k along one row, no drive; k = 0: free.
JointedSystem mass_on_spring(double m, double k)
{
    JointedSystem s;
    s.modes.omega = Vector::Constant(1, std::sqrt(k / m));
    s.modes.c = s.p0 = Vector::Zero(1);
    s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(1);
    s.B = Matrix::Zero(0, 1);
    s.limit = Vector::Zero(0);
    s.r = ComplexVector::Zero(0);
    return s;
}

// On the displacement of that mass, x = q / sqrt(m); of two rows the second stays at rest.
ModalLaw on_mass(const contact::JointLaw& law, double m)
{
    const Index n = law->has_normal() ? 2 : 1;
    ModalLaw joint{"joint", law, {Matrix::Zero(n, 1), ComplexVector::Zero(n)}};
    joint.on.rows(0, 0) = 1 / std::sqrt(m);
    return joint;
}

RungeKuttaOptions from(double x, double v, double m, double t_end, double tolerance)
{
    RungeKuttaOptions o;
    o.run.q = Vector::Constant(1, x * std::sqrt(m));
    o.run.v = Vector::Constant(1, v * std::sqrt(m));
    o.run.t_end = t_end;
    o.tolerance = tolerance;
    return o;
}

// Two schemes that go from event to event by steps.
enum class By { runge_kutta, taylor };

MotionRecord motion(By by, const JointedSystem& system, const RungeKuttaOptions& options)
{
    return by == By::taylor ? taylor(system, {options.run, options.tolerance})
                            : runge_kutta(system, options);
}

// Largest difference of the sampled modes, over the largest displacement.
double distance(const MotionRecord& a, const MotionRecord& b)
{
    double most = 0, difference = 0;
    for (std::size_t i = 0; i < a.history.points.size(); ++i)
        for (std::size_t n = 0; n < a.history.time.size(); ++n) {
            most = std::max(most, std::abs(a.history.points[i].u[n]));
            difference = std::max(difference,
                                  std::abs(a.history.points[i].u[n] - b.history.points[i].u.at(n)));
        }
    return difference / most;
}

RungeKuttaOptions sampled(const DrySystem& s, double cycles, double tolerance)
{
    RungeKuttaOptions o;
    o.run.t_end = cycles * 2 * pi / s.Omega;
    o.run.history_rate_hz = 32 * s.Omega / (2 * pi);
    o.tolerance = tolerance;
    for (Index i = 0; i < s.n_modes(); ++i)
        o.run.outputs.push_back({Vector::Unit(s.n_modes(), i), 0});
    return o;
}

DrySystem damped_block()
{
    test::CoulombMatrices a = test::two_contact_block();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    DrySystem s = test::on_modes(a).system;
    s.r << Complex(0.2, 0.1), Complex(0, -0.3);
    s.p0 << 0.3, -0.2, 0.1;
    return s;
}

} // namespace

TEST_CASE("steps and the closed form give the same motion of dry contacts", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // 20 periods from rest at a tolerance of 1e-11 a step; some 1000 to 3000 steps. Friction makes
    // motions approach each other, so that errors hardly add up: 1e-8 leaves two digits.
    struct Row {
        const char* what;
        DrySystem system;
    };
    using test::chain_matrices;
    auto chain = [](Index n, const char* wall, int contact, double r1, double beta) {
        return test::on_modes(chain_matrices(n, wall, contact, r1, beta)).system;
    };
    test::CoulombMatrices both = chain_matrices(3, "ground", 1, 0.8, 0.4);
    both.B = Matrix::Zero(2, 3);
    both.B(0, 0) = both.B(1, 2) = 1;
    both.limit = Eigen::Vector2d(0.4, 0.15);
    auto slow = [](double k, double c) { // one mass, much slower than the drive
        return test::on_modes({Matrix::Ones(1, 1), Matrix::Constant(1, 1, k), Matrix::Ones(1, 1),
                               Vector::Ones(1), Vector::Constant(1, 0.33),
                               Matrix::Constant(1, 1, c)})
            .system;
    };
    test::CoulombMatrices adrift = chain_matrices(2, "ground", 1, 0.8, 0.3); // on a weak spring
    adrift.K = (Matrix(2, 2) << 1, -1, -1, 1.0005).finished();
    adrift.C = 2e-3 * adrift.K + 1e-3 * adrift.M;
    const Row rows[] = {
        {"slow, spring and dashpot", slow(1e-3, 0.02)},
        {"slow, overdamped", slow(1e-5, 0.04)},
        {"slow, spring alone", slow(2e-3, 0)},
        {"slow, dashpot alone", slow(0, 0.03)},
        {"a slow mode and a fast one", test::on_modes(adrift).system},
        {"continuous", chain(2, "ground", 1, 0.85, 0.1965)},
        {"two stops", chain(2, "ground", 1, 2.1, 0.8002)},
        {"three stops at first", chain(2, "ground", 1, 0.3, 0.4656)},
        {"upper mass", chain(2, "ground", 2, 0.55, 0.5288)},
        {"base", chain(2, "base", 1, 0.85, 1.821)},
        {"between the masses", chain(2, "mass", 2, 0.3, 0.0471)},
        {"stuck for ever", chain(2, "ground", 2, 0.55, 0.9)},
        {"five masses", chain(5, "ground", 4, 0.3, 0.2666)},
        {"two contacts", test::on_modes(both).system},
        {"two contacts on one body", test::on_modes(test::two_contact_block()).system},
        {"damping that couples modes, moved contacts, constant loads", damped_block()},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        const RungeKuttaOptions options = sampled(row.system, 20, 1e-11);
        const MotionRecord exact = event_driven(row.system, options.run);
        const MotionRecord steps = motion(by, {row.system, {}}, options);
        CHECK(distance(exact, steps) < 1e-8);
        REQUIRE(steps.history.events.size() == exact.history.events.size());
        for (std::size_t n = 0; n < exact.history.events.size(); ++n) {
            CHECK(steps.history.events[n].time ==
                  Approx(exact.history.events[n].time).epsilon(1e-8));
            CHECK(steps.history.events[n].contact == exact.history.events[n].contact);
            CHECK(steps.history.events[n].kind == exact.history.events[n].kind);
        }
        for (std::size_t k = 0; k < exact.history.dry.size(); ++k) {
            const ContactPeriod &a = exact.last_period[k], &b = steps.last_period[k];
            CHECK(regime_name(b.regime) == regime_name(a.regime));
            CHECK(b.stops == a.stops);
            CHECK(b.amplitude == Approx(a.amplitude).epsilon(1e-8).margin(1e-14));
            CHECK(b.dissipation == Approx(a.dissipation).epsilon(1e-8).margin(1e-14));
            CHECK(b.sticking == Approx(a.sticking).margin(1e-8));
            for (std::size_t n = 0; n < exact.history.time.size(); ++n) {
                const double limit = row.system.limit(static_cast<Index>(k));
                REQUIRE(steps.history.dry[k].state[n] == exact.history.dry[k].state[n]);
                REQUIRE(std::abs(steps.history.dry[k].force[n] - exact.history.dry[k].force[n]) <
                        1e-7 * limit); // a reaction holds accelerations: a digit less
            }
        }
        const Energy &a = exact.energy, &b = steps.energy;
        double turned = a.friction + a.damping;
        for (const Energy& e : exact.history.energy)
            turned = std::max(turned, std::abs(e.drive) + std::abs(e.stored));
        CHECK(b.drive == Approx(a.drive).margin(1e-8 * turned));
        CHECK(b.friction == Approx(a.friction).margin(1e-8 * turned));
        CHECK(b.damping == Approx(a.damping).margin(1e-8 * turned));
        CHECK(b.stored == Approx(a.stored).margin(1e-8 * turned));
        for (const Energy& e : steps.history.energy)
            REQUIRE(std::abs(e.residual()) <= 1e-8 * turned);
    }
}

TEST_CASE("the error of a Runge-Kutta motion falls with its tolerance", "[dynamics]")
{
    // Two masses whose modes are fast enough that the bound on steps, 1/16 of a period, is not what
    // limits the error. A hundredfold smaller tolerance gains at least a factor of 20.
    const DrySystem s = test::on_modes(test::chain_matrices(2, "ground", 1, 0.1, 0.3)).system;
    double last = 1;
    for (const double tolerance : {1e-5, 1e-7, 1e-9, 1e-11}) {
        const RungeKuttaOptions options = sampled(s, 10, tolerance);
        const double error = distance(event_driven(s, options.run), runge_kutta({s, {}}, options));
        CAPTURE(tolerance, error, last);
        CHECK(error < 500 * tolerance); // of some 1000 steps
        CHECK(error < last / 20);
        last = error;
    }
}

TEST_CASE("free vibration with dry friction needs no excitation", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // Turning points x_n = (-1)^n (x_0 - 2 n limit/k) at t = n pi/omega, until |x_n| <= limit/k:
    // 1, -0.86, 0.72, ..., 0.16, -0.02. Tolerance 1e-12, 7 half cycles.
    const double m = 2, k = 50, limit = 3.5;
    JointedSystem s = mass_on_spring(m, k);
    s.B = Matrix::Constant(1, 1, 1 / std::sqrt(m));
    s.limit = Vector::Constant(1, limit);
    s.r = ComplexVector::Zero(1);
    s.names = {"rub"};
    const MotionRecord result = motion(by, s, from(1, 0, m, 20, 1e-12));
    REQUIRE(result.history.events.size() == 7);
    for (std::size_t n = 0; n < 7; ++n) {
        CHECK(result.history.events[n].time ==
              Approx((n + 1.0) * pi / std::sqrt(k / m)).epsilon(1e-11));
        CHECK(result.history.events[n].kind == (n < 6 ? Transition::reversal : Transition::stick));
    }
    CHECK(result.q(0) / std::sqrt(m) == Approx(-0.02).margin(1e-11));
    CHECK(result.last_period.empty());
    CHECK(result.energy.friction == Approx(0.5 * k * (1 - 0.0004)).epsilon(1e-11));
}

TEST_CASE("a mass on a linear and a cubic spring swings with the period of the elliptic integral",
          "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // m x'' + k x + k3 x^3 = 0 from x = A at rest: T = 4 K(kappa) / sqrt(w2), w2 = (k + k3 A^2)/m,
    // kappa^2 = k3 A^2 / (2 m w2). After 20 periods back at A, at rest.
    const double m = 2, A = 0.3;
    for (const auto& [k, k3] : {std::pair{50.0, 3000.0}, {0.0, 3000.0}, {50.0, -300.0}}) {
        CAPTURE(k, k3);
        const double w2 = (k + k3 * A * A) / m, modulus2 = k3 * A * A / (2 * m * w2);
        // A softening spring: K(i kappa) = K(kappa / sqrt(1 + kappa^2)) / sqrt(1 + kappa^2).
        const double K = modulus2 >= 0 ? std::comp_ellint_1(std::sqrt(modulus2))
                                       : std::comp_ellint_1(std::sqrt(-modulus2 / (1 - modulus2))) /
                                             std::sqrt(1 - modulus2);
        const double period = 4 * K / std::sqrt(w2), v_max = A * std::sqrt(w2);
        JointedSystem s = mass_on_spring(m, k);
        s.joints.push_back(on_mass(contact::Cubic{k3}, m));
        for (const double tolerance : {1e-8, 1e-11}) {
            CAPTURE(tolerance);
            RungeKuttaOptions options = from(A, 0, m, 20 * period, tolerance);
            options.run.history_rate_hz = 7 / period;
            const MotionRecord result = motion(by, s, options);
            // An error of the energy changes the period, so that phases, which show in v, err with
            // the square of the number of steps, 10 to 20 a period.
            CHECK(std::abs(result.v(0) / std::sqrt(m)) < 5000 * tolerance * v_max);
            CHECK(result.q(0) / std::sqrt(m) == Approx(A).epsilon(300 * tolerance));
            const double total = 0.5 * k * A * A + 0.25 * k3 * std::pow(A, 4);
            REQUIRE(result.history.time.size() == 141);
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                const double x = result.history.joints[0].displacement[n];
                CHECK(result.history.joints[0].force[n] == Approx(k3 * x * x * x).margin(1e-12));
                // The work done on the spring is what it stores.
                CHECK(result.history.energy[n].joints ==
                      Approx(0.25 * k3 * (std::pow(x, 4) - std::pow(A, 4)))
                          .margin(300 * tolerance * total));
                CHECK(std::abs(result.history.energy[n].residual()) < 300 * tolerance * total);
            }
        }
    }
}

TEST_CASE("a mass with free play bounces between its stops as the closed form says", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // Flight over 2 g at speed v, half a period pi/omega in touch: events at t_n, all the same
    // speed. 50 periods; each touch is an arc of a sine, each flight exact.
    const double m = 2, k = 2e4, g = 0.01, v = 0.7, omega = std::sqrt(k / m);
    const double flight = 2 * g / v, touch = pi / omega;
    JointedSystem s = mass_on_spring(m, 0);
    s.joints.push_back(on_mass(contact::Gap({k, g, true, 0}), m));
    const double t_end = 50 * 2 * (flight + touch);
    const MotionRecord result = motion(by, s, from(0, v, m, t_end, 1e-11));
    REQUIRE(result.history.joint_events.size() == 200);
    double t = flight / 2;
    int side = 1;
    for (std::size_t n = 0; n < 200; n += 2) {
        CHECK(result.history.joint_events[n].time == Approx(t).epsilon(1e-9));
        CHECK(result.history.joint_events[n].after == side);
        CHECK(result.history.joint_events[n + 1].time == Approx(t + touch).epsilon(1e-9));
        CHECK(result.history.joint_events[n + 1].after == 0);
        t += touch + flight;
        side = -side;
    }
    CHECK(result.v(0) / std::sqrt(m) == Approx(v).epsilon(1e-9));
    CHECK(result.q(0) / std::sqrt(m) == Approx(0).margin(1e-9 * v * t_end));
    CHECK(std::abs(result.energy.residual()) < 1e-9 * 0.5 * m * v * v);
}

TEST_CASE("a mass pressed on a stop by a force bounces with the period of the closed form",
          "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // Free flight F t^2 / (2 m) up to g, there v = sqrt(2 F g / m); in touch until
    // t_c = 2 (pi - atan(v k / (omega F))) / omega later; back to rest at 0.
    const double m = 2, F = 5, k = 2e4, g = 0.01, omega = std::sqrt(k / m);
    const double t_1 = std::sqrt(2 * m * g / F), v = std::sqrt(2 * F * g / m);
    const double t_c = 2 * (pi - std::atan(v * k / (omega * F))) / omega, period = 2 * t_1 + t_c;
    JointedSystem s = mass_on_spring(m, 0);
    s.p0(0) = F / std::sqrt(m);
    s.joints.push_back(on_mass(contact::Gap({k, g, false, 0}), m));
    const MotionRecord result = motion(by, s, from(0, 0, m, 20 * period, 1e-11));
    REQUIRE(result.history.joint_events.size() == 40);
    for (std::size_t n = 0; n < 20; ++n) {
        const double t = static_cast<double>(n) * period + t_1;
        CHECK(result.history.joint_events[2 * n].time == Approx(t).epsilon(1e-9));
        CHECK(result.history.joint_events[2 * n + 1].time == Approx(t + t_c).epsilon(1e-9));
    }
    CHECK(result.energy.loads + result.energy.residual() ==
          Approx(result.energy.stored + result.energy.joints).margin(1e-9 * F * g));
}

TEST_CASE("a stop with a dashpot is left where its force ends, not where it began", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // x = v/w_d e^{-zeta w t} sin(w_d t) from touch; k x + d x' = 0 at w_d t = pi -
    // atan2(2 zeta sqrt(1 - zeta^2), 1 - 2 zeta^2), where x > 0 still; then free back to x = 0.
    const double m = 2, k = 2e4, zeta = 0.2, v = 0.7, w = std::sqrt(k / m);
    const double root = std::sqrt(1 - zeta * zeta), w_d = w * root;
    const double t_e = (pi - std::atan2(2 * zeta * root, 1 - 2 * zeta * zeta)) / w_d;
    const double fade = v * std::exp(-zeta * w * t_e);
    const double x_e = fade / w_d * std::sin(w_d * t_e);
    const double v_e = fade * (std::cos(w_d * t_e) - zeta / root * std::sin(w_d * t_e));
    JointedSystem s = mass_on_spring(m, 0);
    s.joints.push_back(on_mass(contact::Gap({k, 0.01, true, 2 * zeta * w * m}), m));
    const MotionRecord result = motion(by, s, from(0, v, m, 0.06, 1e-12));
    REQUIRE(result.history.joint_events.size() == 3);
    const double t_0 = 0.01 / v;
    CHECK(result.history.joint_events[0].time == Approx(t_0).epsilon(1e-11));
    CHECK(result.history.joint_events[1].time == Approx(t_0 + t_e).epsilon(1e-10));
    CHECK(result.history.joint_events[1].after == 2);
    CHECK(result.history.joint_events[2].time == Approx(t_0 + t_e - x_e / v_e).epsilon(1e-10));
    CHECK(result.history.joint_events[2].after == 0);
    CHECK(result.v(0) / std::sqrt(m) == Approx(v_e).epsilon(1e-10));
    CHECK(result.energy.joints == Approx(0.5 * m * (v * v - v_e * v_e)).epsilon(1e-10));
}

TEST_CASE("elastic friction under an imposed motion dissipates 4 mu N (X - mu N / k_t) a cycle",
          "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // From cos at t = 0 the spring is bent by X at once; the loop is closed after half a cycle.
    const double mu = 0.3, N = 40, k_t = 5000, X = 0.01, limit = mu * N;
    JointedSystem s = mass_on_spring(1, 1);
    s.Omega = 7;
    ModalLaw joint = on_mass(contact::ElasticCoulomb({k_t, 1e4, mu, N}), 1);
    joint.on.rows.setZero();
    joint.on.follow << X, 0;
    s.joints.push_back(joint);
    const double period = 2 * pi / 7;
    auto joints = [&](double cycles) -> MotionRecord {
        return motion(by, s, from(0, 0, 1, cycles * period, 1e-11));
    };
    const MotionRecord three = joints(3), two = joints(2);
    const double loop = 4 * limit * (X - limit / k_t);
    CHECK(three.energy.joints - two.energy.joints == Approx(loop).epsilon(1e-9));
    // Each half cycle sticks while X (1 - |cos|) spans 2 limit / k_t.
    const double turn = std::acos(1 - 2 * limit / (k_t * X)) / 7;
    std::vector<JointEvent> last = three.history.joint_events;
    if (!last.empty() && last.back().time > 2.99 * period)
        last.pop_back(); // it sticks again at the very end
    REQUIRE(last.size() >= 4);
    const std::size_t n = last.size() - 2;
    CHECK(last[n].after == 0);
    CHECK(last[n].time == Approx(2.5 * period).epsilon(1e-9));
    CHECK(last[n + 1].after == 1);
    CHECK(last[n + 1].time == Approx(2.5 * period + turn).epsilon(1e-9));
}

TEST_CASE("stiff elastic friction is rigid dry friction", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // Two masses, force on the first. A contact that has just stuck rings with an acceleration that
    // does not depend on k_t, a velocity and so a way that fall like its root.
    const test::CoulombOnModes rigid =
        test::on_modes(test::chain_matrices(2, "ground", 1, 0.85, 0.5474));
    const RungeKuttaOptions options = sampled(rigid.system, 6, 1e-9);
    const MotionRecord exact = event_driven(rigid.system, options.run);
    auto difference = [&](double k_t) -> double {
        JointedSystem s{rigid.system, {}};
        ModalLaw joint{"rub",
                       contact::ElasticCoulomb({k_t, 1, 0.5474, 1}),
                       {Matrix::Zero(2, 2), ComplexVector::Zero(2)}};
        joint.on.rows.row(0) = rigid.system.B;
        s.B.resize(0, 2);
        s.limit.resize(0);
        s.r.resize(0);
        s.names.clear();
        s.joints.push_back(joint);
        return distance(exact, motion(by, s, options));
    };
    const double soft = difference(1e3), stiff = difference(1e5);
    CAPTURE(soft, stiff);
    CHECK(soft < 3e-2);
    CHECK(soft / stiff == Approx(10).epsilon(0.3));
}

TEST_CASE("forward increments approach the motion by steps of joints of every law", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // A mass on springs in x and y, pushed by a constant force into an elastic contact with
    // friction that opens and slips, beside a gap and a cubic spring. Kinks within steps: the
    // difference falls at least by half with the step.
    assembly::CoupledModel model;
    model.bodies.push_back(
        fem::lumped("mass", {{{"m", {{"x", 2}, {"y", 2}}}}, {{"m.x", "ground", 300}}, {}, {}}));
    auto rows = [](const Matrix& dense) -> SparseMatrix { return dense.sparseView(); };
    const Matrix x = Matrix(Eigen::RowVector2d(1, 0)), y = Matrix(Eigen::RowVector2d(0, 1));
    model.joints.push_back({"pad",
                            {},
                            {0, rows(Matrix::Identity(2, 2))},
                            {},
                            contact::ElasticCoulomb({2000, 3000, 0.4, 6})});
    model.joints.push_back({"stop", {}, {0, rows(x)}, {}, contact::Gap({4000, 0.012, true, 3})});
    model.joints.push_back({"hard", {}, {0, rows(y)}, {}, contact::Cubic{4e7}});
    model.loads.push_back({"push", {}, 0, Eigen::Vector2d(1, 0), assembly::Constant{9}});
    model.loads.push_back({"pull", {}, 0, Eigen::Vector2d(0, 1), assembly::Constant{-7}});

    const ModalModel modal = modal_model(model);
    const JointedSystem s = jointed_system(model, modal);
    REQUIRE(s.joints.size() == 3);
    RungeKuttaOptions options;
    options.run.t_end = 1;
    options.run.history_rate_hz = 1000;
    options.tolerance = 1e-11;
    for (const Vector& row : {Vector(Eigen::Vector2d(1, 0)), Vector(Eigen::Vector2d(0, 1))}) {
        const ModalRows on = modal.rows(0, SparseMatrix(row.transpose().sparseView()));
        options.run.outputs.push_back({on.rows.row(0).transpose(), 0});
    }
    const MotionRecord exact = motion(by, s, options);
    std::vector<bool> seen(3, false);
    for (const JointEvent& event : exact.history.joint_events)
        seen[event.joint] = true;
    CHECK(seen == std::vector<bool>{true, true, false});
    CHECK(exact.history.joint_events.size() > 20);
    CHECK(std::abs(exact.energy.residual()) < 1e-8 * exact.energy.joints);
    auto error = [&](double h) -> double {
        const TransientResult steps = transient(
            model, {.h = h, .t_end = 1, .start = dynamics::Start::rest, .history_rate_hz = 1000},
            {{"x", 0, Eigen::Vector2d(1, 0)}, {"y", 0, Eigen::Vector2d(0, 1)}});
        double worst = 0;
        for (std::size_t n = 0; n < steps.history.time.size() && n < exact.history.time.size(); ++n)
            for (std::size_t i = 0; i < 2; ++i)
                worst = std::max(
                    worst, std::abs(steps.history.points[i].u[n] - exact.history.points[i].u[n]));
        return worst;
    };
    const double coarse = error(1e-4), fine = error(6.25e-6);
    CAPTURE(coarse, fine);
    CHECK(fine < coarse / 8);
    CHECK(fine < 1e-4 * 0.03); // of the static deflection 9 N / 300 N/m
}

TEST_CASE("a stop jolts a stuck contact loose, and the energies balance", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // A stop with a dashpot between two masses, of which the lower one rubs: its force jumps by
    // more than friction can hold.
    const test::CoulombOnModes chain =
        test::on_modes(test::chain_matrices(2, "ground", 1, 0.6, 0.7));
    JointedSystem s{chain.system, {}};
    s.joints.push_back(
        {"stop",
         contact::Gap({400, 0.2, true, 5}),
         {chain.Phi.row(1) - chain.Phi.row(0), ComplexVector::Constant(1, Complex(0.05, 0.02))}});
    RungeKuttaOptions options = sampled(s, 15, 1e-10);
    const MotionRecord result = motion(by, s, options);
    CHECK(result.history.joint_events.size() > 20);
    CHECK(result.history.events.size() > 20);
    int jolts = 0; // slips at the very time of a touch
    for (const JointEvent& touch : result.history.joint_events)
        for (const ContactEvent& slip : result.history.events)
            jolts += std::abs(touch.after) == 1 && slip.time == touch.time &&
                     slip.kind == Transition::slip;
    CHECK(jolts > 0);
    const double turned = result.energy.friction + result.energy.joints;
    CHECK(result.energy.joints > 0.1);
    for (const Energy& e : result.history.energy)
        REQUIRE(std::abs(e.residual()) < 1e-7 * turned);
    // Impacts part motions that begin alike: only the first periods can be compared.
    options.run.t_end = 4 * 2 * pi;
    const MotionRecord loose = motion(by, s, options);
    options.tolerance = 1e-12;
    CHECK(distance(motion(by, s, options), loose) < 1e-7);
}

TEST_CASE("a mass that rests on a stop without force stays in peace", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    // The guard of the gap is zero for ever; a push away opens it, a push against it closes it.
    for (const double push : {0.0, -1.0, 1.0}) {
        CAPTURE(push);
        JointedSystem s = mass_on_spring(1, 4);
        s.p0(0) = push;
        s.joints.push_back(on_mass(contact::Gap({60, 0, false, 0}), 1));
        const MotionRecord result = motion(by, s, from(0, 0, 1, 3, 1e-10));
        if (push == 0)
            CHECK(result.q(0) == 0);
        else
            CHECK(result.q(0) * push > 0);
        CHECK(result.history.joint_events.size() < 20);
        // Spring 4 or 64 N/m: x = push/k (1 - cos(w t)), never across zero.
        const double k = push > 0 ? 64 : 4;
        CHECK(result.q(0) == Approx(push / k * (1 - std::cos(std::sqrt(k) * 3))).margin(1e-8));
    }
}

TEST_CASE("a motion that escapes from a softening spring ends with its reason", "[dynamics]")
{
    const By by = GENERATE(By::runge_kutta, By::taylor);
    CAPTURE(by == By::taylor);
    JointedSystem s = mass_on_spring(1, 1);
    s.joints.push_back(on_mass(contact::Cubic{-1}, 1));
    const MotionRecord result = motion(by, s, from(1.1, 0, 1, 50, 1e-8));
    CHECK_THAT(result.failure, Contains("without bound"));
    CHECK(result.t_stop < 50);
    CHECK(result.q.allFinite());
    CHECK(result.v.allFinite());
    CHECK(motion(by, s, from(0.9, 0, 1, 50, 1e-8)).failure.empty());
}

TEST_CASE("runs by steps refuse what they cannot do", "[dynamics]")
{
    const JointedSystem s{test::on_modes(test::two_contact_block()).system, {}};
    for (const double tolerance : {0.0, 1e-17, 0.1, std::nan("")})
        CHECK_THROWS_WITH(taylor(s, {{}, tolerance}), Contains("1e-16 to 0.001"));
    RungeKuttaOptions options;
    for (const double tolerance : {0.0, 1e-14, 0.1, std::nan("")}) {
        options.tolerance = tolerance;
        CHECK_THROWS_WITH(runge_kutta(s, options), Contains("1e-13 to 0.001"));
    }
    options.tolerance = 1e-6;
    options.run.t_end = 0;
    CHECK_THROWS_WITH(runge_kutta(s, options), Contains("t_end = 0"));
    options.run.t_end = 1;
    options.run.q = Vector::Zero(2);
    CHECK_THROWS_WITH(runge_kutta(s, options), Contains("expected none or 3"));
    options.run.q = Vector();
    options.run.tangent = true;
    CHECK_THROWS_WITH(runge_kutta(s, options), Contains("no tangent"));
    test::CoulombMatrices a = test::two_contact_block();
    a.B.row(1) = 2 * a.B.row(0);
    CHECK_THROWS_WITH(runge_kutta({test::on_modes(a).system, {}}, {}), Contains("depend"));
}
