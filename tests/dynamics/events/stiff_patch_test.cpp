#include "dynamics/events/runge_kutta_run.hpp"
#include "tests/dynamics/events/random_patch_body.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;

// Patches on bodies with modes 5e3 to 1e4 times as fast as their load: while a patch is slow its
// slip is a millionth of the velocities of modes and less, and its direction stiff.

TEST_CASE("patches on stiff bodies find their starts", "[patch]")
{
    for (const unsigned seed : {311U, 334U}) {
        RungeKuttaOptions o;
        o.run.t_end = 6.2832;
        o.tolerance = 1e-8;
        const MotionRecord r = runge_kutta(random_patch_body(seed, 5e3, 1e4), o);
        CAPTURE(seed, r.failure, r.t_stop, r.n_steps, r.history.patch_events.size());
        REQUIRE(r.failure.empty());
        CHECK(r.history.patch_events.size() >= 3);
        CHECK(std::abs(r.energy.residual()) < 1e-8 * r.energy.turned_over());
    }
}
