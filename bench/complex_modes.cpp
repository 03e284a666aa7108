// Complex modes of the sliding beam-on-beam along its slide by the determinant over the uncoupled
// modes, and by the dense nonsymmetric solution at one position.

#include "support/beam_on_beam.hpp"

#include "dynamics/frozen/characteristic_function.hpp"
#include "dynamics/frozen/complex_modes.hpp"
#include "dynamics/sliding/slide.hpp"

#include <benchmark/benchmark.h>

namespace slideway {

namespace {

using namespace dynamics;

// Runs the whole analysis: 10 to 98 mm at 0.1 mm, modes below 20 kHz, two friction coefficients.
void locus(benchmark::State& state, About about)
{
    const test::BeamOnBeam beams = test::beam_on_beam();
    Index positions = 0;
    for (auto _ : state) {
        const ComplexModesResult result = complex_modes(
            beams.model, modal_model(beams.model),
            {.about = about, .friction = {0.1, 0.3}, .from = 0.010, .to = 0.098, .step = 1e-4});
        positions = 0;
        for (const ModeLocus& one : result.loci)
            positions += one.position.size();
    }
    state.counters["positions"] = static_cast<double>(positions);
    state.counters["per_position"] = benchmark::Counter(
        static_cast<double>(positions),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(locus, undeformed, About::undeformed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(locus, deformed, About::deformed)->Unit(benchmark::kMillisecond);

void dense_position(benchmark::State& state)
{
    const test::BeamOnBeam beams = test::beam_on_beam();
    const ModalModel modal = modal_model(beams.model);
    const StackedModes modes = stacked_modes(modal);
    Slide slide(beams.model, modal, {About::undeformed, 0.3, 0});
    for (auto _ : state)
        benchmark::DoNotOptimize(dense_eigenvalues(modes, slide.at(0.050)));
}
BENCHMARK(dense_position)->Unit(benchmark::kMillisecond);

void count_inside(benchmark::State& state)
{
    const test::BeamOnBeam beams = test::beam_on_beam();
    const ModalModel modal = modal_model(beams.model);
    const StackedModes modes = stacked_modes(modal);
    Slide slide(beams.model, modal, {About::undeformed, 0.3, 0});
    CharacteristicFunction function(modes);
    function.set(slide.at(0.050));
    for (auto _ : state)
        benchmark::DoNotOptimize(function.count_inside(2 * 3.14159 * 20.5e3));
}
BENCHMARK(count_inside)->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace slideway
