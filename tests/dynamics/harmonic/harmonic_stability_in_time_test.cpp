#include "dynamics/harmonic/harmonic_stability.hpp"

#include "contact/laws/joint_laws.hpp"
#include "continuation/trace.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "support/harmonic_models.hpp"
#include "support/hill.hpp"
#include "support/independent.hpp"
#include "tests/dynamics/harmonic/modal_joints.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;
using Catch::Contains;

namespace {

using std::numbers::pi;

// A solution of harmonic balance near R: Newton's method, its steps halved where they do not help.
HarmonicBalance::Evaluation solve(const HarmonicBalance& hb, Vector R, double Omega, double level)
{
    HarmonicBalance::Evaluation at(hb);
    const continuation::Equations& e = at.equations;
    hb.evaluate(R, Omega, level, at);
    for (int i = 0; i < 100; ++i) {
        const double before = e.F.norm();
        const Vector step = independent::solve(e.F_x, e.F);
        double part = 1;
        for (; part > 1e-3; part /= 2) {
            hb.evaluate(R - part * step, Omega, level, at);
            if (e.F.norm() < before)
                break;
        }
        R -= part * step;
        if (step.norm() <= 1e-14 * R.norm())
            break;
    }
    REQUIRE(hb.evaluate(R, Omega, level, at));
    REQUIRE(e.F.norm() < 1e-9 * R.norm());
    return at;
}

// From rest, level by level.
HarmonicBalance::Evaluation ramp(const HarmonicBalance& hb, double Omega, double level)
{
    HarmonicBalance::Evaluation at = solve(hb, Vector::Zero(hb.n()), Omega, 0.02 * level);
    for (int i = 2; i <= 50; ++i)
        at = solve(hb, at.R, Omega, 0.02 * i * level);
    return at;
}

// The modes q, q' of a motion at theta.
Vector state_at(const HarmonicBalance& hb, const HarmonicBalance::Evaluation& at, double theta)
{
    const double Omega = at.Omega;
    const Index m = hb.system().n_modes();
    const contact::Harmonics& h = hb.harmonics();
    Vector state = Vector::Zero(2 * m);
    for (Index i = 0; i < m; ++i) {
        const Vector Y = hb.output(at, {Vector::Unit(m, i), 0});
        if (h.means)
            state(i) = Y(0);
        for (Index k = 1; k <= h.n_h; ++k) {
            const auto times = static_cast<double>(k);
            const double c = Y((h.means ? 1 : 0) + 2 * k - 2), s = Y((h.means ? 1 : 0) + 2 * k - 1);
            state(i) += c * std::cos(times * theta) + s * std::sin(times * theta);
            state(m + i) +=
                times * Omega * (s * std::cos(times * theta) - c * std::sin(times * theta));
        }
    }
    return state;
}

// Modes after n cycles of time integration, from theta on.
Vector integrate(DrivenJoints system, double Omega, double level, double theta, const Vector& state,
                 int cycles = 1)
{
    const Index m = system.n_modes();
    system.p = level * system.p_at(Omega);
    system.Omega = Omega;
    RungeKuttaOptions o;
    o.run.t_start = theta / Omega;
    o.run.t_end = o.run.t_start + cycles * 2 * pi / Omega;
    o.run.q = state.head(m);
    o.run.v = state.tail(m);
    o.run.energies = false;
    o.tolerance = 1e-12;
    const MotionRecord r = runge_kutta(test::without_contacts(system), o);
    REQUIRE(r.failure.empty());
    Vector end(2 * m);
    end << r.q, r.v;
    return end;
}

// Multipliers of a periodic motion by time integration: central differences of the state after a
// cycle, with steps of one energy for all modes. The periodic motion is found by Newton's method
// from `state`, with the first matrix throughout.
ComplexVector multipliers_in_time(const DrivenJoints& system, double Omega, double level,
                                  double theta, Vector state, double step)
{
    const Index n = state.size(), m = n / 2;
    const Vector& omega = system.modes.omega;
    const double size = step * (omega.cwiseProduct(state.head(m)).norm() + state.tail(m).norm());
    auto monodromy = [&]() -> Matrix {
        Matrix M(n, n);
        for (Index j = 0; j < n; ++j) {
            Vector a = state, b = state;
            const double d = j < m ? size / std::max(omega(j), Omega) : size;
            a(j) += d;
            b(j) -= d;
            M.col(j) = (integrate(system, Omega, level, theta, a) -
                        integrate(system, Omega, level, theta, b)) /
                       (2 * d);
        }
        return M;
    };
    const Matrix J = Matrix::Identity(n, n) - monodromy();
    double moved = 1;
    for (int i = 0; i < 20 && moved > 1e-9; ++i) {
        const Vector move =
            independent::solve(J, integrate(system, Omega, level, theta, state) - state);
        state += move;
        moved = move.norm() / state.norm();
    }
    REQUIRE(moved < 1e-6);
    return independent::eigenvalues(monodromy());
}

} // namespace

TEST_CASE("Duffing's three motions have the multipliers of time integration", "[dynamics]")
{
    // q'' + 0.1 q' + q + q^3 = 0.5 cos 1.8 t: of the cubic in u = amplitude^2 for n_h = 1 three
    // roots, from large to small. Time integration: differences of the state after a cycle about
    // its own periodic motion, good to the square of their step, 1e-8. Harmonic balance comes near
    // by a factor of 100 with two more harmonics.
    const double c = 0.1, level = 0.5, Omega = 1.8;
    DrivenJoints s = oscillator(1, c, contact::Cubic{1});
    s.force(0) = 1;
    const contact::Harmonics first{1, false};
    HarmonicBalance hb1(s, first);
    for (const double u : {3.25, 2.66, 0.0516}) {
        Vector R(2);
        R << u * (1 - Omega * Omega + 0.75 * u) / level, u * c * Omega / level;
        R = solve(hb1, R, Omega, level).R;
        CHECK(R.squaredNorm() == Approx(u).epsilon(0.01)); // u has three digits
        contact::Harmonics have = first;
        for (const auto& [n_h, tolerance] :
             {std::pair<Index, double>{3, 1e-2}, {5, 1e-4}, {7, 1e-6}, {9, 1e-6}}) {
            CAPTURE(u, n_h);
            const contact::Harmonics h{n_h, false};
            HarmonicBalance hb(s, h);
            const HarmonicBalance::Evaluation motion = solve(hb, widen(R, have, h), Omega, level);
            R = motion.R;
            have = h;
            HarmonicStability stability(s, h);
            const Stability at = stability(R, Omega);
            const Vector state = state_at(hb, motion, 0);
            const ComplexVector in_time = multipliers_in_time(s, Omega, level, 0, state, 1e-4);
            CHECK(distance(at.multipliers, in_time) < tolerance);
            const Matrix hill = hill_monodromy(s, h, R, Omega, 3 * n_h);
            CHECK(distance(independent::eigenvalues(hill), in_time) < tolerance);
            // Liouville: whatever the motion, the product is exp(-c T).
            CHECK(std::abs(at.multipliers.prod() - std::exp(-c * 2 * pi / Omega)) < 1e-9);
            const bool middle = u == 2.66;
            CHECK(at.stable == !middle);
            CHECK((at.fold_test < 0) == middle);
            CHECK(at.flip_test > 0);
            CHECK(at.neimark_sacker_test > 0); // the product of both is below 1
        }
    }
}

TEST_CASE("a smoothed stop has the multipliers of time integration", "[dynamics]")
{
    // q'' + 0.1 q' + q = 0.5 cos 0.8 t between stops of k = 3, a tenth of whose clearance is the
    // radius of influence: high harmonics fall by exp(-pi / (delta amplitude)), 0.9 each. Forces
    // are sampled: exact ones are closed forms of stops with corners.
    const double c = 0.1, level = 0.5, Omega = 0.8;
    const contact::SmoothedGap law(
        {.stiffness = 3, .clearance = 0.6, .both_sides = true, .delta = 40});
    DrivenJoints s = oscillator(1, c, law);
    s.force(0) = 1;
    CHECK_THROWS_WITH(HarmonicBalance(s, {3, false}), Contains("harmonic balance takes"));
    Vector R = Vector::Zero(2);
    contact::Harmonics have{1, false};
    for (const auto& [n_h, tolerance] :
         {std::pair<Index, double>{9, 1e-2}, {21, 1e-4}, {41, 1e-5}}) {
        CAPTURE(n_h);
        const contact::Harmonics h{n_h, false};
        HarmonicBalance hb(s, h, {}, 64 * n_h);
        const HarmonicBalance::Evaluation motion =
            R.isZero(0) ? ramp(hb, Omega, level) : solve(hb, widen(R, have, h), Omega, level);
        R = motion.R;
        have = h;
        const Vector state = state_at(hb, motion, 0);
        CHECK((integrate(s, Omega, level, 0, state) - state).norm() < tolerance * state.norm());
        const Stability at = HarmonicStability(s, h)(R, Omega);
        CHECK(distance(at.multipliers, multipliers_in_time(s, Omega, level, 0, state, 1e-5)) <
              tolerance);
        CHECK(std::abs(at.multipliers.prod() - std::exp(-c * 2 * pi / Omega)) < 1e-9);
    }
}

TEST_CASE("a damper of dry friction has the multipliers of time integration", "[dynamics]")
{
    // Three modes; the damper sticks and slips twice a cycle. Time integration starts in forward
    // slip where the slider passes zero, so that it needs no memory. Hill's matrix takes the slider
    // to follow a disturbance without its growth and turn: no number of harmonics helps.
    DrivenJoints s =
        modes(Eigen::Vector3d(1, 2.7, 4.9), Eigen::Vector3d(0.05, 0.1, 0.3).asDiagonal());
    s.force << 1, 0.2, 0.1;
    const contact::ElasticCoulomb law({1.2, 0, 0.5, 0.9});
    join(s, law, (Matrix(2, 3) << 1, 0.8, -0.5, 0, 0, 0).finished());
    const double Omega = 1.25;
    double before = std::numeric_limits<double>::infinity();
    for (const Index n_h : {3, 7, 15}) {
        CAPTURE(n_h);
        const contact::Harmonics h{n_h, false};
        HarmonicBalance hb(s, h);
        const HarmonicBalance::Evaluation motion = ramp(hb, Omega, 1);
        const Vector& R = motion.R;
        const std::vector<contact::FrictionEvent>& events = motion.forces[0].events;
        REQUIRE(events.size() == 4);
        const Stability at = HarmonicStability(s, h)(R, Omega);
        auto x = [&](double theta) -> double {
            double sum = 0;
            for (Index k = 1; k <= n_h; ++k)
                sum += R(2 * k - 2) * std::cos(static_cast<double>(k) * theta) +
                       R(2 * k - 1) * std::sin(static_cast<double>(k) * theta);
            return sum;
        };
        const double x0 = law.friction * law.preload / law.k_t;
        double theta = -1;
        for (std::size_t e = 0; e < events.size(); ++e) {
            double lo = events[e].phase, hi = events[(e + 1) % events.size()].phase;
            hi += hi < lo ? 2 * pi : 0;
            if (events[e].after != contact::FrictionState::slip_forward)
                continue;
            REQUIRE(x(lo) < x0);
            REQUIRE(x(hi) > x0);
            for (int i = 0; i < 60; ++i)
                (x((lo + hi) / 2) < x0 ? lo : hi) = (lo + hi) / 2;
            theta = lo;
        }
        REQUIRE(theta > 0);
        const ComplexVector in_time =
            multipliers_in_time(s, Omega, 1, theta, state_at(hb, motion, theta), 1e-6);
        REQUIRE(at.multipliers.size() == 7);
        const double error = distance(in_time, at.multipliers);
        const double hill =
            distance(in_time, independent::eigenvalues(hill_monodromy(s, h, R, Omega, n_h)));
        CHECK(error < 0.5 * before);
        CHECK(hill > 0.1);
        before = error;
    }
    CHECK(before < 3e-5);
}

TEST_CASE("a contact that sticks, slips and opens has the multipliers of time integration",
          "[dynamics]")
{
    // Time integration starts while the contact is open: no memory there. A fifth multiplier, of
    // the slider, is zero: separation wipes it out.
    struct Row {
        const char* what;
        std::vector<contact::JointLaw> more; // beside the contact
        double hill;                         // error of Hill's matrix that stays
    };
    for (const Row& row :
         {Row{"alone", {}, 0.05}, Row{"with a cubic spring", {contact::Cubic{0.05}}, 0.02}}) {
        DrivenJoints s = modes(Eigen::Vector2d(1, 2.3), Eigen::Vector2d(0.05, 0.1).asDiagonal());
        s.force << 1, 0.3;
        join(s, contact::ElasticCoulomb({1.5, 0.8, 0.4, 0.3}),
             (Matrix(2, 2) << 1, 0.4, 0.5, -0.6).finished());
        for (const contact::JointLaw& law : row.more)
            join(s, law, Eigen::RowVector2d(0.8, 1));
        const double Omega = 1.3;
        double before = std::numeric_limits<double>::infinity();
        for (const Index n_h : {3, 7, 15, 31}) {
            CAPTURE(row.what, n_h);
            const contact::Harmonics h{n_h, true};
            HarmonicBalance hb(s, h);
            const HarmonicBalance::Evaluation motion = ramp(hb, Omega, 1);
            const Vector& R = motion.R;
            const contact::HarmonicForce& force = motion.forces[0];
            const Stability at = HarmonicStability(s, h)(R, Omega);
            double theta = -1;
            bool sticks = false;
            for (std::size_t e = 0; e < force.events.size(); ++e) {
                sticks = sticks || force.events[e].after == contact::FrictionState::stick;
                if (force.events[e].after == contact::FrictionState::separation) {
                    const double closes = force.events[(e + 1) % force.events.size()].phase;
                    theta = force.events[e].phase;
                    theta = (theta + closes + (closes < theta ? 2 * pi : 0)) / 2;
                }
            }
            REQUIRE(theta > 0);
            REQUIRE(sticks);
            const Vector state = state_at(hb, motion, theta);
            const ComplexVector in_time = multipliers_in_time(s, Omega, 1, theta, state, 1e-5);
            REQUIRE(at.multipliers.size() == 5);
            CHECK(std::abs(at.multipliers(4)) < 1e-10);
            const double error = distance(at.multipliers.head(4), in_time);
            CHECK(error < 0.5 * before);
            before = error;
            if (n_h == 31) {
                const Matrix hill = hill_monodromy(s, h, R, Omega, n_h);
                CHECK(distance(in_time, independent::eigenvalues(hill)) > row.hill);
            }
        }
        CHECK(before < 1e-5);
    }
}

TEST_CASE("an oscillator with a nonlinear absorber becomes quasi-periodic where a pair crosses",
          "[dynamics]")
{
    // A light mass on a cubic spring and a damper: its modulated responses are those of Gendelman,
    // Starosvetsky & Feldman, Nonlinear Dyn. 51, 2008. Between both Neimark-Sacker points the
    // motion of harmonic balance repels its neighbours.
    const double eps = 0.1, lambda = 0.2, level = 0.03, r = 1 / std::sqrt(eps);
    Matrix D = eps * lambda * (Matrix(2, 2) << 1, -r, -r, r * r).finished();
    D(0, 0) += 0.01;
    DrivenJoints s = modes(Eigen::Vector2d(1, 0), D);
    s.force(0) = 1;
    join(s, contact::Cubic{4 * eps / 3}, Eigen::RowVector2d(1, -r));
    const contact::Harmonics h{5, false};
    HarmonicBalance hb(s, h);
    HarmonicStability stability(s, h);
    const continuation::Problem problem =
        problem_with_zeros(hb, stability, level, &Stability::neimark_sacker_test);
    continuation::Options options;
    options.p_min = 0.8;
    options.p_max = 1.02;
    options.scales = {Vector::Constant(hb.n(), 0.5), 0.2};
    const continuation::Branch branch =
        continuation::trace(problem, {Vector::Zero(hb.n()), 0.8}, options);
    const auto zeros = continuation::points_of(branch, continuation::PointKind::monitor_zero);
    REQUIRE(zeros.size() == 1);
    const double crossing = branch.p(zeros[0]);
    const Vector at_crossing = branch.x.col(zeros[0]);
    const Stability there = stability(at_crossing, crossing);
    CHECK_FALSE(there.neutral_saddle);
    CHECK(std::abs(there.multipliers(0)) == Approx(1).epsilon(1e-9));
    CHECK(there.multipliers(0).imag() != 0);
    CHECK(there.fold_test > 0.1);

    // A small disturbance in time, once a cycle: d_(n+2) = 2 Re sigma d_(n+1) - |sigma|^2 d_n, when
    // the faster pair has died. 1e-3: a fit to a disturbance of 1e-6 that grows, and n_h = 5.
    for (const double shift : {-0.003, 0.003}) {
        const double Omega = crossing + shift;
        const HarmonicBalance::Evaluation motion = solve(hb, at_crossing, Omega, level);
        const Vector& R = motion.R;
        const Stability at = stability(R, Omega);
        CHECK(at.stable == (shift < 0));
        CHECK((at.neimark_sacker_test > 0) == at.stable);
        const Vector a = state_at(hb, motion, 0);
        Vector b = a;
        b(0) += 1e-6;
        std::vector<Vector> d;
        for (const int cycles : {30, 31, 32})
            d.push_back(integrate(s, Omega, level, 0, b, cycles) -
                        integrate(s, Omega, level, 0, a, cycles));
        Matrix two(4, 2);
        two << d[1], d[0];
        const Eigen::Vector2d fit = independent::least_squares(two, d[2]);
        CHECK(std::sqrt(-fit(1)) == Approx(std::abs(at.multipliers(0))).epsilon(1e-3));
        CHECK(fit(0) / 2 == Approx(at.multipliers(0).real()).epsilon(1e-3));
        // In the long run the motion is left for a modulated one, or kept.
        double left = 0;
        for (const int cycles : {400, 401, 402})
            left = std::max(left, (integrate(s, Omega, level, 0, b, cycles) - a).norm() / a.norm());
        CHECK((shift < 0 ? left < 1e-3 : left > 0.03));
    }
}
