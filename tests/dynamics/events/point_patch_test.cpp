#include "base/dense_eigen.hpp"
#include "contact/laws/gap.hpp"
#include "contact/patch/patch_rest.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "tests/dynamics/events/free_patch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using namespace slideway::test;

// Friction of a point: in two directions at once, |f| <= limit. And several patches, with joints of
// other laws beside them.

namespace {

PatchLaw point_law(double limit)
{
    return PatchLaw({.friction = limit, .map = {{PointPressure{{{Vector2::Zero(), 1}}}, 1}}});
}

// A mass on a point, on modes (x, y) times the square root of the mass.
PatchContact point_on(const std::string& name, double limit, Index first, Index n_modes,
                      double mass)
{
    Matrix rows = Matrix::Zero(3, n_modes);
    rows(0, first) = rows(1, first + 1) = 1 / std::sqrt(mass);
    return {name, point_law(limit), {rows, ComplexVector::Zero(3)}};
}

} // namespace

TEST_CASE("the law of a point is a circle", "[patch]")
{
    const PatchLaw law = point_law(0.7);
    CHECK(law.is_point());
    CHECK(law.n_rows() == 2);
    CHECK(law.is_convex());
    CHECK_FALSE(law.turns());
    const PatchForce f = law.force({3, -4}, 0);
    CHECK((f.force - 0.7 * Vector3(0.6, -0.8, 0)).norm() < 1e-15);
    CHECK(f.power == Approx(3.5).epsilon(1e-15));
    Matrix3 H = Matrix3::Zero();
    H.topLeftCorner<2, 2>() << 0.64, 0.48, 0.48, 0.36;
    CHECK((f.tangent - 0.7 / 5 * H).norm() < 1e-15);
    const PatchGauge at = gauge(law, Vector3(0.3, 0.4, 0));
    CHECK(at.value == Approx(0.5 / 0.7).epsilon(1e-15));
    CHECK((at.normal - Vector3(0.6, 0.8, 0)).norm() < 1e-15);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int draw = 0; draw < 100; ++draw) {
        Matrix3 M = Matrix3::Identity();
        M(0, 0) = 2 + number(random);
        M(0, 1) = M(1, 0) = number(random) / 2;
        const Vector3 a(number(random), number(random), 0);
        const Vector3 load = M * a + law.force(a.head<2>(), 0).force;
        CHECK((acceleration_from_rest(law, M, load) - a).norm() < 1e-12);
    }
}

TEST_CASE("a thrown mass on a point stops straight ahead", "[patch]")
{
    // t = v/(mu g), x = v t/2, exactly.
    const double mass = 2, limit = 0.5;
    JointedSystem s = free_modes(2);
    s.patches = {point_on("floor", limit, 0, 2, mass)};
    RungeKuttaOptions o;
    o.run.q = Vector::Zero(2);
    o.run.v = std::sqrt(mass) * Eigen::Vector2d(0.3, -0.4);
    o.run.t_end = 5;
    o.tolerance = 1e-12;
    const MotionRecord r = runge_kutta(s, o);
    REQUIRE(r.failure.empty());
    REQUIRE(r.history.patch_events.size() == 1);
    const PatchEvent& stop = r.history.patch_events[0];
    CHECK(std::abs(stop.time - 2) < 1e-11);
    CHECK((stop.place - Vector3(0.3, -0.4, 0)).norm() < 1e-11);
    CHECK((stop.direction - Vector3(0.6, -0.8, 0)).norm() < 1e-12);
    CHECK(std::abs(stop.dissipated - mass * 0.25 / 2) < 1e-12);
}

TEST_CASE("a point follows a circling load", "[patch]")
{
    const double F = 1.3, limit = 1, Omega = 2;
    JointedSystem s = free_modes(2, Omega);
    s.patches = {point_on("floor", limit, 0, 2, 1)};
    s.p << Complex(F, 0), Complex(0, -F);
    s.force = s.p;
    RungeKuttaOptions o;
    o.run.t_end = 60;
    o.run.keep_at = {1.5};
    o.tolerance = 1e-11;
    const MotionRecord r = runge_kutta(s, o);
    REQUIRE(r.failure.empty());
    // v = V (sin, -cos)(Omega t - phase): Omega V = F sin, limit = F cos of the angle between load
    // and velocity; so V = sqrt(F^2 - limit^2)/Omega.
    const double V = std::sqrt(F * F - limit * limit) / Omega;
    CHECK(std::abs(r.v.norm() - V) < 1e-9 * V);
    CHECK(std::abs(r.energy.residual()) < 1e-9 * r.energy.turned_over());
    // The way there by Moreau's time stepping, first order.
    const auto stepped = [&](int steps) -> Eigen::Vector2d {
        const double h = 1.5 / steps;
        Eigen::Vector2d x(0, 0), v(0, 0);
        for (int n = 0; n < steps; ++n) {
            const double t = (n + 0.5) * h;
            const Eigen::Vector2d free =
                v + h * F * Eigen::Vector2d(std::cos(Omega * t), std::sin(Omega * t));
            const Eigen::Vector2d next =
                std::max(0.0, 1 - h * limit / free.norm()) * free; // projection on the disc
            x += h / 2 * (v + next);
            v = next;
        }
        return x;
    };
    double last = 0;
    for (const int steps : {2000, 4000, 8000}) {
        const double off = (stepped(steps) - r.kept[0].q).norm();
        CAPTURE(steps, off, last);
        CHECK(off < 2.0 / steps);
        if (last > 0)
            CHECK(off < 0.6 * last);
        last = off;
    }
}

namespace {

// A disc and a point with a spring between their x and another between their y, the point's x with
// a stop, a mass on a dry contact tied to the disc; forces on disc and point. Coordinates: disc x,
// y, rotation, point x, y, third mass x; all masses 1, the disc's inertia 0.4.
struct Three {
    double spring = 5, side = 3, stop = 20, clearance = 0.05, limit = 0.4, Omega = 1.3,
           inertia = 0.4, point = 0.6;
    Vector force = (Vector(6) << 1.8, 0.5, 0.3, 0.6, 0.7, 0.2).finished(); // cos, odd ones sin

    [[nodiscard]] Matrix stiffness() const
    {
        Matrix K = Matrix::Zero(6, 6);
        const auto tie = [&K](Index a, Index b, double k) -> void {
            K(a, a) += k;
            K(b, b) += k;
            K(a, b) -= k;
            K(b, a) -= k;
        };
        tie(0, 3, spring);
        tie(1, 4, spring);
        tie(0, 5, side);
        K(1, 1) += side;
        K(3, 3) += side;
        return K;
    }
    [[nodiscard]] Vector masses() const
    {
        Vector m = Vector::Ones(6);
        m(2) = inertia;
        return m;
    }
    [[nodiscard]] JointedSystem system() const
    {
        JointedSystem s = free_modes(6, Omega);
        const Vector by = masses().cwiseSqrt().cwiseInverse();
        const SymmetricEigen modes =
            symmetric_eigen(Matrix(by.asDiagonal() * stiffness() * by.asDiagonal()));
        s.modes.omega = modes.values.cwiseMax(0).cwiseSqrt();
        for (Index i = 0; i < 6; ++i)
            if (s.modes.omega(i) < 1e-6)
                s.modes.omega(i) = 0;
        const Matrix rows = by.asDiagonal() * modes.vectors;
        for (Index i = 0; i < 6; ++i)
            s.p +=
                force(i) * (i % 2 == 0 ? Complex(1, 0) : Complex(0, -1)) * rows.row(i).transpose();
        s.force = s.p;
        s.patches.push_back({"disc",
                             PatchLaw({.radius = 1, .normal_force = 1, .friction = 1}),
                             {rows.topRows(3), ComplexVector::Zero(3)}});
        Matrix on_point = Matrix::Zero(3, 6);
        on_point.topRows(2) = rows.middleRows(3, 2);
        s.patches.push_back({"point", point_law(point), {on_point, ComplexVector::Zero(3)}});
        s.B = rows.bottomRows(1);
        s.limit = Vector::Constant(1, limit);
        s.r = ComplexVector::Zero(1);
        s.names = {"rub"};
        s.joints.push_back({"stop", Gap({stop, clearance}), {rows.row(3), ComplexVector::Zero(1)}});
        return s;
    }
    [[nodiscard]] Vector stepped(double t_end, int steps) const
    {
        const PatchLaw disc({.radius = 1, .normal_force = 1, .friction = 1}), on = point_law(point);
        const Matrix K = stiffness();
        const Vector m = masses();
        const Matrix3 M = Vector3(1, 1, inertia).asDiagonal(), one = Matrix3::Identity();
        const double h = t_end / steps;
        Vector x = Vector::Zero(6), v = Vector::Zero(6);
        for (int n = 0; n < steps; ++n) {
            const double t = (n + 0.5) * h;
            const Vector middle = x + h / 2 * v;
            Vector f = -K * middle;
            for (Index i = 0; i < 6; ++i)
                f(i) += force(i) * (i % 2 == 0 ? std::cos(Omega * t) : std::sin(Omega * t));
            f(3) -= stop * std::max(0.0, middle(3) - clearance);
            const Vector free = v + h * f.cwiseQuotient(m);
            v.head<3>() = acceleration_from_rest(disc, M / h, M * free.head<3>() / h);
            const Vector3 slip(free(3), free(4), 0);
            v.segment<2>(3) = acceleration_from_rest(on, one / h, slip / h).head<2>();
            v(5) = free(5) - std::clamp(free(5), -h * limit, h * limit);
            x = middle + h / 2 * v;
        }
        return x;
    }
};

} // namespace

TEST_CASE("two patches, a stop and a dry contact move as by Moreau's time stepping", "[patch]")
{
    const Three three;
    const JointedSystem s = three.system();
    RungeKuttaOptions o;
    o.run.t_end = 20;
    o.tolerance = 1e-10;
    const MotionRecord r = runge_kutta(s, o);
    CAPTURE(r.failure, r.n_evaluations, r.history.patch_events.size(), r.history.events.size(),
            r.history.joint_events.size());
    REQUIRE(r.failure.empty());
    for (const std::size_t p : {0, 1}) // both patches stop and start
        CHECK(std::count_if(r.history.patch_events.begin(), r.history.patch_events.end(),
                            [p](const PatchEvent& e) -> bool { return e.patch == p; }) >= 4);
    CHECK(r.history.events.size() > 4);
    CHECK(r.history.joint_events.size() >= 4);
    CHECK(std::abs(r.energy.residual()) < 1e-8 * r.energy.turned_over());
    Vector end(6);
    end << s.patches[0].on.rows * r.q, (s.patches[1].on.rows * r.q).head(2), s.B * r.q;
    double last = 0;
    for (const int steps : {4000, 8000, 16000}) {
        const double off = (three.stepped(20, steps) - end).norm();
        CAPTURE(steps, off, last);
        CHECK(off < 60.0 / steps);
        if (last > 0) // first order; less where errors of events cancel
            CHECK(off < 0.65 * last);
        last = off;
    }
}

TEST_CASE("slow passes near rest cost no more with a loose tolerance", "[patch]")
{
    // Velocities of other modes leave errors of steps in that of the patch: a direction of slip
    // that is made of them must not be followed.
    JointedSystem s = Three().system();
    s.B = Matrix::Zero(0, 6);
    s.limit = Vector::Zero(0);
    s.r = ComplexVector::Zero(0);
    s.names.clear();
    s.patches.pop_back();
    RungeKuttaOptions o;
    o.run.t_end = 20;
    o.tolerance = 1e-11;
    const MotionRecord exact = runge_kutta(s, o);
    for (const double tolerance : {1e-6, 1e-8}) {
        o.tolerance = tolerance;
        const MotionRecord r = runge_kutta(s, o);
        CAPTURE(tolerance, r.n_steps, r.history.patch_events.size(), (r.q - exact.q).norm());
        CHECK(r.n_steps < 1000);
        CHECK(r.history.patch_events.size() == exact.history.patch_events.size());
        CHECK((r.q - exact.q).norm() < 1e3 * tolerance);
    }
}
