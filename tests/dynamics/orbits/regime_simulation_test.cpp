#include "dynamics/events/event_driven.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

using namespace slideway;
using namespace slideway::dynamics;
using test::CoulombMatrices;

namespace {

using std::numbers::pi;

ContactPeriod last_period(const DrySystem& s, int cycles, double still)
{
    EventDrivenOptions options;
    options.t_end = cycles * 2 * pi / s.Omega;
    options.energies = false;
    options.still = still;
    return event_driven(s, options).last_period[0];
}

} // namespace

TEST_CASE("Every row of the reference table of regimes is met by simulation", "[dynamics]")
{
    // Amplitudes after 30000 cycles of an independent exact simulation, or of its closed form, with
    // eight digits. Cycles here: until the transient is below 1e-7; it dies out slowly near
    // resonances and their combinations.
    struct Row {
        Index n;
        std::string wall;
        int contact;
        double r1, beta;
        int cycles;
        Regime regime;
        int stops;
        double amplitude;
    };
    const Regime continuous = Regime::continuous, stick_slip = Regime::stick_slip,
                 no_motion = Regime::no_motion;
    const Row rows[] = {
        {2, "ground", 1, 0.3, 0.08742, 500, continuous, 0, 1.220984},
        {2, "ground", 1, 0.3, 0.4656, 500, stick_slip, 2, 0.96578855},
        {2, "ground", 1, 0.55, 0.157, 500, continuous, 0, 3.7165575},
        {2, "ground", 1, 0.55, 0.5178, 500, stick_slip, 2, 3.302032},
        {2, "ground", 1, 0.85, 0.1965, 500, continuous, 0, 0.3748773},
        {2, "ground", 1, 0.85, 0.5474, 500, stick_slip, 2, 0.19263304},
        {2, "ground", 1, 1.2, 0.3875, 500, continuous, 0, 0.34247373},
        {2, "ground", 1, 1.2, 0.6906, 500, stick_slip, 2, 0.30405606},
        {2, "ground", 1, 1.6, 0.6331, 500, continuous, 0, 7.4083316},
        {2, "ground", 1, 1.6, 0.8748, 500, stick_slip, 2, 0.022339901},
        {2, "ground", 1, 2.1, 0.5336, 500, continuous, 0, 0.30818892},
        {2, "ground", 1, 2.1, 0.8002, 500, stick_slip, 2, 0.030765058},
        {2, "ground", 1, 0.55, 1.1, 10000, no_motion, 0, 0},
        {2, "ground", 1, 1.2, 1.1, 10000, no_motion, 0, 0},
        {2, "ground", 2, 0.3, 0.09747, 500, continuous, 0, 1.3541776},
        {2, "ground", 2, 0.3, 0.2825, 500, stick_slip, 2, 1.3134558},
        {2, "ground", 2, 0.55, 0.3909, 500, continuous, 0, 4.5946267},
        {2, "ground", 2, 0.55, 0.5288, 500, stick_slip, 2, 2.5543477},
        {2, "ground", 2, 0.85, 0.3768, 500, continuous, 0, 1.0660211},
        {2, "ground", 2, 0.85, 0.5957, 500, stick_slip, 2, 0.19859809},
        {2, "ground", 2, 1.2, 0.6106, 500, continuous, 0, 0.64146056},
        {2, "ground", 2, 1.2, 1.172, 500, stick_slip, 2, 0.23368518},
        {2, "ground", 2, 1.6, 1.143, 500, continuous, 0, 4.7706354},
        {2, "ground", 2, 1.6, 1.572, 500, stick_slip, 2, 0.034515356},
        {2, "ground", 2, 2.1, 0.204, 500, continuous, 0, 0.095154799},
        {2, "ground", 2, 2.1, 0.319, 500, stick_slip, 2, 0.015205799},
        {2, "ground", 2, 0.55, 0.648, 10000, no_motion, 0, 0},
        {2, "ground", 2, 1.2, 1.964, 10000, no_motion, 0, 0},
        {2, "base", 1, 0.3, 0.01651, 500, continuous, 0, 0.23064625},
        {2, "base", 1, 0.3, 0.08795, 500, stick_slip, 2, 0.18243989},
        {2, "base", 1, 0.55, 0.1156, 500, continuous, 0, 2.7360819},
        {2, "base", 1, 0.55, 0.3812, 500, stick_slip, 2, 2.4309289},
        {2, "base", 1, 0.85, 0.6537, 500, continuous, 0, 1.2468082},
        {2, "base", 1, 0.85, 1.821, 500, stick_slip, 2, 0.6405903},
        {2, "base", 1, 1.2, 0.7102, 500, continuous, 0, 0.62765994},
        {2, "base", 1, 1.2, 1.266, 500, stick_slip, 2, 0.55716531},
        {2, "base", 1, 1.6, 0.5818, 500, continuous, 0, 6.8081222},
        {2, "base", 1, 1.6, 0.8039, 500, stick_slip, 2, 0.020538973},
        {2, "base", 1, 2.1, 1.663, 500, continuous, 0, 0.96062033},
        {2, "base", 1, 2.1, 2.494, 500, stick_slip, 2, 0.095894456},
        {2, "base", 1, 0.55, 0.8098, 10000, no_motion, 0, 0},
        {2, "base", 1, 1.2, 2.016, 10000, no_motion, 0, 0},
        {2, "mass", 2, 0.3, 0.004264, 500, continuous, 0, 0.11971158},
        {2, "mass", 2, 0.3, 0.0471, 500, stick_slip, 2, 0.096923043},
        {2, "mass", 2, 0.55, 0.02501, 2000, continuous, 0, 1.5520233},
        {2, "mass", 2, 0.55, 0.3251, 500, stick_slip, 2, 1.4133961},
        {2, "mass", 2, 0.85, 0.3224, 500, continuous, 0, 1.1168504},
        {2, "mass", 2, 0.85, 0.8912, 500, stick_slip, 2, 1.0651172},
        {2, "mass", 2, 1.2, 0.46, 1000, continuous, 0, 0.94263368},
        {2, "mass", 2, 1.2, 0.6514, 500, stick_slip, 2, 0.59786188},
        {2, "mass", 2, 1.6, 0.3927, 5000, continuous, 0, 12.15529},
        {2, "mass", 2, 1.6, 0.5431, 500, stick_slip, 2, 0.028779555},
        {2, "mass", 2, 2.1, 0.3082, 500, continuous, 0, 0.39239538},
        {2, "mass", 2, 2.1, 0.4568, 500, stick_slip, 2, 0.032356587},
        {2, "mass", 2, 0.55, 0.8424, 10000, no_motion, 0, 0},
        {2, "mass", 2, 1.2, 0.8426, 10000, no_motion, 0, 0},
        {5, "ground", 4, 0.3, 0.1861, 20000, continuous, 0, 6.6542965},
        {5, "ground", 4, 0.3, 0.2666, 500, stick_slip, 6, 0.1541693},
        {5, "ground", 4, 0.55, 0.06715, 10000, continuous, 0, 0.65513236},
        {5, "ground", 4, 0.55, 0.3177, 1000, stick_slip, 2, 0.4532046},
        {5, "ground", 4, 0.85, 0.7534, 500, continuous, 0, 1.6666629},
        {5, "ground", 4, 0.85, 1.416, 2000, stick_slip, 2, 0.62215848},
        {5, "ground", 4, 1.2, 0.5097, 1000, continuous, 0, 0.4650593},
        {5, "ground", 4, 1.2, 0.8058, 2000, stick_slip, 2, 0.38358587},
        {5, "ground", 4, 1.6, 0.6968, 1000, continuous, 0, 0.83214894},
        {5, "ground", 4, 1.6, 0.9461, 500, stick_slip, 2, 0.01733395},
        {5, "ground", 4, 2.1, 0.06094, 1000, continuous, 0, 0.04331106},
        {5, "ground", 4, 2.1, 0.08929, 500, stick_slip, 2, 0.0028399714},
        {5, "ground", 4, 0.55, 0.7351, 10000, no_motion, 0, 0},
        {5, "ground", 4, 1.2, 1.165, 10000, no_motion, 0, 0},
    };
    for (const Row& row : rows) {
        const DrySystem s =
            test::on_modes(test::chain_matrices(row.n, row.wall, row.contact, row.r1, row.beta))
                .system;
        const ContactPeriod last = last_period(s, row.cycles, 1e-3);
        CAPTURE(row.n, row.wall, row.contact, row.r1, row.beta);
        CHECK(regime_name(last.regime) == regime_name(row.regime));
        if (row.regime == no_motion) {
            // Undamped vibration of the locked system dies out asymptotically only.
            CHECK(last.amplitude < 1e-3 * row.beta);
            continue;
        }
        CHECK(last.stops == row.stops);
        CHECK(last.amplitude == Approx(row.amplitude).epsilon(3e-7));
        CHECK((last.sticking > 0) == (row.stops > 0));
        // Half a period back and forth: the contact slides four amplitudes a cycle unless it turns
        // back in between.
        if (row.stops <= 2)
            CHECK(last.dissipation == Approx(4 * row.beta * row.amplitude).epsilon(1e-6));
        CHECK(regime_name(RegimeBoundaries(s).at(1).regime(row.beta)) == regime_name(row.regime));
    }
}

TEST_CASE("Ten damped systems drawn at random change regime at their boundaries", "[dynamics]")
{
    // One to eight masses, walls on the ground, on the base and on the mass before; damping of
    // modes alone and dashpots that couple them. 3 percent to either side of each boundary, after
    // 600 cycles: the slowest mode has 0.5 percent of critical damping.
    std::mt19937 random(2024);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int trial = 0; trial < 10; ++trial) {
        const Index n = trial == 0 ? 1 : 2 + trial % 7;
        CoulombMatrices a;
        Vector masses(n), springs(n), dashpots(n);
        for (Index i = 0; i < n; ++i) {
            masses(i) = 0.5 + uniform(random);
            springs(i) = 0.5 + uniform(random);
            dashpots(i) = uniform(random);
        }
        auto network = [n](const Vector& links) -> Matrix {
            Matrix A = links.asDiagonal();
            for (Index i = 0; i + 1 < n; ++i) {
                A(i, i) += links(i + 1);
                A(i, i + 1) = A(i + 1, i) = -links(i + 1);
            }
            return A;
        };
        a.M = masses.asDiagonal();
        a.K = network(springs);
        const bool classical = trial % 2 == 0;
        a.C = 0.02 * a.M + (classical ? Matrix(0.04 * a.K) : Matrix(0.06 * network(dashpots)));
        const int wall = n == 1 ? 0 : trial % 3; // ground, base, mass
        const auto contact = static_cast<Index>(uniform(random) * static_cast<double>(n));
        a.B = Matrix::Zero(1, n);
        a.B(0, contact) = 1;
        if (wall == 2)
            a.B(0, contact == 0 ? 1 : contact - 1) = -1;
        a.Omega = 0.4 + 1.6 * uniform(random);
        a.p = wall == 1 ? Vector(a.Omega * a.Omega * masses) : Vector(Vector::Unit(n, 0));
        a.limit = Vector::Ones(1);
        DrySystem s = test::on_modes(a).system;
        const RegimeLimits l = RegimeBoundaries(s).at(a.Omega);
        CAPTURE(trial, n, wall, contact, classical, a.Omega, l.continuous, *l.no_motion, *l.S);
        auto at = [&](double limit) -> ContactPeriod {
            s.limit(0) = limit;
            return last_period(s, 600, 0);
        };
        const ContactPeriod below = at(0.97 * l.continuous), above = at(1.03 * l.continuous);
        CHECK(below.stops == 0);
        CHECK(below.sticking == 0);
        CHECK(above.stops >= 2);
        CHECK(above.sticking > 0);
        const ContactPeriod slips = at(0.97 * *l.no_motion), rests = at(1.03 * *l.no_motion);
        CHECK(slips.amplitude > 0);
        CHECK(rests.amplitude < 1e-2 * slips.amplitude);
    }
}
