#include "dynamics/events/runge_kutta_run.hpp"
#include "tests/dynamics/events/free_patch.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;
using namespace slideway::test;

// Patches on bodies that strain: modes ring while a patch is slow, and its load passes the surface
// of its set again and again.

namespace {

// A rigid body of mass 0.3 and inertia 7e-4 on a disc of radius 24 mm, mu P = 6 N, with modes that
// move the patch too; pushed and turned by sin(60 t). Units: what one metre and one kilogram are.
JointedSystem ringing(double push, double turn, double metre = 1, double kilogram = 1)
{
    constexpr std::array<double, 4> omega = {2600, 4000, 6300, 11800};
    JointedSystem s = free_modes(7, 60);
    Matrix rows = Matrix::Zero(3, 7);
    rows(0, 0) = rows(1, 1) = 1 / std::sqrt(0.3);
    rows(2, 2) = 1 / std::sqrt(7e-4);
    rows.rightCols(4) << 1.5, -0.8, 0.6, 1.1, -0.4, 1.7, 0.9, -0.7, 30, 20, -50, 40;
    for (Index i = 0; i < 4; ++i) {
        s.modes.omega(3 + i) = omega[static_cast<std::size_t>(i)];
        s.modes.c(3 + i) = 1e-5 * std::pow(s.modes.omega(3 + i), 2);
    }
    rows.topRows(2) /= std::sqrt(kilogram);
    rows.row(2) /= std::sqrt(kilogram) * metre;
    s.p = Complex(0, -1) * metre * kilogram *
          (push * rows.row(0) + turn * metre * rows.row(2) + 0.1 * push * rows.row(1)).transpose();
    s.force = s.p;
    s.patches.push_back({"floor",
                         PatchLaw({.shape = PressureShape::uniform,
                                   .radius = 0.024 * metre,
                                   .normal_force = 12 * metre * kilogram,
                                   .friction = 0.5}),
                         {rows, ComplexVector::Zero(3)}});
    return s;
}

MotionRecord moved(const JointedSystem& system, double tolerance)
{
    RungeKuttaOptions o;
    o.run.t_end = 0.21;
    o.tolerance = tolerance;
    return runge_kutta(system, o);
}

std::vector<double> times(const MotionRecord& r)
{
    std::vector<double> times;
    for (const PatchEvent& event : r.history.patch_events)
        times.push_back(event.time);
    return times;
}

double apart(const std::vector<double>& a, const std::vector<double>& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

} // namespace

TEST_CASE(
    "a patch on a body that rings stops when it must, in fewer steps the looser the tolerance",
    "[patch]")
{
    // Errors of steps reach the speed of the patch before its direction, which is stiff, decays:
    // a stop that waits for a smaller speed never comes.
    for (const auto& [push, turn] : {std::pair{8.0, 0.02}, {7.5, 0.05}, {6.5, 0.03}}) {
        CAPTURE(push, turn);
        const JointedSystem s = ringing(push, turn);
        const MotionRecord exact = moved(s, 1e-12);
        REQUIRE(exact.failure.empty());
        const std::vector<double> events = times(exact);
        REQUIRE(events.size() >= 7);
        long long last = exact.n_steps;
        for (const double tolerance : {1e-10, 1e-8, 1e-6, 1e-5}) {
            const MotionRecord r = moved(s, tolerance);
            CAPTURE(tolerance, r.failure, r.n_steps, last);
            REQUIRE(r.failure.empty());
            CHECK(r.n_steps < 1.05 * static_cast<double>(last));
            last = r.n_steps;
            REQUIRE(times(r).size() == events.size());
            const double off = apart(times(r), events);
            CAPTURE(off);
            CHECK(off < 10 * tolerance); // of a time of 0.21 s
            CHECK(std::abs(r.energy.residual()) < tolerance * r.energy.turned_over());
        }
    }
}

TEST_CASE("a patch on a body that rings moves alike in millimetres and tonnes", "[patch]")
{
    const MotionRecord in_m = moved(ringing(8, 0.02), 1e-9),
                       in_mm = moved(ringing(8, 0.02, 1e3, 1e-3), 1e-9);
    REQUIRE(times(in_m).size() == times(in_mm).size());
    CAPTURE(in_m.n_steps, in_mm.n_steps, apart(times(in_m), times(in_mm)));
    // Round-off moves the ends of steps, and events by some of their tolerance.
    CHECK(apart(times(in_m), times(in_mm)) < 1e-8);
    CHECK(std::abs(static_cast<double>(in_m.n_steps - in_mm.n_steps)) <
          0.05 * static_cast<double>(in_m.n_steps));
}
