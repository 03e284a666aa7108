#include "base/interruptible.hpp"
#include "studies/sweep.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace slideway;
using studies::PointResult;
using studies::Series;

namespace {

PointResult square(std::size_t k)
{
    const auto x = static_cast<double>(k);
    return {studies::Status::end, "", {{"square", {x * x}, "m^2"}}};
}

std::vector<double> values(const std::vector<PointResult>& points)
{
    std::vector<double> all;
    for (const PointResult& p : points)
        all.push_back(p.quantities.at(0).value.at(0));
    return all;
}

} // namespace

TEST_CASE("a sweep gives the same results with one thread and with more than it has points",
          "[studies]")
{
    // Later points end first.
    const studies::Point slow_start = [](std::size_t k) -> PointResult {
        std::this_thread::sleep_for(std::chrono::milliseconds(2 * (20 - k)));
        return square(k);
    };
    const std::vector<double> one = values(studies::sweep(20, square));
    REQUIRE(one.size() == 20);
    CHECK(one[19] == 361);
    for (const int threads : {2, 7, 50}) {
        CAPTURE(threads);
        CHECK(values(studies::sweep(20, slow_start, threads)) == one);
    }
    CHECK(studies::sweep(0, square, 3).empty());
    CHECK_THROWS_AS(studies::sweep(3, square, 0), std::invalid_argument);
}

TEST_CASE("the threads of a sweep work at the same time", "[studies]")
{
    // Each of two points waits until the other one begins.
    std::mutex mutex;
    std::condition_variable begun;
    int count = 0;
    const auto points = studies::sweep(
        2,
        [&](std::size_t k) -> PointResult {
            std::unique_lock lock(mutex);
            ++count;
            begun.notify_all();
            const bool both = begun.wait_for(lock, std::chrono::seconds(30),
                                             [&count]() -> bool { return count == 2; });
            return both ? square(k) : PointResult{studies::Status::interrupted, "", {}};
        },
        2);
    CHECK(points[0].status == studies::Status::end);
    CHECK(points[1].status == studies::Status::end);
}

TEST_CASE("a point that throws fails with its message, and the others are computed", "[studies]")
{
    for (const int threads : {1, 3}) {
        CAPTURE(threads);
        const auto points = studies::sweep(
            4,
            [](std::size_t k) -> PointResult {
                if (k == 1)
                    throw std::runtime_error("no equilibrium");
                if (k == 2)
                    return {studies::Status::end,
                            "",
                            {{"x", {1, std::numeric_limits<double>::infinity()}, ""}}};
                return square(k);
            },
            threads);
        CHECK(points[0].status == studies::Status::end);
        CHECK(points[1].status == studies::Status::failed);
        CHECK(points[1].message == "no equilibrium");
        CHECK(points[2].status == studies::Status::failed);
        CHECK(points[2].message == "quantity x is not a finite number");
        CHECK(points[2].quantities.empty()); // infinity is not passed on
        CHECK(points[3].status == studies::Status::end);
        CHECK(points[3].quantities.at(0).value.at(0) == 9);
    }
}

TEST_CASE("an interrupted sweep keeps what was computed", "[studies]")
{
    // Progress returns false once five points are done.
    for (const int threads : {1, 3}) {
        CAPTURE(threads);
        std::atomic<int> begun = 0;
        double last = -1;
        const auto points = studies::sweep(
            100,
            [&begun](std::size_t k) -> PointResult {
                ++begun;
                return square(k);
            },
            threads,
            [&last](double fraction) -> bool {
                CHECK(fraction >= last);
                last = fraction;
                return fraction < 0.05;
            });
        int done = 0;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const bool ran = points[k].status == studies::Status::end;
            CHECK((ran || points[k].status == studies::Status::not_run));
            CHECK(points[k].quantities.size() == (ran ? 1 : 0));
            done += ran ? 1 : 0;
        }
        CHECK(done == begun);
        CHECK(done >= 5);
        CHECK(done < 5 + threads); // points that had begun are completed
        CHECK(last == 0.05);
    }
}

TEST_CASE("a point that was interrupted itself is reported as such", "[studies]")
{
    const auto points = studies::sweep(
        2,
        [](std::size_t k) -> PointResult {
            if (k == 1)
                throw Interrupted();
            return square(k);
        },
        1);
    CHECK(points[0].status == studies::Status::end);
    CHECK(points[1].status == studies::Status::interrupted);
    CHECK(points[1].quantities.empty());
}

TEST_CASE("what progress throws leaves the sweep", "[studies]")
{
    for (const int threads : {1, 3})
        CHECK_THROWS_WITH(
            studies::sweep(10, square, threads,
                           [](double) -> bool { throw std::runtime_error("no terminal"); }),
            "no terminal");
}

TEST_CASE("quantities are collected with the points that gave them", "[studies]")
{
    const std::vector<PointResult> points = {
        {studies::Status::end, "", {{"f", {1, 2}, "Hz"}, {"u", {0.1}, "m"}}},
        {studies::Status::failed, "no", {}},
        {studies::Status::left_master, "", {{"u", {0.3}, "m"}, {"v", {}, "m/s"}, {"f", {4}, "Hz"}}},
    };
    const std::vector<Series> all = studies::collect(points);
    REQUIRE(all.size() == 2); // v has no number anywhere
    CHECK(all[0].name == "f");
    CHECK(all[0].unit == "Hz");
    CHECK(all[0].point == std::vector<int>{0, 0, 2});
    CHECK(all[0].value == std::vector<double>{1, 2, 4});
    CHECK_FALSE(all[0].one_per_point());
    CHECK(all[1].name == "u");
    CHECK(all[1].point == std::vector<int>{0, 2});
    CHECK(all[1].value == std::vector<double>{0.1, 0.3});
    CHECK(all[1].one_per_point());
}

TEST_CASE("texts are collected like numbers, and never mixed with them", "[studies]")
{
    std::vector<PointResult> points = {
        {studies::Status::end, "", {{"u", {0.1}, "m"}, {"regime", {}, "", {"stick"}}}},
        {studies::Status::failed, "no", {}},
        {studies::Status::end,
         "",
         {{"regime", {}, "", {"slip"}}, {"phases", {}, "", {"slip", "stick"}}}},
    };
    const std::vector<Series> all = studies::collect(points);
    REQUIRE(all.size() == 3);
    CHECK_FALSE(all[0].of_texts());
    CHECK(all[1].name == "regime");
    CHECK(all[1].of_texts());
    CHECK(all[1].point == std::vector<int>{0, 2});
    CHECK(all[1].texts == std::vector<std::string>{"stick", "slip"});
    CHECK(all[1].value.empty());
    CHECK(all[1].one_per_point());
    CHECK(all[2].point == std::vector<int>{2, 2});
    CHECK_FALSE(all[2].one_per_point());

    points[0].quantities[1] = {"regime", {2}, ""};
    CHECK_THROWS_WITH(studies::collect(points), "quantity regime is both numbers and texts");
}

TEST_CASE("a status is read by the name that is written", "[studies]")
{
    for (const Choice<studies::Status>& status : choices(studies::Status()))
        CHECK(studies::status_named(status.name) == status.value);
    CHECK_THROWS_AS(studies::status_named("done"), std::invalid_argument);
}
