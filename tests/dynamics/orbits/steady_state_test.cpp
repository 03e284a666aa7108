#include "dynamics/orbits/regime_boundaries.hpp"
#include "dynamics/orbits/steady_state.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;
using namespace slideway::test;

namespace {

using std::numbers::pi;

} // namespace

TEST_CASE("steady states of chains with one dry contact are those of an independent exact "
          "simulation",
          "[dynamics]")
{
    // All rows of the reference: regime, stops and amplitude (eight digits) after 30000 cycles of
    // another program, or of its closed form.
    struct Row {
        Index n;
        std::string wall;
        int contact;
        double r1, beta;
        Regime regime;
        int stops;
        double amplitude;
    };
    const Regime continuous = Regime::continuous, stick_slip = Regime::stick_slip,
                 no_motion = Regime::no_motion;
    const Row rows[] = {
        {2, "ground", 1, 0.3, 0.08742, continuous, 0, 1.220984},
        {2, "ground", 1, 0.3, 0.4656, stick_slip, 2, 0.96578855},
        {2, "ground", 1, 0.55, 0.157, continuous, 0, 3.7165575},
        {2, "ground", 1, 0.55, 0.5178, stick_slip, 2, 3.302032},
        {2, "ground", 1, 0.85, 0.1965, continuous, 0, 0.3748773},
        {2, "ground", 1, 0.85, 0.5474, stick_slip, 2, 0.19263304},
        {2, "ground", 1, 1.2, 0.3875, continuous, 0, 0.34247373},
        {2, "ground", 1, 1.2, 0.6906, stick_slip, 2, 0.30405606},
        {2, "ground", 1, 1.6, 0.6331, continuous, 0, 7.4083316},
        {2, "ground", 1, 1.6, 0.8748, stick_slip, 2, 0.022339901},
        {2, "ground", 1, 2.1, 0.5336, continuous, 0, 0.30818892},
        {2, "ground", 1, 2.1, 0.8002, stick_slip, 2, 0.030765058},
        {2, "ground", 1, 0.55, 1.1, no_motion, 0, 0},
        {2, "ground", 1, 1.2, 1.1, no_motion, 0, 0},
        {2, "ground", 2, 0.3, 0.09747, continuous, 0, 1.3541776},
        {2, "ground", 2, 0.3, 0.2825, stick_slip, 2, 1.3134558},
        {2, "ground", 2, 0.55, 0.3909, continuous, 0, 4.5946267},
        {2, "ground", 2, 0.55, 0.5288, stick_slip, 2, 2.5543477},
        {2, "ground", 2, 0.85, 0.3768, continuous, 0, 1.0660211},
        {2, "ground", 2, 0.85, 0.5957, stick_slip, 2, 0.19859809},
        {2, "ground", 2, 1.2, 0.6106, continuous, 0, 0.64146056},
        {2, "ground", 2, 1.2, 1.172, stick_slip, 2, 0.23368518},
        {2, "ground", 2, 1.6, 1.143, continuous, 0, 4.7706354},
        {2, "ground", 2, 1.6, 1.572, stick_slip, 2, 0.034515356},
        {2, "ground", 2, 2.1, 0.204, continuous, 0, 0.095154799},
        {2, "ground", 2, 2.1, 0.319, stick_slip, 2, 0.015205799},
        {2, "ground", 2, 0.55, 0.648, no_motion, 0, 0},
        {2, "ground", 2, 1.2, 1.964, no_motion, 0, 0},
        {2, "base", 1, 0.3, 0.01651, continuous, 0, 0.23064625},
        {2, "base", 1, 0.3, 0.08795, stick_slip, 2, 0.18243989},
        {2, "base", 1, 0.55, 0.1156, continuous, 0, 2.7360819},
        {2, "base", 1, 0.55, 0.3812, stick_slip, 2, 2.4309289},
        {2, "base", 1, 0.85, 0.6537, continuous, 0, 1.2468082},
        {2, "base", 1, 0.85, 1.821, stick_slip, 2, 0.6405903},
        {2, "base", 1, 1.2, 0.7102, continuous, 0, 0.62765994},
        {2, "base", 1, 1.2, 1.266, stick_slip, 2, 0.55716531},
        {2, "base", 1, 1.6, 0.5818, continuous, 0, 6.8081222},
        {2, "base", 1, 1.6, 0.8039, stick_slip, 2, 0.020538973},
        {2, "base", 1, 2.1, 1.663, continuous, 0, 0.96062033},
        {2, "base", 1, 2.1, 2.494, stick_slip, 2, 0.095894456},
        {2, "base", 1, 0.55, 0.8098, no_motion, 0, 0},
        {2, "base", 1, 1.2, 2.016, no_motion, 0, 0},
        {2, "mass", 2, 0.3, 0.004264, continuous, 0, 0.11971158},
        {2, "mass", 2, 0.3, 0.0471, stick_slip, 2, 0.096923043},
        {2, "mass", 2, 0.55, 0.02501, continuous, 0, 1.5520233},
        {2, "mass", 2, 0.55, 0.3251, stick_slip, 2, 1.4133961},
        {2, "mass", 2, 0.85, 0.3224, continuous, 0, 1.1168504},
        {2, "mass", 2, 0.85, 0.8912, stick_slip, 2, 1.0651172},
        {2, "mass", 2, 1.2, 0.46, continuous, 0, 0.94263368},
        {2, "mass", 2, 1.2, 0.6514, stick_slip, 2, 0.59786188},
        {2, "mass", 2, 1.6, 0.3927, continuous, 0, 12.15529},
        {2, "mass", 2, 1.6, 0.5431, stick_slip, 2, 0.028779555},
        {2, "mass", 2, 2.1, 0.3082, continuous, 0, 0.39239538},
        {2, "mass", 2, 2.1, 0.4568, stick_slip, 2, 0.032356587},
        {2, "mass", 2, 0.55, 0.8424, no_motion, 0, 0},
        {2, "mass", 2, 1.2, 0.8426, no_motion, 0, 0},
        {5, "ground", 4, 0.3, 0.1861, continuous, 0, 6.6542965},
        {5, "ground", 4, 0.3, 0.2666, stick_slip, 6, 0.1541693},
        {5, "ground", 4, 0.55, 0.06715, continuous, 0, 0.65513236},
        {5, "ground", 4, 0.55, 0.3177, stick_slip, 2, 0.4532046},
        {5, "ground", 4, 0.85, 0.7534, continuous, 0, 1.6666629},
        {5, "ground", 4, 0.85, 1.416, stick_slip, 2, 0.62215848},
        {5, "ground", 4, 1.2, 0.5097, continuous, 0, 0.4650593},
        {5, "ground", 4, 1.2, 0.8058, stick_slip, 2, 0.38358587},
        {5, "ground", 4, 1.6, 0.6968, continuous, 0, 0.83214894},
        {5, "ground", 4, 1.6, 0.9461, stick_slip, 2, 0.01733395},
        {5, "ground", 4, 2.1, 0.06094, continuous, 0, 0.04331106},
        {5, "ground", 4, 2.1, 0.08929, stick_slip, 2, 0.0028399714},
        {5, "ground", 4, 0.55, 0.7351, no_motion, 0, 0},
        {5, "ground", 4, 1.2, 1.165, no_motion, 0, 0},
    };
    for (const Row& row : rows) {
        CAPTURE(row.n, row.wall, row.contact, row.r1, row.beta);
        const DrySystem s =
            on_modes(chain_matrices(row.n, row.wall, row.contact, row.r1, row.beta)).system;
        const Orbit x = steady_state(s, {});
        CHECK(x.converged());
        CHECK(x.residual < 1e-10);
        CHECK(regime_name(x.period[0].regime) == regime_name(row.regime));
        CHECK(x.period[0].stops == row.stops);
        CHECK(x.period[0].amplitude == Approx(row.amplitude).epsilon(1e-6).margin(1e-12));
        CHECK(std::abs(x.multipliers(0)) < 1 + 1e-9);
    }
}

TEST_CASE("the regimes of a map of computed orbits part where the closed form says, with its true "
          "S, on every point",
          "[dynamics]")
{
    // Cell centres of 60 x 60 over 0 < r1 < 2.5, 0 < beta < 1; contact of mass 1 of two with the
    // ground. The published form (S = 1) fails at exactly 42 of the 3600 points, all where S > 1.
    int points = 0, unit_S_wrong = 0, not_converged = 0;
    for (int i = 0; i < 60; ++i)
        for (int j = 0; j < 60; ++j) {
            const double r1 = (i + 0.5) * 2.5 / 60, beta = (j + 0.5) / 60;
            const DrySystem s = on_modes(chain_matrices(2, "ground", 1, r1, beta)).system;
            const Orbit x = steady_state(s, {});
            const RegimeLimits at = RegimeBoundaries(s).at(s.Omega);
            const Regime regime = x.period[0].regime;
            const bool moves = beta < at.no_motion.value_or(INFINITY);
            const bool slides = moves && beta < at.continuous_unit_S;
            CAPTURE(r1, beta, at.continuous, x.error);
            CHECK(regime_name(regime) == regime_name(at.regime(beta)));
            not_converged += !x.converged();
            ++points;
            if ((regime == Regime::continuous) != slides) {
                ++unit_S_wrong;
                CHECK(*at.S > 1 + 1e-6);
            }
        }
    CHECK(points == 3600);
    CHECK(unit_S_wrong == 42);
    CHECK(not_converged == 0);
}

TEST_CASE("a steady state is where motions from two starts end, with one and two contacts",
          "[dynamics]")
{
    // Damping that couples the modes, moved walls and a constant load: the period does not repeat
    // after half of it. Simulated from two starts until their difference is at round-off.
    CoulombMatrices a = two_contact_block();
    a.C = (Matrix(3, 3) << 0.2, 0.1, -0.1, 0.1, 0.15, 0, -0.1, 0, 0.3).finished();
    for (const double load : {0.0, 0.5})
        for (const double limit : {0.2, 1.0, 2.5}) {
            DrySystem s = on_modes(a).system;
            s.limit *= limit;
            s.p0 = load * Eigen::Vector3d(0.6, -0.4, 0.2);
            s.r << Complex(0.2, 0.1), Complex(0, -0.3);
            const Orbit x = steady_state(s, {});
            CAPTURE(load, limit, orbit_method_name(x.method), x.cycles);
            CHECK(x.converged());
            CHECK(std::abs(x.multipliers(0)) < 1 + 1e-9);
            for (const double start : {0.0, 2.0}) {
                EventDrivenOptions options;
                options.energies = false;
                options.t_end = 2 * pi / s.Omega * 400;
                options.q = start * Vector::Ones(3);
                const MotionRecord run = event_driven(s, options);
                // Where a contact sticks at every instant, the start decides how much strain they
                // hold for ever: displacements differ by a constant, velocities do not.
                CHECK((run.v - x.v).norm() < 1e-9 * x.v.norm());
                if (std::abs(x.multipliers(0)) < 1 - 1e-6)
                    CHECK((run.q - x.q).norm() < 1e-9 * x.q.norm());
                for (std::size_t k = 0; k < 2; ++k) {
                    CHECK(regime_name(x.period[k].regime) ==
                          regime_name(run.last_period[k].regime));
                    CHECK(x.period[k].stops == run.last_period[k].stops);
                    CHECK(x.period[k].dissipation ==
                          Approx(run.last_period[k].dissipation).epsilon(1e-7).margin(1e-12));
                }
            }
        }
}

TEST_CASE("a steady state that takes a hundred thousand cycles to settle is found in a few",
          "[dynamics]")
{
    // Wall between the masses, m2 = m1 / 2, r1 = 1.3125: omega_1 + omega_2 = 1.991 Omega, where a
    // motion of both leaves the contact nearly at rest at every reversal.
    CoulombMatrices a = chain_matrices(2, "mass", 2, 1.3125, 0.2);
    a.M(1, 1) /= 2;
    const DrySystem s = on_modes(a).system;
    const Orbit x = steady_state(s, {});
    CHECK(x.converged());
    CHECK(x.cycles < 20);
    CHECK(std::abs(x.multipliers(0)) > 1 - 2e-4); // 1e-6 takes 1e5 cycles
    CHECK(std::abs(x.multipliers(0)) < 1);
    CHECK(x.residual < 1e-12);
    CHECK(x.period[0].regime == Regime::continuous);
    // Sliding without stops, closed form: x0 = sqrt(V^2 - beta^2 U^2), U = sum b^2 tan(pi w/2)/w.
    double V = 0, U = 0;
    for (Index i = 0; i < 2; ++i) {
        const double b = s.B(0, i), w = s.modes.omega(i);
        V += b * s.p(i).real() / (w * w - 1);
        U += b * b * std::tan(pi / 2 * w) / w;
    }
    CHECK(x.period[0].amplitude == Approx(std::sqrt(V * V - 0.04 * U * U)).epsilon(1e-10));
}

TEST_CASE("near modes at odd multiples of the drive the steady state is the motion that occurs",
          "[dynamics]")
{
    // There the closed form of continuous sliding is far from any motion, tan(pi omega / 2 Omega),
    // and the map of half a period hardly changes the mode. Reference: simulated from rest.
    struct Row {
        double omega, Omega, limit;
    };
    for (const Row& row : {Row{1, 0.2, 0.1}, Row{1, 0.3333, 0.02}, Row{1, 0.333333, 0.1},
                           Row{1, 0.14286, 0.02}, Row{1, 1.0 / 3, 0.1}}) {
        CAPTURE(row.Omega, row.limit);
        CoulombMatrices a{Matrix::Ones(1, 1), Matrix::Ones(1, 1), Matrix::Ones(1, 1),
                          Vector::Ones(1), Vector::Constant(1, row.limit)};
        a.Omega = row.Omega;
        const DrySystem s = on_modes(a).system;
        const Orbit x = steady_state(s, {});
        EventDrivenOptions options;
        options.energies = false;
        options.t_end = 3000 * 2 * pi / row.Omega;
        const MotionRecord run = event_driven(s, options);
        CHECK(x.converged());
        CHECK(x.residual < 1e-8);
        CHECK(x.period[0].stops == run.last_period[0].stops);
        CHECK(regime_name(x.period[0].regime) == "stick-slip");
        CHECK(x.period[0].amplitude == Approx(run.last_period[0].amplitude).epsilon(1e-6));
    }
}

TEST_CASE("a slow drive that drags a contact to and fro is motion, whatever its frequency",
          "[dynamics]")
{
    // Quasi-static: sliding from -(F - limit) / k to (F - limit) / k, dissipating 4 limit times it.
    // The rest is inertia, (Omega / omega)^2.
    for (const double Omega : {1e-4, 1e-3, 0.02}) {
        CoulombMatrices a{Matrix::Ones(1, 1),       Matrix::Ones(1, 1),
                          Matrix::Ones(1, 1),       Vector::Ones(1),
                          Vector::Constant(1, 0.5), Matrix::Constant(1, 1, 0.1)};
        a.Omega = Omega;
        const DrySystem s = on_modes(a).system;
        EventDrivenOptions options;
        options.energies = false;
        options.t_end = 10 * 2 * pi / Omega;
        for (const ContactPeriod& period :
             {event_driven(s, options).last_period[0], steady_state(s, {}).period[0]}) {
            CAPTURE(Omega, period.amplitude);
            CHECK(regime_name(period.regime) == "stick-slip");
            CHECK(period.amplitude == Approx(0.5).epsilon(2e-3));
            CHECK(period.dissipation == Approx(1.0).epsilon(2e-3));
        }
    }
}

TEST_CASE("a weak spring or dashpot changes a sliding mass as little as it should", "[dynamics]")
{
    // F = m = Omega = 1: the free mass slides with amplitude A0, a spring k or a dashpot c changes
    // that by a part of k or c of the order of one, down to round-off.
    auto amplitude = [](double k, double c) -> double {
        const Orbit x = steady_state(
            on_modes({Matrix::Ones(1, 1), Matrix::Constant(1, 1, k), Matrix::Ones(1, 1),
                      Vector::Ones(1), Vector::Constant(1, 0.33), Matrix::Constant(1, 1, c)})
                .system,
            {});
        CHECK(x.converged());
        CHECK(x.residual < 1e-12);
        return x.period[0].amplitude;
    };
    // Velocity sin(t - phase) - limit ((t mod pi) - pi / 2), zero at the reversals t = 0, pi:
    // displacement over half a period 2 cos(phase), sin(phase) = limit pi / 2.
    const double free = std::sqrt(1 - std::pow(0.33 * pi / 2, 2));
    CHECK(amplitude(0, 0) == Approx(free).epsilon(1e-13));
    for (const double small : {1e-14, 1e-12, 1e-9, 1e-7, 1e-6, 1e-4}) {
        CAPTURE(small);
        CHECK(std::abs(amplitude(small, 0) - free) < 2 * small + 1e-13);
        CHECK(std::abs(amplitude(0, small) - free) < 2 * small + 1e-13);
        CHECK(std::abs(amplitude(small, small) - free) < 4 * small + 1e-13);
    }
}

TEST_CASE("an absorber at the frequency of the drive brings the contact to rest at every limit",
          "[dynamics]")
{
    // Contact on the first of two masses, r1 = 1: the second swings freely on the locked first and
    // carries what exceeds the limit, |k Y - k x2| <= limit. Reference: simulated from rest, which
    // reaches that in a few cycles.
    for (const double beta : {0.2, 0.7, 1.1}) {
        CAPTURE(beta);
        const DrySystem s = on_modes(chain_matrices(2, "ground", 1, 1, beta)).system;
        const Orbit x = steady_state(s, {});
        CHECK(x.converged());
        CHECK(x.residual < 1e-10);
        CHECK(regime_name(x.period[0].regime) == "no-motion");
        CHECK(x.period[0].stops == 0);
        EventDrivenOptions options;
        options.energies = false;
        options.t_end = 100 * 2 * pi / s.Omega;
        const MotionRecord run = event_driven(s, options);
        CHECK(regime_name(run.last_period[0].regime) == "no-motion");
        const RegimeLimits at = RegimeBoundaries(s).at(s.Omega);
        CHECK(at.absorber);
        CHECK(*at.no_motion == Approx(1).epsilon(1e-12)); // of the frequencies beside it
        CHECK(regime_name(at.regime(beta)) == "no-motion");
    }
    // Beside it the second mass beats: motion below the limit of 1.
    const DrySystem s = on_modes(chain_matrices(2, "ground", 1, 1.0005, 0.5)).system;
    const Orbit x = steady_state(s, {});
    CHECK(x.converged());
    CHECK(regime_name(x.period[0].regime) == "stick-slip");
    CHECK(!RegimeBoundaries(s).at(s.Omega).absorber);
}

TEST_CASE("without a steady state the search says why", "[dynamics]")
{
    // Ground contact of mass 1 at an undamped resonance: bounded from pi/4 on.
    const double golden = (std::sqrt(5.0) - 1) / 2; // omega_1 of two equal masses and springs
    const DrySystem below = on_modes(chain_matrices(2, "ground", 1, 1 / golden, 0.78)).system;
    CHECK_THROWS_WITH(steady_state(below, {}), Catch::Contains("Omega = 1 rad/s is an undamped") &&
                                                   Catch::Contains("friction is too small"));
    const DrySystem above = on_modes(chain_matrices(2, "ground", 1, 1 / golden, 0.79)).system;
    const Orbit x = steady_state(above, {});
    CHECK(x.converged());
    CHECK(x.period[0].regime == Regime::stick_slip);

    CoulombMatrices block{Matrix::Ones(1, 1), Matrix::Zero(1, 1), Matrix::Ones(1, 1),
                          Vector::Ones(1), Vector::Constant(1, 0.5)};
    DrySystem free = on_modes(block).system;
    free.p0(0) = 0.6;
    CHECK_THROWS_WITH(steady_state(free, {}), Catch::Contains("constant load accelerates"));

    SteadyStateOptions options;
    options.cycles = 0;
    CHECK_THROWS_WITH(steady_state(above, options), Catch::Contains("cycles must be > 0"));
    DrySystem smooth = above;
    smooth.B.resize(0, 2);
    smooth.limit.resize(0);
    CHECK_THROWS_WITH(steady_state(smooth, {}), Catch::Contains("coulomb"));
}

TEST_CASE("modes of one frequency are bounded by friction that reaches them in phase", "[dynamics]")
{
    // A ring of equal masses on springs: two modes of 2 rad/s, across (1, 1, 1). First harmonics f
    // of at most 4 / pi limit must give what the drive feeds into both of them.
    CoulombMatrices ring{Matrix::Identity(3, 3), 4 * Matrix::Identity(3, 3), Matrix::Zero(1, 3),
                         Vector::Zero(3), Vector::Zero(1)};
    ring.K -= Matrix::Ones(3, 3); // 3 on the diagonal
    ring.Omega = 2;
    auto grows = [&ring](const std::vector<Index>& contacts, const Vector& limit,
                         Index load) -> bool {
        ring.p = Vector::Unit(3, load);
        ring.limit = limit;
        ring.B = Matrix::Identity(3, 3)(contacts, Eigen::all);
        return grows_without_bound(on_modes(ring).system);
    };
    const double needed = pi / 4;
    for (const double limit : {0.1, 2.0, 5.0}) // the other masses swing against each other
        CHECK(grows({0}, Vector::Constant(1, limit), 1));
    CHECK(grows({1}, Vector::Constant(1, needed - 1e-6), 1));
    CHECK(!grows({1}, Vector::Constant(1, needed + 1e-6), 1));
    // f = (-1, -1): the modes move no mass without the others.
    CHECK(grows({0, 1}, Eigen::Vector2d(needed - 1e-6, 10), 2));
    CHECK(grows({0, 1}, Eigen::Vector2d(10, needed - 1e-6), 2));
    CHECK(!grows({0, 1}, Eigen::Vector2d(needed + 1e-6, 10), 2));
    // f = (-1, -1, 1) / 2 is the least of all.
    CHECK(grows({0, 1, 2}, Vector::Constant(3, needed / 2 - 1e-6), 2));
    CHECK(!grows({0, 1, 2}, Vector::Constant(3, needed / 2 + 1e-6), 2));

    ring.p = Vector::Unit(3, 1);
    ring.limit = Vector::Constant(1, 2);
    ring.B = Matrix::Identity(3, 3).topRows(1);
    CHECK_THROWS_WITH(steady_state(on_modes(ring).system, {}),
                      Catch::Contains("Omega = 2 rad/s is an undamped resonance"));
}

TEST_CASE("an interrupted search keeps a motion over whole periods, not rest", "[dynamics]")
{
    // Interrupted at each of its reports: the state that it gives is one at t = 0 of a cycle.
    const DrySystem s = on_modes(chain_matrices(2, "base", 1, 1.6, 0.8039)).system;
    for (int at = 0; at < 12; ++at) {
        CAPTURE(at);
        int reports = 0;
        SteadyStateOptions options;
        options.cycles = 3; // then it simulates
        const Orbit x = steady_state(s, options, [&](double) -> bool { return reports++ < at; });
        if (reports <= at)
            break; // it ended before
        CHECK(x.interrupted);
        CHECK(!x.converged());
        CHECK(x.q.norm() > 1e-3);
        CHECK(x.period[0].amplitude > 1e-3);
        CHECK(std::isfinite(x.residual));
        if (at > 0)
            CHECK(x.cycles > 0);
    }
}

TEST_CASE("a search cut short keeps its motion and says that it is no steady state", "[dynamics]")
{
    const DrySystem s = on_modes(chain_matrices(2, "base", 1, 1.6, 0.8039)).system;
    SteadyStateOptions options;
    options.cycles = 1;
    const Orbit x = steady_state(s, options);
    CHECK(!x.converged());
    CHECK(x.residual > 1e-6);
    CHECK(x.q.allFinite());
}
