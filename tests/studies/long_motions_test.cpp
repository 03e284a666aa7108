#include "base/threads.hpp"
#include "studies/long_motions.hpp"
#include "support/free_play.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace slideway;
using namespace slideway::studies;

// Starts of two masses with free play (support/free_play.hpp) at 1.2, where an independent program
// finds three motions: a small one, and two that are mirrors of each other.

namespace {

const dynamics::OrbitFamily& family()
{
    static const dynamics::OrbitFamily family(test::free_play({.Omega = 1.2}), {});
    return family;
}

std::vector<Vector> starts(int n)
{
    std::vector<Vector> all;
    for (int i = 0; i < n * n; ++i)
        all.push_back(test::free_play_state(-0.2 + 0.4 * (i / n) / (n - 1), 0,
                                            -0.2 + 0.4 * (i % n) / (n - 1), 0));
    return all;
}

dynamics::LongMotionOptions options()
{
    dynamics::LongMotionOptions o;
    o.periods = 300;
    o.watched = {{test::free_play_modes().row(0).transpose()}};
    o.indicators = false;
    o.last = 0;
    o.stop_when_settled = true;
    return o;
}

LongMotions with_threads(int n, const std::vector<Vector>& z)
{
    set_threads(n);
    LongMotions out = long_motions(family(), z, options());
    set_threads(1);
    return out;
}

} // namespace

TEST_CASE("motions from many starts do not depend on threads or on each other", "[studies]")
{
    const std::vector<Vector> z = starts(7);
    const LongMotions one = with_threads(1, z), three = with_threads(3, z);
    REQUIRE(one.motions.size() == z.size());
    for (std::size_t k = 0; k < z.size(); ++k) {
        CAPTURE(k);
        CHECK(three.motions[k].motion.end == one.motions[k].motion.end);
        CHECK(three.motions[k].motion.taken == one.motions[k].motion.taken);
        CHECK(three.label[k] == one.label[k]);
    }
    const LongMotions alone = with_threads(1, {z[17]});
    CHECK(alone.motions[0].motion.end == one.motions[17].motion.end);

    // All starts settle on three motions; mirrors are distinguished and named as such.
    CHECK(*std::min_element(one.label.begin(), one.label.end()) == 0);
    REQUIRE(one.orbits.size() == 3);
    std::vector<std::string> names;
    for (const dynamics::KnownOrbit& orbit : one.orbits) {
        names.push_back(orbit.name);
        CHECK(orbit.periods() == 1);
        CHECK((orbit.own_mirror ? 0.9489872946 : 0.9270306861) ==
              Approx(orbit.growth).margin(1e-8));
    }
    CHECK(names[0] == "orbit 1");
    CHECK(std::count_if(names.begin(), names.end(), [](const std::string& name) {
              return name.starts_with("mirror of orbit");
          }) == 1);

    // The capture rule gives the labels of the whole motions.
    const Vector weight = family().energy_weights();
    dynamics::LongMotionOptions o = options();
    o.stop_when_settled = false;
    for (std::size_t k = 0; k < z.size(); k += 4) {
        const dynamics::LongMotion whole = dynamics::long_motion(family(), z[k], o);
        const dynamics::KnownOrbit& orbit = one.orbits[static_cast<std::size_t>(one.label[k])];
        CAPTURE(k);
        CHECK(dynamics::energy_size(weight, whole.end - orbit.states.front()) < 1e-4 * orbit.size);
    }
}

TEST_CASE("motions from many starts that are asked to end keep those that have ended", "[studies]")
{
    // interrupts within the third of nine
    const LongMotions out = long_motions(family(), starts(3), options(),
                                         [](double done) -> bool { return 9 * done < 2.1; });
    const auto count = [&](Status status) {
        return std::count_if(out.motions.begin(), out.motions.end(),
                             [&](const StartedMotion& m) { return m.result.status == status; });
    };
    CHECK(count(Status::end) == 2);
    CHECK(count(Status::interrupted) == 1);
    CHECK(count(Status::not_run) == 6);
    CHECK(out.motions[2].motion.interrupted);
    CHECK(out.motions[2].motion.taken > 0);
    CHECK(out.label.front() == 0);
    CHECK(out.label.back() == not_run);
}
