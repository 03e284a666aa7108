#include "base/parallel.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace slideway;
using namespace std::chrono_literals;

TEST_CASE("each index is worked on once, whatever the number of threads", "[base]")
{
    for (const int threads : {1, 3, 50}) {
        CAPTURE(threads);
        std::vector<int> count(20, 0);
        std::atomic<int> workers = 0;
        parallel_for(count.size(), threads, [&](const std::stop_token&) -> Worker {
            ++workers;
            return [&count](std::size_t k) { ++count[k]; };
        });
        CHECK(count == std::vector<int>(20, 1));
        CHECK(workers == std::min(threads, 20));
    }
}

TEST_CASE("what a worker throws first reaches the caller, and the others are asked to end",
          "[base]")
{
    for (const int threads : {1, 4}) {
        CAPTURE(threads);
        std::atomic<int> begun = 0;
        const auto make = [&](const std::stop_token& stop) -> Worker {
            return [&begun, stop](std::size_t k) {
                ++begun;
                if (k == 2)
                    throw std::runtime_error("third");
                if (k < 2)
                    return;
                while (!stop.stop_requested()) // loops until a stop is requested
                    std::this_thread::sleep_for(1ms);
                throw std::runtime_error("asked to end");
            };
        };
        CHECK_THROWS_WITH(parallel_for(1000, threads, make), "third");
        CHECK(begun <= 2 + threads);
    }
    const auto none = [](const std::stop_token&) -> Worker { throw std::runtime_error("none"); };
    CHECK_THROWS_WITH(parallel_for(3, 2, none), "none");
}
