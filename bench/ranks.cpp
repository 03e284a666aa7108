// Cost of sharing work among ranks (docs/scale.md):
//
//   mpirun -n 2 slideway_ranks hand-out [points]     microseconds per point, of points without work
//   slideway_ranks times CASE [points]               seconds of points of a map, one thread, one
//   per
//                                                    line
//   slideway_ranks simulate FILE ranks threads points   efficiency in simulated time with the times
//                                                       in FILE
#include "app/analyses/job.hpp"
#include "app/case/shipped.hpp"
#include "app/maps/map_points.hpp"
#include "app/model/shared_bodies.hpp"
#include "studies/launched_ranks.hpp"
#include "studies/point_record.hpp"
#include "studies/rank_lifecycle.hpp"
#include "studies/shared_sweep.hpp"
#include "tests/studies/simulated_ranks.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <string>

namespace {

using namespace slideway;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

// Returns a point with as many quantities as one of regimes.
studies::PointResult point(std::size_t k)
{
    studies::PointResult result{studies::Status::end, "", {}};
    for (int q = 0; q < 12; ++q)
        result.quantities.push_back({"quantity." + std::to_string(q), {1.0 / (k + 1.0)}, "m"});
    return result;
}

int hand_out(std::size_t n)
{
    const auto launched = studies::launched();
    if (!launched)
        throw std::runtime_error("start it by mpirun -n 2");
    Ranks& all = studies::join(*launched);
    if (all.rank() == 0) {
        set_ranks(&all);
        for (int k = 0; k < 5; ++k) {
            const Clock::time_point begin = Clock::now();
            // Rank 0 has no tasks of its own, so only the communication of each point is timed.
            studies::SharedWork work{n, "", true};
            std::size_t taken = 0;
            work.own = [](studies::Tasks&) {};
            work.take = [&](std::size_t, std::string_view text) {
                studies::PointResult result;
                RecordReader record(record_of(text));
                record(result);
                taken += text.empty() ? 0 : 1;
            };
            studies::share(&all, 1, work);
            std::printf("%zu points: %.2f us each\n", taken,
                        1e6 * seconds_since(begin) / static_cast<double>(n));
        }
        const bool ended = studies::end_others(all);
        all.leave();
        return ended ? 0 : 1;
    }
    studies::help(
        all, 1, [] { return false; }, [](std::string_view) { return studies::points(point); });
    (void)studies::await_end(all, 60);
    all.leave();
    return 0;
}

int times(const std::string& name, std::size_t n)
{
    const app::Job job = app::read_job(app::find_case(name));
    const app::MapCases cases(job.c);
    const std::vector<app::MapPoint> grid = app::map_grid(*job.c.map);
    app::SharedBodies shared;
    n = std::min(n, grid.size());
    for (std::size_t k = 0; k < n; ++k) {
        const Clock::time_point begin = Clock::now();
        const app::Job point = cases.at(grid[k * grid.size() / n]);
        (void)app::run(point, shared.build(point.c, app::needs(point)));
        if (k > 0) // point 0 has built the bodies
            std::printf("%.3e\n", seconds_since(begin));
    }
    return 0;
}

int simulate(const std::string& file, std::size_t ranks, std::size_t threads, std::size_t points)
{
    std::ifstream stream(file);
    std::vector<double> measured;
    for (double seconds = 0; stream >> seconds;)
        measured.push_back(seconds);
    if (measured.empty())
        throw std::runtime_error(file + ": no times");
    test::SimulatedRanks simulated;
    simulated.ranks = ranks;
    simulated.threads = threads;
    double sum = 0, most = 0;
    for (std::size_t k = 0; k < points; ++k) { // in the order of the map, so regions stay together
        simulated.seconds.push_back(measured[k * measured.size() / points]);
        sum += simulated.seconds.back();
        most = std::max(most, simulated.seconds.back());
    }
    const test::SimulatedRanks::Result result = simulated.run();
    std::printf(
        "%zu ranks of %zu threads, %zu points of %.3g s (at most %.3g s): %.4g s, efficiency "
        "%.1f %%, %zu messages\n",
        ranks, threads, points, sum / static_cast<double>(points), most, result.time,
        100 * result.efficiency, result.messages);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const std::string what = argc > 1 ? argv[1] : "";
        const auto number = [&](int k, std::size_t otherwise) {
            return argc > k ? static_cast<std::size_t>(std::atoll(argv[k])) : otherwise;
        };
        if (what == "hand-out")
            return hand_out(number(2, 100000));
        if (what == "times" && argc > 2)
            return times(argv[2], number(3, 300));
        if (what == "simulate" && argc > 2)
            return simulate(argv[2], number(3, 1000), number(4, 1), number(5, 100000));
        std::fprintf(stderr, "see the head of bench/ranks.cpp\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    return 1;
}
