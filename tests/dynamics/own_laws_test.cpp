#include "contact/laws/cubic.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/harmonic_models.hpp"
#include "support/own_force.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

// Laws that are a function of (r, v): where they are evaluated in time, and in periodic motion.

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

using contact::OwnForce;

contact::JointLaw own(std::function<OwnForce::Value(double, double)> f)
{
    return test::own_law(std::move(f));
}

// f(r) = k3 r^3 as a spring.
contact::JointLaw spring(double k3)
{
    return test::own_law(
        [k3](double r, double) -> OwnForce::Value {
            return {k3 * r * r * r, 3 * k3 * r * r, 0};
        },
        {.spring = true, .odd = true});
}

contact::JointLaw own_cubic(double k3)
{
    return own([k3](double r, double) -> OwnForce::Value {
        return {k3 * r * r * r, 3 * k3 * r * r, 0};
    });
}

// Hardens, drags with saturation, and drags more the farther it is.
contact::JointLaw bush()
{
    return test::own_law(
        [](double r, double v) -> OwnForce::Value {
            const double t = std::tanh(v / 0.7);
            return {1.3 * r + 0.4 * r * r * r + 0.9 * t + 0.3 * r * r * v,
                    1.3 + 1.2 * r * r + 0.6 * r * v, 0.9 / 0.7 * (1 - t * t) + 0.3 * r * r};
        },
        {.smooth = true});
}

// (f(x + step) - f(x - step)) / (2 step): of these functions to 1e-9 with 1e-5.
template <class F>
auto slope(F f, double at)
{
    constexpr double step = 1e-5;
    return ((f(at + step) - f(at - step)) / (2 * step)).eval();
}

// Two masses, one of them on a dry contact, and a spring that acts on both.
JointedSystem chain_with_spring(const contact::JointLaw& law)
{
    JointedSystem s{test::on_modes(test::chain_matrices(2, "ground", 1, 0.85, 0.3)).system, {}, {}};
    ModalLaw joint{"spring", law, {Matrix::Zero(1, 2), ComplexVector::Zero(1)}};
    joint.on.rows << 0.4, 1;
    s.joints.push_back(joint);
    return s;
}

EventDrivenOptions twenty_periods(const JointedSystem& s)
{
    EventDrivenOptions run;
    run.t_end = 20 * 2 * std::numbers::pi / s.Omega;
    run.history_rate_hz = 16 * s.Omega / (2 * std::numbers::pi);
    run.outputs.push_back({Vector::Unit(2, 0), 0});
    return run;
}

void check_displacements(const MotionRecord& own, const MotionRecord& cubic)
{
    const auto& u = own.history.points[0].u;
    const auto& expected = cubic.history.points[0].u;
    REQUIRE(u.size() == expected.size());
    double most = 0, difference = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
        most = std::max(most, std::abs(expected[i]));
        difference = std::max(difference, std::abs(u[i] - expected[i]));
    }
    CHECK(difference < 1e-8 * most);
}

} // namespace

TEST_CASE("derivatives of the sampled force of a law of (r, v) are those of differences",
          "[dynamics]")
{
    const bool means = GENERATE(false, true);
    const contact::Harmonics h{3, means};
    const contact::JointLaw law = bush();
    Vector R(h.size());
    for (Index i = 0; i < R.size(); ++i)
        R(i) = 0.8 * std::cos(1.0 + 2.3 * static_cast<double>(i)) / (1 + static_cast<double>(i));
    const double Omega = 1.7;
    const auto force = [&](const Vector& at, double omega) -> contact::HarmonicForce {
        contact::HarmonicForce out;
        contact::sampled_force(law, h, at, omega, 128, out);
        return out;
    };
    const contact::HarmonicForce at = force(R, Omega);
    const Vector by_Omega = slope([&](double x) -> Vector { return force(R, x).F; }, Omega);
    CHECK((at.F_Omega - by_Omega).norm() < 1e-9 * by_Omega.norm());
    for (Index i = 0; i < R.size(); ++i) {
        const Vector column = slope(
            [&](double x) -> Vector {
                Vector moved = R;
                moved(i) = x;
                return force(moved, Omega).F;
            },
            R(i));
        CHECK((at.J.col(i) - column).norm() < 1e-9 * at.J.norm());
    }
}

TEST_CASE("a law of (r, v) that is a cubic spring has its harmonic force", "[dynamics]")
{
    // The trapezoidal rule is exact for trigonometric polynomials: 4 n_h harmonics in 64 samples.
    const contact::Harmonics h{5, true};
    Vector R(h.size());
    for (Index i = 0; i < R.size(); ++i)
        R(i) = std::sin(0.5 + 1.7 * static_cast<double>(i));
    contact::HarmonicForce sampled, exact;
    contact::HarmonicWorkspace work(h);
    contact::sampled_force(own_cubic(2.5), h, R, 3.0, 64, sampled);
    contact::harmonic_force(contact::Cubic{2.5}, R, Vector(), work, exact);
    CHECK((sampled.F - exact.F).norm() < 1e-13 * exact.F.norm());
    CHECK((sampled.J - exact.J).norm() < 1e-13 * exact.J.norm());
    CHECK(sampled.F_Omega.norm() == 0);
}

TEST_CASE("a spring of a script has the exact harmonic force of the cubic spring that it is",
          "[dynamics]")
{
    // F and J: the samples integrate polynomials exactly. H: differences of slopes, round-off
    // 2e-16 / 1e-5, times a few.
    const contact::Harmonics h{5, true};
    Vector R(h.size()), lambda(h.size());
    for (Index i = 0; i < R.size(); ++i) {
        R(i) = std::sin(0.5 + 1.7 * static_cast<double>(i));
        lambda(i) = std::cos(0.3 + 2.1 * static_cast<double>(i));
    }
    contact::HarmonicForce own, exact;
    contact::HarmonicWorkspace work(h);
    contact::harmonic_force(spring(2.5), R, lambda, work, own);
    contact::harmonic_force(contact::Cubic{2.5}, R, lambda, work, exact);
    CHECK((own.F - exact.F).norm() < 1e-13 * exact.F.norm());
    CHECK((own.J - exact.J).norm() < 1e-13 * exact.J.norm());
    CHECK((own.H - exact.H).norm() < 1e-9 * exact.H.norm());
}

TEST_CASE("harmonic balance knows how forces that depend on velocity change with the frequency",
          "[dynamics]")
{
    test::HarmonicModel beam = test::beam_with_pad(4);
    // In units of its own first stuck motion: slopes and forces of the size of the beam's.
    const double K = beam.K.diagonal().maxCoeff(), X = 1e-3, omega = 100;
    DrivenJoints system = beam.system;
    system.joints.resize(1);
    system.joints[0].law = own([=](double r, double v) -> OwnForce::Value {
        const double x = r / X, w = v / (X * omega), t = std::tanh(w);
        const double F = 0.05 * K * X;
        return {F * (x + 0.4 * x * x * x + t + 0.3 * x * x * w),
                F / X * (1 + 1.2 * x * x + 0.6 * x * w),
                F / (X * omega) * (1 - t * t + 0.3 * x * x)};
    });
    system.joints[0].on.rows = beam.system.joints[0].on.rows.topRows(1).eval();
    system.joints[0].on.follow = beam.system.joints[0].on.follow.head(1).eval();
    const bool means = GENERATE(false, true);
    const HarmonicBalance model(system, {3, means}, beam.outputs, 128);
    Vector R(model.n());
    for (Index i = 0; i < R.size(); ++i)
        R(i) = X * std::cos(0.3 + 1.9 * static_cast<double>(i)) / (1 + static_cast<double>(i));
    HarmonicBalance::Evaluation at(model);
    const double Omega = 1.3 * omega, level = 2;
    const auto unscaled = [&](double x) -> Vector {
        (void)model.evaluate(R, x * Omega, level, at);
        return at.equations.F;
    };
    const auto output = [&](double x) -> Vector {
        Vector Y;
        (void)model.evaluate(R, x * Omega, level, at);
        model.output(at, 0, Y);
        return Y;
    };
    const Vector F_x = slope(unscaled, 1), Y_x = slope(output, 1);
    REQUIRE(model.evaluate(R, Omega, level, at));
    CHECK((Omega * at.equations.F_p - F_x).norm() < 1e-8 * F_x.norm());
    Matrix Y_R;
    Vector Y_Omega;
    model.output_derivatives(at, 0, Y_R, Y_Omega);
    CHECK((Omega * Y_Omega - Y_x).norm() < 1e-8 * Y_x.norm());
    const double damped = at.forces[0].F_Omega.norm() * Omega / at.forces[0].F.norm();
    CHECK(damped > 0.1); // it is not nothing that is compared
}

TEST_CASE("beside a dry contact a law of (r, v) moves as the cubic spring that it is", "[dynamics]")
{
    // One finds events on series, the other on samples; between them errors of 1e-11 a step.
    const auto motion = [](const contact::JointLaw& law) -> MotionRecord {
        const JointedSystem s = chain_with_spring(law);
        RungeKuttaOptions o;
        o.tolerance = 1e-11;
        o.run = twenty_periods(s);
        return runge_kutta(s, o);
    };
    const MotionRecord own = motion(own_cubic(0.7)), cubic = motion(contact::Cubic{0.7});
    INFO(own.failure);
    REQUIRE(own.failure.empty());
    REQUIRE(own.history.events.size() > 10);
    CHECK(own.history.events.size() == cubic.history.events.size());
    check_displacements(own, cubic);
    CHECK(own.energy.joints == Approx(cubic.energy.joints).epsilon(1e-7));
}

TEST_CASE("power series of a spring of a script move it as the cubic spring that it is",
          "[dynamics]")
{
    // Reactions of the sticking contact hold to 1e-10 at each of some tens of events.
    const auto motion = [](const contact::JointLaw& law) -> MotionRecord {
        const JointedSystem s = chain_with_spring(law);
        TaylorOptions o;
        o.tolerance = 1e-13;
        o.run = twenty_periods(s);
        return taylor(s, o);
    };
    const MotionRecord own = motion(spring(0.7)), cubic = motion(contact::Cubic{0.7});
    INFO(own.failure);
    REQUIRE(own.failure.empty());
    check_displacements(own, cubic);
}

TEST_CASE("second derivatives of the harmonic force of a law of (r, v) are those of differences",
          "[dynamics]")
{
    // Differences with steps of 1e-5 hold to 1e-9 of first derivatives; H too.
    const contact::Harmonics h{3, true};
    const contact::JointLaw law = bush();
    Vector R(h.size()), lambda(h.size());
    for (Index i = 0; i < R.size(); ++i) {
        R(i) = 0.8 * std::cos(1.0 + 2.3 * static_cast<double>(i)) / (1 + static_cast<double>(i));
        lambda(i) = std::sin(0.4 + 1.1 * static_cast<double>(i));
    }
    const auto force = [&](const Vector& at, double omega,
                           const Vector& weights) -> contact::HarmonicForce {
        contact::HarmonicForce out;
        contact::HarmonicWorkspace work(h);
        work.Omega = omega;
        contact::harmonic_force(law, at, weights, work, out);
        return out;
    };
    const double Omega = 1.7;
    const contact::HarmonicForce at = force(R, Omega, lambda);
    const auto by_R = [&](const Vector& motion, double omega) -> Vector {
        return force(motion, omega, {}).J.transpose() * lambda;
    };
    Matrix H(R.size(), R.size());
    for (Index i = 0; i < R.size(); ++i)
        H.col(i) = slope(
            [&](double x) -> Vector {
                Vector moved = R;
                moved(i) = x;
                return by_R(moved, Omega);
            },
            R(i));
    const Vector by_both = slope([&](double x) -> Vector { return by_R(R, x); }, Omega),
                 by_Omega_twice = slope(
                     [&](double x) -> Vector {
                         return Vector::Constant(1, force(R, x, {}).F_Omega.dot(lambda));
                     },
                     Omega);
    double work = 0; // pi sum k (F_c R_s - F_s R_c)
    for (Index k = 1; k <= h.n_h; ++k)
        work += std::numbers::pi * static_cast<double>(k) *
                (at.F(2 * k - 1) * R(2 * k) - at.F(2 * k) * R(2 * k - 1));
    CHECK(at.dissipated == Approx(work).epsilon(1e-12));
    CHECK((at.H - H).norm() < 1e-8 * H.norm());
    CHECK((at.H_Omega - by_both).norm() < 1e-8 * by_both.norm());
    CHECK(at.H_OmegaOmega == Approx(by_Omega_twice(0)).epsilon(1e-8));
}

TEST_CASE("power series of a law of (r, v) move it as its force does in samples", "[dynamics]")
{
    // Runge-Kutta steps evaluate the law itself, to errors of 1e-12 a step; some hundred steps.
    const auto hardening = test::own_law(
        [](double r, double v) -> OwnForce::Value {
            return {0.7 * r * r * r + 0.2 * v + 0.1 * r * r * v, 2.1 * r * r + 0.2 * r * v,
                    0.2 + 0.1 * r * r};
        },
        {.smooth = true});
    for (const contact::JointLaw& law : {bush(), hardening}) {
        const JointedSystem s = chain_with_spring(law);
        TaylorOptions o;
        o.tolerance = 1e-13;
        o.run = twenty_periods(s);
        RungeKuttaOptions steps;
        steps.tolerance = 1e-12;
        steps.run = o.run;
        const MotionRecord series = taylor(s, o), samples = runge_kutta(s, steps);
        INFO(series.failure);
        REQUIRE(series.failure.empty());
        check_displacements(series, samples);
        CHECK(series.energy.joints == Approx(samples.energy.joints).epsilon(1e-7));
    }
}

TEST_CASE("power series refuse a spring with a kink", "[dynamics]")
{
    const contact::JointLaw kink = test::own_law(
        [](double r, double) -> OwnForce::Value {
            return {std::abs(r), r < 0 ? -1.0 : 1.0, 0};
        },
        {.spring = true});
    JointedSystem s{test::on_modes(test::chain_matrices(2, "ground", 1, 0.85, 0.3)).system, {}, {}};
    ModalLaw joint{"spring", kink, {Matrix::Ones(1, 2), ComplexVector::Zero(1)}};
    s.joints.push_back(joint);
    TaylorOptions o;
    o.run.t_end = 1;
    CHECK_THROWS_WITH(taylor(s, o),
                      Contains("joint.spring.law = \"own\"; its force is not smooth at r = "));
}

TEST_CASE("power series refuse a law that has none", "[dynamics]")
{
    JointedSystem s{test::on_modes(test::chain_matrices(2, "ground", 1, 0.85, 0.3)).system, {}, {}};
    ModalLaw joint{"spring", own_cubic(1), {Matrix::Ones(1, 2), ComplexVector::Zero(1)}};
    s.joints.push_back(joint);
    TaylorOptions o;
    o.run.t_end = 1;
    CHECK_THROWS_WITH(taylor(s, o), Contains("joint.spring.law = \"own\""));
}
