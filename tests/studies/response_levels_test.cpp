#include "base/two_pi.hpp"
#include "studies/response_levels.hpp"

#include "base/threads.hpp"
#include "support/harmonic_models.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

using namespace slideway;
using namespace slideway::studies;
using Catch::Contains;

namespace {

// Cantilever with a friction pad from 600 to 500 Hz.
dynamics::ForcedResponseOptions at_level(double level)
{
    return {.level = level,
            .Omega_from = two_pi * 600,
            .Omega_to = two_pi * 500,
            .tolerance = 1e-9,
            .stability = false};
}

} // namespace

TEST_CASE("A level that fails leaves the other levels, with any number of threads", "[studies]")
{
    const test::HarmonicModel beam = test::beam_with_pad(20, 20);
    const dynamics::HarmonicBalance model(beam.system, {1, false}, beam.outputs);
    // At 1e300 N the displacements overflow; the last level fails when it is stored.
    const ResponseLevels levels{model, {at_level(0.03), at_level(1e300), at_level(1), at_level(3)}};
    for (const int n_threads : {1, 3}) {
        CAPTURE(n_threads);
        set_threads(n_threads);
        std::mutex mutex;
        std::map<std::size_t, LevelCurves> found;
        const std::vector<PointResult> results =
            response_levels(levels, [&](std::size_t k, LevelCurves curves) {
                if (k == 3)
                    throw std::runtime_error("no room");
                const std::lock_guard lock(mutex);
                found[k] = std::move(curves);
            });
        set_threads(1);
        REQUIRE(results.size() == 4);
        CHECK(results[0].status == studies::Status::end);
        CHECK(results[1].status == studies::Status::failed);
        CHECK_THAT(results[1].message, Contains("overflow"));
        CHECK(results[2].status == studies::Status::end);
        CHECK(results[3].status == studies::Status::failed);
        CHECK(results[3].message == "no room");
        REQUIRE(found.size() == 2);
        for (const std::size_t k : {0U, 2U}) {
            CHECK(found[k].new_points);
            CHECK_FALSE(found[k].unreached);
            const dynamics::ForcedResponse alone =
                dynamics::forced_response(model, levels.options[k]);
            CHECK(found[k].response.level == levels.options[k].level);
            CHECK(found[k].response.branch.x == alone.branch.x);
            CHECK(found[k].response.branch.p == alone.branch.p);
        }
    }
}

TEST_CASE("Levels that fail or are not begun keep the curves that they go on from", "[studies]")
{
    const test::HarmonicModel beam = test::beam_with_pad(20, 20);
    const dynamics::HarmonicBalance model(beam.system, {1, false}, beam.outputs);
    const dynamics::ForcedResponse known = dynamics::forced_response(model, at_level(1));
    dynamics::Restart restart;
    restart.branch = known.branch;
    restart.point = known.branch.n_points() - 1;
    dynamics::ForcedResponseOptions wider = at_level(1);
    wider.Omega_to = two_pi * 450;
    const ResponseLevels levels{model, {wider, at_level(3)}, {restart, std::nullopt}};
    std::map<std::size_t, LevelCurves> found;
    bool fails = false;
    auto keep = [&](std::size_t k, LevelCurves curves) {
        if (std::exchange(fails, false))
            throw std::runtime_error("once");
        found[k] = std::move(curves);
    };

    std::vector<PointResult> results =
        response_levels(levels, keep, [](double) -> bool { return false; });
    CHECK(results[0].status == studies::Status::not_run);
    CHECK(results[1].status == studies::Status::not_run);
    REQUIRE(found.size() == 1);
    CHECK(found[0].response.branch.x == known.branch.x);
    CHECK_FALSE(found[0].new_points);

    found.clear();
    fails = true;
    results = response_levels(levels, keep);
    CHECK(results[0].status == studies::Status::failed);
    CHECK(results[1].status == studies::Status::end);
    REQUIRE(found.size() == 2);
    CHECK(found[0].response.branch.x == known.branch.x);
    CHECK_FALSE(found[0].new_points);

    found.clear();
    results = response_levels(levels, keep);
    CHECK(results[0].status == studies::Status::end);
    CHECK(found[0].new_points);
    CHECK(found[0].response.branch.n_points() > known.branch.n_points());
}
