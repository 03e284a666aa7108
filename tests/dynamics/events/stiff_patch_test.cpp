#include "dynamics/events/runge_kutta_run.hpp"
#include "tests/dynamics/events/random_patch_body.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <utility>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;

// Patches on bodies with modes 5e3 to 1e4 times as fast as their load: while a patch is slow its
// slip is a millionth of the velocities of modes and less, and its direction stiff.

TEST_CASE("patches on stiff bodies find their starts", "[patch]")
{
    // The last one to where its load turns, which it follows in short slips.
    for (const auto& [seed, t_end] : {std::pair{311U, 6.2832}, {334U, 6.2832}, {320U, 1.6}}) {
        RungeKuttaOptions o;
        o.run.t_end = t_end;
        o.tolerance = 1e-8;
        const MotionRecord r = runge_kutta(random_patch_body(seed, 5e3, 1e4), o);
        CAPTURE(seed, r.failure, r.t_stop, r.n_steps, r.history.patch_events.size());
        REQUIRE(r.failure.empty());
        CHECK(r.history.patch_events.size() >= 3);
        CHECK(std::abs(r.energy.residual()) < 1e-8 * r.energy.turned_over());
    }
}

TEST_CASE("patches that move each other start together", "[patch]")
{
    // Modes up to 1e3 times as fast as the load. Contact after contact forces of the first, of two
    // discs on six modes, take 1e5 sweeps; those of the second alternate by round-off. Of the third
    // a disc starts beside a slow slide, whose errors move its reaction by 3e-7 of it.
    for (const auto& [seed, tolerance] : {std::pair{42U, 1e-5}, {63U, 1e-5}, {76U, 1e-8}}) {
        RungeKuttaOptions o;
        o.run.t_end = 6.2832;
        o.tolerance = tolerance;
        const MotionRecord r = runge_kutta(random_patch_body(seed, 10, 1e3), o);
        CAPTURE(seed, r.failure, r.t_stop, r.n_steps, r.history.patch_events.size());
        REQUIRE(r.failure.empty());
        CHECK(r.history.patch_events.size() >= 6);
        CHECK(std::abs(r.energy.residual()) < 2 * tolerance * r.energy.turned_over());
    }
}

namespace {

const contact::PatchLaw
    disc({.shape = contact::PressureShape::uniform, .radius = 1, .normal_force = 1, .friction = 1});
const contact::Vector3 direction(0.36, 0.48, 0.8); // of length 1, as the law's

} // namespace

TEST_CASE("a patch that its load hardly slows stops in the direction that the load leaves",
          "[patch]")
{
    // Q = grad D(w) - c M w slows w, and no other direction, by c. Directions settle 1 / c times as
    // fast as the speed falls.
    const contact::Vector3 mass(1, 1, 0.5);
    for (const double c : {1e-2, 1e-4, 1e-6, 1e-8}) {
        JointedSystem s = free_patch(disc, mass(2));
        const contact::Vector3 load =
            disc.force(direction.head<2>(), direction(2)).force - c * mass.cwiseProduct(direction);
        s.p0 = s.patches[0].on.rows.transpose() * load;
        RungeKuttaOptions o;
        o.run.t_end = 2 / c;
        o.run.v = mass.cwiseSqrt().cwiseProduct(contact::Vector3(0.3, 0.5, 0.7));
        o.tolerance = 1e-9;
        const MotionRecord r = runge_kutta(s, o);
        CAPTURE(c, r.failure, r.t_stop, r.n_steps);
        REQUIRE(r.failure.empty());
        REQUIRE(r.history.patch_events.size() == 1);
        CHECK((r.history.patch_events[0].direction - direction).norm() < 1e-9);
        CHECK(std::abs(r.energy.residual()) < 1e-9 * r.energy.turned_over());
    }
}

TEST_CASE("a patch that hardly creeps stops where its load turns", "[patch]")
{
    // Springs alone hold a disc, under a load (1 + excess) sin t of what it takes: it creeps from
    // asin(1 / (1 + excess)) to soon after pi / 2. Forces that are round-off make velocities that
    // are a share of 1e-16 omega / sqrt(excess) of those of the creep, 1e-7 to 1e-8.
    constexpr double excess = 1e-9;
    for (const double omega : {1e3, 1e4}) {
        JointedSystem s = free_modes(3, 1);
        s.modes.omega = omega * contact::Vector3(1, 0.7, 0.5);
        s.modes.c = 0.02 * s.modes.omega;
        Matrix rows(3, 3);
        rows << 0.8, -0.3, 0.5, 0.2, 0.9, -0.4, -0.6, 0.1, 0.7;
        s.patches.push_back({"disc", disc, {rows, ComplexVector::Zero(3)}});
        s.p = Complex(0, -1 - excess) *
              (rows.transpose() * disc.force(direction.head<2>(), direction(2)).force);
        s.force = s.p;
        for (const double tolerance : {1e-8, 1e-11}) {
            RungeKuttaOptions o;
            o.run.t_end = 1.6;
            o.tolerance = tolerance;
            const MotionRecord r = runge_kutta(s, o);
            CAPTURE(omega, tolerance, r.failure, r.t_stop, r.n_steps);
            REQUIRE(r.failure.empty());
            REQUIRE(r.history.patch_events.size() == 2);
            const PatchEvent &start = r.history.patch_events[0], &stop = r.history.patch_events[1];
            const double first = std::asin(1 / (1 + excess));
            // Round-off of displacements is amplified by omega^2 in forces.
            CHECK(std::abs(std::sin(start.time) - std::sin(first)) < 1e-13);
            CHECK((start.direction - direction).norm() < 1e-6);
            CHECK(stop.time > std::numbers::pi / 2);
            CHECK(stop.time - std::numbers::pi / 2 < 3 * (std::numbers::pi / 2 - first));
            CHECK((stop.direction - direction).norm() < 1e-6);
        }
    }
}
