#include "dynamics/events/runge_kutta_run.hpp"
#include "tests/dynamics/events/free_patch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using namespace slideway::test;

// Patches that are small beside their motion: friction turns within slips of radius times spin.

namespace {

PatchLaw foot(double radius, PressureShape shape = PressureShape::uniform)
{
    return PatchLaw({.shape = shape, .radius = radius, .normal_force = 1, .friction = 1});
}

PressureMap three_feet(double radius)
{
    const double h = std::sqrt(0.75);
    return {{DiscPart{PressureShape::uniform, radius}, 0.5, {1, 0}},
            {DiscPart{PressureShape::uniform, radius}, 0.25, {-0.5, h}},
            {DiscPart{PressureShape::uniform, radius}, 0.25, {-0.5, -h}}};
}

MotionRecord thrown(const PatchLaw& law, double j, const Vector3& velocity, double t_end,
                    double tolerance)
{
    RungeKuttaOptions o;
    o.run.t_end = t_end;
    o.run.v = Vector3(velocity(0), velocity(1), std::sqrt(j) * velocity(2));
    o.tolerance = tolerance;
    return runge_kutta(free_patch(law, j), o);
}

// Motion and friction of a free body by Runge and Kutta's method of fourth order, in steps that are
// a share of the distance of every part from rest.
struct ByDistance {
    using State = std::array<double, 7>; // place, velocity, friction [J]
    const PatchLaw& law;
    double j, share;

    [[nodiscard]] State rate(const State& y) const
    {
        const Vector3 f = force_on(y);
        return {y[3], y[4], y[5], -f(0), -f(1), -f(2) / j, f(0) * y[3] + f(1) * y[4] + f(2) * y[5]};
    }
    [[nodiscard]] Vector3 force_on(const State& y) const
    {
        const double c = std::cos(y[2]), s = std::sin(y[2]); // the map turns with the body
        const Vector3 f = law.force({c * y[3] + s * y[4], c * y[4] - s * y[3]}, y[5]).force;
        return {c * f(0) - s * f(1), s * f(0) + c * f(1), f(2)};
    }
    [[nodiscard]] State from(State y, double t_end) const
    {
        for (double t = 0; t < t_end;) {
            const double c = std::cos(y[2]), s = std::sin(y[2]);
            double distance = std::numeric_limits<double>::infinity();
            for (const PressurePart& part : law.map()) {
                const double x = c * part.at(0) - s * part.at(1),
                             z = s * part.at(0) + c * part.at(1),
                             radius = std::get<DiscPart>(part.pressure).radius;
                distance =
                    std::min(distance, std::hypot(y[3] - y[5] * z, y[4] + y[5] * x, radius * y[5]));
            }
            const double h = std::min(share * distance, t_end - t);
            const auto plus = [&y](const State& k, double by) -> State {
                State sum = y;
                for (std::size_t i = 0; i < sum.size(); ++i)
                    sum[i] += by * k[i];
                return sum;
            };
            const State k1 = rate(y), k2 = rate(plus(k1, h / 2)), k3 = rate(plus(k2, h / 2)),
                        k4 = rate(plus(k3, h));
            for (std::size_t i = 0; i < y.size(); ++i)
                y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
            t = h == t_end - t ? t_end : t + h;
        }
        return y;
    }
};

} // namespace

TEST_CASE("a small foot slides as a point and then spins, however small it is", "[patch]")
{
    // Mass 1, inertia 1/2, mu P = 1, thrown with 1 m/s and spin 1: friction and distance up to 3 s.
    // Large radii: by_distance of a disc, two lengths of steps, 10 digits. Small ones: 1/2 J of dry
    // friction, and kappa mu P of pure spin for the 2 s that follow, except for the square of the
    // radius.
    struct Row {
        double radius, friction, x;
    };
    const Row rows[] = {{1e-1, 0.6223847277, 0.5083206416},
                        {1e-2, 0.5133033002, 0.5001145239},
                        {1e-4, 0.5001333422, 0.5000000172},
                        {1e-6, 0.5 + 4e-6 / 3, 0.5},
                        {1e-8, 0.5 + 4e-8 / 3, 0.5},
                        {1e-10, 0.5 + 4e-10 / 3, 0.5},
                        {1e-12, 0.5, 0.5},
                        {1e-16, 0.5, 0.5}};
    for (const double tolerance : {1e-6, 1e-8, 1e-11})
        for (const Row& row : rows)
            for (const double spin : {1.0, -1.0}) {
                const MotionRecord r = thrown(foot(row.radius), 0.5, {1, 0, spin}, 3, tolerance);
                CAPTURE(tolerance, row.radius, spin, r.failure, r.n_steps, r.n_rejected);
                REQUIRE(r.failure.empty());
                // The tolerance of a step over as many as matter. Where |u| passes R |spin| a third
                // derivative of friction is a logarithm, which leaves 1e-9.
                const double allowed = std::max(20 * tolerance, 1e-9) + 1e-10;
                CHECK(r.energy.friction == Approx(row.friction).margin(allowed).epsilon(0));
                CHECK(r.q(0) == Approx(row.x).margin(allowed).epsilon(0));
                CHECK(std::abs(r.energy.residual()) < allowed);
                CHECK(r.n_steps + r.n_rejected < 400); // 2 steps for each halving of the radius
            }
}

TEST_CASE("small feet of a stool rub as their motion is followed in small steps", "[patch]")
{
    // One foot comes near rest and continues, more than once: there its force turns round.
    for (const double radius : {1e-1, 1e-3, 1e-6, 1e-9})
        for (const Vector3& velocity : {Vector3(1, 0.3, 2), Vector3(0.1, 0, -1.5)}) {
            const PatchLaw law({.friction = 1, .map = three_feet(radius)});
            constexpr double t_end = 0.5, j = 0.4;
            const MotionRecord r = thrown(law, j, velocity, t_end, 1e-10);
            const ByDistance::State start{0, 0, 0, velocity(0), velocity(1), velocity(2), 0};
            const ByDistance::State y = ByDistance{law, j, 0.01}.from(start, t_end);
            CAPTURE(radius, velocity.transpose(), r.failure, r.n_steps, r.n_rejected);
            REQUIRE(r.failure.empty());
            CHECK(r.energy.friction == Approx(y[6]).margin(1e-7).epsilon(0));
            CHECK(r.q(0) == Approx(y[0]).margin(1e-7).epsilon(0));
            CHECK(r.q(1) == Approx(y[1]).margin(1e-7).epsilon(0));
            CHECK(r.q(2) / std::sqrt(j) == Approx(y[2]).margin(1e-7).epsilon(0));
            CHECK(std::abs(r.energy.residual()) < 1e-8);
        }
}

TEST_CASE("a body that comes to turn about a small foot costs no more steps than a large one",
          "[patch]")
{
    // A foot beside the centre of mass: it stops, and the body turns about it, which friction of a
    // point holds while omega^2 times the distance is below mu P / m = 1. Slips of the foot are
    // then radius times spin, and friction is as much as the radius off that of a point.
    constexpr double j = 0.4, t_end = 3;
    const auto run = [](double radius) -> MotionRecord {
        return thrown(PatchLaw({.friction = 1,
                                .map = {{DiscPart{PressureShape::hertz, radius}, 1, {0.3, 0.1}}}}),
                      j, {1, 0.3, 1.5}, t_end, 1e-9);
    };
    const MotionRecord at_1e_8 = run(1e-8);
    REQUIRE(at_1e_8.failure.empty());
    for (const double radius : {1e-3, 1e-5, 1e-7}) {
        const MotionRecord r = run(radius);
        CAPTURE(radius, r.failure, r.n_steps, r.n_rejected, r.n_evaluations);
        REQUIRE(r.failure.empty());
        CHECK(r.n_steps + r.n_rejected < 2000);
        CHECK(std::abs(r.energy.friction - at_1e_8.energy.friction) < 10 * radius + 1e-7);
        CHECK((r.q - at_1e_8.q).norm() < 10 * radius + 1e-7);
        CHECK(std::abs(r.energy.residual()) < 1e-7);
    }
}

TEST_CASE("a spinning foot below round-off of the time ends the run and says why", "[patch]")
{
    const MotionRecord r = thrown(foot(1e-30), 0.5, {1, 0, 1}, 3, 1e-8);
    CHECK(r.t_stop == Approx(1).epsilon(1e-6));
    CHECK(r.failure.find("a patch too small for its motion") != std::string::npos);
    // The patch stops without a spin, as a point does.
    const MotionRecord still = thrown(foot(1e-30), 0.5, {1, 0, 0}, 3, 1e-8);
    CHECK(still.failure.empty());
    REQUIRE(still.history.patch_events.size() == 1);
    CHECK(still.history.patch_events[0].time == Approx(1).epsilon(1e-8));
}
