// Backbone curves at 50 levels, one thread, no files, no stability: a cantilever with a friction
// pad from 0.02 to 200 N, and two blades with a wedge damper from 1 to 140 N.

#include "base/two_pi.hpp"
#include "dynamics/harmonic/damped_modes.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/phase_resonance.hpp"
#include "dynamics/harmonic/ridges.hpp"
#include "support/harmonic_models.hpp"

#include <benchmark/benchmark.h>

#include <cmath>

namespace slideway::dynamics {

namespace {

std::vector<double> levels(double from, double to)
{
    constexpr int n = 50;
    std::vector<double> list;
    for (int k = 0; k < n; ++k)
        list.push_back(from * std::pow(to / from, k / (n - 1.0)));
    list.back() = to;
    return list;
}

RidgesOptions options_of(double from, double to, double low_hz, double high_hz)
{
    RidgesOptions options;
    options.values = levels(from, to);
    options.extrema.Omega_low = two_pi * low_hz;
    options.extrema.Omega_high = two_pi * high_hz;
    return options;
}

void run(benchmark::State& state, const HarmonicBalance& model, const RidgesOptions& options)
{
    Index points = 0;
    for (auto _ : state) {
        const Ridges found = ridges(model, options);
        points = 0;
        for (const ExtremaCurve& curve : found.curves)
            points += curve.curve.n_points();
        benchmark::DoNotOptimize(points);
    }
    state.counters["points"] = static_cast<double>(points);
}

void ridges_of_cantilever(benchmark::State& state)
{
    const test::HarmonicModel beam = test::beam_with_pad(static_cast<int>(state.range(1)), 20);
    const HarmonicBalance model(beam.system, {state.range(0), false}, beam.outputs);
    run(state, model, options_of(0.02, 200, 150, 620));
}
HarmonicBalance blades(Index n_h)
{
    const test::HarmonicModel model = test::blade_damper_blade(1.5e-5);
    return {model.system, {n_h, false}, model.outputs};
}
void ridges_of_blades(benchmark::State& state)
{
    run(state, blades(state.range(0)), options_of(1, 140, 190, 225));
}
// Follows the blades with the derivatives of each point, listed by level, damping and all numbers
// of both contacts.
void derivatives_of_blades(benchmark::State& state)
{
    const HarmonicBalance model = blades(state.range(0));
    RidgesOptions options = options_of(1, 140, 190, 225);
    options.parameters = {the_level(), all_damping()};
    for (const char* name : {"k_t", "k_n", "friction", "preload"})
        for (const std::size_t joint : {0, 1})
            options.parameters.push_back(number_of(model, name, std::vector<std::size_t>{joint}));
    run(state, model, options);
}
void all_methods_of_blades(benchmark::State& state)
{
    const HarmonicBalance model = blades(state.range(0));
    const RidgesOptions options = options_of(1, 140, 190, 225);
    PhaseResonanceOptions phase;
    phase.levels = options.values;
    phase.Omega_low = options.extrema.Omega_low;
    phase.Omega_high = options.extrema.Omega_high;
    DampedModeOptions damped;
    damped.levels = options.values;
    damped.level_from = options.values.front();
    damped.level_to = options.values.back();
    damped.Omega_low = options.extrema.Omega_low;
    damped.Omega_high = options.extrema.Omega_high;
    for (auto _ : state) {
        benchmark::DoNotOptimize(ridges(model, options).curves.size());
        benchmark::DoNotOptimize(phase_resonances(model, phase).curves.size());
        for (const Index mode : {1, 2}) {
            damped.mode = mode;
            benchmark::DoNotOptimize(damped_mode(model, damped).branch.n_points());
        }
    }
}

// Computes the responses that the ridge of the cantilever summarises.
void responses_of_cantilever(benchmark::State& state)
{
    const test::HarmonicModel beam = test::beam_with_pad(20, 20);
    const HarmonicBalance model(beam.system, {state.range(0), false}, beam.outputs);
    const std::vector<double> all = levels(0.02, 200);
    for (auto _ : state)
        for (const double level : all) {
            const ForcedResponse response = forced_response(model, {.level = level,
                                                                    .Omega_from = two_pi * 620,
                                                                    .Omega_to = two_pi * 150,
                                                                    .stability = false});
            benchmark::DoNotOptimize(response.branch.n_points());
        }
}

BENCHMARK(ridges_of_cantilever)
    ->ArgNames({"n_h", "elements"})
    ->Args({1, 20})
    ->Args({3, 20})
    ->Args({3, 2000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(ridges_of_blades)->ArgName("n_h")->Arg(1)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(derivatives_of_blades)->ArgName("n_h")->Arg(1)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(all_methods_of_blades)->ArgName("n_h")->Arg(1)->Arg(3)->Unit(benchmark::kMillisecond);
BENCHMARK(responses_of_cantilever)->ArgName("n_h")->Arg(3)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace slideway::dynamics
