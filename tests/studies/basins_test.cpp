// Two masses with free play (support/free_play.hpp) from starts at rest, with x1 and x2 on a
// square. The reference labels and orbits come from an independent program with exact events.

#include "base/threads.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "studies/basin_grid.hpp"
#include "support/free_play.hpp"
#include "support/impatient.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace slideway;
using namespace slideway::studies;

namespace {

dynamics::OrbitFamily family_at(double Omega, double smoothing = 0)
{
    return {test::free_play({.Omega = Omega, .smoothing = smoothing}), {}};
}

// Captures within a fifth of the size of an orbit, at the first check.
constexpr dynamics::CaptureRule hasty_rule{0.2, 0};

// Starts n x n on +-half, with x1 fastest.
Matrix square(double half, int n)
{
    Matrix starts(4, n * n);
    for (int i = 0; i < n * n; ++i)
        starts.col(i) = test::free_play_state(-half + 2 * half * (i % n) / (n - 1), 0,
                                              -half + 2 * half * (i / n) / (n - 1), 0);
    return starts;
}

dynamics::KnownOrbit orbit_at(const dynamics::OrbitFamily& family, const Vector& z,
                              const char* name)
{
    const dynamics::PeriodicMotion motion = periodic_motion(family, z, family.value(), 1);
    REQUIRE(motion.found);
    dynamics::KnownOrbit orbit = known_orbit(family, motion, family.value(), 1e-13);
    orbit.name = name;
    return orbit;
}

// The small orbit, the large one with the larger maximum of x1, and its mirror.
std::vector<dynamics::KnownOrbit> orbits_at_1_2(const dynamics::OrbitFamily& family)
{
    std::vector<dynamics::KnownOrbit> orbits;
    orbits.push_back(
        orbit_at(family, test::free_play_state(0.024370642, 0, -0.0583920697, 0), "PO1"));
    orbits.push_back(orbit_at(
        family,
        test::free_play_state(-0.029176778235, -0.08695676581, -0.113592803271, -0.210889045443),
        "PO2+"));
    orbits.push_back(mirror_of(family, orbits.back(), family.value(), 1e-13));
    orbits.back().name = "PO2-";
    return orbits;
}

std::vector<long> counts(const Basins& basins)
{
    std::vector<long> n;
    for (std::size_t k = 0; k < basins.orbits.size(); ++k)
        n.push_back(std::count(basins.starts.label.begin(), basins.starts.label.end(),
                               static_cast<int>(k)));
    return n;
}

} // namespace

// The motions that run to the end take about a second; the other tests depend on this one.
TEST_CASE("Basins of two masses at 1.2 on a small square", "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const Matrix starts = square(0.2, 31);
    BasinOptions options;
    options.sample = 31 * 31; // all to the end, and all at 1e-12
    const Basins found = basins(family, starts, orbits_at_1_2(family), options);
    CHECK(counts(found) == std::vector<long>{418, 285, 258});
    CHECK(found.wrong() == 0); // capture stops early and gives the right label at every point
    CHECK(found.uncertain() == 0);
    const double mean = [&] {
        double sum = 0;
        for (const int taken : found.starts.taken)
            sum += taken;
        return sum / 961;
    }();
    CHECK(mean < 300 / 2.5); // capture saves more than half
    CHECK(std::all_of(found.to_the_end.taken.begin(), found.to_the_end.taken.end(),
                      [](int n) { return n == 300; }));

    // With a radius that is too large and a single check, labels are wrong, and the
    // sample shows it.
    options.capture = hasty_rule;
    options.sample = 320;
    const Basins hasty = basins(family, starts, orbits_at_1_2(family), options);
    CHECK(hasty.wrong() > 3);
    int differ = 0;
    for (const std::size_t i : hasty.sample)
        differ += hasty.starts.label[i] != found.starts.label[i];
    CHECK(hasty.wrong() == differ);
}

TEST_CASE("Orbits that no one knew are found on the way, with their mirrors", "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const Matrix starts = square(0.2, 9);
    BasinOptions options;
    options.sample = 0;
    const Basins known = basins(family, starts, orbits_at_1_2(family), options);
    const Basins found = basins(family, starts, {}, options);
    REQUIRE(found.orbits.size() == 3);
    const Vector weight = family.energy_weights();
    for (std::size_t k = 0; k < 81; ++k) {
        const auto a = known.starts.label[k], b = found.starts.label[k];
        REQUIRE(a >= 0);
        REQUIRE(b >= 0);
        CHECK(same_orbit(weight, known.orbits[static_cast<std::size_t>(a)],
                         found.orbits[static_cast<std::size_t>(b)]));
        CHECK(found.starts.since[k] == known.starts.since[k]);
    }
    std::vector<std::string> names;
    for (const dynamics::KnownOrbit& orbit : found.orbits)
        names.push_back(orbit.name);
    std::sort(names.begin(), names.end());
    CHECK(names[1].rfind("other ", 0) == 0);
    CHECK(names[0].rfind("mirror of other ", 0) == 0);
}

TEST_CASE("Labels are those of single Taylor steps, with any number of threads and in any order",
          "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const Matrix starts = square(0.2, 16);
    BasinOptions options;
    options.sample = 0;
    const std::vector<dynamics::KnownOrbit> orbits = orbits_at_1_2(family);
    const Basins one = basins(family, starts, orbits, options);
    set_threads(3);
    const Basins three = basins(family, starts, orbits, options);
    set_threads(1);
    CHECK(three.starts.label == one.starts.label);
    CHECK(three.starts.since == one.starts.since);
    CHECK(three.starts.end == one.starts.end); // bitwise equal
    const Basins back = basins(family, starts.rowwise().reverse(), orbits, options);
    CHECK(Matrix(back.starts.end.rowwise().reverse()) == one.starts.end);
    options.lanes = false;
    const Basins single = basins(family, starts, orbits, options);
    CHECK(single.kernel.empty());
    CHECK(single.starts.label == one.starts.label);
}

TEST_CASE("The default rule of capture gives no wrong label at 1.25 either", "[studies][basins]")
{
    BasinOptions options;
    options.sample = 15 * 15;
    const Basins found = basins(family_at(1.25), square(0.2, 15), {}, options);
    CHECK(found.orbits.size() == 3);
    CHECK(found.wrong() == 0);
    CHECK(std::count(found.starts.label.begin(), found.starts.label.end(), not_settled) == 0);
}

TEST_CASE("Starts that stay irregular are not settled", "[studies][basins]")
{
    BasinOptions options;
    options.sample = 0;
    options.periods = 20;
    const Basins chaos = basins(family_at(1.35), square(0.2, 5), {}, options);
    CHECK(std::count(chaos.starts.label.begin(), chaos.starts.label.end(), not_settled) == 25);
}

// Smoothed corners need many steps: about two seconds. On this square no label depends
// on the tolerance.
TEST_CASE("Smoothed stops move labels, those of lanes and of single motions alike",
          "[studies][basins]")
{
    BasinOptions options;
    options.sample = 0;
    options.tolerance = 1e-7;
    const auto labels = [&](double smoothing, int n) {
        const dynamics::OrbitFamily family = family_at(1.2, smoothing);
        return basins(family, square(0.2, n), orbits_at_1_2(family), options).starts.label;
    };
    const std::vector<int> exact = labels(0, 31), smoothed = labels(1500, 31);
    int differ = 0;
    for (std::size_t i = 0; i < 961; ++i)
        differ += smoothed[i] != exact[i];
    CHECK(differ >= 58); // 6 %
    CHECK(differ <= 96); // 10 %
    options.lanes = false;
    const std::vector<int> single = labels(1500, 6);
    for (std::size_t i = 0; i < 36; ++i)
        CHECK(single[i] == smoothed[31 * 6 * (i / 6) + 6 * (i % 6)]);
}

TEST_CASE("Starts whose motion breaks off are separated from the others", "[studies][basins]")
{
    dynamics::JointedSystem system = test::free_play({});
    system.joints[0].law = contact::Cubic{-5.0}; // pushes outwards at large displacements
    Matrix starts = square(0.1, 3);
    starts.col(4) = test::free_play_state(3, 0, 0, 0);
    for (const bool lanes : {true, false}) {
        BasinOptions options;
        options.sample = 0;
        options.lanes = lanes;
        const Basins found = basins({system, {}}, starts, {}, options);
        CHECK(std::count(found.starts.label.begin(), found.starts.label.end(), broke_off) == 1);
        CHECK(found.starts.label[4] == broke_off);
        REQUIRE(found.failures.size() == 1);
        CHECK_THAT(found.failures[0], Catch::Matchers::Contains("step size vanished"));
    }
}

// Counts of an independent program, which runs every start to the end at 1e-14; 18 of its 1681
// labels change from 1e-10 to 1e-12. Capture is used here to save time.
TEST_CASE("Far from the motions labels depend on round-off, and the sample reports how far",
          "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const Matrix starts = square(1.5, 41);
    BasinOptions options;
    options.tolerance = 1e-14;
    options.sample = 0;
    const Basins fine = basins(family, starts, orbits_at_1_2(family), options);
    const std::vector<long> n = counts(fine), expected{731, 476, 474};
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(std::abs(n[k] - expected[k]) <= 3);
    options.tolerance = 1e-10;
    options.sample = 420;
    const Basins coarse = basins(family, starts, orbits_at_1_2(family), options);
    int differ = 0;
    for (std::size_t i = 0; i < 1681; ++i)
        differ += coarse.starts.label[i] != fine.starts.label[i];
    CHECK(differ <= 33);            // 2 %
    CHECK(coarse.uncertain() >= 2); // 0.3 %
    CHECK(coarse.uncertain() <= 8);
    CHECK(coarse.wrong() == 0);

    // Single motions for every fourth start of each axis.
    options.sample = 0;
    options.lanes = false;
    const Basins single = basins(family, square(1.5, 11), orbits_at_1_2(family), options);
    differ = 0;
    for (std::size_t i = 0; i < 121; ++i)
        differ += single.starts.label[i] != coarse.starts.label[41 * 4 * (i / 11) + 4 * (i % 11)];
    CHECK(differ <= 2); // 2 %

    options = {.capture = hasty_rule, .sample = 100};
    CHECK(basins(family, starts, orbits_at_1_2(family), options).wrong() > 3);
}

TEST_CASE("An interrupted computation of basins keeps what it has", "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const Matrix starts = square(0.2, 8);
    const std::vector<dynamics::KnownOrbit> orbits = orbits_at_1_2(family);
    const Basins whole = basins(family, starts, orbits, {});
    const Basins part =
        basins(family, starts, orbits, {}, [](double share) { return share < 0.2; });
    CHECK(part.interrupted);
    CHECK(part.sample.empty());
    int run = 0;
    for (std::size_t i = 0; i < 64; ++i)
        if (part.starts.label[i] != not_run) {
            ++run;
            CHECK(part.starts.label[i] == whole.starts.label[i]);
        }
    CHECK(run > 5);
    CHECK(run < 64);
}

namespace {

// The plane of square(), with a grid that is 2^refine times finer where labels change.
StartPlane square_plane(double half, int n, int refine)
{
    const Vector corner = test::free_play_state(-half, 0, -half, 0);
    return {corner,
            test::free_play_state(half, 0, -half, 0) - corner,
            test::free_play_state(-half, 0, half, 0) - corner,
            {n, n},
            refine};
}

void check_same(const StartPlane& plane, const Basins& a, const Basins& b)
{
    const GridOutcomes of_a = on_grid(plane, a), of_b = on_grid(plane, b);
    CHECK(of_a.label == of_b.label);
    CHECK(of_a.since == of_b.since);
    CHECK(of_a.taken == of_b.taken);
    CHECK(of_a.round == of_b.round);
    CHECK(unsettled_of(a) == unsettled_of(b));
    REQUIRE(a.orbits.size() == b.orbits.size());
    for (std::size_t k = 0; k < a.orbits.size(); ++k) {
        CHECK(a.orbits[k].name == b.orbits[k].name);
        CHECK(a.orbits[k].states == b.orbits[k].states);
    }
    REQUIRE(a.sample.size() == b.sample.size());
    for (std::size_t k = 0; k < a.sample.size(); ++k)
        CHECK(a.points[a.sample[k]] == b.points[b.sample[k]]);
    CHECK(a.to_the_end.label == b.to_the_end.label);
    CHECK(a.at_hundredth.label == b.at_hundredth.label);
}

} // namespace

TEST_CASE("Refined where labels change, points have the bits of a grid that is as fine everywhere",
          "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const std::vector<dynamics::KnownOrbit> orbits = orbits_at_1_2(family);
    BasinOptions options;
    options.sample = 50;
    const StartPlane plane = square_plane(0.08, 13, 2), fine = square_plane(0.08, 49, 0);
    REQUIRE(plane.fine() == fine.n);
    const Basins refined = basins(family, plane, orbits, options, Monitor());
    const Basins whole = basins(family, fine, orbits, options, Monitor());
    const GridOutcomes some = on_grid(plane, refined), all = on_grid(fine, whole);
    int run = 0, differ = 0;
    for (std::size_t k = 0; k < all.label.size(); ++k) {
        CHECK(plane.state(k) == fine.state(k));
        run += some.round[k] >= 0;
        differ += some.label[k] != all.label[k];
        if (some.round[k] >= 0) {
            CHECK(some.label[k] == all.label[k]);
            CHECK(some.since[k] == all.since[k]);
            CHECK(some.taken[k] == all.taken[k]);
        } else {
            CHECK(some.taken[k] == 0);
        }
    }
    for (std::size_t i = 0; i < refined.points.size(); ++i)
        CHECK(refined.starts.end.col(static_cast<Index>(i)) ==
              whole.starts.end.col(static_cast<Index>(refined.points[i])));
    CHECK(run == static_cast<int>(refined.points.size()));
    CHECK(run < 49 * 49 * 2 / 5);
    CHECK(differ < 49 * 49 / 100); // in cells whose border has one label
    // Where labels change, both neighbours were run.
    for (std::size_t k = 0; k + 1 < all.label.size(); ++k)
        if (k % 49 != 48 && some.label[k] != some.label[k + 1])
            CHECK((some.round[k] >= 0 && some.round[k + 1] >= 0));
    CHECK(*std::max_element(some.round.begin(), some.round.end()) >= 2);
    REQUIRE(refined.sample.size() == 50);
    CHECK(std::is_sorted(
        refined.sample.begin(), refined.sample.end(),
        [&](std::size_t a, std::size_t b) { return refined.points[a] < refined.points[b]; }));
    CHECK(refined.wrong() == 0);
    // A list of starts and the plane through them give the same basins.
    const Basins list = basins(family, square(0.2, 13), orbits, options);
    const Basins grid = basins(family, square_plane(0.2, 13, 0), orbits, options, Monitor());
    CHECK(list.starts.label == grid.starts.label);
    CHECK(list.sample == grid.sample);
}

// No orbit is known at first, so starts run again, are refined, and are verified.
TEST_CASE("Basins that are interrupted anywhere go on to the bits of those that are not",
          "[studies][basins]")
{
    const dynamics::OrbitFamily family = family_at(1.2);
    const StartPlane plane = square_plane(0.2, 7, 1);
    BasinOptions options;
    options.sample = 20;
    options.periods = 150; // some starts stay unsettled
    const Basins whole = basins(family, plane, {}, options, Monitor());
    CHECK(whole.orbits.size() == 3);
    CHECK(whole.points.size() > 49);
    bool in_sample = false, refined = false;
    for (const int patience : {55, 60, 75, 111}) {
        CAPTURE(patience);
        Basins found;
        int sessions = 0;
        do { // each session reads the results of the one before
            Basins earlier;
            if (sessions > 0) {
                earlier = from_grid(plane, on_grid(plane, found), unsettled_of(found));
                earlier.orbits = found.orbits;
                earlier.to_the_end.label = found.to_the_end.label;
                earlier.at_hundredth.label = found.at_hundredth.label;
            }
            found = basins(family, plane, {}, options, test::Impatient(patience), earlier);
            in_sample = in_sample || (found.interrupted && !found.sample.empty());
            refined = refined || (found.interrupted && found.points.size() > 49);
        } while (found.interrupted && ++sessions < 50);
        CHECK(sessions > 1);
        check_same(plane, found, whole);
    }
    CHECK(refined);
    CHECK(in_sample); // partial labels of the sample are kept too
}
