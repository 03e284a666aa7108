#include "base/error.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/orbits/long_motion.hpp"
#include "dynamics/orbits/motion_steps.hpp"
#include "dynamics/orbits/whole_orbit.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

// Long motions of two masses with free play (support/free_play.hpp). Numbers: an independent
// program with exact events.

namespace {

using std::numbers::pi;

const Vector P9 =
    test::free_play_state(0.050718051131, -0.039547358708, 0.045022106653, -0.008682908092);
const Vector PO2_12 =
    test::free_play_state(-0.029176778235, -0.08695676581, -0.113592803271, -0.210889045443);

OrbitFamily family_at(double Omega, double dashpot = 0)
{
    return {test::free_play({.Omega = Omega, .dashpot = dashpot}), {}};
}

// Watches the first and the second mass.
LongMotionOptions watching(int periods)
{
    LongMotionOptions o;
    o.periods = periods;
    o.watched = {{test::free_play_modes().row(0).transpose()},
                 {test::free_play_modes().row(1).transpose()}};
    return o;
}

double K_of(const LongMotion& motion, Index n)
{
    const Index all = static_cast<Index>(motion.states.size());
    REQUIRE(all >= n);
    const auto K = zero_one_test(Eigen::Map<const Vector>(motion.states.data() + all - n, n));
    REQUIRE(K);
    return *K;
}

} // namespace

TEST_CASE("the largest exponent of an irregular motion and its 0-1 test", "[dynamics]")
{
    // Twelve starts over 16000 periods: 0.03055, standard deviation 0.0005; K 0.995 of 1000 states.
    // One second: it takes that many periods for 0.0015 to be three of these.
    LongMotionOptions o = watching(16000);
    o.discard = 1000;
    const LongMotion motion = long_motion(family_at(1.35), Vector::Zero(4), o);
    CHECK(motion.failure == "");
    CHECK(!motion.settled);
    CHECK(motion.taken == 17000);
    CHECK(motion.recorded_periods == 16000);
    const auto exponent = lyapunov_exponent(motion.growth, 2 * pi / 1.35);
    REQUIRE(exponent);
    CHECK(std::abs(exponent->whole - 0.0306) < 0.0015);
    CHECK(exponent->converged());
    CHECK(exponent->positive());
    CHECK(exponent->block == 1000);
    CHECK(exponent->error > 1e-4); // the blocks differ as those of twelve starts do
    CHECK(exponent->error < 1e-3);
    CHECK(K_of(motion, 1000) > 0.9);
    // Both stops are hit, and none is passed by more than the motion goes.
    CHECK(motion.penetration ==
          Approx(std::max(motion.turns[0].most, -motion.turns[0].least) - 0.05).epsilon(1e-12));
    CHECK(motion.impacts > motion.recorded_periods);
}

TEST_CASE("the exponent of a periodic motion is the logarithm of its largest multiplier",
          "[dynamics]")
{
    // The small motion at 1.30: ln 0.9528172192 / T = -0.0100000; from a given direction it tends
    // there like 1/N, by 1e-3 of it over 16000 periods.
    const OrbitFamily family = family_at(1.3);
    const PeriodicMotion low = periodic_motion(family, Vector::Zero(4), 1.3, 1);
    REQUIRE(low.found);
    const double T = 2 * pi / 1.3;
    const LongMotion motion = long_motion(family, low.z, watching(16000));
    const auto exponent = lyapunov_exponent(motion.growth, T);
    REQUIRE(exponent);
    CHECK(exponent->whole == Approx(std::log(0.9528172192) / T).epsilon(1e-3));
    CHECK(exponent->converged());
    CHECK(!exponent->positive());
    REQUIRE(motion.settled);
    CHECK(motion.settled->since == 0);
    CHECK(motion.settled->orbit.periods() == 1);
    CHECK(motion.settled->orbit.own_mirror);
    CHECK(motion.settled->orbit.growth == Approx(0.9528172192).margin(1e-9));
    CHECK(motion.impacts == 0);
    CHECK(motion.penetration == 0);
}

TEST_CASE("sections of a motion of nine periods", "[dynamics]")
{
    const OrbitFamily family = family_at(1.5);
    const double T = 2 * pi / 1.5;
    LongMotionOptions o = watching(1000);
    // The displacement of the joint between the first mass and ground is that of the mass.
    o.sections = {{.phase = 0.0},
                  {.phase = pi / 2},
                  {.of = 0, .velocity = true},
                  {.of = 0, .level = 0.05, .direction = SectionDirection::rising},
                  {.of = 0, .level = 0.05, .direction = SectionDirection::falling},
                  {.of = 0, .level = 0.05},
                  {.of = 1, .level = 0.5}};
    const LongMotion motion = long_motion(family, P9, o);
    REQUIRE(motion.settled);
    CHECK(motion.settled->orbit.periods() == 9);
    CHECK(!motion.transient(0));
    // The start is printed to twelve digits; the multiplier 0.755 of nine periods closes the rest.
    const auto point = [&](std::size_t s, std::size_t k) -> Eigen::Map<const Vector> {
        return {motion.sections[s].motion.data() + 4 * k, 4};
    };
    for (const std::size_t s : {0, 1}) {
        CAPTURE(s);
        REQUIRE(motion.sections[s].time.size() == 1000);
        for (std::size_t k = 100; k + 9 < 1000; ++k) {
            REQUIRE((point(s, k + 9) - point(s, k)).cwiseAbs().maxCoeff() < 1e-9);
            for (std::size_t i = 1; i < 9; ++i)
                REQUIRE((point(s, k + i) - point(s, k)).cwiseAbs().maxCoeff() > 1e-3);
        }
        const double phase = s == 0 ? 0 : 0.25;
        CHECK(motion.sections[s].time[7] == Approx((7 + phase) * T).epsilon(1e-14));
    }
    // At zero velocity: the extrema of the motion, as they are reported for its orbit.
    const WholeOrbit orbit =
        whole_orbit(family, {9, false, 9}, motion.settled->orbit.states.front(), 1.5,
                    {o.watched.front()}, 1e-13, 1);
    const SectionPoints& turns = motion.sections[2];
    const std::size_t n = orbit.extrema.size();
    REQUIRE(turns.time.size() > 60 * n);
    for (std::size_t k = turns.time.size() - n; k < turns.time.size(); ++k) {
        CHECK(std::abs(point(2, k)(1)) < 1e-13);
        const auto nearest = std::min_element(
            orbit.extrema.begin(), orbit.extrema.end(), [&](const auto& a, const auto& b) {
                return std::abs(a.value - point(2, k)(0)) < std::abs(b.value - point(2, k)(0));
            });
        CHECK(nearest->value == Approx(point(2, k)(0)).margin(1e-10));
    }
    CHECK(static_cast<long long>(turns.time.size()) ==
          motion.turns[0].maxima + motion.turns[0].minima);
    CHECK(motion.turns[0].most == Approx(0.0719022460).margin(1e-9));
    CHECK(motion.penetration == Approx(0.0719022460 - 0.05).margin(1e-9));
    // The upper stop is met as often as it is left, half of the impacts of this motion.
    const std::size_t met = motion.sections[3].time.size(), left = motion.sections[4].time.size();
    CHECK(std::max(met, left) - std::min(met, left) <= 1);
    CHECK(motion.sections[5].time.size() == met + left);
    CHECK(std::abs(motion.impacts - 2 * static_cast<long long>(met)) <= 1);
    for (std::size_t k = 0; k < met; ++k) {
        REQUIRE(std::abs(point(3, k)(0) - 0.05) < 1e-14);
        REQUIRE(point(3, k)(1) > 0);
    }
    CHECK(motion.sections[6].time.empty());
    // Regular, though nine numbers follow each other: K 0.03 of 1000 states.
    CHECK(K_of(motion, 1000) < 0.1);

    // The last periods once more, in samples.
    const SampledMotion& last = motion.last;
    REQUIRE(last.time.size() == 20 * 100 + 1);
    CHECK(last.time(0) == Approx(980 * T).epsilon(1e-13));
    CHECK(last.time(2000) == Approx(1000 * T).epsilon(1e-13));
    for (Index k = 0; k < 20; ++k) {
        CHECK(std::abs(last.displacement(0, 100 * k) -
                       motion.states[980 + static_cast<std::size_t>(k)]) < 1e-9);
        const double slope =
            (last.displacement(1, 100 * k + 2) - last.displacement(1, 100 * k)) / (T / 50);
        CHECK(slope == Approx(last.velocity(1, 100 * k + 1)).margin(2e-4)); // T^2/6e4 of the jerk
    }
    const auto of_first =
        std::count_if(last.extrema.begin(), last.extrema.end(),
                      [](const MotionExtremum& of) -> bool { return of.of == 0; });
    const auto in_last = std::count_if(turns.time.begin(), turns.time.end(),
                                       [&](double t) -> bool { return t > last.time(0); });
    CHECK(std::abs(of_first - in_last) <= 1); // one may lie at the very end
}

TEST_CASE("a direction of the start grows as the derivatives by the start say", "[dynamics]")
{
    // Through touches of a dashpot, where the columns jump: steps are sized by other columns, which
    // leaves 1e-10.
    const OrbitFamily family = family_at(0.95, 0.5);
    const double T = 2 * pi / 0.95;
    const Vector z = test::free_play_state(0.06, 0.01, -0.03, 0.02),
                 d = (Vector(4) << 1, -0.5, 0.3, 2).finished();
    PassageOptions all;
    all.by = {.start = true};
    const Passage whole = passage(family.system(), z, 3 * T, all);
    MotionSteps steps(family.system(), 3 * T, 1e-13, {.direction = true});
    std::vector<JointEvent> events;
    steps.scheme().set_columns(d);
    REQUIRE(steps.take(
                z, [](double, double) {}, events) == "");
    CHECK(events.size() > 4);
    CHECK((steps.end() - whole.end).norm() < 1e-11);
    CHECK((steps.scheme().columns() - whole.by * d).norm() < 1e-10 * (whole.by * d).norm());
}

TEST_CASE("a motion that settles is a transient with a life time, and may end there", "[dynamics]")
{
    const OrbitFamily family = family_at(1.2);
    LongMotionOptions o = watching(300);
    o.stop_when_settled = true;
    o.indicators = false;
    const LongMotion motion = long_motion(family, Vector::Zero(4), o);
    REQUIRE(motion.settled);
    CHECK(motion.transient(0));
    CHECK(!motion.transient(motion.settled->since));
    CHECK(motion.taken == motion.settled->since + o.capture.stay);
    CHECK(motion.growth.empty());
    // The distance decreases by the multiplier 0.949 per period, to a hundredth of the size after
    // that many periods, except for the effects of the first distance and of the rotation of the
    // complex pair.
    const Vector weight = family.energy_weights();
    const KnownOrbit& orbit = motion.settled->orbit;
    CHECK(energy_size(weight, motion.end - orbit.states.front()) < 0.01 * orbit.size);
    CHECK(motion.settled->since == Approx(std::log(0.01) / std::log(0.949)).margin(15));
    // It continues from the requested state, and settles there too.
    o.stop_when_settled = false;
    const LongMotion whole = long_motion(family, Vector::Zero(4), o);
    CHECK(whole.taken == 300);
    REQUIRE(whole.settled);
    CHECK(whole.settled->since == motion.settled->since);
    CHECK(energy_size(weight, whole.end - orbit.states.front()) < 1e-5 * orbit.size);
}

TEST_CASE("most of 64 starts are not settled after 300 periods", "[dynamics]")
{
    // An independent program: 63, by the distance 1e-6.
    const OrbitFamily family = family_at(1.3);
    LongMotionOptions o = watching(320);
    o.stop_when_settled = true;
    o.indicators = false;
    o.last = 0;
    int unsettled = 0;
    for (int i = 0; i < 64; ++i) {
        const double x1 = -0.2 + 0.4 * (i / 8) / 7, x2 = -0.2 + 0.4 * (i % 8) / 7;
        const LongMotion motion = long_motion(family, test::free_play_state(x1, 0, x2, 0), o);
        CHECK(motion.failure == "");
        unsettled += !motion.settled || motion.settled->since > 300 ? 1 : 0;
    }
    CHECK(unsettled >= 52);
}

TEST_CASE("a motion that is asked to end keeps what it has", "[dynamics]")
{
    int asked = 0;
    LongMotionOptions o = watching(300);
    const LongMotion motion = long_motion(family_at(1.35), Vector::Zero(4), o,
                                          [&](double) -> bool { return ++asked < 5; });
    CHECK(motion.interrupted);
    CHECK(motion.taken > 0);
    CHECK(motion.taken < 300);
    CHECK(motion.growth.size() == static_cast<std::size_t>(motion.taken));
    CHECK(motion.last.time.size() == 100 * 20 + 1);
}

TEST_CASE("a motion that breaks off reports why", "[dynamics]")
{
    // On softening springs: beyond a distance of 1 nothing holds the masses.
    JointedSystem system = test::free_play({.Omega = 1.0, .clearance = 10});
    for (ModalLaw& joint : system.joints)
        if (joint.law->keyword() == "cubic")
            joint.law = contact::Cubic{-1};
    const Vector z = test::free_play_state(1.0, 0.06, 1.0, 0.06);
    const LongMotion motion = long_motion({system, {}}, z, watching(300));
    CAPTURE(motion.taken);
    CHECK_THAT(motion.failure, Contains("the step size vanished at t = "));
    CHECK(motion.taken < 300);
    CHECK(motion.end.allFinite());
    CHECK(motion.growth.size() == static_cast<std::size_t>(motion.taken));
    CHECK(!motion.settled);
}

TEST_CASE("what captures a motion", "[dynamics]")
{
    const Vector weight = Vector::Ones(1);
    const auto state = [](double q, double v) -> Vector { return (Vector(2) << q, v).finished(); };
    KnownOrbit three;
    three.states = {state(1, 0), state(0, 1), state(-1, 0)};
    three.size = 1;
    three.growth = 0.5;
    three.stable = true;
    KnownOrbit unstable = three;
    unstable.stable = false;
    const std::vector<KnownOrbit> orbits = {unstable, three};
    Capture capture(weight, {.radius = 0.1, .stay = 3});
    const Vector off = state(0.05, 0.05), far = state(0.3, 0);
    long long k = 0;
    const auto look = [&](const Vector& z) { return capture.next(orbits, k++, z); };
    // Beside it for three states, which is too short; beside it in the wrong order; then for four.
    for (const Vector& z : {three.states[1], three.states[2], three.states[0], far, three.states[0],
                            three.states[2], three.states[1]})
        CHECK(!look(z + off));
    CHECK(!look(three.states[2]));
    CHECK(!look(three.states[0]));
    const auto settled = look(three.states[1] + off);
    REQUIRE(settled);
    CHECK(settled->orbit == 1); // the stable one
    CHECK(settled->since == 6);
    // A bare radius takes what passes.
    Capture bare(weight, {.radius = 0.1, .stay = 0});
    CHECK(bare.next(orbits, 0, three.states[1] + off));
}

TEST_CASE("of orbits that are both near, the nearest captures", "[dynamics]")
{
    const auto orbit_at = [](double q) {
        KnownOrbit orbit;
        orbit.states = {(Vector(2) << q, 0).finished()};
        orbit.size = 1;
        orbit.stable = true;
        return orbit;
    };
    const std::vector<KnownOrbit> orbits = {orbit_at(1.00), orbit_at(1.06), orbit_at(1.20)};
    for (const auto& [q, nearest] : {std::pair{1.02, 0U}, {1.04, 1U}, {1.12, 1U}, {1.15, 2U}}) {
        CAPTURE(q);
        Capture capture(Vector::Ones(1), {.radius = 0.1, .stay = 0});
        const auto settled = capture.next(orbits, 0, (Vector(2) << q, 0).finished());
        REQUIRE(settled);
        CHECK(settled->orbit == nearest);
    }
}

TEST_CASE("mirrors of known orbits, and orbits known at another phase", "[dynamics]")
{
    const OrbitFamily family = family_at(1.2);
    const Vector weight = family.energy_weights();
    const PeriodicMotion high = periodic_motion(family, PO2_12, 1.2, 1);
    REQUIRE(high.found);
    const KnownOrbit orbit = known_orbit(family, high, 1.2, 1e-13);
    CHECK(orbit.stable);
    CHECK(orbit.growth == Approx(0.9270306861).margin(1e-9));
    CHECK(!orbit.own_mirror);
    const KnownOrbit mirror = mirror_of(family, orbit, 1.2, 1e-13);
    CHECK(!same_orbit(weight, orbit, mirror));
    CHECK(same_orbit(weight, orbit, mirror_of(family, mirror, 1.2, 1e-13)));
    // The mirror is a motion too.
    CHECK(periodic_motion(family, mirror.states.front(), 1.2, 1).residual < 1e-11);

    const OrbitFamily at_15 = family_at(1.5);
    const KnownOrbit nine = known_orbit(at_15, periodic_motion(at_15, P9, 1.5, 9), 1.5, 1e-13);
    KnownOrbit later = nine;
    std::rotate(later.states.begin(), later.states.begin() + 4, later.states.end());
    CHECK(same_orbit(weight, nine, later));
    CHECK(same_orbit(weight, nine, mirror_of(at_15, nine, 1.5, 1e-13)));
}

TEST_CASE("exponents of given growth", "[dynamics]")
{
    CHECK(!lyapunov_exponent(std::vector<double>(15, 1.0), 1));
    const auto steady = lyapunov_exponent(std::vector<double>(100, 0.5), 2);
    REQUIRE(steady);
    CHECK(steady->whole == Approx(0.25).epsilon(1e-14));
    CHECK(steady->error < 1e-15);
    CHECK(steady->block == 6);
    CHECK(steady->blocks == 16);
    // Blocks of 2 with means 0 and 1 in turn: the standard error of 16 such numbers is
    // sqrt(16/4 / (16 * 15)).
    std::vector<double> turns;
    for (int k = 0; k < 32; ++k)
        turns.push_back(k / 2 % 2);
    const auto varying = lyapunov_exponent(turns, 1);
    CHECK(varying->whole == Approx(0.5).epsilon(1e-14));
    CHECK(varying->error == Approx(std::sqrt(4.0 / 240)).epsilon(1e-12));
    CHECK(!varying->converged()); // it is not known to a tenth
    for (double& growth : turns)
        growth += 2;
    CHECK(lyapunov_exponent(turns, 1)->converged());
    // Nothing in the first half, one in the second: it has not converged.
    std::vector<double> growing(1600, 0);
    std::fill(growing.begin() + 800, growing.end(), 1.0);
    const auto moving = lyapunov_exponent(growing, 1);
    CHECK(moving->half == 0);
    CHECK(moving->whole == Approx(0.5));
    CHECK(!moving->converged());
    CHECK(!moving->positive());
}

TEST_CASE("the 0-1 test of maps", "[dynamics]")
{
    // The logistic map: irregular at 3.97, two periods of 8 states at 3.55 (Gottwald & Melbourne
    // 2009, section 3). Rotation: regular, though it never repeats itself.
    const auto K = [](const auto& next) -> double {
        Vector x(1000);
        double now = 0.3;
        for (int k = 0; k < 500; ++k)
            now = next(now);
        for (double& value : x)
            value = now = next(now);
        const auto out = zero_one_test(x);
        REQUIRE(out);
        return *out;
    };
    CHECK(K([](double x) { return 3.97 * x * (1 - x); }) > 0.95);
    CHECK(std::abs(K([](double x) { return 3.55 * x * (1 - x); })) < 0.1);
    Vector turning(1000);
    for (Index k = 0; k < 1000; ++k)
        turning(k) = std::cos(static_cast<double>(k) * std::numbers::sqrt2 * 4.1);
    CHECK(std::abs(zero_one_test(turning).value()) < 0.1);
    CHECK(!zero_one_test(Vector::Zero(99)));
    CHECK(!zero_one_test(Vector::Constant(500, 0.3)));
}

TEST_CASE("long motions refuse numbers out of range", "[dynamics]")
{
    const auto message = [](auto change) {
        LongMotionOptions o = watching(10);
        change(o);
        try {
            check(o);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(message([](LongMotionOptions&) {}) == "");
    CHECK(message([](LongMotionOptions& o) { o.periods = 0; }) ==
          "periods = 0; expected at least 1");
    CHECK_THAT(message([](LongMotionOptions& o) { o.discard = -1; }), Contains("discard = -1"));
    CHECK_THAT(message([](LongMotionOptions& o) { o.longest = 0; }), Contains("longest = 0"));
    CHECK_THAT(message([](LongMotionOptions& o) { o.tolerance = 0; }), Contains("tolerance = 0"));
    CHECK_THAT(message([](LongMotionOptions& o) { o.capture.radius = 0; }),
               Contains("radius = 0; expected a number > 0"));
    CHECK_THAT(message([](LongMotionOptions& o) { o.capture.stay = -1; }), Contains("stay = -1"));
}
