// Time of one point of a forced response: a cantilever with a friction pad at level 1 N, 600 to
// 180 Hz, about a hundred points, without stability and without files.

#include "base/two_pi.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/resonance_slope.hpp"
#include "support/harmonic_models.hpp"

#include <benchmark/benchmark.h>

namespace slideway::dynamics {

namespace {

void forced_response_points(benchmark::State& state)
{
    const Index n_h = state.range(0);
    const auto elements = static_cast<int>(state.range(1));
    const test::HarmonicModel beam = test::beam_with_pad(elements, 20);
    const HarmonicBalance model(beam.system, {n_h, false}, beam.outputs);
    const ForcedResponseOptions options{.level = 1,
                                        .Omega_from = two_pi * 600,
                                        .Omega_to = two_pi * 180,
                                        .tolerance = 1e-9,
                                        .stability = false};
    Index points = 0;
    long long evaluations = 0;
    for (auto _ : state) {
        const ForcedResponse response = forced_response(model, options);
        points += response.branch.n_points();
        evaluations += response.n_evaluations;
    }
    state.SetItemsProcessed(points);
    const auto runs = static_cast<double>(state.iterations());
    state.counters["points"] = static_cast<double>(points) / runs;
    state.counters["evaluations"] = static_cast<double>(evaluations) / runs;
    state.counters["modes"] = static_cast<double>(beam.system.n_modes());
}
BENCHMARK(forced_response_points)
    ->ArgNames({"n_h", "elements"})
    ->Args({1, 20})
    ->Args({3, 20})
    ->Args({3, 200})
    ->Args({3, 2000})
    ->Unit(benchmark::kMillisecond);

void evaluation(benchmark::State& state)
{
    const test::HarmonicModel beam = test::beam_with_pad(20, 20);
    const HarmonicBalance model(beam.system, {state.range(0), false}, beam.outputs);
    const Vector R = Vector::LinSpaced(model.n(), 1e-6, 2e-6);
    HarmonicBalance::Evaluation out(model);
    double Omega = two_pi * 500;
    for (auto _ : state) {
        model.evaluate(R, Omega, 1, out);
        benchmark::DoNotOptimize(out.equations.F.data());
        Omega += 1e-6;
    }
}
void evaluation_with_slope(benchmark::State& state)
{
    const test::HarmonicModel beam = test::beam_with_pad(20, 20);
    const HarmonicBalance model(beam.system, {state.range(0), false}, beam.outputs);
    const Vector R = Vector::LinSpaced(model.n(), 1e-6, 2e-6);
    HarmonicBalance::Evaluation out(model);
    ResonanceSlope slope(model, 0);
    double Omega = two_pi * 500;
    for (auto _ : state) {
        model.evaluate(R, Omega, 1, out);
        slope.differentiate(out);
        benchmark::DoNotOptimize(slope.s_Omega());
        Omega += 1e-6;
    }
}
BENCHMARK(evaluation_with_slope)->ArgName("n_h")->Arg(1)->Arg(3)->Unit(benchmark::kMicrosecond);
BENCHMARK(evaluation)->ArgName("n_h")->Arg(1)->Arg(3)->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace slideway::dynamics
