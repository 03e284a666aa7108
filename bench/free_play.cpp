// Two masses on cubic springs with free play over 300 periods of the drive: Taylor and Runge-Kutta
// steps from the same start, without samples and energies, with sharp and with smoothed corners.

#include "support/free_play.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>

namespace slideway {

namespace {

// x = (start, -start), at rest.
dynamics::EventDrivenOptions periods(const dynamics::JointedSystem& system, double start)
{
    dynamics::EventDrivenOptions o;
    o.t_end = 300 * 2 * std::numbers::pi / system.Omega;
    o.q = test::free_play_modes().transpose() * Eigen::Vector2d(start, -start);
    o.energies = false;
    return o;
}

// The range gives the tolerance 10^-n.
void free_play_taylor(benchmark::State& state, double Omega, double start, double smoothing)
{
    const dynamics::JointedSystem system =
        test::free_play({.Omega = Omega, .smoothing = smoothing});
    const dynamics::TaylorOptions options{periods(system, start),
                                          std::pow(10.0, -static_cast<double>(state.range(0)))};
    dynamics::MotionRecord result;
    for (auto _ : state)
        result = taylor(system, options);
    state.counters["steps"] = static_cast<double>(result.n_steps);
    state.counters["events"] = static_cast<double>(result.history.joint_events.size());
}

void free_play_runge_kutta(benchmark::State& state, double Omega, double start, double smoothing)
{
    const dynamics::JointedSystem system =
        test::free_play({.Omega = Omega, .smoothing = smoothing});
    const dynamics::RungeKuttaOptions options{periods(system, start),
                                              std::pow(10.0, -static_cast<double>(state.range(0)))};
    dynamics::MotionRecord result;
    for (auto _ : state)
        result = runge_kutta(system, options);
    state.counters["steps"] = static_cast<double>(result.n_steps);
    state.counters["events"] = static_cast<double>(result.history.joint_events.size());
}

} // namespace

#define SLIDEWAY_START(run, name, ...)                                                             \
    BENCHMARK_CAPTURE(run, name, __VA_ARGS__)->Arg(9)->Arg(12)->Unit(benchmark::kMillisecond)
#define SLIDEWAY_STARTS(run)                                                                       \
    SLIDEWAY_START(run, far_1_2, 1.2, 1.5, 0);                                                     \
    SLIDEWAY_START(run, rest_1_35, 1.35, 0, 0);                                                    \
    SLIDEWAY_START(run, smoothed_1_2, 1.2, 1.5, 1500);                                             \
    SLIDEWAY_START(run, smoothed_1_35, 1.35, 0, 1500)

SLIDEWAY_STARTS(free_play_taylor);
SLIDEWAY_STARTS(free_play_runge_kutta);

} // namespace slideway
