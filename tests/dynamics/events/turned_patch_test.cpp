#include "contact/patch/patch_rest.hpp"
#include "contact/patch/turned_map.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "tests/dynamics/events/free_patch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using namespace slideway::test;

// Pressure maps that turn with the first body. Source of the motions: friction of points in equal
// parts of the map, Runge-Kutta's steps of fourth order in physical time, no events.

namespace {

using std::numbers::pi;

PatchLaw law_of(PressureMap map, MapFrame frame = MapFrame::first_body)
{
    PatchOptions options{.friction = 1, .frame = frame, .map = std::move(map)};
    return PatchLaw(options);
}

// Three feet of uniform pressure, the front one loaded more.
PressureMap feet()
{
    PressureMap map;
    for (int i = 0; i < 3; ++i) {
        const double angle = 2 * pi * i / 3;
        map.push_back({DiscPart{PressureShape::uniform, 0.2},
                       i == 0 ? 0.5 : 0.25,
                       {std::cos(angle), std::sin(angle)}});
    }
    return map;
}

PressureMap ellipse()
{
    return {{EllipsePressure(1, 0.5, {0.5, 0.2}), 1}};
}

// Middles of n rings of 6 n parts each.
std::vector<LoadedPoint> points_of(const PressureMap& map, int n)
{
    std::vector<LoadedPoint> points;
    for (const PressurePart& part : map)
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < 6 * n; ++k) {
                const double share = (i + 0.5) / n, angle = 2 * pi * (k + 0.5) / (6 * n);
                const Vector2 e(std::cos(angle), std::sin(angle));
                if (const auto* disc = std::get_if<DiscPart>(&part.pressure)) {
                    points.push_back({part.at + share * disc->radius * e,
                                      part.normal_force * 2 * share / (6.0 * n * n)});
                } else { // r = sin psi
                    const auto& of = std::get<EllipsePressure>(part.pressure);
                    const double r = std::sin(pi / 2 * share), p = std::sqrt(1 - r * r);
                    const Vector2 x = r * e.cwiseProduct(Vector2(of.a(), of.b()));
                    points.push_back({x, p * r * p * (1 + of.skew().dot(x))});
                }
            }
    double sum = 0;
    for (const LoadedPoint& point : points)
        sum += point.load;
    for (LoadedPoint& point : points)
        point.load *= normal_force(map) / sum;
    return points;
}

// A free body of mass 1 and inertia j.
struct Body {
    std::vector<LoadedPoint> points;
    double j = 0;
    MapFrame frame = MapFrame::first_body;

    // (x, y, rotation, their velocities)
    using State = Eigen::Matrix<double, 6, 1>;

    [[nodiscard]] State rate(const State& s) const
    {
        const double angle = frame == MapFrame::fixed ? 0 : s(2);
        const double c = std::cos(angle), n = std::sin(angle);
        State out = State::Zero();
        out.head<3>() = s.tail<3>();
        for (const LoadedPoint& point : points) {
            const double x = c * point.at(0) - n * point.at(1),
                         y = n * point.at(0) + c * point.at(1);
            const double vx = s(3) - s(5) * y, vy = s(4) + s(5) * x, v = std::hypot(vx, vy);
            out(3) -= point.load * vx / v;
            out(4) -= point.load * vy / v;
            out(5) -= point.load * (x * vy - y * vx) / v / j;
        }
        return out;
    }
    [[nodiscard]] State after(State s, double t, int steps) const
    {
        const double h = t / steps;
        for (int i = 0; i < steps; ++i) {
            const State k1 = rate(s), k2 = rate(s + h / 2 * k1), k3 = rate(s + h / 2 * k2),
                        k4 = rate(s + h * k3);
            s += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        return s;
    }
    // Steps of a twentieth of the way to rest, down to a speed of 1e-6; then by its fall.
    struct Rest {
        double t;
        State s;
    };
    [[nodiscard]] Rest rest(State s) const
    {
        double t = 0;
        for (;;) {
            const double left = s.tail<3>().norm() / rate(s).tail<3>().norm();
            if (s.tail<3>().norm() < 1e-6) {
                s.head<3>() += left / 2 * s.tail<3>();
                return {t + left, s};
            }
            s = after(s, left / 20, 1);
            t += left / 20;
        }
    }
};

} // namespace

TEST_CASE("maps that turn with their body, or stay, stop as points of them do", "[patch]")
{
    struct Throw {
        const char* name;
        PressureMap map;
        double j;
        Vector3 v;
        double off, off_rest; // times n^2: more where the centre of rotation is on the area
        MapFrame frame = MapFrame::first_body;
    };
    const Throw thrown[] = {{"feet", feet(), 0.4, {1, 0.3, 2}, 0.005, 0.02},
                            {"ellipse", ellipse(), 0.2, {0.5, 0.6, -3}, 0.6, 0.8},
                            {"fixed", ellipse(), 0.2, {0.5, 0.6, -3}, 0.6, 0.8, MapFrame::fixed}};
    for (const Throw& one : thrown) {
        CAPTURE(one.name);
        const JointedSystem s = free_patch(law_of(one.map, one.frame), one.j);
        RungeKuttaOptions o;
        o.run.q = Vector::Zero(3);
        o.run.v = Vector3(one.v(0), one.v(1), one.v(2) * std::sqrt(one.j));
        o.run.t_end = 4;
        o.run.keep_at = {0.7};
        o.tolerance = 1e-11;
        const MotionRecord r = runge_kutta(s, o);
        REQUIRE(r.failure.empty());
        REQUIRE(r.history.patch_events.size() == 1);
        const PatchEvent& stop = r.history.patch_events[0];
        const double kinetic =
            (one.v(0) * one.v(0) + one.v(1) * one.v(1) + one.j * one.v(2) * one.v(2)) / 2;
        CHECK(std::abs(stop.dissipated - kinetic) < 1e-10 * kinetic);
        CHECK(std::abs(r.energy.residual()) < 1e-10 * kinetic);
        CHECK(std::abs(stop.place(2)) > 0.5); // it has turned
        Body::State at = Body::State::Zero();
        const Matrix rows = s.patches[0].on.rows;
        at << rows * r.kept[0].q, rows * r.kept[0].v;
        // The middles of parts are of second order.
        Body::State coarse = at, fine = at;
        for (const int n : {8, 16}) {
            const Body body{points_of(one.map, n), one.j, one.frame};
            Body::State start = Body::State::Zero();
            start.tail<3>() = one.v;
            coarse = fine;
            fine = body.after(start, 0.7, 200);
            const double off = (fine - at).norm();
            const Body::Rest rest = body.rest(start);
            const double off_rest =
                std::abs(rest.t - stop.time) + (rest.s.head<3>() - stop.place).norm();
            CAPTURE(n, off, off_rest, stop.time, stop.place);
            CHECK(off < one.off / (n * n));
            CHECK(off_rest < one.off_rest / (n * n));
        }
        if (one.map.size() > 1) { // the centre crosses no foot: what is left is of fourth order
            const double extrapolated = ((4 * fine - coarse) / 3 - at).norm();
            CAPTURE(extrapolated);
            CHECK(extrapolated < 1e-8);
        }
    }
}

TEST_CASE("a patch leaves a turntable where the turned set loses the force", "[patch]")
{
    // A disc of pressure 0.6 beside the middle, pulled along x with 0.9 of its limit, which the
    // table turns with the angle cos(Omega t) - 1.
    const double j = 0.5, Omega = 0.5, pull = 0.9;
    const PatchLaw law = law_of({{DiscPart{PressureShape::uniform, 1}, 1, {0.6, 0}}});
    JointedSystem s = free_patch(law, j, Omega);
    s.p0(0) = pull;
    s.patches[0].on.follow(2) = -1;
    const auto angle = [&](double t) -> double { return std::cos(Omega * t) - 1; };
    const auto use = [&](double t) -> double {
        const Vector3 reaction(pull, 0, j * Omega * Omega * std::cos(Omega * t));
        return gauge(law, axes_turned_by(angle(t)).transpose() * reaction).value;
    };
    double low = 0, high = pi / Omega;
    REQUIRE(use(low) < 1);
    REQUIRE(use(high) > 1);
    while (high - low > 1e-13)
        (use((low + high) / 2) < 1 ? low : high) = (low + high) / 2;

    RungeKuttaOptions o;
    o.run.t_end = low + 1.5;
    o.tolerance = 1e-11;
    const MotionRecord r = runge_kutta(s, o);
    REQUIRE(r.failure.empty());
    REQUIRE(r.history.patch_events.size() == 1);
    const PatchEvent& start = r.history.patch_events[0];
    CHECK(start.slides);
    CHECK(std::abs(start.time - low) < 1e-9);
    CHECK(std::abs(r.energy.residual()) < 1e-9 * r.energy.turned_over());

    // Moreau's time stepping: friction at the end of each step, the map as in its middle.
    const Vector3 end = s.patches[0].on.rows * r.q;
    const auto stepped = [&](int steps) -> Vector3 {
        const double h = o.run.t_end / steps;
        const Matrix3 M = Vector3(1, 1, j).asDiagonal();
        Vector3 x = Vector3::Zero(), v = Vector3::Zero();
        for (int n = 0; n < steps; ++n) {
            const Vector3 middle = x + h / 2 * v;
            const Matrix3 axes = axes_turned_by(middle(2));
            const Vector3 table(0, 0, -Omega * std::sin(Omega * (n + 1) * h));
            const Vector3 free = axes.transpose() * (v + h * Vector3(pull, 0, 0) - table);
            v = table + axes * acceleration_from_rest(law, M / h, M * free / h);
            x = middle + h / 2 * v;
        }
        return x;
    };
    double last = 0;
    for (const int steps : {1000, 2000, 4000}) {
        const double off = (stepped(steps) - end).norm();
        CAPTURE(steps, off, last, end);
        CHECK(off < 10.0 / steps);
        if (last > 0)
            CHECK(off == Approx(last / 2).epsilon(0.1));
        last = off;
    }
}

namespace {

// A body of mass 1 under 1.3 cos t along x and a moment.
struct Turned {
    PatchLaw law;
    double j, moment; // cos(t - 60 deg)
    static constexpr double push = 1.3, phase = -pi / 3;

    [[nodiscard]] JointedSystem system() const
    {
        JointedSystem s = free_patch(law, j, 1);
        s.p(0) = s.force(0) = push;
        s.p(2) = s.force(2) = std::polar(moment, phase) / std::sqrt(j);
        return s;
    }

    // Moreau's time stepping: friction at the end of each step, the map as in its middle.
    [[nodiscard]] Vector3 stepped(double t_end, int steps) const
    {
        const double h = t_end / steps;
        const Vector3 inertia(1, 1, j);
        const Matrix3 M = inertia.asDiagonal();
        Vector3 x = Vector3::Zero(), v = Vector3::Zero();
        for (int n = 0; n < steps; ++n) {
            const double t = (n + 0.5) * h;
            const Vector3 middle = x + h / 2 * v,
                          load(push * std::cos(t), 0, moment * std::cos(t + phase));
            const Matrix3 axes = axes_turned_by(middle(2));
            const Vector3 free = axes.transpose() * (v + h * load.cwiseQuotient(inertia));
            v = axes * acceleration_from_rest(law, M / h, M * free / h);
            x = middle + h / 2 * v;
        }
        return x;
    }

    // Runs to t_end, and compares.
    [[nodiscard]] MotionRecord moved(double t_end, double off_by) const
    {
        const JointedSystem s = system();
        RungeKuttaOptions o;
        o.run.t_end = t_end;
        o.tolerance = 1e-10;
        MotionRecord r = runge_kutta(s, o);
        CAPTURE(r.failure);
        REQUIRE(r.failure.empty());
        CHECK(std::abs(r.energy.residual()) < 1e-10 * r.energy.turned_over());
        const Vector3 end = s.patches[0].on.rows * r.q;
        double last = 0;
        for (const int steps : {1000, 2000, 4000}) {
            const double off = (stepped(t_end, steps) - end).norm();
            CAPTURE(steps, off, last, end);
            CHECK(off < off_by / steps);
            if (last > 0)
                CHECK(off == Approx(last / 2).epsilon(0.1));
            last = off;
        }
        return r;
    }
};

} // namespace

TEST_CASE("a patch that passes rest stops there, and starts anew", "[patch]")
{
    // At 8.199 its load is a little outside of the set: the direction follows it down to e^-24 of
    // the speed, and then turns to the only one that leaves.
    const Turned ellipse{law_of({{EllipsePressure(1, 0.5, {0.5, 0.2}), 1, {0.2, 0.1}}}),
                         0.3162277660168379, 0.4};
    const MotionRecord r = ellipse.moved(8.6, 40);
    REQUIRE(r.history.patch_events.size() == 2);
    CHECK(!r.history.patch_events[0].slides);
    CHECK(r.history.patch_events[1].slides);
    CHECK(r.history.patch_events[1].time == r.history.patch_events[0].time);
}

TEST_CASE("a patch whose spin is light comes to rest, though its direction turns slowly", "[patch]")
{
    const TrianglePressure strip({{{-1, -0.3}, 1}, {{1, -0.3}, 2}, {{1, 0.3}, 1}, {{-1, 0.3}, 0.5}},
                                 {{0, 1, 2}, {0, 2, 3}});
    const Turned light{law_of({{strip, 1}}), 1e-3, 0.2};
    const MotionRecord r = light.moved(2, 4);
    REQUIRE(r.history.patch_events.size() == 1);
    CHECK(!r.history.patch_events[0].slides);
}

TEST_CASE("what wears adds up to the dissipated energy, with second order in the cells", "[patch]")
{
    const PressureMap square = {
        {TrianglePressure(
             {{{-0.7, -0.7}, 1}, {{0.7, -0.7}, 2}, {{0.7, 0.7}, 2.5}, {{-0.7, 0.7}, 1}},
             {{0, 1, 2}, {0, 2, 3}}),
         1}};
    struct Map {
        const char* name;
        PressureMap map;
        double area;
    };
    const Map maps[] = {{"disc", {{DiscPart{PressureShape::hertz, 1}, 1}}, pi},
                        {"punch", {{DiscPart{PressureShape::flat_punch, 1}, 1}}, pi},
                        {"feet", feet(), 3 * pi * 0.04},
                        {"ellipse", ellipse(), pi / 2},
                        {"square", square, 1.96}};
    const double j = 0.4;
    for (const Map& one : maps) {
        CAPTURE(one.name);
        const PatchLaw law = law_of(one.map);
        RungeKuttaOptions o;
        o.run.q = Vector::Zero(3);
        o.run.t_end = 3;
        o.tolerance = 1e-11;
        const auto run = [&](const Vector3& v, int cells) -> MotionRecord {
            o.run.v = v.cwiseProduct(Vector3(1, 1, std::sqrt(j)));
            o.run.wear_cells = {cells};
            return runge_kutta(free_patch(law, j), o);
        };
        double last = 0;
        for (const int n : {400, 1600, 6400}) {
            const MotionRecord r = run({0.6, 0.3, 1.5}, n);
            REQUIRE(r.history.patch_events.size() == 1);
            REQUIRE(r.wear.at(0).has_value());
            const PatchWear& wear = *r.wear[0];
            double load = 0, area = 0, drawn = 0;
            for (std::size_t i = 0; i < wear.cells.size(); ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    const Vector2 &a = wear.cells.vertices[wear.cells.corners[i][k]],
                                  &b = wear.cells.vertices[wear.cells.corners[i][(k + 1) % 4]];
                    drawn += (a(0) * b(1) - a(1) * b(0)) / 2;
                }
                load += wear.cells.loads[i].load;
                area += wear.cells.areas[i];
            }
            CHECK(load == Approx(1).epsilon(1e-12));
            CHECK(area == Approx(one.area).epsilon(1e-12));
            CHECK(drawn == Approx(area).epsilon(1e-12));
            const double off = std::abs(wear.dissipated.sum() - r.energy.friction);
            CAPTURE(n, wear.cells.size(), off, last);
            CHECK(off < 2.0 / n);
            if (last > 0)
                CHECK(off < 0.4 * last); // a quarter, except for cells that the centre crosses
            last = off;
        }
    }
    // Slip alone wears as the pressure, mu p times the way.
    RungeKuttaOptions o;
    o.run.q = Vector::Zero(3);
    o.run.v = Vector3(0.6, 0.8, 0);
    o.run.t_end = 2;
    o.run.wear_cells = {400};
    const MotionRecord slipped =
        runge_kutta(free_patch(law_of({{DiscPart{PressureShape::uniform, 2}, 1}}), j), o);
    const PatchWear& slip = slipped.wear[0].value();
    for (std::size_t i = 0; i < slip.cells.size(); ++i)
        REQUIRE(slip.dissipated(static_cast<Index>(i)) / slip.cells.areas[i] ==
                Approx(0.5 / (4 * pi)).epsilon(1e-9));
    // Spin alone as the pressure times the radius and the angle.
    o.run.v = Vector3(0, 0, std::sqrt(j));
    const MotionRecord spun =
        runge_kutta(free_patch(law_of({{DiscPart{PressureShape::uniform, 2}, 1}}), j), o);
    const double angle = spun.history.patch_events.at(0).place(2);
    CHECK(angle == Approx(j / 2 / (4.0 / 3)).epsilon(1e-9));
    const PatchWear& spin = spun.wear[0].value();
    for (std::size_t i = 0; i < spin.cells.size(); ++i)
        REQUIRE(
            spin.dissipated(static_cast<Index>(i)) ==
            Approx(spin.cells.loads[i].load * spin.cells.loads[i].at.norm() * angle).epsilon(1e-9));
}

TEST_CASE("motion and wear do not depend on units or place", "[patch]")
{
    // Feet in m, kg, s, and in mm, t, s (N in both), from a place 100 m away.
    const auto thrown = [](double metre, double kilogram, double x0) -> MotionRecord {
        PressureMap map = feet();
        for (PressurePart& part : map) {
            part.at *= metre;
            std::get<DiscPart>(part.pressure).radius *= metre;
        }
        PatchOptions options{.friction = 0.7, .map = map};
        JointedSystem s = free_patch(PatchLaw(options), 0.4 * metre * metre);
        Matrix& rows = s.patches[0].on.rows;
        rows /= std::sqrt(kilogram);
        s.patches[0].turn = rows.row(2).transpose();
        RungeKuttaOptions o;
        o.run.q = Vector3(x0, -x0, 0) * std::sqrt(kilogram) * metre;
        o.run.v = Vector3(1, 0.3, 2 * std::sqrt(0.4)) * std::sqrt(kilogram) * metre;
        o.run.t_end = 4;
        o.run.wear_cells = {300};
        o.tolerance = 1e-10;
        return runge_kutta(s, o);
    };
    const MotionRecord in_m = thrown(1, 1, 0);
    REQUIRE(in_m.history.patch_events.size() == 1);
    const PatchEvent& stop = in_m.history.patch_events[0];
    for (const double x0 : {0.0, 100.0}) {
        const MotionRecord in_mm = thrown(1e3, 1e-3, x0);
        CAPTURE(x0, in_mm.failure, in_mm.n_steps, in_m.n_steps);
        REQUIRE(in_mm.history.patch_events.size() == 1);
        const PatchEvent& other = in_mm.history.patch_events[0];
        // Round-off moves the ends of steps, and the motion by some of their tolerance; as much is
        // what 1e-15 of the velocity at the start does. Places at 100 m have two digits less.
        const double off = x0 > 0 ? 1e-8 : 1e-9;
        const Vector3 place =
            other.place.cwiseProduct(Vector3(1e-3, 1e-3, 1)) - Vector3(x0, -x0, 0);
        CHECK(std::abs(other.time - stop.time) < off);
        CHECK((place - stop.place).norm() < off);
        CHECK((other.direction - stop.direction.cwiseProduct(Vector3(1, 1, 1e-3))).norm() < off);
        CHECK(std::abs(other.dissipated / 1e3 - stop.dissipated) < off);
        CHECK(std::abs(in_mm.wear[0]->dissipated.maxCoeff() / 1e3 /
                           in_m.wear[0]->dissipated.maxCoeff() -
                       1) < 1e-6);
    }
}

TEST_CASE("spherical harmonics of a map turn with it, and near the exact motion with their degree",
          "[patch]")
{
    // Errors of force: 0.099, 0.034 of mu P (degrees 2, 4) of a like ellipse, root mean square.
    const double j = 0.2;
    RungeKuttaOptions o;
    o.run.q = Vector::Zero(3);
    o.run.v = Vector3(0.5, 0.6, -3 * std::sqrt(j));
    o.run.t_end = 4;
    const MotionRecord exact = runge_kutta(free_patch(law_of(ellipse()), j), o);
    REQUIRE(exact.history.patch_events.size() == 1);
    for (const auto& [degree, off] : {std::pair{2, 0.1}, {4, 0.034}}) {
        PatchOptions options{.friction = 1,
                             .form = PatchForm::spherical,
                             .n = degree,
                             .rho = {SpinLength::Of::kappa},
                             .map = ellipse()};
        const PatchLaw law(options);
        CAPTURE(degree);
        REQUIRE(law.turns());
        REQUIRE(law.is_convex());
        const MotionRecord r = runge_kutta(free_patch(law, j), o);
        REQUIRE(r.failure.empty());
        REQUIRE(r.history.patch_events.size() == 1);
        const PatchEvent &stop = r.history.patch_events[0], &other = exact.history.patch_events[0];
        CHECK(std::abs(stop.time - other.time) < off * other.time);
        CHECK((stop.place - other.place).norm() < off * other.place.norm());
        CHECK(std::abs(stop.dissipated - other.dissipated) < 1e-7 * other.dissipated);
    }
}
