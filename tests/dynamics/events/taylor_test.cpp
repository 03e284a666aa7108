#include "dynamics/events/taylor_run.hpp"

#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/free_play.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

using std::numbers::pi;

EventDrivenOptions periods_of(const DrivenModes& system, double n)
{
    EventDrivenOptions o;
    o.t_end = n * 2 * pi / system.Omega;
    return o;
}

// Largest value of the first output in a period, by parabolas through its samples.
double largest(const std::vector<double>& x)
{
    const auto top = std::max_element(x.begin() + 1, x.end() - 1);
    const double bend = top[-1] - 2 * top[0] + top[1], slope = (top[1] - top[-1]) / 2;
    return *top - slope * slope / (2 * bend);
}

// Verifies that events of joints and contacts agree, to a share of the time of the run.
void check_same_events(const MotionRecord& a, const MotionRecord& b, double share)
{
    REQUIRE(a.history.joint_events.size() == b.history.joint_events.size());
    REQUIRE(a.history.events.size() == b.history.events.size());
    const double error = share * a.t_stop;
    for (std::size_t n = 0; n < a.history.joint_events.size(); ++n) {
        const JointEvent &x = a.history.joint_events[n], &y = b.history.joint_events[n];
        CAPTURE(n, x.time, y.time);
        CHECK(std::abs(x.time - y.time) <= error);
        CHECK(x.joint == y.joint);
        CHECK(x.row == y.row);
        CHECK(x.after == y.after);
    }
    for (std::size_t n = 0; n < a.history.events.size(); ++n) {
        const ContactEvent &x = a.history.events[n], &y = b.history.events[n];
        CHECK(std::abs(x.time - y.time) <= error);
        CHECK(x.contact == y.contact);
        CHECK((x.kind == y.kind));
    }
}

} // namespace

TEST_CASE("two masses with free play swing into their low orbit", "[dynamics]")
{
    // Independent program (exact events, Taylor steps of its own, closed by DOP853 to 2e-14):
    // max x1 of the low orbit. What is left of a start falls by exp(-c t / 2), by 1.5e-7 in 300
    // periods. Then a period is sampled, 2000 times, so that parabolas err by 1e-11.
    struct Row {
        double Omega, x1_max, start;
        int periods;
    };
    for (const Row row : {Row{1.2, 0.0246824743, 0, 300},
                          {1.2, 0.0246824743, 1.5, 450},
                          {1.25, 0.0346853061, 0, 300}}) {
        const JointedSystem s = test::free_play({.Omega = row.Omega});
        const Matrix Phi = test::free_play_modes();
        CAPTURE(row.Omega, row.start);
        EventDrivenOptions o = periods_of(s, row.periods);
        o.q = Phi.transpose() * Eigen::Vector2d(row.start, -row.start);
        const MotionRecord settled = taylor(s, {o, 1e-12});
        REQUIRE(settled.failure.empty());
        CHECK(std::abs(settled.energy.residual()) < 1e-9 * settled.energy.turned_over());
        EventDrivenOptions last = periods_of(s, 1);
        last.q = settled.q;
        last.v = settled.v;
        last.history_rate_hz = 2000 / last.t_end;
        last.outputs.push_back({Phi.row(0).transpose()});
        const MotionRecord period = taylor(s, {last, 1e-14});
        CHECK(largest(period.history.points[0].u) == Approx(row.x1_max).margin(1e-8));
    }
}

TEST_CASE("an orbit with contact closes as an independent program says", "[dynamics]")
{
    // z at phase 0 of the high orbit, twelve digits: an error of 1e-12 comes back as one.
    struct Row {
        double Omega;
        Eigen::Vector2d x, v;
        double x1_max;
        int periods;
    };
    const Row rows[] = {
        {1.2,
         {-0.029176778235, -0.113592803271},
         {-0.08695676581, -0.210889045443},
         0.0775977319,
         1},
        {1.25,
         {-0.040074233989, -0.107111601324},
         {-0.138078355202, -0.250617298714},
         0.0929711433,
         1},
        {1.3,
         {-0.018795484333, -0.059051188757},
         {-0.195426764845, -0.300191003349},
         0.1088380535,
         1},
        {1.5,
         {0.050718051131, 0.045022106653},
         {-0.039547358708, -0.008682908092},
         0.0719022460,
         9},
    };
    const Matrix Phi = test::free_play_modes();
    for (const Row& row : rows) {
        CAPTURE(row.Omega);
        const JointedSystem s = test::free_play({.Omega = row.Omega});
        EventDrivenOptions o = periods_of(s, row.periods);
        o.q = Phi.transpose() * row.x;
        o.v = Phi.transpose() * row.v;
        o.history_rate_hz = 2000 * row.periods / o.t_end;
        o.outputs.push_back({Phi.row(0).transpose()});
        const MotionRecord r = taylor(s, {o, 1e-15});
        CHECK((r.q - o.q).cwiseAbs().maxCoeff() < 3e-12);
        CHECK((r.v - o.v).cwiseAbs().maxCoeff() < 3e-12);
        CHECK(largest(r.history.points[0].u) == Approx(row.x1_max).margin(1e-10));
        check_same_events(r, runge_kutta(s, {o, 1e-13}), 1e-9);
    }
}

TEST_CASE("Taylor and Runge-Kutta steps find the same events of joints of every law", "[dynamics]")
{
    // Twelve periods of a chain with a stop between its masses and one on one side, elastic
    // friction, a cubic and a linear spring and a dry contact; dashpots that couple the modes; a
    // base that moves some of the joints. Smoothed stops: smoothed_gap_test.cpp.
    for (const double damping : {0.0, 0.5, 5.0}) {
        CAPTURE(damping);
        const test::CoulombOnModes chain =
            test::on_modes(test::chain_matrices(3, "ground", 1, 0.6, 0.2));
        JointedSystem s{chain.system, {}};
        s.modes.D = (Matrix(3, 3) << 0.2, 0.05, 0, 0.05, 0.15, 0.02, 0, 0.02, 0.1).finished();
        s.modes.c = s.modes.D.diagonal();
        s.joints.push_back({"stop",
                            contact::Gap({40, 0.1, true, damping}),
                            {chain.Phi.row(2) - chain.Phi.row(1),
                             ComplexVector::Constant(1, Complex(0.02, 0.01))}});
        Matrix rows(2, 3);
        rows << chain.Phi.row(1), 0.3 * chain.Phi.row(2);
        s.joints.push_back({"pad",
                            contact::ElasticCoulomb({20, 10, 0.4, 0.5}),
                            {rows, ComplexVector::Constant(2, Complex(0, 0.01))}});
        s.joints.push_back({"hard", contact::Cubic{3}, {chain.Phi.row(2), ComplexVector::Zero(1)}});
        s.joints.push_back(
            {"soft", contact::Linear{{0.7}, {0.05}}, {chain.Phi.row(0), ComplexVector::Zero(1)}});
        s.joints.push_back({"ledge",
                            contact::Gap({15, 0.1, false, damping}),
                            {chain.Phi.row(0), ComplexVector::Zero(1)}});
        EventDrivenOptions o = periods_of(s, 12);
        o.history_rate_hz = 20 / o.t_end;
        const MotionRecord t = taylor(s, {o, 1e-14}), r = runge_kutta(s, {o, 1e-13});
        CHECK(t.history.joint_events.size() > 50);
        for (const std::size_t with_events : {0, 1, 4})
            CHECK(std::any_of(t.history.joint_events.begin(), t.history.joint_events.end(),
                              [&](const JointEvent& e) -> bool { return e.joint == with_events; }));
        CHECK(t.history.events.size() > 10);
        check_same_events(t, r, 1e-9);
        CHECK((t.q - r.q).norm() < 1e-9 * r.q.norm());
        for (std::size_t n = 0; n < t.history.energy.size(); ++n) {
            const Energy &a = t.history.energy[n], &b = r.history.energy[n];
            const double scale = 1e-9 * r.energy.turned_over();
            CHECK(a.drive == Approx(b.drive).margin(scale));
            CHECK(a.damping == Approx(b.damping).margin(scale));
            CHECK(a.joints == Approx(b.joints).margin(scale));
            CHECK(a.friction == Approx(b.friction).margin(scale));
            CHECK(std::abs(a.residual()) < 1e-12 * r.energy.turned_over());
        }
    }
}

TEST_CASE("Taylor and Runge-Kutta steps find the same events of two masses with free play",
          "[dynamics]")
{
    // From rest and from far off, where the low orbit, the high one and chaos are. What
    // tolerances of 1e-13 leave grows by exp(0.0306 t) at 1.35, by 17 in these periods.
    struct Row {
        double Omega, start;
    };
    for (const Row row : {Row{1.2, 0}, {1.35, 0}, {1.2, 1.5}, {1.3, 0.2}}) {
        CAPTURE(row.Omega, row.start);
        const JointedSystem s = test::free_play({.Omega = row.Omega});
        EventDrivenOptions o = periods_of(s, 20);
        o.q = test::free_play_modes().transpose() * Eigen::Vector2d(row.start, -row.start);
        const MotionRecord t = taylor(s, {o, 1e-14}), r = runge_kutta(s, {o, 1e-13});
        CHECK(t.history.joint_events.size() > 15);
        check_same_events(t, r, 1e-9);
        CHECK((t.q - r.q).norm() < 1e-9 * r.q.norm());
    }
}

TEST_CASE("no step passes over a stop that is touched and left within it", "[dynamics]")
{
    // A mass swings with amplitude one, omega one, between stops of k = 3 a little before: it meets
    // them with v, and in touch swings with omega two about 3/4 of the way, so that a touch lasts
    // atan(2 v / g), from three thousandths of a period down to 5e-7 of it.
    for (const double e : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        CAPTURE(e);
        const double g = 1 - e, v = std::sqrt(e * (1 + g));
        JointedSystem s;
        s.modes.omega = Vector::Ones(1);
        s.modes.c = s.p0 = Vector::Zero(1);
        s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(1);
        s.B.resize(0, 1);
        s.limit.resize(0);
        s.r.resize(0);
        s.joints.push_back(
            {"stops", contact::Gap({3, g, true, 0}), {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
        EventDrivenOptions o;
        o.q = Vector::Zero(1);
        o.v = Vector::Ones(1);
        o.t_end = 16 * pi;
        for (const double tolerance : {1e-16, 1e-13}) {
            const MotionRecord r = taylor(s, {o, tolerance});
            CHECK(r.failure.empty());
            REQUIRE(r.history.joint_events.size() == 32);
            for (std::size_t n = 0; n < 32; n += 2) {
                CHECK(r.history.joint_events[n].after == (n % 4 == 0 ? 1 : -1));
                CHECK(r.history.joint_events[n + 1].after == 0);
                const double touch =
                    r.history.joint_events[n + 1].time - r.history.joint_events[n].time;
                // A depth of e is known to round-off of one.
                CHECK(touch == Approx(std::atan(2 * v / g)).epsilon(1e-14 / e + 1e-9));
            }
        }
    }
}

TEST_CASE("the error of a motion by Taylor steps falls with its tolerance to round-off",
          "[dynamics]")
{
    // Ten periods from the high orbit's start shifted: against 1e-16.
    const JointedSystem s = test::free_play({.Omega = 1.3, .dashpot = 0.5});
    EventDrivenOptions o = periods_of(s, 10);
    o.q = Eigen::Vector2d(0.1, -0.05);
    const MotionRecord exact = taylor(s, {o, 1e-16});
    REQUIRE(exact.history.joint_events.size() > 20);
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14}) {
        const MotionRecord r = taylor(s, {o, tolerance});
        CAPTURE(tolerance);
        // Some 200 steps; what the events amplify is less than ten times.
        CHECK((r.q - exact.q).norm() < 1000 * tolerance * exact.q.norm() + 1e-14);
        CHECK(std::abs(r.energy.residual()) < 100 * tolerance * r.energy.turned_over() + 1e-14);
    }
}

TEST_CASE("columns of a linear motion are the closed form", "[dynamics]")
{
    // q'' + 2 d q' + w^2 q = p cos(Omega t), one mode of the two masses without joints.
    JointedSystem s = test::free_play({});
    s.joints.clear();
    EventDrivenOptions o = periods_of(s, 1);
    o.q = Eigen::Vector2d(0.3, -0.2);
    o.v = Eigen::Vector2d(-0.1, 0.4);
    const MotionRecord r = taylor(s, {o, 1e-16, {.start = true, .Omega = true}});
    REQUIRE(r.tangent.cols() == 5);
    const double t = o.t_end, Omega = s.Omega;
    for (Index i = 0; i < 2; ++i) {
        const double w = s.modes.omega(i), d = s.modes.c(i) / 2, wd = std::sqrt(w * w - d * d);
        const double fade = std::exp(-d * t), c = std::cos(wd * t), n = std::sin(wd * t) / wd;
        CHECK(r.tangent(i, i) == Approx(fade * (c + d * n)).margin(1e-13));
        CHECK(r.tangent(i, 2 + i) == Approx(fade * n).margin(1e-13));
        CHECK(r.tangent(2 + i, i) == Approx(-fade * w * w * n).margin(1e-13));
        CHECK(r.tangent(2 + i, 2 + i) == Approx(fade * (c - d * n)).margin(1e-13));
        CHECK(r.tangent(i, 1 - i) == 0);
        // q = Re(X e) + free motion from q0 - Re X, v0 - Re(j Omega X), X = p / (w^2 - Omega^2 +
        // 2 j d Omega): all of it by Omega, at the same t.
        const Complex j(0, 1), e = std::polar(1.0, Omega * t), p = s.p(i);
        const Complex below = w * w - Omega * Omega + 2.0 * j * d * Omega;
        const Complex X = p / below, dX = -p * (-2 * Omega + 2.0 * j * d) / (below * below);
        const double dq0 = -dX.real(), dv0 = -(j * X + j * Omega * dX).real();
        const double by_Omega =
            (dX * e + X * j * t * e).real() + fade * (c + d * n) * dq0 + fade * n * dv0;
        CHECK(r.tangent(i, 4) == Approx(by_Omega).epsilon(1e-12));
    }
}

TEST_CASE("columns of motions with free play are the differences of motions", "[dynamics]")
{
    // Central differences of motions with the same events, whose step is where their own error,
    // h^2, meets round-off over h. Dashpots make the force jump at touch.
    struct Number {
        std::size_t joint;
        const char* name;
    };
    for (const double dashpot : {0.0, 0.5, 5.0})
        for (const Number number :
             {Number{3, "clearance"}, {3, "stiffness"}, {3, "damping"}, {2, "k3"}}) {
            CAPTURE(dashpot, number.name);
            const JointedSystem s = test::free_play({.Omega = 1.3, .dashpot = dashpot});
            EventDrivenOptions o = periods_of(s, 2);
            o.q = Eigen::Vector2d(0.1, -0.05);
            o.v = Eigen::Vector2d(0.02, 0.1);
            const auto end = [&](const JointedSystem& of,
                                 const EventDrivenOptions& from) -> Vector {
                const MotionRecord r = taylor(of, {from, 1e-16});
                Vector z(4);
                z << r.q, r.v;
                return z;
            };
            const MotionRecord exact = taylor(
                s,
                {o,
                 1e-16,
                 {.start = true, .Omega = true, .number = LawNumber{number.joint, number.name}}});
            REQUIRE(exact.history.joint_events.size() > 4);
            REQUIRE(exact.tangent.cols() == 6);
            const double h = 1e-6;
            Matrix difference(4, 6);
            for (Index c = 0; c < 6; ++c) {
                Vector side[2];
                // From no damping upwards: three points, of second order too.
                const bool ahead = c == 5 && number.name == std::string("damping") && dashpot == 0;
                for (const int up : {0, 1}) {
                    const double step = ahead ? (up + 1) * h : up == 1 ? h : -h;
                    JointedSystem of = s;
                    EventDrivenOptions from = o;
                    if (c < 4)
                        (c < 2 ? from.q : from.v)(c % 2) += step;
                    else if (c == 4)
                        of.Omega += step; // loads do not change with it
                    else
                        of.joints[number.joint].law = s.joints[number.joint].law->with(
                            number.name, s.joints[number.joint].law->parameter(number.name) + step);
                    side[up] = end(of, from);
                }
                if (ahead)
                    side[1] = 4 * side[0] - side[1];
                const Vector from = ahead ? Vector(3 * end(s, o)) : side[0];
                difference.col(c) = (side[1] - from) / (2 * h);
            }
            for (Index c = 0; c < 6; ++c) {
                CAPTURE(c);
                CHECK((exact.tangent.col(c) - difference.col(c)).cwiseAbs().maxCoeff() <
                      1e-6 * difference.col(c).cwiseAbs().maxCoeff());
            }
        }
}

TEST_CASE("columns of joints on a moving base are the differences of motions", "[dynamics]")
{
    // Dashpots that couple the modes, loads that depend on Omega, and a stop whose base moves.
    test::CoulombOnModes chain = test::on_modes(test::chain_matrices(3, "ground", 1, 0.6, 0.2));
    JointedSystem s{chain.system, {}};
    s.B.resize(0, 3);
    s.limit.resize(0);
    s.r.resize(0);
    s.names.clear();
    s.modes.D = (Matrix(3, 3) << 0.2, 0.05, 0, 0.05, 0.15, 0.02, 0, 0.02, 0.1).finished();
    s.modes.c = s.modes.D.diagonal();
    s.force = s.p;
    s.inertia = ComplexVector::Constant(3, Complex(0.1, 0.2));
    s.drag = ComplexVector::Constant(3, Complex(-0.05, 0.1));
    s.joints.push_back(
        {"stop",
         contact::Gap({40, 0.1, true, 2}),
         {chain.Phi.row(2) - chain.Phi.row(1), ComplexVector::Constant(1, Complex(0.02, 0.01))}});
    s.joints.push_back({"hard", contact::Cubic{3}, {chain.Phi.row(2), ComplexVector::Zero(1)}});
    const auto at = [&](double Omega) -> JointedSystem {
        JointedSystem of = s;
        of.Omega = Omega;
        of.p = of.p_at(Omega);
        return of;
    };
    EventDrivenOptions o = periods_of(s, 3);
    const MotionRecord exact = taylor(at(1), {o, 1e-16, {.Omega = true}});
    REQUIRE(exact.history.joint_events.size() > 6);
    REQUIRE(exact.tangent.cols() == 1);
    const double h = 1e-6;
    const MotionRecord up = taylor(at(1 + h), {o, 1e-16}), down = taylor(at(1 - h), {o, 1e-16});
    Vector difference(6);
    difference << (up.q - down.q) / (2 * h), (up.v - down.v) / (2 * h);
    CHECK((exact.tangent.col(0) - difference).cwiseAbs().maxCoeff() <
          1e-6 * difference.cwiseAbs().maxCoeff());
}

TEST_CASE("multipliers of orbits with contact are those of an independent program", "[dynamics]")
{
    const Matrix Phi = test::free_play_modes();
    const JointedSystem s = test::free_play({.Omega = 1.2});
    EventDrivenOptions o = periods_of(s, 1);
    o.q = Phi.transpose() * Eigen::Vector2d(-0.029176778235, -0.113592803271);
    o.v = Phi.transpose() * Eigen::Vector2d(-0.08695676581, -0.210889045443);
    o.tangent = true;
    const Matrix M = taylor(s, {o, 1e-15}).tangent;
    double modulus = 0;
    for (const Complex& multiplier : independent::eigenvalues(M))
        modulus = std::max(modulus, std::abs(multiplier));
    CHECK(modulus == Approx(0.9270306861).margin(1e-9));
    // Liouville: the trace of the damping over a period.
    CHECK(independent::determinant(M) == Approx(std::exp(-0.06 * o.t_end)).epsilon(1e-12));
}

TEST_CASE("derivatives are refused where there are none", "[dynamics]")
{
    const JointedSystem dry{test::on_modes(test::two_contact_block()).system, {}};
    CHECK_THROWS_WITH(taylor(dry, {{}, 1e-9, {.start = true}}), Contains("no derivatives"));
    JointedSystem s = test::free_play({});
    CHECK_THROWS_WITH(taylor(s, {{}, 1e-9, {.number = LawNumber{3, "k3"}}}),
                      Contains("no parameter"));
    CHECK_THROWS_AS(taylor(s, {{}, 1e-9, {.number = LawNumber{4, "k3"}}}), std::invalid_argument);
    s.joints.push_back({"pad",
                        contact::ElasticCoulomb({20, 10, 0.4, 0.5}),
                        {Matrix::Identity(2, 2), ComplexVector::Zero(2)}});
    CHECK_THROWS_WITH(taylor(s, {{}, 1e-9, {.start = true}}), Contains("a law with memory"));
}

TEST_CASE("a dashpot in a gap bends the tangent at grazing at once, by its own coefficient",
          "[dynamics]")
{
    // q = sin t from v = 1 meets a stop at t = pi/2 with next to no speed. Beside it the tangent is
    // that of the free motion, behind it dq' has lost c dq at the touch.
    const double c = 5, t_end = 2;
    const auto turn = [](double t) -> Matrix {
        return (Matrix(2, 2) << std::cos(t), std::sin(t), -std::sin(t), std::cos(t)).finished();
    };
    const auto motion = [&](double clearance, const EventDrivenOptions& o, double c,
                            bool by_damping) -> MotionRecord {
        JointedSystem s;
        s.modes.omega = Vector::Ones(1);
        s.modes.c = s.p0 = Vector::Zero(1);
        s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(1);
        s.B.resize(0, 1);
        s.limit.resize(0);
        s.r.resize(0);
        s.joints.push_back({"stop",
                            contact::Gap({3, clearance, false, c}),
                            {Matrix::Ones(1, 1), ComplexVector::Zero(1)}});
        TaylorOptions options{o, 1e-16};
        if (by_damping)
            options.by.number = LawNumber{0, "damping"};
        return taylor(s, options);
    };
    EventDrivenOptions o;
    o.q = Vector::Zero(1);
    o.v = Vector::Ones(1);
    o.t_end = t_end;
    o.tangent = true;
    const MotionRecord outside = motion(1 + 1e-12, o, c, false),
                       inside = motion(1 - 1e-12, o, c, false);
    CHECK(outside.history.joint_events.empty());
    CHECK((outside.tangent - turn(t_end)).norm() < 1e-12);
    REQUIRE(inside.history.joint_events.size() >= 2);
    const Matrix touch = (Matrix(2, 2) << 1, 0, -c, 1).finished();
    // In touch for 3e-6, in which spring and dashpot change a velocity by 1e-5 of it.
    CHECK((inside.tangent - turn(t_end - pi / 2) * touch * turn(pi / 2)).norm() < 1e-4);
    // Differences on either side that straddle no event.
    for (const double clearance : {1 - 1e-4, 1 + 1e-4}) {
        CAPTURE(clearance);
        const Matrix tangent = motion(clearance, o, c, true).tangent;
        const double h = 1e-8;
        for (const Index column : {0, 1, 2}) { // the last by the dashpot itself
            EventDrivenOptions up = o, down = o;
            up.tangent = down.tangent = false;
            if (column < 2) {
                (column == 0 ? up.q : up.v)(0) += h;
                (column == 0 ? down.q : down.v)(0) -= h;
            }
            const double of_dashpot = column == 2 ? h : 0;
            const MotionRecord a = motion(clearance, up, c + of_dashpot, false),
                               b = motion(clearance, down, c - of_dashpot, false);
            const Eigen::Vector2d difference((a.q - b.q)(0) / (2 * h), (a.v - b.v)(0) / (2 * h));
            CHECK((tangent.col(column) - difference).norm() < 1e-6 * tangent.norm());
        }
    }
}
