#include "contact/laws/joint_laws.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/free_play.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

using std::numbers::pi;

EventDrivenOptions periods_of(const DrivenModes& system, double n)
{
    EventDrivenOptions o;
    o.t_end = n * 2 * pi / system.Omega;
    o.energies = false;
    return o;
}

// Extremum of the parabola through a sample and its neighbours.
double extremum(const std::vector<double>::const_iterator& at)
{
    const double bend = at[-1] - 2 * at[0] + at[1], slope = (at[1] - at[-1]) / 2;
    return *at - slope * slope / (2 * bend);
}

Vector end_of(const MotionRecord& r)
{
    REQUIRE(r.failure.empty());
    Vector z(r.q.size() + r.v.size());
    z << r.q, r.v;
    return z;
}

// One mode, omega one, without damping and drive, between stops.
JointedSystem oscillator(const contact::JointLaw& stops)
{
    JointedSystem s;
    s.modes.omega = Vector::Ones(1);
    s.modes.c = s.p0 = Vector::Zero(1);
    s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(1);
    s.B.resize(0, 1);
    s.limit.resize(0);
    s.r.resize(0);
    s.joints.push_back({"stops", stops, {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
    return s;
}

// Energy of the stops at the modal displacement x, by Simpson's rule from 0.
double stored(const contact::SmoothedGap& law, double x)
{
    const int n = 200000;
    const double h = x / (2 * n);
    contact::ForceAndTangent at;
    contact::JointMemory memory;
    double sum = 0;
    for (int i = 0; i <= 2 * n; ++i) {
        law.force(memory, contact::JointVector::Constant(1, i * h), contact::JointVector::Zero(1),
                  at);
        sum += (i == 0 || i == 2 * n ? 1 : i % 2 == 1 ? 4 : 2) * at.f(0);
    }
    return sum * h / 3;
}

} // namespace

TEST_CASE("two masses with smoothed stops swing into the orbits of an independent program",
          "[dynamics]")
{
    // Table of an independent shooting program with the same smoothing, 1500 /m; starts on the
    // orbits with corners, of the low one at rest. What is left of a start falls by 0.95 a period.
    struct Row {
        double Omega;
        Eigen::Vector2d x, v;
        double x1_max, x1_min;
    };
    const Row rows[] = {
        {1.2, {0, 0}, {0, 0}, 0.0246824743, -0.0246824743},
        {1.25, {0, 0}, {0, 0}, 0.0346853061, -0.0346853061},
        {1.2,
         {-0.029176778235, -0.113592803271},
         {-0.08695676581, -0.210889045443},
         0.0776311466,
         -0.0748546618},
        {1.25,
         {-0.040074233989, -0.107111601324},
         {-0.138078355202, -0.250617298714},
         0.0929907724,
         -0.0880893057},
        {1.3,
         {-0.018795484333, -0.059051188757},
         {-0.195426764845, -0.300191003349},
         0.1088519032,
         -0.1029771877},
    };
    const Matrix Phi = test::free_play_modes();
    for (const Row& row : rows) {
        CAPTURE(row.Omega, row.x1_max);
        const JointedSystem s = test::free_play({.Omega = row.Omega, .smoothing = 1500});
        EventDrivenOptions o = periods_of(s, 400);
        o.q = Phi.transpose() * row.x;
        o.v = Phi.transpose() * row.v;
        const MotionRecord settled = taylor(s, {o, 1e-12});
        REQUIRE(settled.failure.empty());
        CHECK(settled.history.joint_events.empty());
        EventDrivenOptions last = periods_of(s, 1);
        last.q = settled.q;
        last.v = settled.v;
        last.history_rate_hz = 4000 / last.t_end;
        last.outputs.push_back({Phi.row(0).transpose()});
        const MotionRecord period = taylor(s, {last, 1e-14});
        const std::vector<double>& x = period.history.points[0].u;
        CHECK(extremum(std::max_element(x.begin() + 1, x.end() - 1)) ==
              Approx(row.x1_max).margin(1e-8));
        CHECK(extremum(std::min_element(x.begin() + 1, x.end() - 1)) ==
              Approx(row.x1_min).margin(1e-8));
        CHECK((end_of(period) - end_of(settled)).norm() < 1e-8);
    }
}

TEST_CASE("Taylor and Runge-Kutta steps agree with smoothed corners, blunt and sharp", "[dynamics]")
{
    for (const double smoothing : {50., 1500., 15000., 1e6}) {
        CAPTURE(smoothing);
        const JointedSystem s = test::free_play({.Omega = 1.3, .smoothing = smoothing});
        EventDrivenOptions o = periods_of(s, 6);
        o.q = Eigen::Vector2d(0.1, -0.05);
        o.v = Eigen::Vector2d(0.02, 0.1);
        o.energies = true;
        const MotionRecord t = taylor(s, {o, 1e-14}), r = runge_kutta(s, {o, 1e-13});
        CHECK((end_of(t) - end_of(r)).norm() < 1e-9 * end_of(r).norm());
        CHECK(t.energy.joints == Approx(r.energy.joints).margin(1e-9 * r.energy.turned_over()));
        CHECK(std::abs(t.energy.residual()) < 1e-12 * t.energy.turned_over());
    }
    // Among other joints: stops between moving masses, one-sided, dashpots that couple the modes,
    // elastic friction with phases of its own, a contact that sticks.
    const test::CoulombOnModes chain =
        test::on_modes(test::chain_matrices(3, "ground", 1, 0.6, 0.2));
    JointedSystem s{chain.system, {}};
    s.modes.D = (Matrix(3, 3) << 0.2, 0.05, 0, 0.05, 0.15, 0.02, 0, 0.02, 0.1).finished();
    s.modes.c = s.modes.D.diagonal();
    Matrix rows(2, 3);
    rows << chain.Phi.row(1), 0.3 * chain.Phi.row(2);
    s.joints.push_back({"pad",
                        contact::ElasticCoulomb({20, 10, 0.4, 0.5}),
                        {rows, ComplexVector::Constant(2, Complex(0, 0.01))}});
    s.joints.push_back(
        {"stop",
         contact::SmoothedGap({40, 0.1, false, 700}),
         {chain.Phi.row(2) - chain.Phi.row(1), ComplexVector::Constant(1, Complex(0.02, 0.01))}});
    const EventDrivenOptions o = periods_of(s, 6);
    const MotionRecord t = taylor(s, {o, 1e-14}), r = runge_kutta(s, {o, 1e-13});
    CHECK(t.history.joint_events.size() > 10);
    CHECK(t.history.joint_events.size() == r.history.joint_events.size());
    CHECK(t.history.events.size() == r.history.events.size());
    CHECK((end_of(t) - end_of(r)).norm() < 1e-9 * end_of(r).norm());
}

TEST_CASE("no step passes over a smoothed corner", "[dynamics]")
{
    // Two masses whose every contact counts, at the tolerance of steps: with corners ever sharper
    // the motion is that with corners, from which it differs by the area between the forces, with
    // 1 / delta^2. A step that passed over a corner would miss the stop or go through it.
    const auto end_at = [](double smoothing, double tolerance) -> Vector {
        const JointedSystem s = test::free_play({.Omega = 1.3, .smoothing = smoothing});
        EventDrivenOptions o = periods_of(s, 10);
        o.q = Eigen::Vector2d(0.1, -0.05);
        o.v = Eigen::Vector2d(0.02, 0.1);
        return end_of(taylor(s, {o, tolerance}));
    };
    const Vector sharp = end_at(0, 1e-15);
    double before = 0;
    for (const double smoothing : {2e4, 2e5, 2e6}) {
        CAPTURE(smoothing);
        const Vector smooth = end_at(smoothing, 1e-15);
        const double away = (smooth - sharp).norm() / sharp.norm();
        if (before > 0)
            CHECK(before / away == Approx(100).epsilon(0.01));
        before = away;
        for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
            CAPTURE(tolerance);
            CHECK((end_at(smoothing, tolerance) - smooth).norm() <
                  1000 * tolerance * smooth.norm() + 1e-13);
        }
    }
    CHECK(before < 1e-8);
    // A mass at rest just inside its stop, and one that touches it with next to no speed: what the
    // corner does there is slow, and its series small.
    for (const double smoothing : {1500., 1e6})
        for (const double x : {0.9, 0.99, 0.999, 1., 1.001})
            for (const double tolerance : {1e-6, 1e-10}) {
                CAPTURE(smoothing, x, tolerance);
                const JointedSystem s = oscillator(contact::SmoothedGap({3, 1, true, smoothing}));
                EventDrivenOptions o;
                o.q = Vector::Constant(1, x);
                o.t_end = 8 * pi;
                o.energies = false;
                const Vector exact = end_of(taylor(s, {o, 1e-16}));
                CHECK((end_of(taylor(s, {o, tolerance})) - exact).norm() < 1000 * tolerance);
            }
}

TEST_CASE("the work on smoothed stops is what they store", "[dynamics]")
{
    for (const double smoothing : {20., 1500.}) {
        CAPTURE(smoothing);
        const contact::SmoothedGap law({3, 0.7, true, smoothing});
        const JointedSystem s = oscillator(law);
        EventDrivenOptions o;
        o.q = Vector::Constant(1, -0.2);
        o.v = Vector::Constant(1, 1.1);
        o.t_end = 1;
        const MotionRecord r = taylor(s, {o, 1e-15});
        REQUIRE(std::abs(r.q(0)) > 0.7);
        CHECK(r.energy.joints == Approx(stored(law, r.q(0)) - stored(law, -0.2)).margin(1e-13));
        // Nothing is lost.
        o.t_end = 100;
        const MotionRecord later = taylor(s, {o, 1e-15});
        CHECK(later.energy.stored + later.energy.joints == Approx(0).margin(1e-12));
    }
}

TEST_CASE("columns of motions with smoothed stops are the differences of motions", "[dynamics]")
{
    // Central differences whose step is where their own error, h^2 delta^2 of a motion within
    // 1 / delta of its corner, meets round-off over h.
    for (const bool both_sides : {true, false})
        for (const char* number : {"clearance", "stiffness", "smoothing"}) {
            CAPTURE(both_sides, number);
            JointedSystem s = test::free_play({.Omega = 1.3, .smoothing = 300});
            s.joints[3].law = contact::SmoothedGap({10, 0.05, both_sides, 300});
            EventDrivenOptions o = periods_of(s, 2);
            o.q = Eigen::Vector2d(0.1, -0.05);
            o.v = Eigen::Vector2d(0.02, 0.1);
            const MotionRecord exact = taylor(
                s, {o, 1e-16, {.start = true, .Omega = true, .number = LawNumber{3, number}}});
            REQUIRE(exact.tangent.cols() == 6);
            const auto difference = [&](Index c, double h) -> Vector {
                Vector side[2];
                for (const int up : {0, 1}) {
                    const double step = up == 1 ? h : -h;
                    JointedSystem of = s;
                    EventDrivenOptions from = o;
                    if (c < 4)
                        (c < 2 ? from.q : from.v)(c % 2) += step;
                    else if (c == 4)
                        of.Omega += step; // loads do not change with it
                    else
                        of.joints[3].law = s.joints[3].law->with(
                            number, s.joints[3].law->parameter(number) + step);
                    side[up] = end_of(taylor(of, {from, 1e-16}));
                }
                return (side[1] - side[0]) / (2 * h);
            };
            for (Index c = 0; c < 6; ++c) {
                CAPTURE(c);
                const double h = c < 5 ? 1e-6 : 1e-6 * s.joints[3].law->parameter(number);
                const Vector slope = difference(c, h);
                CHECK((exact.tangent.col(c) - slope).cwiseAbs().maxCoeff() <
                      1e-6 * slope.cwiseAbs().maxCoeff());
            }
            // Liouville: the stops lose nothing.
            CHECK(independent::determinant(exact.tangent.leftCols(4)) ==
                  Approx(std::exp(-0.06 * o.t_end)).epsilon(1e-11));
        }
}

TEST_CASE("columns with sharp corners are true to their tolerance", "[dynamics]")
{
    for (const double smoothing : {1500., 15000., 1e6}) {
        const JointedSystem s = test::free_play({.Omega = 1.3, .smoothing = smoothing});
        EventDrivenOptions o = periods_of(s, 4);
        o.q = Eigen::Vector2d(0.1, -0.05);
        o.v = Eigen::Vector2d(0.02, 0.1);
        const auto columns = [&](double tolerance) -> Matrix {
            return taylor(s, {o,
                              tolerance,
                              {.start = true, .Omega = true, .number = LawNumber{3, "smoothing"}}})
                .tangent;
        };
        const Matrix exact = columns(1e-16);
        for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
            CAPTURE(smoothing, tolerance);
            const Matrix error = columns(tolerance) - exact;
            for (Index c = 0; c < exact.cols(); ++c) {
                CAPTURE(c);
                CHECK(error.col(c).norm() < 1e4 * tolerance * exact.col(c).norm());
            }
        }
    }
}

TEST_CASE("a corner sharper than time can tell ends a run, and says so", "[dynamics]")
{
    for (const double smoothing : {1e18, 1e300}) {
        const JointedSystem s = test::free_play({.Omega = 1.3, .smoothing = smoothing});
        EventDrivenOptions o = periods_of(s, 2);
        o.q = Eigen::Vector2d(0.1, -0.05);
        for (const MotionRecord& r : {taylor(s, {o, 1e-12}), runge_kutta(s, {o, 1e-12})}) {
            CHECK_THAT(r.failure, Catch::Contains("the step size vanished") &&
                                      Catch::Contains("or a corner too sharp"));
            CHECK(r.t_stop < o.t_end);
        }
    }
    // The bluntest is a spring of half the stiffness on either side.
    const JointedSystem s = test::free_play({.Omega = 1.3, .smoothing = 1e-300});
    JointedSystem spring = s;
    spring.joints[3].law = contact::Linear{{10}, {0}};
    EventDrivenOptions o = periods_of(s, 2);
    o.q = Eigen::Vector2d(0.1, -0.05);
    CHECK((end_of(taylor(s, {o, 1e-13})) - end_of(taylor(spring, {o, 1e-13}))).norm() < 1e-12);
}
