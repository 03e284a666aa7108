#include "contact/laws/coulomb.hpp"
#include "contact/laws/cubic.hpp"
#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/force_table.hpp"
#include "contact/laws/gap.hpp"
#include "contact/laws/iwan.hpp"
#include "contact/laws/polynomial.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/modal/alike_joints.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

// Polynomials, smoothed friction, single friction elements and two limits of friction in time.

using namespace slideway;
using namespace slideway::dynamics;

namespace {

using std::numbers::pi;

const std::vector<contact::JointLaw> smooth_laws{
    contact::Cubic(0.7, 0.1), contact::Cubic(-0.02),
    contact::Polynomial({{3, 0, 0.7}, {0, 1, 0.2}, {2, 1, 0.1}, {2, 0, -0.3}, {1, 2, 0.05}}),
    contact::SmoothedCoulomb({.limit = 0.4, .speed = 0.3}),
    contact::SmoothedCoulomb({0.4, 0.3, contact::SmoothedSign::arctan})};

// Two driven modes and a joint that acts on both.
JointedSystem chain(const contact::JointLaw& law)
{
    JointedSystem s;
    s.modes.omega = Eigen::Vector2d(0.8, 1.7);
    s.modes.c = Eigen::Vector2d(0.02, 0.05);
    s.p0 = Vector::Zero(2);
    s.force = Eigen::Vector2d(0.4, -0.2).cast<Complex>();
    s.p = s.force;
    s.inertia = s.drag = ComplexVector::Zero(2);
    s.Omega = 1.1;
    s.B = Matrix::Zero(0, 2);
    s.limit.resize(0);
    s.r.resize(0);
    ModalLaw joint{"joint", law, {Matrix::Zero(1, 2), ComplexVector::Zero(1)}};
    joint.on.rows << 0.4, 1;
    s.joints.push_back(joint);
    return s;
}

EventDrivenOptions periods(const JointedSystem& s, double n)
{
    EventDrivenOptions run;
    run.t_end = n * 2 * pi / s.Omega;
    run.q = Eigen::Vector2d(0.5, -0.3);
    run.v = Eigen::Vector2d(0.2, 0.4);
    return run;
}

Vector end_of(const JointedSystem& s, const EventDrivenOptions& run)
{
    const MotionRecord motion = taylor(s, {run, 1e-15});
    INFO(motion.failure);
    REQUIRE(motion.failure.empty());
    Vector z(4);
    z << motion.q, motion.v;
    return z;
}

} // namespace

TEST_CASE("Power series of smooth laws move them as their forces do in steps", "[dynamics]")
{
    for (const contact::JointLaw& law : smooth_laws) {
        CAPTURE(law->keyword(), law->description().about);
        const JointedSystem s = chain(law);
        const EventDrivenOptions run = periods(s, 20);
        const MotionRecord series = taylor(s, {run, 1e-13});
        RungeKuttaOptions steps;
        steps.tolerance = 1e-12;
        steps.run = run;
        const MotionRecord exact = runge_kutta(s, steps);
        INFO(series.failure);
        REQUIRE(series.failure.empty());
        REQUIRE(exact.failure.empty());
        CHECK((series.q - exact.q).norm() < 1e-8 * exact.q.norm());
        CHECK((series.v - exact.v).norm() < 1e-8 * exact.v.norm());
        CHECK(series.energy.joints == Approx(exact.energy.joints).epsilon(1e-7).margin(1e-9));
    }
}

TEST_CASE("Columns of motions with smooth laws are the differences of motions", "[dynamics]")
{
    struct Number {
        std::size_t law;
        const char* name;
    };
    for (const Number number :
         {Number{0, "k3"}, {0, "c3"}, {3, "limit"}, {3, "smoothing"}, {4, "smoothing"}}) {
        CAPTURE(number.law, number.name);
        const contact::JointLaw& law = smooth_laws[number.law];
        const JointedSystem s = chain(law);
        const EventDrivenOptions run = periods(s, 2);
        const MotionRecord exact = taylor(
            s, {run, 1e-15, {.start = true, .Omega = true, .number = LawNumber{0, number.name}}});
        REQUIRE(exact.tangent.cols() == 6);
        const double h = 1e-6;
        for (Index c = 0; c < 6; ++c) {
            Vector side[2];
            for (const int up : {0, 1}) {
                const double step = up == 1 ? h : -h;
                JointedSystem of = s;
                EventDrivenOptions from = run;
                if (c < 4)
                    (c < 2 ? from.q : from.v)(c % 2) += step;
                else if (c == 4)
                    of.Omega += step;
                else
                    of.joints[0].law = law->with(number.name, law->parameter(number.name) + step);
                side[up] = end_of(of, from);
            }
            const Vector difference = (side[1] - side[0]) / (2 * h);
            CAPTURE(c);
            CHECK((exact.tangent.col(c) - difference).norm() < 1e-6 * (1e-3 + difference.norm()));
        }
    }
}

TEST_CASE("Smooth laws with equal numbers are alike, and a multiple of one is known", "[dynamics]")
{
    for (std::size_t i = 0; i < smooth_laws.size(); ++i)
        for (std::size_t j = 0; j < smooth_laws.size(); ++j) {
            CAPTURE(i, j);
            CHECK(alike(smooth_laws[i], smooth_laws[j], 1) == (i == j));
        }
    CHECK(alike(contact::Polynomial({{2, 0, 3}}), contact::Polynomial({{2, 0, 3}}), 1));
    CHECK_FALSE(alike(contact::Polynomial({{2, 0, 3}}), contact::Polynomial({{2, 0, 4}}), 1));
    for (const contact::JointLaw& law : smooth_laws)
        CHECK(strengthened(law, 1, 2).has_value());
}

TEST_CASE("A single friction element moves as one of two rows whose normal rests", "[dynamics]")
{
    const contact::ElasticCoulomb both({.k_t = 3, .k_n = 0, .friction = 0.4, .preload = 1.2});
    const auto single = both.adapted({"x"});
    REQUIRE(single);
    const auto motion = [](const contact::JointLaw& law, Index rows) -> MotionRecord {
        JointedSystem s = chain(law);
        s.joints[0].on.rows = Matrix::Zero(rows, 2);
        s.joints[0].on.rows.row(0) << 0.4, 1;
        s.joints[0].on.follow = ComplexVector::Zero(rows);
        return taylor(s, {periods(s, 10), 1e-13});
    };
    const MotionRecord one = motion(*single, 1), two = motion(both, 2);
    REQUIRE(one.failure.empty());
    REQUIRE(one.history.joint_events.size() > 10);
    CHECK(one.history.joint_events.size() == two.history.joint_events.size());
    CHECK((one.q - two.q).norm() < 1e-11);
    CHECK_FALSE(contact::ElasticCoulomb({.k_t = 3, .k_n = 1, .friction = 0.4}).adapted({"x"}));
}

TEST_CASE("A mass that rests under its static limit is released at it and slides under the other",
          "[dynamics]")
{
    // q'' + q + f = cos t from rest, limits 0.8 static and 0.3 dynamic. At t = 0 the load of 1 is
    // beyond the static limit: it slides at once, with q = 0.7 (1 - cos t) ... closed form of each
    // phase: q'' + q = cos t - 0.3 gives q = (t/2) sin t - 0.3 (1 - cos t).
    JointedSystem s = chain(contact::Cubic(0));
    s.joints.clear();
    s.modes = StackedModes();
    s.modes.omega = Vector::Ones(1);
    s.modes.c = Vector::Zero(1);
    s.p0 = Vector::Zero(1);
    s.p = s.force = ComplexVector::Ones(1);
    s.inertia = s.drag = ComplexVector::Zero(1);
    s.Omega = 1;
    s.B = Matrix::Ones(1, 1);
    s.limit = Vector::Constant(1, 0.3);
    s.static_limit = Vector::Constant(1, 0.8);
    s.names = {"rub"};
    s.r = ComplexVector::Zero(1);
    EventDrivenOptions run;
    run.q = run.v = Vector::Zero(1);
    run.t_end = 1.5;
    const auto q = [](double t) { return t / 2 * std::sin(t) - 0.3 * (1 - std::cos(t)); };
    const MotionRecord series = taylor(s, {run, 1e-14});
    REQUIRE(series.failure.empty());
    CHECK(series.q(0) == Approx(q(1.5)).epsilon(1e-12));
    RungeKuttaOptions steps;
    steps.tolerance = 1e-12;
    steps.run = run;
    CHECK(runge_kutta(s, steps).q(0) == Approx(q(1.5)).epsilon(1e-9));
    // A static limit above the load holds it for good; with one limit it would slide.
    s.static_limit(0) = 1.1;
    const MotionRecord held = taylor(s, {run, 1e-14});
    CHECK(held.q(0) == 0);
    CHECK(held.history.events.empty());
}

TEST_CASE("Tables and Iwan's element move as an independent program says", "[dynamics]")
{
    // 1 kg on 1 N/m and 0.02 N s/m under 0.7 N cos(0.9 t), from rest to 40 s. Tables: a method of
    // order 8 with tolerance 1e-11 and steps of 0.01 s. Iwan: the density and its sliders written
    // anew, Runge-Kutta steps of 2e-4 s, with sliders that move between them (second order).
    using enum contact::TableArgument;
    const auto linear = contact::Interpolation::linear;
    struct Known {
        contact::JointLaw law;
        double end, share;
    };
    const std::vector<Known> list = {
        {contact::ForceTable(displacement, linear, {-2, -0.1, 0.05, 0.4}, {-3, -0.1, 0.1, 2}),
         0.007481059651, 2e-8},
        {contact::ForceTable(velocity, linear, {-1, -0.2, -0.02, 0.02, 0.2, 1},
                             {-0.2, -0.2, -0.3, 0.3, 0.2, 0.2}),
         -1.880481126264, 2e-9},
        {contact::Iwan({.k_t = 20, .limit = 0.3, .chi = -0.3, .beta = 0.2, .n = 20}),
         -2.069657432465, 1e-7}};
    for (const Known& known : list) {
        CAPTURE(known.law->keyword(), known.law->description().about);
        JointedSystem s;
        s.modes.omega = Vector::Ones(1);
        s.modes.c = Vector::Constant(1, 0.02);
        s.p0 = Vector::Zero(1);
        s.force = s.p = ComplexVector::Constant(1, 0.7);
        s.inertia = s.drag = ComplexVector::Zero(1);
        s.Omega = 0.9;
        s.B = Matrix::Zero(0, 1);
        s.limit.resize(0);
        s.r.resize(0);
        s.joints.push_back({"joint", known.law, {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
        EventDrivenOptions run;
        run.t_end = 40;
        run.q = run.v = Vector::Zero(1);
        const MotionRecord series = taylor(s, {run, 1e-13});
        RungeKuttaOptions steps;
        steps.tolerance = 1e-12;
        steps.run = run;
        const MotionRecord exact = runge_kutta(s, steps);
        INFO(series.failure);
        REQUIRE(series.failure.empty());
        REQUIRE(exact.failure.empty());
        CHECK(series.q(0) == Approx(known.end).epsilon(known.share));
        CHECK(exact.q(0) == Approx(series.q(0)).epsilon(1e-8));
    }
}

TEST_CASE("Tables are alike if all their intervals are", "[dynamics]")
{
    using enum contact::TableArgument;
    const auto linear = contact::Interpolation::linear;
    const contact::JointLaw table =
        contact::ForceTable(displacement, linear, {-1, 0, 1, 2}, {-1, 0, 2, 2});
    CHECK(alike(table, contact::ForceTable(displacement, linear, {-1, 0, 1, 2}, {-1, 0, 2, 2}), 1));
    // Equal about rest and far away, but not between.
    CHECK_FALSE(
        alike(table, contact::ForceTable(displacement, linear, {-1, 0, 1, 2}, {-1, 0, 2, 3}), 1));
    CHECK_FALSE(
        alike(table, contact::ForceTable(displacement, linear, {-1, 0, 1, 3}, {-1, 0, 2, 2}), 1));
    CHECK_FALSE(
        alike(table, contact::ForceTable(velocity, linear, {-1, 0, 1, 2}, {-1, 0, 2, 2}), 1));
    CHECK(strengthened(table, 1, 3).has_value());
    CHECK(alike(*strengthened(table, 1, 3),
                contact::ForceTable(displacement, linear, {-1, 0, 1, 2}, {-3, 0, 6, 6}), 1));
}
