// Time to build the beam-on-beam model from its meshes, without Gmsh.

#include "support/beam_on_beam.hpp"

#include "dynamics/modal/modal_model.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/modal_form.hpp"

#include <benchmark/benchmark.h>

#include <set>
#include <string>
#include <vector>

namespace slideway {

namespace {

std::vector<Index> interface_of(const fem::Substructure& s, const std::vector<std::string>& ports)
{
    std::set<Index> dofs;
    for (const std::string& name : ports)
        for (const Index dof : reduction::port_dofs(fem::port(s, name)))
            dofs.insert(dof);
    return {dofs.begin(), dofs.end()};
}

void assemble_lower_beam(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(test::lower_beam({}));
}
BENCHMARK(assemble_lower_beam)->Unit(benchmark::kMillisecond);

void hintz_herting_lower_beam(benchmark::State& state)
{
    const fem::Substructure beam = test::lower_beam({});
    const std::vector<Index> interface = interface_of(beam, {"top"});
    for (auto _ : state)
        benchmark::DoNotOptimize(reduction::hintz_herting(beam, interface, 20));
    state.counters["dofs"] = static_cast<double>(beam.n());
}
BENCHMARK(hintz_herting_lower_beam)->Unit(benchmark::kMillisecond);

void craig_bampton_upper_beam(benchmark::State& state)
{
    const fem::Substructure beam = test::upper_beam({});
    const std::vector<Index> interface = interface_of(beam, {"bottom_left", "right"});
    for (auto _ : state)
        benchmark::DoNotOptimize(reduction::craig_bampton(beam, interface, 20));
    state.counters["dofs"] = static_cast<double>(beam.n());
}
BENCHMARK(craig_bampton_upper_beam)->Unit(benchmark::kMillisecond);

void modal_form_lower_beam(benchmark::State& state)
{
    const test::BeamOnBeam beams = test::beam_on_beam();
    for (auto _ : state)
        benchmark::DoNotOptimize(reduction::modal_form(beams.lower.substructure));
    state.counters["dofs"] = static_cast<double>(beams.lower.substructure.n());
}
BENCHMARK(modal_form_lower_beam)->Unit(benchmark::kMillisecond);

// Builds bodies, reductions, modal form and static equilibrium: from the meshes to the first step.
void whole_model(benchmark::State& state)
{
    for (auto _ : state) {
        const test::BeamOnBeam beams = test::beam_on_beam();
        const dynamics::ModalModel modal = dynamics::modal_model(beams.model);
        benchmark::DoNotOptimize(dynamics::sliding_equilibrium(beams.model, modal, {1.0}));
    }
}
BENCHMARK(whole_model)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace slideway
