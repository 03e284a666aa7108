#include "dynamics/sliding/integrator.hpp"
#include "fem/rigid.hpp"
#include "tests/dynamics/sliding/on_track.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// A ball, a rigid body whose centre is the slave node, in rooms, boxes and grooves.

using namespace slideway;
using contact::State;
using dynamics::Integrator;
using dynamics::Scheme;
using dynamics::StepEvent;
using Eigen::Vector2d;
using namespace slideway::test;

namespace {

using std::numbers::pi;
using Curve = std::vector<Vector2d>;

Vector2d rotated(const Vector2d& v, double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

// Transformation that changes nothing but the coordinates and units.
struct Frame {
    double angle = 0;            // [rad]
    Vector2d shift{0, 0};        // [m]
    double length = 1, mass = 1; // of one metre and one kilogram in other units
    [[nodiscard]] Vector2d turned(const Vector2d& v) const { return rotated(v, angle); }
    [[nodiscard]] Vector2d place(const Vector2d& x) const { return length * (turned(x) + shift); }
};

struct Setup {
    Curve curve;
    Vector2d at{0, 0}, velocity{0, 0}, load{0, 0};
    double restitution = 0, friction = 0, h = 1e-2;
    Scheme scheme = Scheme::forward_increment;
    Frame frame = {};
    double floor_mass = 0; // of a floor that may move; 0: it is fixed
};

// A ball before a curve, in the coordinates of the setup.
class Ball {
public:
    explicit Ball(const Setup& setup)
        : frame_(setup.frame), start_(setup.at), model_(make(setup)),
          modal_(dynamics::modal_model(model_)), x_(model_, modal_, 0), y_(model_, modal_, 1),
          s_(model_, modal_, following(model_, setup.scheme, setup.h), begin(setup))
    {
    }

    void step(long long n = 1)
    {
        for (long long k = 0; k < n; ++k)
            if (s_.step() != StepEvent::none)
                FAIL("the motion stops at t = " << s_.elapsed());
        s_.settle();
    }
    [[nodiscard]] Vector2d at() const
    {
        return start_ + back(Vector2d(x_.displacement(s_), y_.displacement(s_)) / frame_.length);
    }
    // Mean of the last step.
    [[nodiscard]] Vector2d velocity(double h) const
    {
        return back(Vector2d(x_.increment(s_), y_.increment(s_)) / frame_.length) / h;
    }
    // Force of a segment on the ball, without friction, along its normal [N].
    [[nodiscard]] double force(Index segment) const
    {
        const double newton = frame_.mass * frame_.length;
        double sum = 0;
        if (s_.touching(0).segment == segment)
            sum += s_.touching(0).lambda / newton;
        if (const dynamics::ContactPointState* also = s_.state().other_touching_point(0);
            also && also->state.segment == segment)
            sum += also->state.lambda / newton;
        return sum;
    }
    [[nodiscard]] Integrator& s() { return s_; }
    [[nodiscard]] const assembly::CoupledModel& model() const { return model_; }
    [[nodiscard]] const dynamics::ModalModel& modal() const { return modal_; }

private:
    static assembly::CoupledModel make(const Setup& setup)
    {
        const Frame& f = setup.frame;
        Matrix face(static_cast<Index>(setup.curve.size()), 2);
        for (std::size_t k = 0; k < setup.curve.size(); ++k)
            face.row(static_cast<Index>(k)) = f.place(setup.curve[k]).transpose();
        const Vector2d at = f.place(setup.at), load = f.mass * f.length * f.turned(setup.load);
        assembly::CoupledModel model;
        model.bodies.push_back(
            fem::rigid("ball", {.mass = f.mass, .at = {at.x(), at.y()}, .fixed = {"rotation"}}));
        fem::RigidOptions ground{.polylines = {{"face", face}}, .fixed = {"centre"}};
        if (setup.floor_mass > 0) {
            ground.mass = f.mass * setup.floor_mass;
            ground.fixed = {"rotation"};
        }
        model.bodies.push_back(fem::rigid("ground", ground));
        const fem::Port& centre = fem::port(model.bodies[0], "centre");
        model.loads.push_back({"x", {}, 0, fem::mean_row(centre, 0), assembly::Constant{load.x()}});
        model.loads.push_back({"y", {}, 0, fem::mean_row(centre, 1), assembly::Constant{load.y()}});
        model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 0, centre, 1,
                                                       fem::port(model.bodies[1], "face"),
                                                       contact::ConstantFriction{setup.friction}));
        model.sliding.back().restitution = setup.restitution;
        return model;
    }
    dynamics::SlidingEquilibrium begin(const Setup& setup)
    {
        dynamics::SlidingEquilibrium start = at_rest(model_, modal_, true);
        start.v = start.q;
        const Vector2d v = frame_.length * frame_.turned(setup.velocity);
        x_.give(start.v, v.x());
        y_.give(start.v, v.y());
        return start;
    }
    [[nodiscard]] Vector2d back(const Vector2d& v) const { return rotated(v, -frame_.angle); }

    Frame frame_;
    Vector2d start_;
    assembly::CoupledModel model_;
    dynamics::ModalModel modal_;
    OfCentre x_, y_;
    Integrator s_;
};

// Place on a line between two walls of what moves freely between them and is thrown back.
double folded(double x, double left, double right)
{
    const double width = right - left;
    const double way = std::fmod(std::fmod(x - left, 2 * width) + 2 * width, 2 * width);
    return left + (way <= width ? way : 2 * width - way);
}

Curve split(const Curve& curve, int parts)
{
    Curve fine{curve.front()};
    for (std::size_t k = 0; k + 1 < curve.size(); ++k)
        for (int p = 1; p <= parts; ++p)
            fine.push_back(curve[k] + (curve[k + 1] - curve[k]) * p / parts);
    return fine;
}

// A room with the free side inside, closed: its last node is its first one.
const Curve box{{-1, 2}, {-1, 0}, {1, 0}, {1, 2}, {-1, 2}};
// A room with a corner that points into it, at (0, 1).
const Curve l_room{{-1, 2}, {-1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 2}, {-1, 2}};

} // namespace

TEST_CASE("A ball in a box is thrown back as in a mirror, a thousand times", "[dynamics]")
{
    // Without loads each component of the velocity changes its sign at two walls. The scheme keeps
    // gap_{n+1} = -gap_{n-1} in the first step that begins inside of the wall, which is a delay of
    // exactly 2 h: the ball moves as in a box whose walls are h |v| further out. Nothing else
    // happens at corners, where both walls act in the same steps. Places near a wall (2 h |v|) and
    // velocities of steps with a force are left out. An impact leaves the round-off of positions,
    // 2e-16 m, in an increment of 1e-2 m: 1000 times 2e-14 over 800 m are 1.6e-8 m.
    const Vector2d v(1, 0.5 * (std::sqrt(5.0) - 1)), from(0.1, 0.7), low(-1, 0), high(1, 2);
    const double h = 1e-2, degree = pi / 180;
    const std::vector<std::pair<Frame, int>> frames = {{{}, 1},
                                                       {{37 * degree}, 1},
                                                       {{90 * degree}, 3},
                                                       {{pi}, 1},
                                                       {{-120 * degree, {100, -70}}, 1},
                                                       {{10 * degree, {0, 0}, 1e3, 1e-3}, 7}};
    for (const Scheme scheme : both_schemes)
        for (const auto& [frame, parts] : frames) {
            Ball ball({.curve = split(box, parts),
                       .at = from,
                       .velocity = v,
                       .restitution = 1,
                       .h = h,
                       .scheme = scheme,
                       .frame = frame});
            CAPTURE(name_of(scheme), frame.angle, frame.length, parts);
            int impacts = 0, seen = 0;
            double place = 0, speed = 0, outside = 0;
            bool was_open = true, open = true;
            while (impacts < 1000 || !open) {
                ball.step();
                const Vector2d x = ball.at(), now = ball.velocity(h);
                was_open = open;
                open = ball.s().touching(0).state == State::none;
                impacts += was_open && !open ? 1 : 0;
                for (int i = 0; i < 2; ++i) {
                    const double out = h * v(i), t = ball.s().elapsed();
                    outside = std::max({outside, low(i) - x(i) - out, x(i) - high(i) - out});
                    if (open)
                        speed = std::max(speed, std::abs(std::abs(now(i)) - v(i)));
                    if (x(i) < low(i) + 2 * out || x(i) > high(i) - 2 * out)
                        continue;
                    ++seen;
                    place = std::max(place, std::abs(x(i) - folded(from(i) + v(i) * t, low(i) - out,
                                                                   high(i) + out)));
                }
            }
            CHECK(outside < 1e-9);
            CHECK(place < 2e-8);
            CHECK(speed < 2e-11);
            CHECK(seen > 200000);
            const double joule = frame.mass * frame.length * frame.length;
            CHECK(std::abs(ball.s().energy().impact) < 1e-10 * joule);
        }
}

TEST_CASE("A ball loses (1 - e^2) of its energy across a wall at each impact", "[dynamics]")
{
    const Vector2d v(1, 0.6180339887), from(0.1, 0.7);
    for (const Scheme scheme : both_schemes)
        for (const double angle : {0.0, 37 * pi / 180}) {
            const double h = 1e-3, e = 0.5;
            Ball ball({.curve = box,
                       .at = from,
                       .velocity = v,
                       .restitution = e,
                       .h = h,
                       .scheme = scheme,
                       .frame = {angle}});
            CAPTURE(name_of(scheme), angle);
            // x: 0.9 m to the wall, then 2 m at e^k; y: 1.3 m at 0.618, then 2 m at 0.618 e^k.
            Vector2d impacts(0, 0), width(2, 2), hit(0.9 / v.x(), 1.3 / v.y());
            for (int k = 0; k < 60000; ++k) {
                ball.step();
                const Vector2d now = ball.velocity(h);
                for (int i = 0; i < 2; ++i) {
                    // An impact takes a step or two, so velocities are checked well after it.
                    if (ball.s().elapsed() > hit(i) + 20 * h) {
                        ++impacts(i);
                        REQUIRE(std::abs(now(i)) ==
                                Approx(v(i) * std::pow(e, impacts(i))).epsilon(1e-9));
                        hit(i) += width(i) / std::abs(now(i));
                    }
                }
            }
            CHECK(impacts.minCoeff() >= 4);
            const double left = 0.5 * ball.velocity(h).squaredNorm(), all = 0.5 * v.squaredNorm();
            const dynamics::Energy energy = ball.s().energy();
            CHECK(energy.impact == Approx(all - left).epsilon(1e-9));
            CHECK(std::abs(energy.residual()) < 1e-12);
        }
}

TEST_CASE("A ball that falls in a box comes to rest on its floor", "[dynamics]")
{
    // g = 1 from 0.7 m: at rest after sqrt(1.4) (1 + 2 e / (1 - e)) = 3.55 s, and all of its energy
    // across the floor is lost. Along the floor it moves on between the walls.
    for (const Scheme scheme : both_schemes)
        for (const double angle : {0.0, 37 * pi / 180, pi / 2}) {
            const double h = 1e-3;
            Ball ball({.curve = box,
                       .at = {0, 0.7},
                       .velocity = {1, 0},
                       .load = {0, -1},
                       .restitution = 0.5,
                       .h = h,
                       .scheme = scheme,
                       .frame = {angle}});
            CAPTURE(name_of(scheme), angle);
            ball.step(8000);
            CHECK(std::abs(ball.at().y()) < 1e-9);
            CHECK(std::abs(ball.velocity(h).y()) < 1e-9);
            CHECK(ball.force(1) == Approx(1).epsilon(1e-6));
            // Two or three walls: 1 m at 1 m/s, 2 m at 0.5 m/s, then at 0.25 m/s.
            CHECK(std::abs(ball.velocity(h).x()) == Approx(0.25).epsilon(1e-9));
            const dynamics::Energy e = ball.s().energy();
            CHECK(e.impact == Approx(0.7 + 0.5 * (1 - 1.0 / 16)).epsilon(3e-3)); // start: h/2
            CHECK(std::abs(e.residual()) < 1e-12);
        }
}

TEST_CASE("A ball in a room with a corner that points inwards keeps its speed and stays inside",
          "[dynamics]")
{
    // All walls are along x or y, so that both speeds stay, whichever wall it hits. It is inside of
    // a wall by up to h |v|. Round-off as above.
    const Vector2d v(1, 0.6180339887);
    const double h = 5e-3;
    const Vector2d out = h * v;
    for (const Scheme scheme : both_schemes)
        for (const double angle : {0.0, 37 * pi / 180})
            for (const int parts : {1, 4}) {
                Ball ball({.curve = split(l_room, parts),
                           .at = {-0.3, 0.4},
                           .velocity = v,
                           .restitution = 1,
                           .h = h,
                           .scheme = scheme,
                           .frame = {angle}});
                CAPTURE(name_of(scheme), angle, parts);
                int impacts = 0, upper = 0, right = 0;
                double speed = 0, outside = 0;
                bool was_open = true, open = true;
                while (impacts < 1500 || !open) {
                    ball.step();
                    const Vector2d x = ball.at(), now = ball.velocity(h);
                    was_open = open;
                    open = ball.s().touching(0).state == State::none;
                    impacts += was_open && !open ? 1 : 0;
                    outside = std::max({outside, -1 - out.x() - x.x(), x.x() - 1 - out.x(),
                                        -out.y() - x.y(), x.y() - 2 - out.y(),
                                        std::min(x.x() - out.x(), x.y() - 1 - out.y())});
                    upper += x.y() > 1.1 ? 1 : 0;
                    right += x.x() > 0.1 ? 1 : 0;
                    if (open)
                        speed = std::max(speed, (now.cwiseAbs() - v).cwiseAbs().maxCoeff());
                }
                CHECK(outside < 1e-9);
                CHECK(speed < 2e-11 * 1500 / 1000 * 2); // half the step: twice the share
                CHECK(upper > 10000);                   // both arms of the room are visited
                CHECK(right > 10000);
                CHECK(std::abs(ball.s().energy().impact) < 1e-9);
            }
}

TEST_CASE("A mass that slides into a wall stops there, loaded on the floor", "[dynamics]")
{
    // The corner is a place of equilibrium; with e = 0 the mass is in it at the end of the step in
    // which it would pass. 179 degrees: a groove whose wall lies on the floor; round-off is divided
    // by the sine of the corner.
    const double h = 1e-3;
    for (const Scheme scheme : both_schemes)
        for (const double turn : {90.0, 90.001, 91.0, 100.0, 120.0, 135.0, 150.0, 170.0, 179.0})
            for (const double angle : {0.0, 37 * pi / 180, pi}) {
                const double a = turn * pi / 180;
                Ball ball({.curve = {{-1, 0}, {1, 0}, {1 + std::cos(a), std::sin(a)}},
                           .at = {0, 0},
                           .velocity = {1, 0},
                           .load = {0, -1},
                           .h = h,
                           .scheme = scheme,
                           .frame = {angle}});
                CAPTURE(name_of(scheme), turn, angle);
                ball.step(990);
                CHECK(ball.at().x() == Approx(0.99).margin(1e-9));
                ball.step(1000);
                CHECK((ball.at() - Vector2d(1, 0)).norm() < 1e-9);
                CHECK(ball.velocity(h).norm() < 1e-9);
                CHECK(ball.force(0) == Approx(1).epsilon(1e-6));
                CHECK(ball.force(1) == Approx(0).margin(1e-6));
                const dynamics::Energy e = ball.s().energy();
                CHECK(e.impact == Approx(0.5).epsilon(1e-9));
                CHECK(std::abs(e.residual()) < 1e-12);
            }
}

TEST_CASE("A mass thrown back by a wall slides back along the floor", "[dynamics]")
{
    // e = 1 at a wall across the floor: it passes x = 0 again 2 s and the two steps of the impact
    // after the start. The floor carries it all the time.
    const double h = 1e-3;
    for (const Scheme scheme : both_schemes)
        for (const double e : {1.0, 0.5}) {
            Ball ball({.curve = {{-1, 0}, {1, 0}, {1, 2}},
                       .velocity = {1, 0},
                       .load = {0, -1},
                       .restitution = e,
                       .h = h,
                       .scheme = scheme,
                       .frame = {37 * pi / 180}});
            CAPTURE(name_of(scheme), e);
            ball.step(1500);
            CHECK(ball.velocity(h).x() == Approx(-e).epsilon(1e-9));
            CHECK(ball.at().x() == Approx(1 - 0.5 * e).margin(3 * h));
            CHECK(std::abs(ball.at().y()) < 1e-5); // the start is half a step: h^2 g / 2
            CHECK(std::abs(ball.s().energy().residual()) < 1e-12);
        }
}

TEST_CASE("A mass in a groove rests on both of its sides", "[dynamics]")
{
    // N_1 n_1 + N_2 n_2 + F = 0. Sides at +-b to the vertical; the load is tilted by a third of the
    // angle at which the mass would leave along a side.
    const double h = 1e-3;
    for (const Scheme scheme : both_schemes)
        for (const double half : {80.0, 60.0, 45.0, 20.0, 5.0, 0.5}) // degrees, of the opening
            for (const double angle : {0.0, 37 * pi / 180})
                for (const double tilt : {0.0, 0.33, -0.9}) {
                    const double b = half * pi / 180, c = tilt * (pi / 2 - b);
                    const Vector2d left(-std::sin(b), std::cos(b)), right(std::sin(b), std::cos(b)),
                        load(std::sin(c), -std::cos(c));
                    Ball ball({.curve = {left, {0, 0}, right},
                               .at = {0, 0},
                               .load = load,
                               .h = h,
                               .scheme = scheme,
                               .frame = {angle}});
                    CAPTURE(name_of(scheme), half, angle, tilt);
                    ball.step(1000);
                    // Along left the equilibrium is N_2 n_2 . t = -F . t, and in the same way for
                    // the other: n_1 = (cos b, sin b), n_2 = (-cos b, sin b).
                    const Vector2d n1(std::cos(b), std::sin(b)), n2(-std::cos(b), std::sin(b));
                    Eigen::Matrix2d n;
                    n << n1, n2;
                    const double det = n(0, 0) * n(1, 1) - n(0, 1) * n(1, 0);
                    const Vector2d N = Vector2d(n(0, 1) * load.y() - n(1, 1) * load.x(),
                                                n(1, 0) * load.x() - n(0, 0) * load.y()) /
                                       det; // n N = -load
                    CHECK(ball.at().norm() < 1e-9);
                    CHECK(ball.velocity(h).norm() < 1e-9);
                    CHECK(ball.force(0) == Approx(N(0)).epsilon(1e-6));
                    CHECK(ball.force(1) == Approx(N(1)).epsilon(1e-6));
                    CHECK(ball.s().contacts().counts().not_unique == 0);
                }
}

TEST_CASE("Friction at a corner holds what is pushed into it", "[dynamics]")
{
    // Pushed into the corner of a floor and a wall the mass has friction on both. It slides there,
    // 1 m with mu = 0.2 under its weight and a push of 0.5 N, and all it had is lost.
    for (const Scheme scheme : both_schemes) {
        const double h = 1e-3, mu = 0.2;
        Ball ball({.curve = {{-1, 0}, {1, 0}, {1, 2}},
                   .load = {0.5, -1},
                   .friction = mu,
                   .h = h,
                   .scheme = scheme,
                   .frame = {37 * pi / 180}});
        CAPTURE(name_of(scheme));
        ball.step(5000);
        CHECK((ball.at() - Vector2d(1, 0)).norm() < 1e-9);
        CHECK(ball.velocity(h).norm() < 1e-9);
        const dynamics::Energy e = ball.s().energy();
        CHECK(e.friction == Approx(mu * 1.0 * 1.0).epsilon(2e-3)); // and of the wall's impact
        CHECK(e.friction + e.impact == Approx(0.5).epsilon(2e-3));
        CHECK(std::abs(e.residual()) < 1e-12);
    }
}

TEST_CASE("A ball with friction that is thrown about ends at rest in a corner", "[dynamics]")
{
    // The rest of its motion halves with each impact. Forces of such steps, in which it nearly
    // sticks to both sides, are found exactly; those at rest are not unique.
    for (const Scheme scheme : both_schemes)
        for (const double e : {0.0, 0.5})
            for (const double push : {0.7, -0.3}) {
                const double h = 1e-3;
                Ball ball({.curve = box,
                           .at = {0, 0},
                           .load = {push, 1.3},
                           .restitution = e,
                           .friction = 0.1,
                           .h = h,
                           .scheme = scheme});
                CAPTURE(name_of(scheme), e, push);
                ball.step(20000);
                CHECK((ball.at() - Vector2d(push > 0 ? 1 : -1, 2)).norm() < 1e-9);
                CHECK(ball.velocity(h).norm() < 1e-9);
                CHECK(ball.s().contacts().counts().loose == 0);
                CHECK(ball.s().contacts().counts().not_unique > 1000);
            }
    // In a groove with friction: it stays, however narrow the groove is.
    for (const double half : {80.0, 45.0, 20.0, 5.0, 0.5}) {
        const double b = half * pi / 180;
        Ball ball({.curve = {{-std::sin(b), std::cos(b)}, {0, 0}, {std::sin(b), std::cos(b)}},
                   .at = {0, 0},
                   .load = {0, -1},
                   .friction = 0.3,
                   .h = 1e-3});
        CAPTURE(half);
        ball.step(1000);
        CHECK(ball.at().norm() < 1e-9);
        CHECK(ball.s().contacts().counts().loose == 0);
    }
}

TEST_CASE("A fast ball does not pass a thin wall within a step", "[dynamics]")
{
    // 0.05 m a step, a wall of 1 mm: the end of the step that hits it is outside again.
    const Curve wall{{-1, 0}, {1, 0}, {1, 2}, {1.001, 2}, {1.001, 0}, {3, 0}};
    for (const Scheme scheme : both_schemes)
        for (const double e : {0.0, 1.0})
            for (const double angle : {0.0, 37 * pi / 180}) {
                const double h = 1e-2, v = 5;
                Ball ball({.curve = wall,
                           .at = {0, 1},
                           .velocity = {v, 0},
                           .restitution = e,
                           .h = h,
                           .scheme = scheme,
                           .frame = {angle}});
                CAPTURE(name_of(scheme), e, angle);
                ball.step(30);
                CHECK(ball.velocity(h).x() == Approx(-e * v).margin(1e-9));
                CHECK(ball.at().x() <= 1 + 1e-9);
            }
}

TEST_CASE("A mass that slides off an edge falls, however sharp the edge is", "[dynamics]")
{
    for (const Scheme scheme : both_schemes)
        for (const double turn : {45.0, 90.0, 135.0, 170.0}) { // to the right
            const double a = -turn * pi / 180, h = 1e-3;
            Ball ball({.curve = {{-1, 0}, {0, 0}, {4 * std::cos(a), 4 * std::sin(a)}},
                       .at = {-0.5, 0},
                       .velocity = {2, 0},
                       .load = {0, -1},
                       .h = h,
                       .scheme = scheme,
                       .frame = {37 * pi / 180}});
            CAPTURE(name_of(scheme), turn);
            ball.step(1250); // one second of flight: x = 2, y = -1/2, above the slope of 45 degrees
            CHECK(ball.at().x() == Approx(2).margin(1e-9));
            // The edge within a step, the start of the fall half a step early: at 1 m/s.
            CHECK(ball.at().y() == Approx(-0.5).margin(3 * h));
            CHECK(ball.s().point(0).state == State::none);
        }
}

TEST_CASE("A ball in a box that is free to move shares its momentum and keeps the energy",
          "[dynamics]")
{
    // Mass 1 in a box of mass 3: the relative velocity turns at each wall.
    for (const Scheme scheme : both_schemes)
        for (const double angle : {0.0, 37 * pi / 180}) {
            const double h = 5e-3;
            const Vector2d v(1, 0.6180339887);
            Ball ball({.curve = box,
                       .at = {0.1, 0.7},
                       .velocity = v,
                       .restitution = 1,
                       .h = h,
                       .scheme = scheme,
                       .frame = {angle},
                       .floor_mass = 3});
            CAPTURE(name_of(scheme), angle);
            Integrator& s = ball.s();
            for (int k = 0; k < 40000; ++k) {
                ball.step();
                // p of the box is p_0 - p of the ball: relative velocity v_ball (1 + 1/3) - p_0/3.
                const Vector2d relative = 4.0 / 3.0 * ball.velocity(h) - v / 3.0;
                if (s.point(0).state == State::none && k % 100 == 0 &&
                    s.point(0).predicted.gap > 0.05) {
                    CHECK(relative.cwiseAbs().maxCoeff() < 1 + 1e-9);
                }
            }
            CHECK(std::abs(s.energy().impact) < 1e-9);
            CHECK(std::abs(s.energy().residual()) < 1e-9);
            CHECK(s.state().points[0].record.n_changes() > 200);
        }
}
