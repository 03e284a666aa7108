#include "base/interruptible.hpp"
#include "dynamics/orbits/motion_steps.hpp"
#include "dynamics/orbits/orbit_branches.hpp"
#include "dynamics/orbits/orbit_search.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

// Interruptions within motions: a period may take millions of steps, and a search many periods.

using namespace slideway;
using namespace slideway::dynamics;

namespace {

OrbitFamily family_at(double Omega)
{
    return {test::free_play({.Omega = Omega}), {}};
}

} // namespace

TEST_CASE("A motion of many steps ends at the first answer of false", "[dynamics]")
{
    OrbitFamily family = family_at(2e-4); // some ten thousand steps a period
    const Vector z = test::free_play_state(0.1, 0, 0, 0);
    const double T = 3.141592653589793e4;
    int calls = 0;
    family.set_go_on([&](double) -> bool { return ++calls < 1000; });
    const Passage whole = family.passage(z, 0, T, {});
    const int of_whole = calls;
    CHECK(of_whole > 3);
    calls = 0;
    family.set_go_on([&](double) -> bool { return ++calls < 3; });
    CHECK_THROWS_AS(family.passage(z, 0, T, {}), Interrupted);
    CHECK(calls == 3);
    // The estimate is right within a factor of two: steps of the motion, at 500 for each call.
    const double steps = steps_a_period(family.system(), family.system().Omega);
    CHECK(of_whole * 500 > steps / 2);
    CHECK(of_whole * 500 < steps * 2);
}

TEST_CASE("A branch of long periods that is interrupted keeps its points and labels", "[dynamics]")
{
    OrbitFamily family = family_at(2e-3);
    OrbitBranchOptions o;
    o.from = 1.8e-3;
    o.to = 2e-3;
    o.max_points = 30;
    o.branches = false;
    const PeriodicMotion start =
        periodic_motion(family, test::free_play_state(0.1, 0, 0, 0), 2e-3, 1, {}, o);
    REQUIRE(start.found);
    int calls = 0;
    const Progress count = [&](double) -> bool { return ++calls < 60; };
    family.set_go_on(count);
    const OrbitBranches part = orbit_branches(family, start, 2e-3, {}, o, count);
    CHECK(part.interrupted);
    REQUIRE(part.branches.size() == 1);
    const OrbitBranch& branch = part.branches.front();
    CHECK(branch.branch.n_points() >= 1);
    CHECK(branch.labels.size() == static_cast<std::size_t>(branch.branch.n_points()));
}

TEST_CASE("A search ends within one period of an interruption", "[dynamics]")
{
    const OrbitFamily family = family_at(1.5);
    OrbitSearch s;
    s.p = {1.5};
    s.settle = 1000000; // hours
    s.z = {{test::free_play_state(0.1, 0, 0, 0), test::free_play_state(0.2, 0, 0, 0)}};
    OrbitBranchOptions o;
    o.from = 1.4;
    o.to = 1.6;
    for (const int patience : {1, 2, 20}) {
        int calls = 0;
        const FoundOrbits found =
            search_orbits(family, s, {}, o, [&](double) -> bool { return ++calls < patience; });
        CHECK(found.interrupted);
        CHECK(found.starts.empty());
        CHECK(calls == patience);
    }
}
