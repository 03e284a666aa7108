// Time of the map of the beam-on-beam: tip acceleration over a force at the contact, 587 times in
// 0.20-3.13 s, 0-20 kHz in steps of 5 Hz (the published Fig. 9).

#include "support/beam_on_beam.hpp"

#include "dynamics/frozen/frequency_response.hpp"

#include <benchmark/benchmark.h>

namespace slideway {

namespace {

dynamics::FrequencyResponseOptions map_of(const assembly::CoupledModel& model)
{
    auto probe = [&model](std::size_t body, const std::string& port) -> dynamics::Probe {
        return {port, body, fem::mean_row(fem::port(model.bodies[body], port), 1)};
    };
    dynamics::FrequencyResponseOptions options;
    options.slide.t_start = 0.2;
    for (int k = 0; k < 587; ++k)
        options.times.push_back(0.2 + 5e-3 * k);
    for (int k = 0; k <= 4000; ++k)
        options.frequencies_hz.push_back(5.0 * k);
    options.inputs = {probe(1, "bottom_left")};
    options.outputs = {probe(0, "top_right")};
    return options;
}

void frequency_response_map(benchmark::State& state, dynamics::About about, int threads)
{
    static const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0.1});
    dynamics::FrequencyResponseOptions options = map_of(beams.model);
    options.slide.about = about;
    options.threads = threads;
    for (auto _ : state) {
        auto result = dynamics::frequency_response(beams.model, options);
        benchmark::DoNotOptimize(result.responses[0].real.data());
    }
}

BENCHMARK_CAPTURE(frequency_response_map, undeformed, dynamics::About::undeformed, 1)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frequency_response_map, undeformed_2_threads, dynamics::About::undeformed, 2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(frequency_response_map, deformed_2_threads, dynamics::About::deformed, 2)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace

} // namespace slideway
