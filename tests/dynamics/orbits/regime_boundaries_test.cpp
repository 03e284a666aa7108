#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/interruptible.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/event_driven.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"
#include "fem/lumped.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

using namespace slideway;
using Catch::Matchers::Contains;

namespace {

using std::numbers::pi;

// Chain of masses on a base that moves by cos(Omega t), or on the ground with a force cos(Omega t)
// on the first mass; contact between two points, or a point and the ground.
struct Chain {
    std::vector<double> masses, springs, dashpots = {};
    std::string first, second = "";
    bool base = true;
    double limit = 1;
};

assembly::CoupledModel model_of(const Chain& chain, double Omega)
{
    assembly::CoupledModel model;
    fem::LumpedOptions network = fem::chain_network(
        {chain.base ? "base" : "ground", "", chain.masses, chain.springs, chain.dashpots});
    model.bodies.push_back(fem::lumped("chain", network));
    const fem::Substructure& body = model.bodies[0];
    if (chain.base) {
        model.motions.push_back(assembly::make_motion("shaking", 0, fem::port(body, "base"), 0));
        model.motions[0].harmonic = assembly::Harmonic{1, 0};
    } else {
        model.loads.push_back(
            {"push", {}, 0, fem::mean_row(fem::port(body, "m1"), 0), assembly::Harmonic{1, 0}});
    }
    std::optional<assembly::RowsOn> second;
    if (!chain.second.empty())
        second = {0, fem::component_rows(fem::port(body, chain.second), 0)};
    model.joints.push_back({"wall",
                            {},
                            {0, fem::component_rows(fem::port(body, chain.first), 0)},
                            second,
                            contact::Coulomb{chain.limit}});
    model.Omega = Omega;
    return model;
}

dynamics::DrySystem system_of(const Chain& chain, double Omega)
{
    const assembly::CoupledModel model = model_of(chain, Omega);
    return dynamics::dry_system(model, dynamics::modal_model(model));
}

dynamics::RegimeLimits limits(const Chain& chain, double Omega)
{
    return dynamics::RegimeBoundaries(system_of(chain, Omega)).at(Omega);
}

// Unit masses and springs: gamma = kappa = 1, r1 = Omega, beta = limit.
const Chain ground_1 = {{1, 1}, {1, 1}, {}, "m1"};
const Chain ground_2 = {{1, 1}, {1, 1}, {}, "m2"};
const Chain base_1 = {{1, 1}, {1, 1}, {}, "m1", "base"};
const Chain masses = {{1, 1}, {1, 1}, {}, "m2", "m1"};
const Chain ground_4_of_5 = {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {}, "m4"};

struct Row {
    Chain chain;
    double r_1, unit_S, S, S_margin, continuous, no_motion;
};

} // namespace

TEST_CASE("Regime boundaries are those of the reference table", "[dynamics]")
{
    // An independent computation, 8 digits; S to 6 digits, or 9 where it is not one.
    const std::vector<Row> table = {
        {ground_1, 0.25, 0.07031037, 1.226182918, 1e-8, 0.057731467, 1},
        {ground_1, 0.4, 0.2438708, 1, 5e-6, 0.2438708, 1},
        {ground_1, 0.6, 0.88392102, 1.452942673, 1e-8, 0.86665981, 1},
        {ground_1, 0.7, 0.51700603, 1.014588939, 1e-8, 0.51529581, 1},
        {ground_1, 0.9, 0.16913175, 1, 5e-6, 0.16913175, 1},
        {ground_1, 1.1, 0.21756298, 1, 5e-6, 0.21756298, 1},
        {ground_1, 1.3, 0.71418061, 1, 5e-6, 0.71418061, 1},
        {ground_1, 1.5, 0.81922839, 1, 5e-6, 0.81922839, 1},
        {ground_1, 1.7, 0.75867089, 1, 5e-6, 0.75867089, 1},
        {ground_1, 1.9, 0.70450893, 1, 5e-6, 0.70450893, 1},
        {ground_1, 2.2, 0.65279557, 1, 5e-6, 0.65279557, 1},
        {ground_1, 2.5, 0.6220412, 1, 5e-6, 0.6220412, 1},
        {ground_2, 0.25, 0.073178505, 1.185583686, 1e-8, 0.062506512, 0.51612903},
        {ground_2, 0.4, 0.27214541, 1, 5e-6, 0.27214541, 0.54347826},
        {ground_2, 0.6, 0.49362428, 1.019661375, 1e-8, 0.49357896, 0.6097561},
        {ground_2, 0.7, 0.4653945, 1, 5e-6, 0.4653945, 0.66225166},
        {ground_2, 0.9, 0.48448288, 1, 5e-6, 0.48448288, 0.84033613},
        {ground_2, 1.1, 0.614752, 1, 5e-6, 0.614752, 1.2658228},
        {ground_2, 1.3, 1.0557272, 1, 5e-6, 1.0557272, 3.2258065},
        {ground_2, 1.5, 2.6369815, 1, 5e-6, 2.6369815, 4},
        {ground_2, 1.7, 0.81436555, 1, 5e-6, 0.81436555, 1.1235955},
        {ground_2, 1.9, 0.40280627, 1, 5e-6, 0.40280627, 0.62111801},
        {ground_2, 2.2, 0.21267534, 1, 5e-6, 0.21267534, 0.35211268},
        {ground_2, 2.5, 0.13728775, 1, 5e-6, 0.13728775, 0.23529412},
        {base_1, 0.25, 0.0090817562, 1.226182918, 1e-8, 0.0074569812, 0.12916667},
        {base_1, 0.4, 0.085470908, 1, 5e-6, 0.085470908, 0.35047619},
        {base_1, 0.6, 0.81541714, 1.452942673, 1e-8, 0.79949368, 0.9225},
        {base_1, 0.7, 0.75006424, 1.014588939, 1e-8, 0.74758307, 1.4507843},
        {base_1, 0.9, 0.85803209, 1, 5e-6, 0.85803209, 5.0731579},
        {base_1, 1.1, 0.99032598, 1, 5e-6, 0.99032598, 4.5519048},
        {base_1, 1.3, 0.54225974, 1, 5e-6, 0.54225974, 0.75927536},
        {base_1, 1.5, 0.36865278, 1, 5e-6, 0.36865278, 0.45},
        {base_1, 1.7, 1.0324748, 1, 5e-6, 1.0324748, 1.3608995},
        {base_1, 1.9, 1.5688415, 1, 5e-6, 1.5688415, 2.2268582},
        {base_1, 2.2, 2.3367362, 1, 5e-6, 2.3367362, 3.5795833},
        {base_1, 2.5, 3.1472323, 1, 5e-6, 3.1472323, 5.0595238},
        {masses, 0.25, 0.0023646018, 1.252809310, 1e-8, 0.0018953856, 0.071428571},
        {masses, 0.4, 0.02345842, 1.001173777, 1e-8, 0.023430922, 0.23529412},
        {masses, 0.6, 1.2113551, 1.706017803, 1e-8, 0.74518627, 1.2857143},
        {masses, 0.7, 0.45955519, 1.066210636, 1e-8, 0.43698696, 24.5},
        {masses, 0.9, 0.42370375, 1, 5e-6, 0.42370375, 1.3064516},
        {masses, 1.1, 0.54045624, 1, 5e-6, 0.54045624, 0.85211268},
        {masses, 1.3, 0.5764065, 1, 5e-6, 0.5764065, 0.71008403},
        {masses, 1.5, 0.52279816, 1, 5e-6, 0.52279816, 0.64285714},
        {masses, 1.7, 0.46219525, 1, 5e-6, 0.46219525, 0.60460251},
        {masses, 1.9, 0.41705705, 1, 5e-6, 0.41705705, 0.58038585},
        {masses, 2.2, 0.37305285, 1, 5e-6, 0.37305285, 0.55760369},
        {masses, 2.5, 0.34603337, 1, 5e-6, 0.34603337, 0.54347826},
        {ground_4_of_5, 0.25, 0.1986929, 1.066164748, 1e-8, 0.19314581, 0.29427401},
        {ground_4_of_5, 0.4, 0.15822788, 1.131540411, 1e-8, 0.14780685, 0.39223316},
        {ground_4_of_5, 0.6, 0.17826198, 1.016974158, 1e-8, 0.17637233, 0.88421708},
        {ground_4_of_5, 0.7, 0.2674932, 1.123429489, 1e-8, 0.24740796, 2.3643401},
        {ground_4_of_5, 0.9, 0.27871137, 1, 5e-6, 0.27871137, 1.4391782},
        {ground_4_of_5, 1.1, 0.21362781, 1, 5e-6, 0.21362781, 0.91999621},
        {ground_4_of_5, 1.3, 1.369848, 1, 5e-6, 1.369848, 1.6943151},
        {ground_4_of_5, 1.5, 1.4339556, 1, 5e-6, 1.4339556, 2.0645161},
        {ground_4_of_5, 1.7, 0.7196263, 1, 5e-6, 0.7196263, 0.93020573},
        {ground_4_of_5, 1.9, 0.84501792, 1, 5e-6, 0.84501792, 1.0490086},
        {ground_4_of_5, 2.2, 0.039228335, 1, 5e-6, 0.039228335, 0.058050758},
        {ground_4_of_5, 2.5, 0.0092672747, 1, 5e-6, 0.0092672747, 0.014648661},
    };
    for (const Row& row : table) {
        const dynamics::RegimeLimits l = limits(row.chain, row.r_1);
        CAPTURE(row.chain.first, row.chain.second, row.chain.masses.size(), row.r_1);
        CHECK(l.continuous_unit_S == Approx(row.unit_S).epsilon(1e-7));
        CHECK(l.continuous == Approx(row.continuous).epsilon(1e-7));
        CHECK(*l.S == Approx(row.S).margin(row.S_margin).epsilon(0));
        CHECK(*l.no_motion == Approx(row.no_motion).epsilon(1e-7));
        CHECK(l.continuous <= *l.no_motion); // a stuck and a moving solution cannot coexist
        CHECK(l.regime(0.99 * l.continuous) == dynamics::Regime::continuous);
        CHECK(l.regime(0.5 * (l.continuous + *l.no_motion)) == dynamics::Regime::stick_slip);
        CHECK(l.regime(1.01 * *l.no_motion) == dynamics::Regime::no_motion);
    }
}

TEST_CASE("A force on the first mass and a moving base give the same ground contact", "[dynamics]")
{
    // k times the motion of the base is a force on the first mass.
    for (Chain chain : {ground_1, ground_2, ground_4_of_5})
        for (const double Omega : {0.25, 0.77, 1.3, 2.4}) {
            const dynamics::RegimeLimits moved = limits(chain, Omega);
            chain.base = false;
            const dynamics::RegimeLimits pushed = limits(chain, Omega);
            CAPTURE(chain.first, Omega);
            CHECK(moved.continuous == Approx(pushed.continuous).epsilon(1e-12));
            CHECK(*moved.no_motion == Approx(*pushed.no_motion).epsilon(1e-12));
            CHECK(*moved.S == Approx(*pushed.S).epsilon(1e-12));
            chain.base = true;
        }
}

TEST_CASE("One mass slides without stops below Den Hartog's limit", "[dynamics]")
{
    // With m, k and a force P: |V| = 1 / |1 - r^2|, U = tan(pi / (2 r)) / r,
    // S = max r (sin(t / r) + U r (cos t - cos(t / r))) / sin t, sampled here.
    const double m = 2, k = 50, omega = 5;
    const Chain one = {{m}, {k}, {}, "m1", "", false};
    for (const double r : {0.28, 0.45, 0.6, 0.9, 1.1, 1.7, 3.0}) {
        const double U = std::tan(pi / (2 * r)) / r, V = 1 / std::abs(1 - r * r);
        double S = 1;
        for (int n = 1; n < 200000; ++n) {
            const double t = pi * n / 200000;
            S = std::max(S, r * (std::sin(t / r) + U * r * (std::cos(t) - std::cos(t / r))) /
                                std::sin(t));
        }
        const dynamics::RegimeLimits l = limits(one, r * omega);
        CAPTURE(r);
        CHECK(*l.S == Approx(S).epsilon(1e-8)); // (pi / 200000)^2 times the curvature
        CHECK(l.continuous == Approx(V / std::hypot(U, S / (r * r))).epsilon(1e-8));
        CHECK(l.continuous_unit_S == Approx(V / std::hypot(U, 1 / (r * r))).epsilon(1e-12));
        CHECK(*l.no_motion == Approx(1).epsilon(1e-12));
    }
    // At resonance the response is bounded from pi / 4 of the force on only.
    const dynamics::RegimeLimits at = limits(one, omega);
    CHECK(at.resonance);
    CHECK(limits(one, omega * (1 + 1e-10)).resonance); // as written down
    CHECK_FALSE(limits(one, omega * (1 + 1e-6)).resonance);
    CHECK(at.continuous == Approx(pi / 4).epsilon(1e-12));
    CHECK(*at.no_motion == Approx(1).epsilon(1e-12));
    for (const double e : {1e-3, 1e-6, 1e-9, 1e-12, -1e-12, -1e-6}) // and continuous there
        CHECK(limits(one, omega * (1 + e)).continuous ==
              Approx(pi / 4).epsilon(2 * std::abs(e) + 1e-12));
}

TEST_CASE("A free mass slides without stops below 2 / sqrt(4 + pi^2) of the force", "[dynamics]")
{
    // omega -> 0 of Den Hartog's limit: U = pi / (2 r^2), V = 1 / r^2, S = 1.
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("block", {{{"p", {{"x", 3}}}}, {}, {}, {}}));
    const fem::Port& port = fem::port(model.bodies[0], "p");
    model.loads.push_back({"push", {}, 0, fem::mean_row(port, 0), assembly::Harmonic{7, 0.4}});
    model.joints.push_back(
        {"wall", {}, {0, fem::component_rows(port, 0)}, {}, contact::Coulomb{1}});
    model.Omega = 11;
    const auto modal = dynamics::modal_model(model);
    const auto l = dynamics::RegimeBoundaries(dynamics::dry_system(model, modal)).at(11);
    CHECK(l.continuous == Approx(7 * 2 / std::sqrt(4 + pi * pi)).epsilon(1e-12));
    CHECK(*l.S == Approx(1).epsilon(1e-12));
    CHECK(*l.no_motion == Approx(7).epsilon(1e-12));
    // A constant load would carry it away.
    model.loads.push_back({"weight", {}, 0, fem::mean_row(port, 0), assembly::Constant{1}});
    CHECK_THROWS_WITH(
        dynamics::RegimeBoundaries(dynamics::dry_system(model, dynamics::modal_model(model))),
        Contains("a constant load pushes a rigid motion"));
}

TEST_CASE("A weak dashpot changes the limit of a free mass as little as it should", "[dynamics]")
{
    // |V| = 1 and w(0) = tanh(pi c / 2) / c to (c / Omega)^2, g(0+) = 2 / (1 + exp(-pi c)).
    dynamics::DrySystem s = test::on_modes(test::chain_matrices(1, "ground", 1, 1, 1)).system;
    s.modes.omega.setZero();
    for (double c = 1e-13; c < 1e-4; c *= 1.3) {
        CAPTURE(c);
        s.modes.c.setConstant(c);
        CHECK(dynamics::RegimeBoundaries(s).at(1).continuous ==
              Approx(1 / std::hypot(pi / 2, 1 + pi * c / 2)).epsilon(1e-10 + 2 * c * c));
    }
}

TEST_CASE("No friction holds the contact at frequencies of the locked system", "[dynamics]")
{
    // Contact on mass 4 of 5, locked: three masses between walls, sqrt(2 - sqrt 2), sqrt 2,
    // sqrt(2 + sqrt 2), and the fifth on its own spring at 1, which nothing drives.
    const dynamics::RegimeBoundaries boundaries(system_of(ground_4_of_5, 1.1));
    const dynamics::RegimePeaks peaks = boundaries.peaks(0.02, 2.5);
    REQUIRE(peaks.infinite.size() == 3);
    const std::vector<double> locked = {std::sqrt(2 - std::sqrt(2.0)), std::sqrt(2.0),
                                        std::sqrt(2 + std::sqrt(2.0))};
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(peaks.infinite(static_cast<Index>(k)) == Approx(locked[k]).epsilon(1e-13));
        const auto l = boundaries.at(peaks.infinite(static_cast<Index>(k)));
        CHECK_FALSE(l.no_motion);
        CHECK(l.regime(1e6) != dynamics::Regime::no_motion);
    }
    // Free: 2 sin((2 k - 1) pi / 22), all driven.
    REQUIRE(peaks.resonances.size() == 5);
    for (Index k = 0; k < 5; ++k)
        CHECK(peaks.resonances(k) ==
              Approx(2 * std::sin((2.0 * static_cast<double>(k) + 1) * pi / 22)).epsilon(1e-13));
    // V ~ det of the fifth mass alone: it is a damper of the fourth at Omega = 1, where the
    // boundary of no motion stays regular.
    REQUIRE(peaks.antiresonances.size() == 1);
    CHECK(peaks.antiresonances(0) == Approx(1).epsilon(1e-12));
    CHECK(boundaries.at(1).continuous < 1e-12);
    const double beside =
        (*boundaries.at(1 - 1e-4).no_motion + *boundaries.at(1 + 1e-4).no_motion) / 2;
    CHECK(*boundaries.at(1).no_motion == Approx(beside).epsilon(1e-6));
    CHECK(boundaries.at(1).absorber); // the fifth mass takes the load: rest at every limit
    CHECK(!boundaries.at(1 + 1e-6).absorber);
    for (const double e : {1e-6, 1e-8, 1e-10, 1e-12})
        CHECK(*boundaries.at(1 + e).no_motion == Approx(beside).epsilon(1e-5));
    // Only within the range.
    CHECK(boundaries.peaks(1, 1.5).infinite.size() == 1);
    CHECK(boundaries.peaks(1.5, 1.6).infinite.size() == 0);
    // Ends belong to it, written with ten digits.
    CHECK(boundaries.peaks(0.5, 1).antiresonances.size() == 1);
    CHECK(boundaries.peaks(1, 1.2).antiresonances.size() == 1);
    CHECK(boundaries.peaks(1.4, 1.414213562).infinite.size() == 1);
}

TEST_CASE("At a driven frequency of the locked system no friction force holds the contact",
          "[dynamics]")
{
    // Force on m2, contact of m1: held, m2 swings alone, and the contact carries
    // k / (k - Omega^2) times the force.
    for (const double k : {1.0, 2.0, 37.0, 100.0, 1e4}) {
        Chain chain = {{1, 1}, {k, k}, {}, "m1", "", false};
        const double omega = std::sqrt(k);
        // A dashpot on m1 stands still with it; a damped mode that the contact does not see.
        for (const std::string damping : {"none", "of m1", "elsewhere"}) {
            chain.dashpots.clear();
            if (damping == "of m1")
                chain.dashpots = {0.1 * omega, 0};
            assembly::CoupledModel model = model_of(chain, omega);
            model.loads[0].row = fem::mean_row(fem::port(model.bodies[0], "m2"), 0);
            if (damping == "elsewhere") {
                model.bodies.push_back(
                    fem::lumped("other", fem::chain_network({"ground", "", {1}, {k}, {1}})));
            }
            const dynamics::RegimeBoundaries boundaries(
                dynamics::dry_system(model, dynamics::modal_model(model)));
            CHECK(boundaries.damped() == (damping != "none"));
            // The computed value, the next number, and its value with ten digits.
            for (const double e : {-5e-10, -1e-12, -4e-16, 0.0, 4e-16, 1e-12, 5e-10}) {
                const dynamics::RegimeLimits l = boundaries.at(omega * (1 + e));
                CAPTURE(k, damping, e);
                CHECK_FALSE(l.no_motion);
                CHECK(l.regime(1e20) == dynamics::Regime::stick_slip);
                CHECK(std::isfinite(l.continuous));
            }
            for (const double e : {-1e-3, -1e-6, -3e-9, 3e-9, 1e-6, 1e-3}) {
                const dynamics::RegimeLimits l = boundaries.at(omega * (1 + e));
                CAPTURE(k, damping, e);
                REQUIRE(l.no_motion);
                // Round-off of the frequencies, over the distance.
                CHECK(*l.no_motion ==
                      Approx(std::abs(1 / (e * (2 + e)))).epsilon(1e-14 / std::abs(e) + 1e-12));
            }
        }
    }
}

TEST_CASE("The continuous boundary peaks at pi/4 at both resonances of two masses", "[dynamics]")
{
    // psi_1i cancels: the force acts where the contact is, whatever the ratios.
    for (const auto& [gamma, kappa] :
         {std::pair{1.0, 1.0}, std::pair{0.5, 1.0}, std::pair{2.0, 0.5}}) {
        const Chain chain = {{1, gamma}, {1, kappa}, {}, "m1"};
        const dynamics::RegimeBoundaries boundaries(system_of(chain, 1));
        const dynamics::RegimePeaks peaks = boundaries.peaks(0.01, 10);
        REQUIRE(peaks.finite.size() == 2);
        for (Index k = 0; k < 2; ++k) {
            CHECK(peaks.finite(k) == Approx(pi / 4).epsilon(1e-12));
            // Beside the peak the boundary comes to it; exactly there friction alone bounds it.
            const double at = peaks.resonances(k);
            CHECK(boundaries.at(at * (1 + 1e-7)).continuous == Approx(pi / 4).epsilon(1e-5));
            CHECK(boundaries.at(at).continuous == Approx(pi / 4).epsilon(1e-5));
        }
        // Locked, the second mass swings at sqrt(kappa / gamma), undriven: no infinite peak, but
        // the antiresonance of the vibration absorber.
        CHECK(peaks.infinite.size() == 0);
        REQUIRE(peaks.antiresonances.size() == 1);
        CHECK(peaks.antiresonances(0) == Approx(std::sqrt(kappa / gamma)).epsilon(1e-12));
        CHECK(*boundaries.at(std::sqrt(kappa / gamma)).no_motion == Approx(1).epsilon(1e-7));
    }
    // Contact on the second mass: locked, the first one swings between two springs at sqrt 2.
    const dynamics::RegimePeaks upper =
        dynamics::RegimeBoundaries(system_of(ground_2, 1)).peaks(0.01, 10);
    REQUIRE(upper.infinite.size() == 1);
    CHECK(upper.infinite(0) == Approx(std::sqrt(2.0)).epsilon(1e-13));
    CHECK(upper.antiresonances.size() == 0);
}

TEST_CASE("An undamped mode at three times the frequency leaves no continuous motion", "[dynamics]")
{
    // tan(3 pi / 2): friction alone drives it without bound.
    const Chain one = {{1}, {9}, {}, "m1", "", false};
    const dynamics::RegimeLimits l = limits(one, 1);
    CHECK(l.continuous == Approx(0).margin(1e-14));
    CHECK(*l.no_motion == Approx(1).epsilon(1e-12));
}

TEST_CASE("Damping that vanishes leaves the undamped boundaries", "[dynamics]")
{
    for (Chain chain : {ground_1, ground_2, base_1, masses, ground_4_of_5})
        for (const double Omega : {0.4, 0.6, 0.9, 1.7}) {
            const dynamics::RegimeLimits undamped = limits(chain, Omega);
            const dynamics::DrySystem bare = system_of(chain, Omega);
            for (const bool full : {false, true}) {
                dynamics::DrySystem s = bare;
                s.modes.c.setConstant(1e-9);
                if (full)
                    s.modes.D = s.modes.c.asDiagonal();
                const dynamics::RegimeBoundaries boundaries(s);
                const dynamics::RegimeLimits l = boundaries.at(Omega);
                CAPTURE(chain.first, Omega, full);
                CHECK(boundaries.damped());
                // c / omega of 1e-9, grown by the largest slope over the frequency
                CHECK(l.continuous == Approx(undamped.continuous).epsilon(1e-6));
                CHECK(l.continuous_unit_S == Approx(undamped.continuous_unit_S).epsilon(1e-6));
                CHECK(*l.S == Approx(*undamped.S).epsilon(1e-6));
                CHECK(*l.no_motion == Approx(*undamped.no_motion).epsilon(1e-6));
            }
        }
}

TEST_CASE("Damping that couples no modes gives the same either way", "[dynamics]")
{
    // Dashpots like springs: light, and above critical for the higher mode.
    for (const double beta : {0.02, 0.4, 3.0})
        for (Chain chain : {ground_1, ground_2, base_1, masses}) {
            chain.dashpots = {beta, beta};
            for (const double Omega : {0.3, 0.9, 1.7, 2.4}) {
                dynamics::DrySystem s = system_of(chain, Omega);
                REQUIRE(s.modes.classical());
                const dynamics::RegimeLimits diagonal = dynamics::RegimeBoundaries(s).at(Omega);
                s.modes.D = s.modes.c.asDiagonal();
                const dynamics::RegimeLimits full = dynamics::RegimeBoundaries(s).at(Omega);
                CAPTURE(beta, chain.first, chain.second, Omega);
                CHECK(full.continuous == Approx(diagonal.continuous).epsilon(1e-10));
                CHECK(*full.S == Approx(*diagonal.S).epsilon(1e-10));
                CHECK(*full.no_motion == Approx(*diagonal.no_motion).epsilon(1e-10));
                CHECK(*diagonal.S > 1 - 1e-9);
                CHECK(diagonal.continuous <= *diagonal.no_motion);
            }
        }
}

TEST_CASE("One damped mass slides without stops as in Den Hartog's second solution", "[dynamics]")
{
    // w(0) = -sin(d h) / (d (cosh(a h) + cos(d h))), a = c / 2, d^2 = omega^2 - a^2, h = pi /
    // Omega.
    const double m = 1, k = 1, c = 0.3;
    for (const double Omega : {0.35, 0.8, 1.0, 1.9}) {
        const double a = c / 2, d = std::sqrt(k - a * a), h = pi / Omega;
        const double w_0 = -std::sin(d * h) / (d * (std::cosh(a * h) + std::cos(d * h)));
        const double V = 1 / std::hypot(k - Omega * Omega, c * Omega);
        const dynamics::RegimeLimits l = limits({{m}, {k}, {c}, "m1", "", false}, Omega);
        CAPTURE(Omega);
        CHECK(l.continuous_unit_S == Approx(Omega * V / std::hypot(w_0, 1 / Omega)).epsilon(1e-12));
        CHECK(*l.no_motion == Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("Damping that couples modes follows the Fourier series of the friction force",
          "[dynamics]")
{
    // One dashpot between the masses. Friction is a square wave: w = sum over odd n of
    // 4 / (pi n) Im(j n Omega W(n Omega) exp(j n Omega t)); the terms fall as 1 / n^2, and of what
    // is left out at t = 0, 2 / (pi N Omega) sum b^2, one half is added back exactly enough.
    const double c = 0.7;
    Chain chain = ground_2;
    chain.dashpots = {0, c};
    for (const double Omega : {0.5, 0.9, 1.5}) {
        const dynamics::DrySystem s = system_of(chain, Omega);
        REQUIRE_FALSE(s.modes.classical());
        auto inverse = [&](double W, int i, int j) -> Complex {
            const Complex link(1, W * c), K_11 = 1.0 + link - W * W, K_22 = link - W * W;
            const Complex det = K_11 * K_22 - link * link;
            return (i == j ? (i == 0 ? K_22 : K_11) : link) / det;
        };
        const int N = 20001;
        auto w = [&](double t) -> double {
            double sum = t == 0 ? -2 / (pi * N * Omega) : 0;
            for (int n = 1; n < N; n += 2)
                sum += 4 / (pi * n) *
                       (Complex(0, n * Omega) * inverse(n * Omega, 1, 1) *
                        std::polar(1.0, n * Omega * t))
                           .imag();
            return sum;
        };
        const double w_0 = w(0);
        auto g = [&](double t) -> double {
            return (w(t) - w_0 * std::cos(Omega * t)) / std::sin(Omega * t);
        };
        const double h = pi / Omega / 600;
        double g_max = 0;
        for (int k = 1; k < 600; ++k)
            g_max = std::max(g_max, g(k * h));
        const double V = std::abs(inverse(Omega, 1, 0)), W = std::abs(inverse(Omega, 1, 1));
        const dynamics::RegimeLimits l = dynamics::RegimeBoundaries(s).at(Omega);
        CAPTURE(Omega);
        CHECK(l.continuous_unit_S == Approx(Omega * V / std::hypot(w_0, 1 / Omega)).epsilon(1e-6));
        CHECK(*l.no_motion == Approx(V / W).epsilon(1e-10));
        // Highest right after the reversal, g(0+) > b^2 / Omega, where g falls with a slope: the
        // first sample is 0.5 percent lower. Three samples are continued to it by a parabola; the
        // series cut off at N leaves 1e-4.
        CHECK(*l.S > g_max * Omega);
        CHECK(*l.S == Approx(Omega * (3 * g(h) - 3 * g(2 * h) + g(3 * h))).epsilon(2e-4));
        CHECK(dynamics::RegimeBoundaries(s).peaks(0.1, 3).damped);
    }
}

TEST_CASE("Nothing in the regime boundaries is not a number", "[dynamics]")
{
    for (const Chain& chain : {ground_1, ground_2, base_1, masses, ground_4_of_5}) {
        const dynamics::RegimeBoundaries boundaries(system_of(chain, 1));
        const dynamics::RegimePeaks peaks = boundaries.peaks(0.01, 3);
        std::vector<double> at = {0.02, 1, 1.0 / 3, std::sqrt(2.0), 100};
        for (const Vector* list : {&peaks.infinite, &peaks.resonances, &peaks.antiresonances})
            for (const double Omega : *list)
                for (const double part : {1.0, 1.0 / 3, 0.2})
                    at.push_back(part * Omega);
        for (const double Omega : at) {
            const dynamics::RegimeLimits l = boundaries.at(Omega);
            CAPTURE(chain.first, Omega);
            CHECK(std::isfinite(l.continuous));
            CHECK(std::isfinite(l.continuous_unit_S));
            CHECK((!l.S || (std::isfinite(*l.S) && *l.S > 1 - 1e-9)));
            CHECK((!l.no_motion || std::isfinite(*l.no_motion)));
            CHECK(l.continuous <= l.continuous_unit_S * (1 + 1e-9));
        }
    }
}

TEST_CASE("The event-driven simulation changes regime at the boundaries", "[dynamics]")
{
    // Two and five masses, undamped, with damping of single modes and damping that couples them;
    // 2 percent to either side of each boundary, after the start has died out. Stuck motion is
    // measured by what it slips: undamped free vibration of the locked system decays slowly.
    struct Point {
        Chain chain;
        double Omega, beta; // damping like stiffness, if no dashpots are given
    };
    Chain coupling = ground_2;
    coupling.dashpots = {0, 0.3};
    for (const auto& [chain, Omega, beta] :
         {Point{ground_1, 0.6, 0.02}, Point{base_1, 0.6, 0.02}, Point{masses, 0.6, 0.02},
          Point{ground_4_of_5, 0.7, 0.05}, Point{ground_2, 1.1, 0}, Point{coupling, 0.35, 0},
          Point{coupling, 0.55, 0}, Point{coupling, 1.3, 0}, Point{coupling, 2.1, 0}}) {
        dynamics::DrySystem s = system_of(chain, Omega);
        if (beta > 0)
            s.modes.c = beta * s.modes.omega.cwiseAbs2();
        const dynamics::RegimeLimits l = dynamics::RegimeBoundaries(s).at(Omega);
        // Without damping, friction alone ends the transient, slowly beside the resonance of a
        // combination: omega_1 + omega_2 = 2.03 Omega. After 400 cycles one stop of two is there.
        const int cycles = s.modes.c.isZero(0) && s.modes.classical() ? 20000 : 400;
        auto last = [&](double limit) -> dynamics::ContactPeriod {
            s.limit(0) = limit;
            dynamics::EventDrivenOptions options;
            options.t_end = cycles * 2 * pi / Omega;
            options.energies = false;
            options.still = 0;
            return dynamics::event_driven(s, options).last_period[0];
        };
        CAPTURE(chain.first, chain.second, chain.masses.size(), Omega, beta, l.continuous);
        CHECK(last(0.98 * l.continuous).stops == 0);
        CHECK(last(1.02 * l.continuous).stops == 2);
        const double moving = last(0.98 * *l.no_motion).amplitude;
        CHECK(moving > 1e-5);
        CHECK(last(1.02 * *l.no_motion).amplitude < 0.1 * moving);
    }
}

TEST_CASE("Regime boundaries refuse what they cannot answer", "[dynamics]")
{
    auto boundaries = [](const assembly::CoupledModel& model) -> dynamics::RegimeBoundaries {
        return dynamics::RegimeBoundaries(
            dynamics::dry_system(model, dynamics::modal_model(model)));
    };
    assembly::CoupledModel model = model_of(ground_1, 1);
    model.joints.clear();
    CHECK_THROWS_WITH(boundaries(model), Contains("no [[joint]] with law = \"coulomb\""));
    model = model_of(ground_1, 1);
    model.joints.push_back(model_of(ground_2, 1).joints[0]);
    model.joints[1].name = "floor";
    CHECK_THROWS_WITH(boundaries(model),
                      Contains("analytic boundaries take one contact") && Contains("wall, floor"));
    model = model_of(ground_1, 1);
    model.motions[0].harmonic->amplitude = 0;
    const dynamics::RegimeLimits at_rest = boundaries(model).at(1); // not driven at all
    CHECK(*at_rest.no_motion == 0);
    CHECK(at_rest.continuous == 0);
    CHECK(at_rest.regime(0.1) == dynamics::Regime::no_motion);
    model = model_of(ground_1, 0);
    CHECK_THROWS_WITH(boundaries(model), Contains("no frequency of excitation"));
    // The base is massless and moved: nothing that friction could stop.
    model = model_of({{1, 1}, {1, 1}, {}, "base"}, 1);
    CHECK_THROWS_WITH(boundaries(model), Contains("joint.wall: the contact moves no mass"));
    model = model_of({{1, 1e-20}, {1, 1}, {}, "m1"}, 1); // 1e10 rad/s beside 1
    CHECK_THROWS_WITH(boundaries(model).at(1), Contains("samples of a mode of 1e+10 rad/s") &&
                                                   Contains("expected at most 1e+08"));
}

TEST_CASE("boundaries end when their Progress asks for that", "[dynamics]")
{
    const Chain damped{{1, 1}, {1, 1}, {0.1, 0.01}, "m1"}, undamped{{1, 1}, {1, 1}, {}, "m1"};
    const auto end = [](double) -> bool { return false; };
    for (const Chain& chain : {damped, undamped}) {
        const dynamics::RegimeBoundaries boundaries(system_of(chain, 1.0), end);
        CHECK_THROWS_AS(boundaries.at(1.0), Interrupted);
    }
    const assembly::CoupledModel model = model_of(damped, 1.0);
    CHECK_THROWS_AS(dynamics::modal_model(model, end), Interrupted);
}
