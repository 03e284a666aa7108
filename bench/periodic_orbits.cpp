// Periodic motions of two masses with free play: the symmetric branch from 0.7 to 2.0 with all its
// labels, and curves of its labels over the clearance.

#include "dynamics/orbits/label_curves.hpp"
#include "support/free_play.hpp"

#include <benchmark/benchmark.h>

namespace slideway {

namespace {

dynamics::OrbitFamily family()
{
    return {test::free_play({.Omega = 0.7}), {}};
}

dynamics::OrbitBranch branch(double max_step)
{
    dynamics::OrbitBranchOptions o;
    o.from = 0.7;
    o.to = 2.0;
    o.max_step = max_step;
    const auto start = dynamics::periodic_motion(family(), Vector::Zero(4), 0.7, 1);
    const std::vector<dynamics::ModalOutput> first = {{test::free_play_modes().row(0).transpose()}};
    return orbit_branches(family(), start, 0.7, first, o).branches.front();
}

// The range gives the largest step in 1e-4 of the range.
void orbit_branch_free_play(benchmark::State& state)
{
    dynamics::OrbitBranch found;
    for (auto _ : state)
        found = branch(1e-4 * static_cast<double>(state.range(0)));
    const auto points = static_cast<double>(found.branch.n_points());
    state.counters["points"] = points;
    state.counters["per_point"] =
        benchmark::Counter(points * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Follows all labels from a clearance of 0.045 to 0.06.
void orbit_label_curves(benchmark::State& state)
{
    const dynamics::OrbitBranch from = branch(0.01);
    const dynamics::OrbitFamily two(
        test::free_play({.Omega = 0.7}), {},
        dynamics::OrbitParameter{dynamics::OrbitParameter::Kind::number, {3, "clearance"}});
    dynamics::LabelCurveOptions o;
    o.from = 0.045;
    o.to = 0.06;
    o.max_step = 0.01;
    double points = 0;
    for (auto _ : state) {
        points = 0;
        for (Index k = 0; k < from.branch.n_points(); ++k)
            if (has_curve(family(), from, k))
                points += static_cast<double>(label_curve(two, from, k, o).branch.n_points());
    }
    state.counters["points"] = points;
    state.counters["per_point"] =
        benchmark::Counter(points * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

BENCHMARK(orbit_branch_free_play)->Arg(24)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(orbit_label_curves)->Unit(benchmark::kMillisecond);

} // namespace slideway
