#include "dynamics/orbits/regime_boundaries.hpp"
#include "dynamics/orbits/steady_state.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;

namespace {

// Two equal masses on the ground, the upper one rubs on the ground; the upper spring is twice as
// stiff.
CoulombMatrices stiff_upper(double r1, double beta)
{
    CoulombMatrices a = chain_matrices(2, "ground", 2, r1, beta);
    a.K << 3, -2, -2, 2;
    return a;
}

// The motion itself, by Newton's method on the exact one: it knows nothing of the closed forms.
struct Computed {
    int stops, reversals;
    double amplitude;
    bool converged;
};

Computed computed(DrySystem s, double limit)
{
    s.limit(0) = limit;
    const Orbit x = steady_state(s, {});
    return {x.period[0].stops,
            static_cast<int>(std::count_if(
                x.events.begin(), x.events.end(),
                [](const ContactEvent& e) { return e.kind == Transition::reversal; })),
            x.period[0].amplitude, x.converged()};
}

// Inside and beside the ends of each range the computed motion does what the range says.
void check_ranges(const DrySystem& s, const RegimeLimits& at)
{
    // Relative distances from the ends: located to 1e-9 of the logarithm of the limit, and stops
    // are found by the simulation from 1e-9 of the period on.
    constexpr double beside = 1e-5;
    for (const StopFreeRange& range : at.more.ranges) {
        CAPTURE(range.from, range.to, range.reversals);
        CHECK(range.from > at.continuous * (1 - 1e-5));
        CHECK(range.to > range.from);
        CHECK(range.stops_at_end);
        for (const double part : {beside, 0.3, 0.7, 1 - beside}) {
            const Computed x = computed(s, range.from + part * (range.to - range.from));
            CHECK(x.converged);
            CHECK(x.stops == 0);
            CHECK(x.reversals == range.reversals);
        }
        if (range.stops_at_end)
            CHECK(computed(s, range.to * (1 + 1e-3)).stops > 0);
    }
}

} // namespace

TEST_CASE("Above the closed form of two reversals a contact slides without stops with six",
          "[dynamics]")
{
    // Reference: two independent exact simulations; 6 reversals and no stop up to 0.35, two stops
    // at 0.37.
    const DrySystem s = on_modes(stiff_upper(0.712, 0.34)).system;
    const RegimeLimits at = RegimeBoundaries(s).with_more_reversals(s.Omega);
    CHECK(at.continuous == Approx(0.00626573).epsilon(1e-6));
    CHECK(at.more.not_searched.empty());
    REQUIRE(at.more.ranges.size() == 1);
    const StopFreeRange range = at.more.ranges[0];
    CHECK(range.reversals == 6);
    CHECK(range.to > 0.35);
    CHECK(range.to < 0.37);
    CHECK(at.stop_free() == range.to);
    CHECK(at.regime(0.34) == Regime::continuous);
    CHECK(at.regime(0.37) == Regime::stick_slip);
    const Computed x = computed(s, 0.34);
    CHECK(x.reversals == 6);
    CHECK(x.amplitude == Approx(5.28340).epsilon(1e-6));
    check_ranges(s, at);

    const DrySystem other = on_modes(stiff_upper(0.70975, 0.445312)).system;
    const RegimeLimits beside = RegimeBoundaries(other).with_more_reversals(other.Omega);
    CHECK(beside.continuous == Approx(0.2208).epsilon(1e-4));
    CHECK(beside.regime(0.445312) == Regime::continuous);
    CHECK(computed(other, 0.445312).amplitude == Approx(5.40489).epsilon(1e-6));
    check_ranges(other, beside);
}

TEST_CASE("Ranges of sliding without stops are those of the computed motion, with damping too",
          "[dynamics]")
{
    // Beside omega_2 = 3 Omega, 5 Omega, where friction excites the second mode.
    int found = 0;
    for (const double damping : {0.0, 1e-3, 1e-2})
        for (const double r1 : {0.4275, 0.70, 0.7125, 0.715}) {
            CoulombMatrices a = stiff_upper(r1, 0.1);
            if (damping > 0)
                a.C = damping * a.K;
            const DrySystem s = on_modes(a).system;
            const RegimeLimits at = RegimeBoundaries(s).with_more_reversals(s.Omega);
            CAPTURE(damping, r1, at.continuous, at.more.not_searched);
            check_ranges(s, at);
            found += static_cast<int>(at.more.ranges.size());
        }
    CHECK(found == 3); // of the undamped and the weakly damped ones
    // A dashpot on one mass couples the modes.
    CoulombMatrices a = stiff_upper(0.712, 0.1);
    a.C = Matrix::Zero(2, 2);
    a.C(0, 0) = 1e-3;
    const DrySystem s = on_modes(a).system;
    const RegimeLimits at = RegimeBoundaries(s).with_more_reversals(s.Omega);
    CHECK(at.more.ranges.size() == 1);
    check_ranges(s, at);
}

TEST_CASE("On every limit of fine scans the regime by the boundaries is that of the computed "
          "motion",
          "[dynamics]")
{
    // Limits from the closed form up to no motion, at frequencies about the dips.
    int points = 0, more = 0;
    for (const double r1 : {0.70, 0.7085, 0.712, 0.7135, 0.43}) {
        const DrySystem s = on_modes(stiff_upper(r1, 0.1)).system;
        const RegimeLimits at = RegimeBoundaries(s).with_more_reversals(s.Omega);
        for (int k = 1; k < 40; ++k) {
            const double limit = at.continuous * std::pow(*at.no_motion / at.continuous, k / 40.0);
            const Computed x = computed(s, limit);
            CAPTURE(r1, limit, at.continuous, x.stops, x.reversals);
            CHECK((at.regime(limit) == Regime::continuous) == (x.stops == 0));
            ++points;
            more += x.stops == 0;
        }
    }
    CHECK(points == 195);
    CHECK(more > 20);
}

TEST_CASE("Round-off does not part a limit from an equal boundary of no motion", "[dynamics]")
{
    // The boundary of the contact of the lower mass with the ground is 1 at every frequency.
    for (const double r1 : {0.55, 0.3, 0.9, 1.7}) {
        CAPTURE(r1);
        const DrySystem s = on_modes(chain_matrices(2, "ground", 1, r1, 1.0)).system;
        const RegimeLimits at = RegimeBoundaries(s).at(s.Omega);
        CHECK(*at.no_motion == Approx(1).epsilon(1e-14));
        CHECK(at.regime(1.0) == Regime::no_motion);
        CHECK(at.regime(1 - 1e-9) != Regime::no_motion);
        CHECK(steady_state(s, {}).method == OrbitMethod::locked);
    }
}
