// Basins of two masses on cubic springs with free play at 1.2, for starts at rest on +-0.2: single
// motions and motions in SIMD lanes, over 300 periods and until they have settled.

#include "studies/basins.hpp"
#include "base/threads.hpp"
#include "dynamics/lanes/lane_run.hpp"
#include "dynamics/orbits/passage.hpp"
#include "support/free_play.hpp"

#include <benchmark/benchmark.h>

#include <numbers>

namespace slideway {

namespace {

constexpr int periods = 300;

Matrix square(int n)
{
    Matrix starts(4, n * n);
    for (int i = 0; i < n * n; ++i)
        starts.col(i) = test::free_play_state(-0.2 + 0.4 * (i % n) / (n - 1), 0,
                                              -0.2 + 0.4 * (i / n) / (n - 1), 0);
    return starts;
}

void starts_per_second(benchmark::State& state, const Matrix& starts)
{
    state.counters["starts/s"] = benchmark::Counter(static_cast<double>(starts.cols()),
                                                    benchmark::Counter::kIsIterationInvariantRate);
}

void single(benchmark::State& state)
{
    const dynamics::JointedSystem system = test::free_play({});
    const Matrix starts = square(6);
    dynamics::PassageOptions options;
    options.tolerance = 1e-10;
    for (auto _ : state)
        for (Index i = 0; i < starts.cols(); ++i)
            benchmark::DoNotOptimize(dynamics::passage(
                system, starts.col(i), periods * 2 * std::numbers::pi / system.Omega, options));
    starts_per_second(state, starts);
}

void in_lanes(benchmark::State& state, const dynamics::LaneKernel* kernel)
{
    if (!kernel) {
        state.SkipWithError("not of this processor");
        return;
    }
    const dynamics::JointedSystem system = test::free_play({});
    const Matrix starts = square(31);
    for (auto _ : state) {
        Index next = 0;
        lane_motions(
            system, 1e-10, *kernel,
            {[&](std::size_t, Vector& z) -> Index {
                 if (next == starts.cols())
                     return -1;
                 z = starts.col(next);
                 return next++;
             },
             [](std::size_t, Index, int period, const Vector&) -> bool { return period < periods; },
             [](std::size_t, Index, const std::string&) -> void {}});
    }
    starts_per_second(state, starts);
}

// Runs until the motions have settled; range: threads.
void captured(benchmark::State& state)
{
    const dynamics::OrbitFamily family(test::free_play({}), {});
    const Matrix starts = square(61);
    studies::BasinOptions options;
    options.sample = 0;
    const std::vector<dynamics::KnownOrbit> orbits =
        studies::basins(family, square(5), {}, options).orbits;
    set_threads(static_cast<int>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(studies::basins(family, starts, orbits, options));
    set_threads(1);
    starts_per_second(state, starts);
}

} // namespace

BENCHMARK(single)->Name("basins/single")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(in_lanes, avx2, dynamics::lane_kernel_avx2())
    ->Name("basins/lanes_avx2")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(in_lanes, avx512, dynamics::lane_kernel_avx512())
    ->Name("basins/lanes_avx512")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(captured)
    ->Name("basins/until_settled")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace slideway
