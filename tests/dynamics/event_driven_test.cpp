#include "dynamics/event_driven.hpp"

#include <catch2/catch.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

constexpr double pi = std::numbers::pi;

// M x'' + C x' + K x + B^T f = p0 + p cos(Omega t), on its undamped modes.
struct Matrices {
    Matrix M, K, B;
    Vector p, limit;
    Matrix C = {};
    double Omega = 1;
};

struct OnModes {
    CoulombSystem system;
    Matrix Phi; // x = Phi q
};

OnModes on_modes(const Matrices& a)
{
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(a.K, a.M);
    OnModes result{{}, solver.eigenvectors()};
    CoulombSystem& s = result.system;
    const Index n = a.M.rows();
    s.modes.omega = solver.eigenvalues().cwiseMax(0).cwiseSqrt();
    s.modes.omega = (s.modes.omega.array() > 1e-7).select(s.modes.omega, 0.0);
    s.modes.c = Vector::Zero(n);
    if (a.C.size() > 0)
        s.modes.D = result.Phi.transpose() * a.C * result.Phi;
    s.B = a.B * result.Phi;
    s.limit = a.limit;
    s.names.assign(static_cast<std::size_t>(a.B.rows()), "rub");
    s.p0 = Vector::Zero(n);
    s.p = (result.Phi.transpose() * a.p).cast<Complex>();
    s.r = ComplexVector::Zero(a.B.rows());
    s.Omega = a.Omega;
    return result;
}

// Chain ground - m1 - m2 - ... with unit ratios in units of the drive: Omega = 1, M = r1^2.
enum class Drive { force, base };
CoulombSystem chain(Index n, Drive drive, const Vector& contact, double r1, double beta)
{
    Matrices a;
    a.M = r1 * r1 * Matrix::Identity(n, n);
    a.K = 2 * Matrix::Identity(n, n);
    a.K(n - 1, n - 1) = 1;
    for (Index i = 1; i < n; ++i)
        a.K(i, i - 1) = a.K(i - 1, i) = -1;
    a.B = contact.transpose();
    a.limit = Vector::Constant(1, beta);
    a.p = drive == Drive::force ? Vector(Vector::Unit(n, 0)) : Vector(r1 * r1 * Vector::Ones(n));
    return on_modes(a).system;
}

// A block on springs with two dry contacts at different distances from its centre, and a mass
// hanging on it.
Matrices two_contacts()
{
    Matrices a;
    a.M = Vector(Eigen::Vector3d(2, 0.5, 1)).asDiagonal();
    a.K = (Matrix(3, 3) << 5, 0.5, -2, 0.5, 3, 0, -2, 0, 2).finished();
    a.B = (Matrix(2, 3) << 1, 0.4, 0, 1, -0.7, 0).finished();
    a.p = Eigen::Vector3d(3, 0.5, 0);
    a.limit = Eigen::Vector2d(0.7, 1.1);
    a.Omega = 1.3;
    return a;
}

double energy(const CoulombSystem& s, const Vector& q, const Vector& v)
{
    return 0.5 * (v.squaredNorm() + q.cwiseProduct(s.modes.omega).squaredNorm());
}

} // namespace

TEST_CASE("regimes, stops and amplitudes of chains with one dry contact are those of an "
          "independent exact simulation",
          "[dynamics]")
{
    // Amplitudes after 30000 cycles of another program, eight digits. Cycles: until the transient,
    // which dies out slowly near resonances, is below 1e-6.
    struct Row {
        Index n;
        Drive drive;
        int contact; // mass from 0; -1: between the masses
        double r1, beta;
        int cycles;
        Regime regime;
        int stops;
        double amplitude;
    };
    const Regime continuous = Regime::continuous, stick_slip = Regime::stick_slip;
    const Row rows[] = {
        {2, Drive::force, 0, 0.3, 0.08742, 300, continuous, 0, 1.220984},
        {2, Drive::force, 0, 0.3, 0.4656, 300, stick_slip, 2, 0.96578855},
        {2, Drive::force, 0, 0.55, 0.5178, 300, stick_slip, 2, 3.302032},
        {2, Drive::force, 0, 0.85, 0.1965, 300, continuous, 0, 0.3748773},
        {2, Drive::force, 0, 0.85, 0.5474, 300, stick_slip, 2, 0.19263304},
        {2, Drive::force, 0, 1.2, 0.6906, 300, stick_slip, 2, 0.30405606},
        {2, Drive::force, 0, 1.6, 0.6331, 1000, continuous, 0, 7.4083316},
        {2, Drive::force, 0, 1.6, 0.8748, 300, stick_slip, 2, 0.022339901},
        {2, Drive::force, 0, 2.1, 0.5336, 300, continuous, 0, 0.30818892},
        {2, Drive::force, 0, 2.1, 0.8002, 300, stick_slip, 2, 0.030765058},
        {2, Drive::force, 1, 0.55, 0.5288, 1000, stick_slip, 2, 2.5543477},
        {2, Drive::force, 1, 0.85, 0.5957, 1000, stick_slip, 2, 0.19859809},
        {2, Drive::force, 1, 1.6, 1.572, 300, stick_slip, 2, 0.034515356},
        {2, Drive::base, 0, 0.3, 0.08795, 1000, stick_slip, 2, 0.18243989},
        {2, Drive::base, 0, 0.85, 1.821, 1000, stick_slip, 2, 0.6405903},
        {2, Drive::base, 0, 2.1, 2.494, 300, stick_slip, 2, 0.095894456},
        {2, Drive::force, -1, 0.3, 0.0471, 1000, stick_slip, 2, 0.096923043},
        {2, Drive::force, -1, 0.85, 0.8912, 1000, stick_slip, 2, 1.0651172},
        {2, Drive::force, -1, 2.1, 0.4568, 1000, stick_slip, 2, 0.032356587},
        {5, Drive::force, 3, 0.3, 0.2666, 1000, stick_slip, 6, 0.1541693},
        {5, Drive::force, 3, 0.55, 0.3177, 10000, stick_slip, 2, 0.4532046},
        {5, Drive::force, 3, 1.2, 0.8058, 10000, stick_slip, 2, 0.38358587},
    };
    for (const Row& row : rows) {
        CAPTURE(row.n, row.contact, row.r1, row.beta);
        Vector contact = Vector::Unit(row.n, std::max(row.contact, 0));
        if (row.contact < 0)
            contact = Vector::Unit(row.n, 1) - Vector::Unit(row.n, 0);
        const CoulombSystem s = chain(row.n, row.drive, contact, row.r1, row.beta);
        EventDrivenOptions options;
        options.t_end = 2 * pi * row.cycles;
        options.energies = false;
        const ContactPeriod last = event_driven(s, options).last_period[0];
        CHECK(regime_name(last.regime) == regime_name(row.regime));
        CHECK(last.stops == row.stops);
        CHECK(last.amplitude == Approx(row.amplitude).epsilon(1e-6));
        CHECK((last.sticking > 0) == (row.stops > 0));
        // Half a period back and forth: the contact slides four amplitudes a cycle unless it turns
        // back in between.
        if (row.stops <= 2)
            CHECK(last.dissipation == Approx(4 * row.beta * row.amplitude).epsilon(3e-6));
    }
}

TEST_CASE("a contact above the limit of the locked system never moves", "[dynamics]")
{
    // The reaction on mass 1 with m1 locked is F: limit 1.1 F holds it for ever.
    EventDrivenOptions options;
    options.t_end = 200 * pi;
    const EventDrivenResult result =
        event_driven(chain(2, Drive::force, Vector::Unit(2, 0), 0.55, 1.1), options);
    CHECK(result.events.empty());
    CHECK(result.last_period[0].regime == Regime::no_motion);
    CHECK(result.last_period[0].sticking == Approx(1));
}

TEST_CASE("free vibration with dry friction loses 4 limit/k per cycle and stops in the dead band",
          "[dynamics]")
{
    // Turning points x_n = (-1)^n (x_0 - 2 n limit/k) at t = n pi/omega, until |x_n| <= limit/k:
    // 1, -0.86, 0.72, ..., 0.16, -0.02.
    const double m = 2, k = 50, limit = 3.5, omega = std::sqrt(k / m);
    Matrices a{Matrix::Constant(1, 1, m), Matrix::Constant(1, 1, k), Matrix::Ones(1, 1),
               Vector::Zero(1), Vector::Constant(1, limit)};
    const OnModes one = on_modes(a);
    EventDrivenOptions options;
    options.t_end = 20;
    options.q = Vector::Constant(1, 1 / one.Phi(0, 0));
    const EventDrivenResult result = event_driven(one.system, options);
    REQUIRE(result.events.size() == 7);
    for (std::size_t n = 0; n < 7; ++n) {
        CHECK(result.events[n].time ==
              Approx(static_cast<double>(n + 1) * pi / omega).epsilon(1e-12));
        CHECK(result.events[n].kind == (n < 6 ? Transition::reversal : Transition::stick));
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
        Matrices a{Matrix::Ones(1, 1), Matrix::Ones(1, 1), Matrix::Ones(1, 1), Vector::Ones(1),
                   Vector::Constant(1, beta)};
        CoulombSystem s = on_modes(a).system;
        s.modes.omega(0) = 1 + detuning;
        EventDrivenOptions options;
        options.t_start = pi / 2;
        options.t_end = pi / 2 + 40 * pi;
        options.q = Vector::Constant(1, X);
        const EventDrivenResult result = event_driven(s, options);
        const double grown = X + 40 * (pi / 2 - 2 * beta);
        // The detuning turns the phase by 40 pi 1e-9.
        CHECK(std::abs(result.q(0)) == Approx(grown).epsilon(detuning == 0 ? 1e-12 : 1e-8));
        CHECK(std::abs(result.energy.residual()) < 1e-10 * result.energy.drive);
        CHECK(result.last_period[0].regime == Regime::continuous);
    }
}

TEST_CASE("two starts of a body with two dry contacts never move apart", "[dynamics]")
{
    // d/dt of the energy of the difference is -(f1 - f2) . (v1 - v2) <= 0: sgn is monotone.
    const CoulombSystem s = on_modes(two_contacts()).system;
    EventDrivenOptions one, two;
    two.q = Eigen::Vector3d(1.5, -0.7, 0.4);
    two.v = Eigen::Vector3d(-2, 0.3, 1);
    double last = energy(s, two.q, two.v);
    const double first = last;
    for (int step = 0; step < 200; ++step) {
        one.t_start = two.t_start = 0.6 * step;
        one.t_end = two.t_end = 0.6 * (step + 1);
        const EventDrivenResult a = event_driven(s, one), b = event_driven(s, two);
        one.q = a.q, one.v = a.v, two.q = b.q, two.v = b.v;
        const double now = energy(s, a.q - b.q, a.v - b.v);
        CAPTURE(step);
        CHECK(now <= last + 1e-13 * first);
        last = now;
    }
    CHECK(last < 1e-2 * first);
}

TEST_CASE("the tangent of a motion through stops, reversals and releases is its finite difference",
          "[dynamics]")
{
    // One and two contacts, without damping, with damping that couples the modes, moved walls and a
    // constant load. Central differences of 1e-6: error 1e-12 / 1e-6 of round-off and 1e-12 of
    // curvature, times what a few periods amplify.
    std::vector<CoulombSystem> systems = {chain(2, Drive::force, Vector::Unit(2, 0), 0.85, 0.5474),
                                          chain(5, Drive::base, Vector::Unit(5, 3), 0.55, 0.3),
                                          on_modes(two_contacts()).system};
    Matrices a = two_contacts();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    systems.push_back(on_modes(a).system);
    systems.back().r << Complex(0.2, 0.1), Complex(0, -0.3);
    systems.back().p0 << 0.3, -0.2, 0.1;
    for (const CoulombSystem& s : systems) {
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
            const EventDrivenResult result = event_driven(s, options);
            for (const ContactEvent& event : result.events) {
                stops += event.kind == Transition::stick;
                slips += event.kind == Transition::slip;
            }
            options.tangent = false;
            for (Index i = 0; i < 2 * m; ++i) {
                const double step = 1e-6;
                auto end = [&](double change) -> Vector {
                    EventDrivenOptions moved = options;
                    (i < m ? moved.q(i) : moved.v(i - m)) += change;
                    const EventDrivenResult r = event_driven(s, moved);
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
    Matrices a = two_contacts();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    CoulombSystem s = on_modes(a).system;
    s.r << Complex(0.2, 0.1), Complex(0, -0.3);
    s.p0 << 0.3, -0.2, 0.1;
    EventDrivenOptions options;
    options.t_end = 120;
    options.history_rate_hz = 3;
    const EventDrivenResult result = event_driven(s, options);
    CHECK(result.energy.friction > 1);
    CHECK(result.energy.damping > 1);
    CHECK(result.energies.size() == 361);
    const double turned = result.energy.friction + result.energy.damping;
    for (const CoulombEnergy& e : result.energies)
        REQUIRE(std::abs(e.residual()) < 1e-10 * turned);
    int sticking = 0;
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < result.time.size(); ++i) {
            const CoulombHistory& h = result.contacts[k];
            const double limit = s.limit(static_cast<Index>(k));
            REQUIRE(std::abs(h.force[i]) <= limit * (1 + 1e-12));
            if (h.state[i] == 0)
                ++sticking;
            else
                REQUIRE(h.force[i] == h.state[i] * limit);
        }
    CHECK(sticking > 0);
}

TEST_CASE("a time stepping of first order converges to the motion with two contacts on one body",
          "[dynamics]")
{
    // Moreau: v+ = v + h (p - K x - B^T f), f in limit Sgn(B v+), by projected Gauss-Seidel.
    const Matrices a = two_contacts();
    const OnModes body = on_modes(a);
    const double t_end = 20;
    EventDrivenOptions options;
    options.t_end = t_end;
    const EventDrivenResult exact = event_driven(body.system, options);
    CHECK(exact.events.size() > 10);
    const Vector x_exact = body.Phi * exact.q;
    const Matrix G = a.B * a.M.inverse() * a.B.transpose();
    auto error = [&](int steps) -> double {
        const double h = t_end / steps;
        Vector x = Vector::Zero(3), v = Vector::Zero(3), P = Vector::Zero(2);
        for (int n = 0; n < steps; ++n) {
            x += h / 2 * v;
            const Vector force = a.p * std::cos(a.Omega * (n + 0.5) * h) - a.K * x;
            const Vector free = v + h * (a.M.inverse() * force);
            const Vector slide = a.B * free;
            for (int sweep = 0; sweep < 200; ++sweep)
                for (Index k = 0; k < 2; ++k)
                    P(k) = std::clamp(P(k) + (slide(k) - G.row(k).dot(P)) / G(k, k),
                                      -h * a.limit(k), h * a.limit(k));
            v = free - a.M.inverse() * (a.B.transpose() * P);
            x += h / 2 * v;
        }
        return (x - x_exact).norm() / x_exact.norm();
    };
    // The error falls at least by half with the step, up to where events fall in steps.
    const double coarse = error(2000), fine = error(32000);
    CHECK(coarse < 2e-2);
    CHECK(fine < coarse / 8);
    CHECK(fine < 1e-3);
}

TEST_CASE("the damped motion of a body whose contacts stick is that of the matrix exponential",
          "[dynamics]")
{
    // Damping couples the modes that locking leaves. State (y, y', cos, sin) of x = N y, B N = 0.
    Matrices a = two_contacts();
    a.B = a.B.topRows(1).eval();
    a.limit = Vector::Constant(1, 1e3);
    for (const double c : {0.3, 6.0}) { // below and above critical damping
        a.C = c * (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 1.5, 0, -0.1, 0, 0.3).finished();
        const OnModes body = on_modes(a);
        const Matrix N = Eigen::FullPivLU<Matrix>(a.B).kernel();
        const Matrix M = N.transpose() * a.M * N;
        Matrix A = Matrix::Zero(6, 6);
        A.block(0, 2, 2, 2).setIdentity();
        A.block(2, 0, 2, 2) = -M.inverse() * N.transpose() * a.K * N;
        A.block(2, 2, 2, 2) = -M.inverse() * N.transpose() * a.C * N;
        A.block(2, 4, 2, 1) = M.inverse() * N.transpose() * a.p;
        A(4, 5) = -a.Omega;
        A(5, 4) = a.Omega;
        Vector start = Vector::Zero(6);
        start.head(4) << 0.3, -0.2, 0.5, 1;
        start(4) = 1;
        const double t = 7.3; // more than one period: the closed form is started anew
        const Vector end = Matrix(A * t).exp() * start;
        const Matrix Phi_inverse = body.Phi.inverse();
        EventDrivenOptions options;
        options.t_end = t;
        options.q = Phi_inverse * N * start.head(2);
        options.v = Phi_inverse * N * start.segment(2, 2);
        const EventDrivenResult result = event_driven(body.system, options);
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
    Matrices a{Matrix::Ones(1, 1), Matrix::Zero(1, 1), Matrix::Ones(1, 1), Vector::Zero(1),
               Vector::Constant(1, 0.5)};
    CoulombSystem s = on_modes(a).system;
    EventDrivenOptions options;
    options.t_end = 30;
    options.v = Vector::Constant(1, 3);
    const EventDrivenResult result = event_driven(s, options);
    REQUIRE(result.events.size() == 1);
    CHECK(result.events[0].time == Approx(6).epsilon(1e-13));
    CHECK(result.q(0) == Approx(9).epsilon(1e-13));

    s.p0(0) = -0.7; // decelerates by 1.2, then runs back with 0.2
    const EventDrivenResult back = event_driven(s, options);
    REQUIRE(back.events.size() == 1);
    CHECK(back.events[0].kind == Transition::reversal);
    CHECK(back.events[0].time == Approx(2.5).epsilon(1e-13));
    CHECK(back.q(0) == Approx(9 / 2.4 - 0.1 * 27.5 * 27.5).epsilon(1e-12));
}

TEST_CASE("without friction the motion is the linear one", "[dynamics]")
{
    Matrices a = two_contacts();
    a.limit.setZero();
    CoulombSystem with = on_modes(a).system, without = with;
    without.B.resize(0, 3);
    without.limit.resize(0);
    without.r.resize(0);
    EventDrivenOptions options;
    options.t_end = 50;
    const EventDrivenResult x = event_driven(with, options), y = event_driven(without, options);
    CHECK((x.q - y.q).norm() < 1e-11);
    CHECK((x.v - y.v).norm() < 1e-11);
}

TEST_CASE("bounded forces are the only solution among all patterns", "[dynamics]")
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 100; ++trial) {
        const Index n = 1 + trial % 5;
        const Matrix R = Matrix::NullaryExpr(n, n, [&] { return normal(random); });
        const Matrix G = R * R.transpose() + 0.01 * Matrix::Identity(n, n);
        const Vector b = Vector::NullaryExpr(n, [&] { return 3 * normal(random); });
        const Vector high = Vector::NullaryExpr(n, [&] { return std::abs(normal(random)); });
        const BoundedForces x = bounded_forces(G, b, -high, high);
        const Vector a = b - G * x.f;
        for (Index i = 0; i < n; ++i) {
            CAPTURE(trial, i, x.f(i), high(i), a(i));
            // Inside: a = 0; at a limit: a in its direction. Round-off of b and G f.
            const double slack = 1e-12 * (1 + b.cwiseAbs().maxCoeff() + G.norm() * high.norm());
            CHECK(std::abs(x.f(i)) <= high(i) + slack);
            if (std::abs(x.f(i)) < high(i) - slack)
                CHECK(std::abs(a(i)) < slack);
            else
                CHECK(a(i) * x.f(i) > -slack);
        }
    }
}

TEST_CASE("an event-driven run refuses what it cannot decide", "[dynamics]")
{
    Matrices a = two_contacts();
    a.B.row(1) = 2 * a.B.row(0);
    EventDrivenOptions options;
    CHECK_THROWS_WITH(event_driven(on_modes(a).system, options), Catch::Contains("depend"));
    const CoulombSystem s = on_modes(two_contacts()).system;
    options.t_end = 0;
    CHECK_THROWS_WITH(event_driven(s, options), Catch::Contains("t_end = 0"));
    options.t_end = 1;
    options.q = Vector::Zero(2);
    CHECK_THROWS_WITH(event_driven(s, options), Catch::Contains("expected none or 3"));
}
