#include "dynamics/orbits/settling.hpp"
#include "dynamics/orbits/whole_orbit.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;

// Motions of two masses with free play in full (support/free_play.hpp).

namespace {

using std::numbers::pi;

const Vector p9 =
    test::free_play_state(0.050718051131, -0.039547358708, 0.045022106653, -0.008682908092);

std::vector<ModalOutput> first_mass()
{
    return {{test::free_play_modes().row(0).transpose()}};
}

WholeOrbit whole(const OrbitFamily& family, const Vector& z, int periods = 1)
{
    const PeriodicMotion motion = periodic_motion(family, z, family.value(), periods);
    REQUIRE(motion.found);
    return whole_orbit(family, motion.form, motion.z, family.value(), first_mass(), 1e-13, 60);
}

} // namespace

TEST_CASE("a motion ends its contact where the force is zero, with a dashpot before its stop",
          "[dynamics]")
{
    const double dashpot = GENERATE(0.0, 0.5);
    CAPTURE(dashpot);
    const OrbitFamily family(test::free_play({.Omega = 0.95, .dashpot = dashpot}), {});
    const Settled end = settled(family, Vector::Zero(4), 0.95, 300, 1e-12);
    REQUIRE(end.failure.empty());
    CHECK(recurrence(family, end.z, 0.95, 40, 1e-12) == 1);
    const WholeOrbit orbit = whole(family, end.z);
    CHECK(orbit.symmetry.value() < 1e-8);
    REQUIRE(orbit.events.size() == 4);
    for (const OrbitEvent& event : orbit.events) {
        const double beyond = event.side * event.displacement - 0.05,
                     rate = event.side * event.speed;
        if (event.kind == OrbitEventKind::closing) {
            CHECK(std::abs(beyond) < 1e-13);
            CHECK(rate > 0);
        } else {
            CHECK(event.kind == OrbitEventKind::opening);
            CHECK(std::abs(10 * beyond + dashpot * rate) < 1e-12);
            CHECK(rate < 0);
        }
    }
    // Both halves of the period, one the mirror of the other.
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK(orbit.events[k + 2].phase - orbit.events[k].phase == Approx(pi).epsilon(1e-10));
        CHECK(orbit.events[k + 2].side == -orbit.events[k].side);
    }
}

TEST_CASE("a motion of nine periods recurs after nine and is recorded over all of them",
          "[dynamics]")
{
    const OrbitFamily family(test::free_play({.Omega = 1.5}), {});
    CHECK(recurrence(family, p9, 1.5, 40, 1e-12) == 9);
    const WholeOrbit orbit = whole(family, p9, 9);
    CHECK(orbit.periods == 9);
    CHECK(std::abs(orbit.multipliers(0)) == Approx(0.7554045269).margin(1e-8));
    double largest = 0;
    for (const OrbitExtremum& extremum : orbit.extrema)
        largest = std::max(largest, extremum.value);
    CHECK(largest == Approx(0.0719022460).margin(1e-9));
    const Matrix& z = orbit.samples.z;
    CHECK(z.cols() == 9 * 60 + 1);
    CHECK((z.col(0) - z.col(z.cols() - 1)).norm() < 1e-10);
    for (std::size_t k = 1; k < orbit.events.size(); ++k)
        CHECK(orbit.events[k].phase > orbit.events[k - 1].phase);
    CHECK(orbit.events.back().phase < 18 * pi);
}

TEST_CASE("a motion between two points of a branch solves its equations", "[dynamics]")
{
    const OrbitFamily family(test::free_play({.Omega = 1.5}), {});
    OrbitBranchOptions options;
    options.from = 1.45;
    options.to = 1.55;
    const PeriodicMotion start = periodic_motion(family, p9, 1.5, 9);
    REQUIRE(start.found);
    const OrbitBranch branch =
        orbit_branches(family, start, 1.5, first_mass(), options).branches.front();
    for (Index k = 0; k + 1 < branch.branch.n_points(); k += 10) {
        const double p = (branch.branch.p(k) + branch.branch.p(k + 1)) / 2;
        const PeriodicMotion motion = motion_between(family, branch, k, p, options);
        REQUIRE(motion.found);
        CHECK(motion.form == branch.form);
        CHECK(motion.residual < 1e-11);
    }
}

TEST_CASE("a motion at the value zero of a parameter is reported as any other", "[dynamics]")
{
    const OrbitFamily family(test::free_play({.Omega = 1.2}),
                             {OrbitParameter::Kind::number, {3, "damping"}});
    const WholeOrbit orbit = whole(family, test::free_play_state(-0.029176778235, -0.08695676581,
                                                                 -0.113592803271, -0.210889045443));
    CHECK(orbit.p == 0);
    CHECK(std::abs(orbit.multipliers(0)) == Approx(0.9270306861).margin(1e-9));
}
