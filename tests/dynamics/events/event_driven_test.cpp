#include "dynamics/events/event_driven.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;
using test::chain_matrices;
using test::CoulombMatrices;
using test::CoulombOnModes;
using test::on_modes;
using test::two_contact_block;

namespace {

using std::numbers::pi;

} // namespace

TEST_CASE("a contact above the limit of the locked system never moves", "[dynamics]")
{
    // The reaction on mass 1 with m1 locked is F: limit 1.1 F holds it for ever.
    EventDrivenOptions options;
    options.t_end = 200 * pi;
    const MotionRecord result =
        event_driven(on_modes(chain_matrices(2, "ground", 1, 0.55, 1.1)).system, options);
    CHECK(result.history.events.empty());
    CHECK(result.last_period[0].regime == Regime::no_motion);
    CHECK(result.last_period[0].sticking == Approx(1));
}

TEST_CASE("a reaction never passes its limit, small beside load and elastic force", "[dynamics]")
{
    // 1e-5 of the load: round-off of the accelerations is more than that of the search of events.
    CoulombMatrices a{Matrix::Constant(1, 1, 1.1113), Matrix::Constant(1, 1, 113.9427),
                      Matrix::Ones(1, 1), Vector::Constant(1, 10), Vector::Constant(1, 1.0878e-4)};
    a.Omega = 0.04600066049377127;
    DrySystem system = on_modes(a).system;
    for (ComplexVector* load : {&system.p, &system.force})
        *load *= Complex(0, -1);
    EventDrivenOptions options;
    options.t_end = 20 * 2 * pi / a.Omega;
    options.history_rate_hz = 20;
    const MotionRecord result = event_driven(system, options);
    // Counted by a simulation in 80 bits and by Runge-Kutta at 1e-13.
    CHECK(result.history.events.size() == 331);
    double largest = 0;
    for (const double force : result.history.dry[0].force)
        largest = std::max(largest, std::abs(force));
    CHECK(largest <= a.limit(0) + 1e-14 * 20); // round-off of load and elastic force
}

TEST_CASE("free vibration with dry friction loses 4 limit/k per cycle and stops in the dead band",
          "[dynamics]")
{
    // Turning points x_n = (-1)^n (x_0 - 2 n limit/k) at t = n pi/omega, until |x_n| <= limit/k:
    // 1, -0.86, 0.72, ..., 0.16, -0.02.
    const double m = 2, k = 50, limit = 3.5, omega = std::sqrt(k / m);
    CoulombMatrices a{Matrix::Constant(1, 1, m), Matrix::Constant(1, 1, k), Matrix::Ones(1, 1),
                      Vector::Zero(1), Vector::Constant(1, limit)};
    const CoulombOnModes one = on_modes(a);
    EventDrivenOptions options;
    options.t_end = 20;
    options.q = Vector::Constant(1, 1 / one.Phi(0, 0));
    const MotionRecord result = event_driven(one.system, options);
    REQUIRE(result.history.events.size() == 7);
    for (std::size_t n = 0; n < 7; ++n) {
        CHECK(result.history.events[n].time ==
              Approx(static_cast<double>(n + 1) * pi / omega).epsilon(1e-12));
        CHECK(result.history.events[n].kind == (n < 6 ? Transition::reversal : Transition::stick));
    }
    CHECK(one.Phi(0, 0) * result.q(0) == Approx(-0.02).epsilon(1e-11));
    CHECK(result.v.norm() < 1e-14);
    // 1/2 k (1 - 0.02^2) J are dissipated.
    CHECK(result.energy.friction == Approx(0.5 * k * (1 - 0.0004)).epsilon(1e-12));
}

TEST_CASE("an undamped system at exact resonance below pi/4 grows by pi/2 - 2 beta per half cycle",
          "[dynamics]")
{
    // x'' + x + beta sgn x' = cos t from a turning point X at t = pi/2: with s = t - pi/2,
    // x' = -(X - beta + s/2) sin s until the next turning point at s = pi, and so on.
    const double beta = 0.6, X = 2;
    for (const double detuning : {0.0, 1e-9}) {
        CoulombMatrices a{Matrix::Ones(1, 1), Matrix::Ones(1, 1), Matrix::Ones(1, 1),
                          Vector::Ones(1), Vector::Constant(1, beta)};
        DrySystem s = on_modes(a).system;
        s.modes.omega(0) = 1 + detuning;
        EventDrivenOptions options;
        options.t_start = pi / 2;
        options.t_end = pi / 2 + 40 * pi;
        options.q = Vector::Constant(1, X);
        const MotionRecord result = event_driven(s, options);
        const double grown = X + 40 * (pi / 2 - 2 * beta);
        // The detuning turns the phase by 40 pi 1e-9.
        CHECK(std::abs(result.q(0)) == Approx(grown).epsilon(detuning == 0 ? 1e-12 : 1e-8));
        CHECK(std::abs(result.energy.residual()) < 1e-10 * result.energy.drive);
        CHECK(result.last_period[0].regime == Regime::continuous);
    }
}

TEST_CASE("the tangent of a motion through stops, reversals and releases is its finite difference",
          "[dynamics]")
{
    // One and two contacts, without damping, with damping that couples the modes, moved walls and a
    // constant load. Central differences of 1e-6: error 1e-12 / 1e-6 of round-off and 1e-12 of
    // curvature, times what a few periods amplify.
    std::vector<DrySystem> systems = {on_modes(chain_matrices(2, "ground", 1, 0.85, 0.5474)).system,
                                      on_modes(chain_matrices(5, "base", 4, 0.55, 0.3)).system,
                                      on_modes(two_contact_block()).system};
    CoulombMatrices a = two_contact_block();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    systems.push_back(on_modes(a).system);
    systems.back().r << Complex(0.2, 0.1), Complex(0, -0.3);
    systems.back().p0 << 0.3, -0.2, 0.1;
    for (const DrySystem& s : systems) {
        const Index m = s.n_modes();
        int stops = 0, slips = 0;
        for (const double t_end : {0.7, 3.1, 9.3, 20.2}) {
            EventDrivenOptions options;
            options.energies = false;
            options.t_start = 0.4;
            options.t_end = t_end;
            options.q = 0.5 * Vector::LinSpaced(m, 1, -1);
            options.v = Vector::LinSpaced(m, 0.3, 0.9);
            options.tangent = true;
            const MotionRecord result = event_driven(s, options);
            for (const ContactEvent& event : result.history.events) {
                stops += event.kind == Transition::stick;
                slips += event.kind == Transition::slip;
            }
            options.tangent = false;
            for (Index i = 0; i < 2 * m; ++i) {
                const double step = 1e-6;
                auto end = [&](double change) -> Vector {
                    EventDrivenOptions moved = options;
                    (i < m ? moved.q(i) : moved.v(i - m)) += change;
                    const MotionRecord r = event_driven(s, moved);
                    return (Vector(2 * m) << r.q, r.v).finished();
                };
                const Vector difference = (end(step) - end(-step)) / (2 * step);
                CAPTURE(m, t_end, i);
                CHECK((result.tangent.col(i) - difference).norm() < 1e-7 * (1 + difference.norm()));
            }
        }
        CHECK(stops > 0);
        CHECK(slips > 0);
    }
}

TEST_CASE("work and dissipation of a damped system with moved contacts and constant loads balance",
          "[dynamics]")
{
    CoulombMatrices a = two_contact_block();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    DrySystem s = on_modes(a).system;
    s.r << Complex(0.2, 0.1), Complex(0, -0.3);
    s.p0 << 0.3, -0.2, 0.1;
    EventDrivenOptions options;
    options.t_end = 120;
    options.history_rate_hz = 3;
    const MotionRecord result = event_driven(s, options);
    CHECK(result.energy.friction > 1);
    CHECK(result.energy.damping > 1);
    CHECK(result.history.energy.size() == 361);
    const double turned = result.energy.friction + result.energy.damping;
    for (const Energy& e : result.history.energy)
        REQUIRE(std::abs(e.residual()) < 1e-10 * turned);
    int sticking = 0;
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < result.history.time.size(); ++i) {
            const DryHistory& h = result.history.dry[k];
            const double limit = s.limit(static_cast<Index>(k));
            REQUIRE(std::abs(h.force[i]) <= limit * (1 + 1e-12));
            if (h.state[i] == 0)
                ++sticking;
            else
                REQUIRE(h.force[i] == h.state[i] * limit);
        }
    CHECK(sticking > 0);
}

TEST_CASE("the damped motion of a body whose contacts stick is that of the matrix exponential",
          "[dynamics]")
{
    // Damping couples the modes that locking leaves. State (y, y', cos, sin) of x = N y, B N = 0.
    CoulombMatrices a = two_contact_block();
    a.B = a.B.topRows(1).eval();
    a.limit = Vector::Constant(1, 1e3);
    for (const double c : {0.3, 6.0}) { // below and above critical damping
        a.C = c * (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 1.5, 0, -0.1, 0, 0.3).finished();
        const CoulombOnModes body = on_modes(a);
        const Matrix N = independent::kernel(a.B);
        auto projected = [&N](const Matrix& X) -> Matrix {
            return independent::product(N.transpose(), independent::product(X, N));
        };
        const Matrix M = projected(a.M);
        Matrix A = Matrix::Zero(6, 6);
        A.block(0, 2, 2, 2).setIdentity();
        A.block(2, 0, 2, 2) = -independent::solve(M, projected(a.K));
        A.block(2, 2, 2, 2) = -independent::solve(M, projected(a.C));
        A.block(2, 4, 2, 1) = independent::solve(M, N.transpose() * a.p);
        A(4, 5) = -a.Omega;
        A(5, 4) = a.Omega;
        Vector start = Vector::Zero(6);
        start.head(4) << 0.3, -0.2, 0.5, 1;
        start(4) = 1;
        const double t = 7.3; // more than one period: the closed form is started anew
        const Vector end = independent::product(independent::exponential(A * t), start);
        EventDrivenOptions options;
        options.t_end = t;
        options.q = independent::solve(body.Phi, N * start.head(2));
        options.v = independent::solve(body.Phi, N * start.segment(2, 2));
        const MotionRecord result = event_driven(body.system, options);
        CHECK((body.Phi * result.q - N * end.head(2)).norm() < 1e-11);
        CHECK((body.Phi * result.v - N * end.segment(2, 2)).norm() < 1e-11);
        CHECK(result.state[0] == 0);
    }
}

TEST_CASE("a free body with a dry contact is thrown and comes to rest as the closed form says",
          "[dynamics]")
{
    // A rigid mode, omega = 0: uniform deceleration from v0 stops after v0/a, v0^2/(2 a) away; then
    // a constant load above the limit pulls it away again.
    CoulombMatrices a{Matrix::Ones(1, 1), Matrix::Zero(1, 1), Matrix::Ones(1, 1), Vector::Zero(1),
                      Vector::Constant(1, 0.5)};
    DrySystem s = on_modes(a).system;
    EventDrivenOptions options;
    options.t_end = 30;
    options.v = Vector::Constant(1, 3);
    const MotionRecord result = event_driven(s, options);
    REQUIRE(result.history.events.size() == 1);
    CHECK(result.history.events[0].time == Approx(6).epsilon(1e-13));
    CHECK(result.q(0) == Approx(9).epsilon(1e-13));

    s.p0(0) = -0.7; // decelerates by 1.2, then runs back with 0.2
    const MotionRecord back = event_driven(s, options);
    REQUIRE(back.history.events.size() == 1);
    CHECK(back.history.events[0].kind == Transition::reversal);
    CHECK(back.history.events[0].time == Approx(2.5).epsilon(1e-13));
    CHECK(back.q(0) == Approx(9 / 2.4 - 0.1 * 27.5 * 27.5).epsilon(1e-12));
}

TEST_CASE("without friction the motion is the linear one", "[dynamics]")
{
    CoulombMatrices a = two_contact_block();
    a.limit.setZero();
    DrySystem with = on_modes(a).system, without = with;
    without.B.resize(0, 3);
    without.limit.resize(0);
    without.r.resize(0);
    EventDrivenOptions options;
    options.t_end = 50;
    const MotionRecord x = event_driven(with, options), y = event_driven(without, options);
    CHECK((x.q - y.q).norm() < 1e-11);
    CHECK((x.v - y.v).norm() < 1e-11);
}

TEST_CASE("an event-driven run refuses what it cannot decide", "[dynamics]")
{
    CoulombMatrices a = two_contact_block();
    a.B.row(1) = 2 * a.B.row(0);
    EventDrivenOptions options;
    CHECK_THROWS_WITH(event_driven(on_modes(a).system, options), Catch::Contains("depend"));
    const DrySystem s = on_modes(two_contact_block()).system;
    options.t_end = 0;
    CHECK_THROWS_WITH(event_driven(s, options), Catch::Contains("t_end = 0"));
    options.t_end = 1;
    options.q = Vector::Zero(2);
    CHECK_THROWS_WITH(event_driven(s, options), Catch::Contains("expected none or 3"));
}
