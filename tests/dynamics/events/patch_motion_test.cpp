#include "contact/laws/joint_laws.hpp"
#include "contact/patch/patch_rest.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "tests/dynamics/events/free_patch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using namespace slideway::test;
using Catch::Contains;

// Numbers without a source are of an independent integration in log-speed time (docs/theory/
// patch_friction.md).

namespace {

using std::numbers::pi;

PatchLaw unit_law(PressureShape shape = PressureShape::uniform, PatchForm form = PatchForm::exact)
{
    return PatchLaw({.shape = shape, .radius = 1, .normal_force = 1, .friction = 1, .form = form});
}

RungeKuttaOptions thrown(double u, double omega, double j, double t_end, double tolerance)
{
    RungeKuttaOptions o;
    o.run.q = Vector::Zero(3);
    o.run.v = Vector3(u, 0, omega * std::sqrt(j));
    o.run.t_end = t_end;
    o.tolerance = tolerance;
    return o;
}

// Slip over spin of an event of a disc of radius 1.
double eps_of(const PatchEvent& event)
{
    return event.direction.head<2>().norm() / std::abs(event.direction(2));
}

// Force 1.2 cos t along x, moment 0.2 sin t.
JointedSystem pushed_and_twisted()
{
    JointedSystem s = free_patch(unit_law(), 0.5, 1);
    s.p(0) = s.force(0) = 1.2;
    s.p(2) = s.force(2) = Complex(0, -0.2) / std::sqrt(0.5);
    return s;
}

} // namespace

TEST_CASE("a free disc comes to rest where and when log-speed time says", "[patch]")
{
    struct Row {
        double u, omega, t, x, angle;
    };
    const Row rows[] = {{1, 1, 1.34029828212, 0.637397224133, 0.724083513766},
                        {1, 0.1, 1.00872497417, 0.50125331247, 0.0667698829966},
                        {0.653001789206, 1, 1.0600103423, 0.34609432505, 0.53000517115},
                        {1, 0.001, 1.00000202228, 0.500000125, 0.000666666777694},
                        {1, 1e-6, 1, 0.5, 6.66666666667e-07}};
    for (const Row& row : rows) {
        CAPTURE(row.u, row.omega);
        const MotionRecord r =
            runge_kutta(free_patch(unit_law(), 0.5), thrown(row.u, row.omega, 0.5, 1.5, 1e-12));
        REQUIRE(r.failure.empty());
        REQUIRE(r.history.patch_events.size() == 1);
        const PatchEvent& stop = r.history.patch_events[0];
        CAPTURE(r.n_steps, r.n_evaluations, stop.time - row.t, stop.place(0) - row.x,
                stop.place(2) - row.angle, eps_of(stop));
        CHECK(!stop.slides);
        CHECK(std::abs(stop.time - row.t) < 1e-10);
        CHECK(std::abs(stop.place(0) - row.x) < 1e-10);
        CHECK(std::abs(stop.place(2) - row.angle) < 1e-10);
        CHECK(std::abs(eps_of(stop) - 0.653001789206) < 1e-10);
        CHECK(r.v.norm() == 0);
        const double kinetic = (row.u * row.u + 0.5 * row.omega * row.omega) / 2;
        CHECK(std::abs(r.energy.friction - kinetic) < 1e-11);
        CHECK(std::abs(stop.dissipated - kinetic) < 1e-11);
    }
}

TEST_CASE("a patch sticks and slips under a force and a moment", "[patch]")
{
    struct Event {
        double t, x, angle, dissipated, eps;
    };
    const Event stops[] = {
        {1.115210438619, 0.056890071798, 0.020240499739, 0.058165831989, 0.9067931752},
        {4.443004925804, -0.113692381733, -0.022206613181, 0.231951062049, 0.7184618959},
        {7.584597579394, 0.056890071798, 0.020240499739, 0.405736292109, 0.7184618959}};
    const double starts[] = {2.516128171865, 5.657720825455};
    const double tolerance = GENERATE(1e-11, 1e-9);
    const MotionRecord r = runge_kutta(pushed_and_twisted(), thrown(0, 0, 0.5, 8, tolerance));
    CAPTURE(tolerance, r.failure, r.n_steps, r.n_rejected, r.n_evaluations);
    REQUIRE(r.failure.empty());
    REQUIRE(r.history.patch_events.size() == 5);
    const double off = tolerance < 1e-10 ? 1e-8 : 1e-6;
    for (std::size_t n = 0; n < 3; ++n) {
        const PatchEvent& stop = r.history.patch_events[2 * n];
        CAPTURE(n, stop.time - stops[n].t, stop.place(0) - stops[n].x,
                stop.place(2) - stops[n].angle, stop.dissipated - stops[n].dissipated,
                eps_of(stop) - stops[n].eps);
        CHECK(!stop.slides);
        CHECK(std::abs(stop.time - stops[n].t) < off);
        CHECK(std::abs(stop.place(0) - stops[n].x) < off);
        CHECK(std::abs(stop.place(2) - stops[n].angle) < off);
        CHECK(std::abs(stop.dissipated - stops[n].dissipated) < off);
        CHECK(std::abs(eps_of(stop) - stops[n].eps) < off);
    }
    for (std::size_t n = 0; n < 2; ++n) {
        const PatchEvent& start = r.history.patch_events[2 * n + 1];
        CAPTURE(n, start.time - starts[n], eps_of(start) - 2.175086404095);
        CHECK(start.slides);
        CHECK(std::abs(start.time - starts[n]) < off);
        CHECK(std::abs(eps_of(start) - 2.175086404095) < off);
    }
    CHECK(std::abs(r.energy.residual()) < off * r.energy.turned_over());
    if (tolerance > 1e-10)
        CHECK(r.n_evaluations < 10000 * 8 / (2 * pi));
}

TEST_CASE("a start costs at most four times as much at a tolerance a hundred times less", "[patch]")
{
    // At rest from 1.2 to 2.516; without the start as many evaluations are left as to 2.5.
    const auto cost = [](double t_end, double tolerance) -> double {
        RungeKuttaOptions o = thrown(0, 0, 0.5, t_end, tolerance);
        o.run.t_start = 1.2;
        const MotionRecord r = runge_kutta(pushed_and_twisted(), o);
        REQUIRE(r.failure.empty());
        REQUIRE(r.history.patch_events.size() == (t_end < 2.51 ? 0 : 1));
        return static_cast<double>(r.n_evaluations);
    };
    const auto start = [&](double tolerance) -> double {
        return cost(2.7, tolerance) - cost(2.5, tolerance);
    };
    const double at_9 = start(1e-9), at_11 = start(1e-11);
    CAPTURE(at_9, at_11);
    CHECK(at_11 < 4 * at_9);
}

TEST_CASE("a free disc ends between slip and spin for moderate inertias alone", "[patch]")
{
    for (const PressureShape shape :
         {PressureShape::uniform, PressureShape::hertz, PressureShape::flat_punch}) {
        const PatchLaw law = unit_law(shape);
        const double nu = exponent(shape), low = 1 / (4 + 2 * nu), high = 2 / (3 + 2 * nu);
        CAPTURE(nu);
        // Slip over spin that the disc ends with, from eps = 1.
        const auto end = [&](double j) -> double {
            const MotionRecord r = runge_kutta(free_patch(law, j), thrown(1, 1, j, 3, 1e-10));
            REQUIRE(r.failure.empty());
            REQUIRE(r.history.patch_events.size() == 1);
            return eps_of(r.history.patch_events[0]);
        };
        CHECK(std::abs(end(1 / (3 + 2 * nu)) - 1) < 1e-10);
        CHECK(end(0.97 * low) > 1e6);
        const double just_above = end(1.03 * low), just_below = end(0.97 * high);
        CHECK(just_above > 1);
        CHECK(just_above < 1e3);
        CHECK(just_below < 1);
        CHECK(just_below > 1e-3);
        CHECK(end(1.03 * high) < 1e-6);
    }
    struct Row {
        PressureShape shape;
        double j, eps;
    };
    for (const Row& row : {Row{PressureShape::flat_punch, 0.4, 1.319396388711},
                           Row{PressureShape::uniform, 0.4, 0.8535128222205},
                           Row{PressureShape::hertz, 0.4, 0.5377791498567}}) {
        const MotionRecord r =
            runge_kutta(free_patch(unit_law(row.shape), row.j), thrown(1, 0.5, row.j, 3, 1e-11));
        REQUIRE(r.history.patch_events.size() == 1);
        CHECK(std::abs(eps_of(r.history.patch_events[0]) - row.eps) < 1e-10);
    }
    // The ellipsoid sends it into pure spin where j > kappa^2, which is wrong.
    const MotionRecord wrong =
        runge_kutta(free_patch(unit_law(PressureShape::uniform, PatchForm::ellipsoid), 0.5),
                    thrown(1, 1, 0.5, 3, 1e-10));
    REQUIRE(wrong.history.patch_events.size() == 1);
    CHECK(eps_of(wrong.history.patch_events[0]) < 1e-6);
}

TEST_CASE("pushed along one axis a patch is a coulomb joint", "[patch]")
{
    // A mass 1 (inertia 1/2) on a spring and a dashpot, along x or about z.
    const bool turned = GENERATE(false, true);
    const Index at = turned ? 2 : 0;
    const double load = GENERATE(1.3, 3.0); // with stops, and without any
    CAPTURE(turned, load);
    JointedSystem patch = free_patch(unit_law(), 0.5, 0.8);
    patch.modes.omega(at) = 1.1;
    patch.modes.c(at) = 0.05;
    patch.p(at) = patch.force(at) = Complex(load, 0) * (turned ? (2.0 / 3) / std::sqrt(0.5) : 1);
    const double row = patch.patches[0].on.rows(at, at);

    DrySystem coulomb;
    coulomb.modes.omega = patch.modes.omega.segment(at, 1);
    coulomb.modes.c = patch.modes.c.segment(at, 1);
    coulomb.p0 = Vector::Zero(1);
    coulomb.p = coulomb.force = patch.p.segment(at, 1);
    coulomb.inertia = coulomb.drag = ComplexVector::Zero(1);
    coulomb.Omega = 0.8;
    coulomb.B = Matrix::Constant(1, 1, row);
    coulomb.limit = Vector::Constant(1, turned ? 2.0 / 3 : 1.0);
    coulomb.r = ComplexVector::Zero(1);
    coulomb.names = {"rub"};

    EventDrivenOptions run;
    run.t_end = 12 * 2 * pi / 0.8;
    run.history_rate_hz = 3;
    const MotionRecord exact = event_driven(coulomb, run);
    RungeKuttaOptions o;
    o.run = run;
    o.tolerance = 1e-12;
    const MotionRecord steps = runge_kutta(patch, o);
    REQUIRE(steps.failure.empty());
    REQUIRE(steps.history.time.size() == exact.history.time.size());
    double most = 0, size = 0;
    for (std::size_t n = 0; n < exact.history.time.size(); ++n) {
        const double x = exact.history.dry[0].displacement[n];
        size = std::max(size, std::abs(x));
        most = std::max(most, std::abs(steps.history.joints[0].displacement[3 * n + at] - x));
    }
    CAPTURE(most, size, steps.n_evaluations);
    CHECK(most < 1e-9 * size);
    CHECK(std::abs(steps.energy.friction - exact.energy.friction) < 1e-9 * exact.energy.friction);
}

TEST_CASE("the gauge of a reaction is one on the forces of a patch", "[patch]")
{
    const PatchLaw law = unit_law();
    // Published for nobody: solved for ln eps of |f_t|/|f_z| = Q/(kappa T) alone.
    const PatchGauge at = gauge(law, Vector3(0.3, 0, 0.4));
    CHECK(std::abs(at.value - 0.6979106372) < 1e-10);
    CHECK(std::abs(at.normal(0) / at.normal(2) - 0.4408410917) < 1e-9);
    CHECK(gauge(law, Vector3::Zero()).value == 0);
    CHECK(std::abs(gauge(law, Vector3(0, 0, -0.4)).value - 0.6) < 1e-14);
    CHECK(std::abs(gauge(law, Vector3(0.3, -0.4, 0)).value - 0.5) < 1e-14);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int draw = 0; draw < 2000; ++draw) {
        const PatchLaw any({.shape = draw % 3 == 0   ? PressureShape::uniform
                                     : draw % 3 == 1 ? PressureShape::hertz
                                                     : PressureShape::flat_punch,
                            .radius = std::pow(10, 3 * number(random)),
                            .normal_force = std::pow(10, 3 * number(random)),
                            .friction = 0.3});
        const double R = any.options().radius;
        Vector3 w(number(random), number(random), number(random) / R);
        w(2) *= std::pow(10, 4 * number(random));
        const Vector3 f = any.force(w.head<2>(), w(2)).force;
        const PatchGauge on = gauge(any, 0.7 * f);
        const Vector3 scale(1, 1, any.length());
        const Vector3 n = w.cwiseProduct(scale).normalized();
        CAPTURE(draw, w, on.normal);
        REQUIRE(std::abs(on.value - 0.7) < 1e-13);
        REQUIRE((on.normal.cwiseProduct(scale) - n).norm() < 1e-6); // flat where slip is small
        // M a + grad D(a) = force has the solution that the force was made of.
        const Vector3 inertia = Vector3(1, 1.5, 0.4 * R * R) * any.limit();
        const Vector3 a = n.cwiseQuotient(scale) * std::pow(10, 3 * number(random));
        const Matrix3 M = inertia.asDiagonal();
        const Vector3 found =
            acceleration_from_rest(any, M, M * a + any.force(a.head<2>(), a(2)).force);
        REQUIRE((found - a).cwiseProduct(scale).norm() < 1e-9 * a.cwiseProduct(scale).norm());
    }
}

TEST_CASE("what a system with patches cannot be is said", "[patch]")
{
    const RungeKuttaOptions o = thrown(1, 1, 0.5, 1, 1e-9);
    JointedSystem two = free_patch(unit_law(), 0.5);
    two.patches.push_back(two.patches[0]);
    two.patches[1].name = "other";
    CHECK_THROWS_WITH(runge_kutta(two, o),
                      Contains("floor, other") && Contains("depend on each other"));
    JointedSystem dry = free_patch(unit_law(), 0.5);
    dry.B = Matrix::Zero(1, 3);
    dry.B(0, 0) = 1;
    dry.limit = Vector::Ones(1);
    dry.r = ComplexVector::Zero(1);
    dry.names = {"rub"};
    CHECK_THROWS_WITH(runge_kutta(dry, o),
                      Contains("rub, floor") && Contains("depend on each other"));
    CHECK_THROWS_WITH(taylor(free_patch(unit_law(), 0.5), {o.run, 1e-9}),
                      Contains("joint.floor.law") && Contains("patch"));
}

namespace {

// A disc on its patch and a mass on a dry contact along x, a spring and a dashpot between them and
// another from the disc's y to the ground; a force and a moment on the disc. Coordinates x1, y,
// j^1/2 rotation, x2 of mass one; modes by the sums and differences of x1 and x2.
struct Pair {
    double spring = 4, dashpot = 0.2, side = 3, limit = 0.5, Omega = 1.3, inertia = 0.4;
    Vector3 force{1.9, 0.4, 0.5}; // cos, cos, sin

    [[nodiscard]] JointedSystem system() const
    {
        JointedSystem s;
        const double h = std::sqrt(0.5), turn = 1 / std::sqrt(inertia);
        s.modes.omega = Vector::Zero(4);
        s.modes.omega << 0, std::sqrt(2 * spring), std::sqrt(side), 0;
        s.modes.c = Vector::Zero(4);
        s.modes.c(1) = 2 * dashpot;
        s.p0 = Vector::Zero(4);
        s.inertia = s.drag = ComplexVector::Zero(4);
        s.Omega = Omega;
        Matrix rows = Matrix::Zero(4, 4); // x1, y, rotation, x2
        rows.row(0) << h, h, 0, 0;
        rows(1, 2) = 1;
        rows(2, 3) = turn;
        rows.row(3) << h, -h, 0, 0;
        s.p = force(0) * rows.row(0) + force(1) * rows.row(1) + Complex(0, -force(2)) * rows.row(2);
        s.force = s.p;
        s.B = rows.bottomRows(1);
        s.limit = Vector::Constant(1, limit);
        s.r = ComplexVector::Zero(1);
        s.names = {"rub"};
        s.patches.push_back({"floor", unit_law(), {rows.topRows(3), ComplexVector::Zero(3)}});
        return s;
    }

    // x1, y, rotation, x2 at t by Moreau's time stepping: friction at the end of each step.
    [[nodiscard]] Vector stepped(double t_end, int steps) const
    {
        const PatchLaw law = unit_law();
        const double h = t_end / steps;
        Vector x = Vector::Zero(4), v = Vector::Zero(4);
        const Matrix3 M = Vector3(1, 1, inertia).asDiagonal();
        for (int n = 0; n < steps; ++n) {
            const double t = (n + 0.5) * h;
            const Vector m = x + h / 2 * v;
            const double pull = spring * (m(0) - m(3)) + dashpot * (v(0) - v(3));
            Vector a(4);
            a << force(0) * std::cos(Omega * t) - pull,
                force(1) * std::cos(Omega * t) - side * m(1),
                force(2) * std::sin(Omega * t) / inertia, pull;
            const Vector free = v + h * a;
            v.head<3>() = acceleration_from_rest(law, M / h, M * free.head<3>() / h);
            v(3) = free(3) - std::clamp(free(3), -h * limit, h * limit);
            x = m + h / 2 * v;
        }
        return x;
    }
};

} // namespace

TEST_CASE("a patch and a dry contact with a spring between move as by Moreau's time stepping",
          "[patch]")
{
    const Pair pair;
    const JointedSystem s = pair.system();
    RungeKuttaOptions o;
    o.run.t_end = 20;
    o.tolerance = 1e-10;
    const MotionRecord r = runge_kutta(s, o);
    CAPTURE(r.failure, r.n_evaluations, r.history.patch_events.size(), r.history.events.size());
    REQUIRE(r.failure.empty());
    // Both stop and start, by themselves and while the other moves.
    CHECK(r.history.patch_events.size() >= 4);
    CHECK(r.history.events.size() > 6);
    CHECK(std::abs(r.energy.residual()) < 1e-8 * r.energy.turned_over());
    Vector end(4);
    end << s.patches[0].on.rows * r.q, s.B * r.q;
    double last = 0;
    for (const int steps : {4000, 8000, 16000}) {
        const double off = (pair.stepped(20, steps) - end).norm();
        CAPTURE(steps, off, last);
        CHECK(off < 40.0 / steps);
        if (last > 0) // first order; less where errors of events cancel
            CHECK(off < 0.6 * last);
        last = off;
    }
}

TEST_CASE("what a patch and a contact at rest hold does not make steps longer", "[patch]")
{
    // Modes that a disc and a dry contact hold, under half of what these take, and beside them one
    // of 50 rad/s under 1e-4 of that, F sin t: q = F / (omega^2 - 1) (sin t - sin(omega t) /
    // omega).
    constexpr double omega = 50, F = 1e-4;
    JointedSystem s = free_modes(5, 1);
    s.modes.omega(4) = omega;
    Matrix rows = Matrix::Zero(3, 5);
    rows.leftCols(3).setIdentity();
    const PatchLaw law(
        {.shape = PressureShape::uniform, .radius = 1, .normal_force = 1, .friction = 1});
    s.patches.push_back({"disc", law, {rows, ComplexVector::Zero(3)}});
    s.B = Matrix::Zero(1, 5);
    s.B(0, 3) = 1;
    s.limit = Vector::Ones(1);
    s.r = ComplexVector::Zero(1);
    s.names = {"rub"};
    s.p << Complex(0, -0.3), Complex(0, -0.2), Complex(0, -0.2), Complex(0, -0.5), Complex(0, -F);
    s.force = s.p;
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        RungeKuttaOptions o;
        o.run.t_end = 6;
        o.tolerance = tolerance;
        const MotionRecord r = runge_kutta(s, o);
        constexpr double amplitude = F / (omega * omega - 1);
        const double off =
                         std::abs(r.q(4) / amplitude - (std::sin(6) - std::sin(6 * omega) / omega)),
                     open = std::abs(r.energy.residual()) / r.energy.turned_over();
        CAPTURE(tolerance, r.failure, r.n_steps, off / tolerance, open / tolerance);
        REQUIRE(r.failure.empty());
        CHECK(r.history.patch_events.empty());
        CHECK(off < 500 * tolerance); // of 48 cycles
        CHECK(open < 500 * tolerance);
    }
}
