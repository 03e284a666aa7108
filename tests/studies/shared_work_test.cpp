#include "studies/shared_work.hpp"

#include "studies/hand_out.hpp"
#include "studies/rank_lifecycle.hpp"
#include "studies/shared_sweep.hpp"
#include "tests/studies/simulated_ranks.hpp"
#include "tests/studies/thread_ranks.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

// Work shared among ranks that are threads here; their messages are the same as with MPI.
// tests/app/ranks_test.py tests processes of MPI.

using namespace slideway;
using namespace slideway::studies;
using slideway::test::ThreadRanks;
using namespace std::chrono_literals;

namespace {

PointResult square(std::size_t k)
{
    if (k % 7 == 3)
        throw std::runtime_error("point " + std::to_string(k));
    return {Status::end,
            k % 5 == 0 ? "warning: of five" : "",
            {{"square", {std::sqrt(static_cast<double>(k))}, "m"},
             {"texts", {}, "", {"a", std::to_string(k)}, true}}};
}

bool equal(const PointResult& a, const PointResult& b)
{
    return a.status == b.status && a.message == b.message &&
           std::equal(a.quantities.begin(), a.quantities.end(), b.quantities.begin(),
                      b.quantities.end(), [](const Quantity& p, const Quantity& q) {
                          return p.name == q.name && p.value == q.value && p.unit == q.unit &&
                                 p.texts == q.texts && p.is_list == q.is_list;
                      });
}

// Runs `first` on rank 0 while the others help.
void with_help(int n_ranks, const Point& point, const std::function<void(Ranks&)>& first,
               std::atomic<int>* helped = nullptr)
{
    ThreadRanks all(n_ranks);
    all.run(
        [&](Ranks& ranks) {
            set_ranks(&ranks);
            first(ranks);
            set_ranks(nullptr);
            CHECK(end_others(ranks));
        },
        [&](Ranks& ranks) {
            help(
                ranks, 2, [] { return false; },
                [&](std::string_view header) -> TaskWork {
                    CHECK(header == "squares");
                    return points([&](std::size_t k) -> PointResult {
                        if (helped)
                            ++*helped;
                        return point(k);
                    });
                });
            CHECK(ranks.over());
            CHECK(await_end(ranks, 0));
        });
}

} // namespace

TEST_CASE("Every point is computed once by one of the ranks, with the results of one process",
          "[studies]")
{
    for (const std::size_t n : {0, 1, 2, 5, 100, 1000}) {
        const std::vector<PointResult> alone = sweep(n, square, 1);
        for (const int n_ranks : {1, 2, 3, 6})
            for (const bool scattered : {false, true}) {
                CAPTURE(n, n_ranks, scattered);
                std::atomic<int> computed = 0;
                std::vector<PointResult> shared;
                std::size_t arrived = 0;
                std::atomic<int> helped = 0;
                with_help(
                    n_ranks, square,
                    [&](Ranks&) {
                        const SharedSweep of{
                            "squares", scattered,
                            [&](std::size_t k, PointResult& result, RecordReader&) {
                                ++arrived;
                                CHECK(equal(result, alone[k]));
                            }};
                        shared = shared_sweep(
                            n,
                            [&](std::size_t k) -> PointResult {
                                ++computed;
                                CHECK(ranks() == nullptr); // a point computes alone
                                return square(k);
                            },
                            2, {}, of);
                    },
                    &helped);
                CHECK(computed + helped == static_cast<int>(n));
                CHECK(static_cast<int>(arrived) == helped);
                CHECK(std::equal(shared.begin(), shared.end(), alone.begin(), alone.end(), equal));
            }
    }
}

TEST_CASE("A record is the same as a text, and refused if that has been cut", "[studies]")
{
    RecordWriter writer;
    writer(std::array{1.5, -0.0}, Status::jamming, std::string("a\0b", 3), std::vector<int>{7});
    const SerialRecord record = writer.take();
    const std::string text = text_of(record);
    const SerialRecord again = record_of(text);
    CHECK((again.numbers == record.numbers && again.texts == record.texts));
    CHECK(std::signbit(again.numbers[1]));
    for (std::size_t n = 0; n < text.size(); ++n)
        if (n != text.size() - record.texts.front().size() - sizeof(std::size_t)) // without texts
            CHECK_THROWS_AS(record_of(std::string_view(text).substr(0, n)), std::invalid_argument);
}

TEST_CASE("Several sweeps follow each other, and ranks that have nothing to do wait", "[studies]")
{
    with_help(4, square, [](Ranks&) {
        const SharedSweep shared{"squares"};
        for (const std::size_t n : {3, 40, 1, 0, 7})
            CHECK(shared_sweep(n, square, 1, {}, shared).size() == n);
    });
}

TEST_CASE("A sweep that is stopped ends soon, and keeps what ranks have computed", "[studies]")
{
    const auto begin = std::chrono::steady_clock::now();
    std::vector<PointResult> results;
    const Point slow = [](std::size_t k) -> PointResult {
        std::this_thread::sleep_for(5ms);
        return square(k == 3 ? 0 : k);
    };
    with_help(3, slow, [&](Ranks&) {
        const SharedSweep shared{"squares"};
        results = shared_sweep(
            100000, slow, 2,
            [&](double) -> bool { return std::chrono::steady_clock::now() - begin < 300ms; },
            shared);
    });
    const auto done = std::count_if(results.begin(), results.end(), [](const PointResult& result) {
        return result.status == Status::end || result.status == Status::failed;
    });
    CHECK(done > 20); // 6 threads, 5 ms each, 300 ms: 360 on an idle machine
    CHECK(done < 2000);
    CHECK(std::count_if(results.begin(), results.end(), [](const PointResult& result) {
              return result.status == Status::not_run;
          }) == 100000 - done);
    CHECK(std::chrono::steady_clock::now() - begin < 5s);
}

TEST_CASE("A rank that is asked to stop has all of them stop", "[studies]")
{
    ThreadRanks all(2);
    std::vector<PointResult> results;
    all.run(
        [&](Ranks& ranks) {
            set_ranks(&ranks);
            const SharedSweep shared{"squares"};
            results = shared_sweep(
                100000,
                [](std::size_t k) -> PointResult {
                    std::this_thread::sleep_for(1ms);
                    return square(k);
                },
                1, {}, shared);
            set_ranks(nullptr);
            CHECK(ranks.stopped());
            CHECK(end_others(ranks));
        },
        [&](Ranks& ranks) {
            help(
                ranks, 1, [] { return true; }, [&](std::string_view) { return points(square); });
            CHECK(await_end(ranks, 0));
        });
    CHECK(results.back().status == Status::not_run);
}

TEST_CASE("What all ranks say of themselves comes to rank 0 in their order", "[studies]")
{
    ThreadRanks all(5);
    std::atomic<int> going = 0;
    all.run(
        [](Ranks& ranks) {
            const std::vector<std::string> said = gathered(ranks, "rank 0", [] { return true; });
            for (std::size_t k = 0; k < said.size(); ++k)
                CHECK(said[k] == "rank " + std::to_string(k));
            welcome(ranks);
            CHECK(end_others(ranks));
        },
        [&going](Ranks& ranks) {
            going += introduce(ranks, "rank " + std::to_string(ranks.rank())) ? 1 : 0;
            CHECK(await_end(ranks, 10));
        });
    CHECK(going == 4);
}

TEST_CASE("Tasks are handed out whole: chunks end with single tasks, orders are permutations",
          "[studies]")
{
    for (const std::size_t of_all : {1, 2, 16, 1000})
        for (std::size_t left : {1, 10, 12345}) {
            std::size_t previous = left;
            while (left > 0) {
                const std::size_t n = chunk(left, 1, of_all);
                REQUIRE((n >= 1 && n <= left && n <= previous));
                previous = n;
                left -= n;
            }
            CHECK(previous == 1);
        }
    for (std::size_t n = 1; n < 300; ++n)
        for (const bool scattered : {false, true}) {
            const Order order(n, scattered);
            std::set<std::size_t> all;
            for (std::size_t i = 0; i < n; ++i)
                all.insert(order(i));
            CHECK((all.size() == n && *all.rbegin() == n - 1));
            CHECK((scattered || order(n - 1) == n - 1));
        }
}

TEST_CASE("A thousand ranks lose less than a twentieth of their time to the hand-out", "[studies]")
{
    // Each rank has two hundred points of 0.1 s. Their times are log-normal with a standard
    // deviation of half their mean, or one of two regions takes ten times as long. Time is lost
    // only at the end, when the last ranks compute the last points, here up to nine times the mean.
    // With as many points, half of that is 2 %. bench/ranks.cpp uses times measured on maps.
    const std::size_t n = 200000;
    std::mt19937_64 bits(25);
    std::vector<double> uneven(n), regions(n, 0.02);
    std::normal_distribution<double> normal;
    const double sigma = std::sqrt(std::log(1.25));
    for (double& seconds : uneven)
        seconds = 0.1 * std::exp(sigma * normal(bits) - sigma * sigma / 2);
    std::fill(regions.begin(), regions.begin() + n / 2, 0.2);
    for (const std::vector<double>& seconds : {uneven, regions}) {
        test::SimulatedRanks ranks;
        ranks.seconds = seconds;
        const auto result = ranks.run();
        CAPTURE(result.time, result.messages);
        CHECK(result.efficiency > 0.95);
        CHECK(result.messages < seconds.size() / 2);
    }
}
