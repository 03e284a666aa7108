// Time of one step of the sliding beam-on-beam: modal form compared with the literal dense form.

#include "support/beam_on_beam.hpp"
#include "support/literal_forward_increment.hpp"

#include "dynamics/modal/modal_model.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "dynamics/sliding/scheme.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace slideway {

namespace {

constexpr double ramp = 0.020;          // [s] of the drive
constexpr double default_h = 6.6007e-8; // [s] of the shipped cases: 0.9 of the step limit

struct Case {
    test::BeamOnBeam beams;
    dynamics::ModalModel modal;
    dynamics::SlidingEquilibrium start;

    explicit Case(const test::BeamOnBeamOptions& options)
        : beams(test::beam_on_beam(options)), modal(dynamics::modal_model(beams.model)),
          start(dynamics::sliding_equilibrium(beams.model, modal, {+1}))
    {
    }
};

// Models are static, so that each is built once.
const Case& case_of(bool rough, int lower_nx)
{
    static std::map<std::pair<bool, int>, Case> cases;
    test::BeamOnBeamOptions options;
    options.noise_rms = rough ? 4e-4 : 0;
    options.seed = 8;
    options.lower_nx = lower_nx;
    return cases.try_emplace({rough, lower_nx}, options).first->second;
}

// Times steps in steady sliding, after the ramp of the drive.
void modal_step(benchmark::State& state, dynamics::Scheme scheme, double h, bool rough,
                int lower_nx, bool follow = false)
{
    const Case& c = case_of(rough, lower_nx);
    dynamics::Integrator integrator(c.beams.model, c.modal,
                                    {.scheme = scheme,
                                     .h = h,
                                     .direction = {+1},
                                     .duration = 2.93,
                                     .settling = 2 * ramp,
                                     .ramp = follow ? 0 : ramp,
                                     .follow_separation = follow,
                                     .follow_sticking = follow,
                                     .statistics_from = ramp,
                                     .episode = 5e-6,
                                     .window = 1e-5},
                                    c.start);
    while (integrator.elapsed() < ramp + 1e-3)
        if (integrator.step() != dynamics::StepEvent::none)
            return state.SkipWithError("the integration stopped in the ramp");
    for (auto _ : state)
        if (integrator.step() != dynamics::StepEvent::none) {
            state.SkipWithError("the integration stopped");
            break;
        }
    state.counters["modes"] = static_cast<double>(c.modal.n_modes());
}

void following_step(benchmark::State& state)
{
    modal_step(state, dynamics::Scheme::modal_propagator, 1e-6, true, 100, true);
}

// Times steps through bursts: pressed by 0.2 N and five times as rough, from 85 mm on. A tenth of
// the steps does not slide.
void bursts_step(benchmark::State& state)
{
    test::BeamOnBeamOptions options;
    options.noise_rms = 1e-3;
    options.seed = 8;
    options.s0 = 0.085;
    options.force = -0.2;
    const Case c(options);
    dynamics::Integrator integrator(c.beams.model, c.modal,
                                    {.scheme = dynamics::Scheme::modal_propagator,
                                     .h = 1e-6,
                                     .direction = {+1},
                                     .duration = 0.4,
                                     .follow_separation = true,
                                     .follow_sticking = true,
                                     .statistics_from = ramp,
                                     .episode = 5e-6,
                                     .window = 1e-5},
                                    c.start);
    long long other = 0;
    for (auto _ : state) {
        if (integrator.step() != dynamics::StepEvent::none) {
            state.SkipWithError("the integration stopped");
            break;
        }
        other += integrator.point(0).state != contact::State::sliding ? 1 : 0;
    }
    state.counters["not_sliding"] =
        static_cast<double>(other) / static_cast<double>(integrator.n_steps());
}

// Adds a load on the first body.
void add_load(assembly::CoupledModel& model, const std::string& name, const Vector& row,
              const decltype(assembly::Load::signal)& signal)
{
    assembly::Load& load = model.loads.emplace_back();
    load.name = name;
    load.row = row;
    load.signal = signal;
}

// An elastic pad, 40 mm x 10 mm, with all `n_slaves` nodes of its lower edge in contact. It slides
// on a rigid track, or on a steel beam of 100 elements clamped at both ends.
assembly::CoupledModel pad_on_track(int n_slaves, bool elastic)
{
    assembly::CoupledModel model;
    const fem::Mesh mesh =
        fem::placed(test::rectangle_mesh(0.04, 0, 0.01, n_slaves - 1, 2), 0, {0, 0}, {0.08, 0});
    model.bodies.push_back(fem::plane_stress("pad", mesh, {{2e9, 0.3, 1200}, 0.01}));
    const Matrix face = (Matrix(2, 2) << 0, 0, 0.4, 0).finished();
    model.bodies.push_back(
        elastic ? fem::beam("track", fem::beam_line({0.4, 100}),
                            {.material = {210e9, 0.3, 7800},
                             .section = fem::rectangle_section(0.02, 0.02),
                             .axial = false,
                             .fixed = {"start", "end"}})
                : fem::rigid("track", {.polylines = {{"axis", face}}, .fixed = {"centre"}}));
    for (fem::Substructure& body : model.bodies)
        fem::add_rayleigh(body, 100, 1e-6);
    const fem::Port& top = fem::port(model.bodies[0], "top");
    model.motions.push_back(assembly::make_motion("drive", 0, top, 0));
    model.motions[0].velocity = 0.1;
    add_load(model, "press", fem::mean_row(top, 1), assembly::Constant{-500});
    model.sliding.push_back(
        assembly::make_sliding("rub", model.bodies, 0, fem::port(model.bodies[0], "bottom"), 1,
                               fem::port(model.bodies[1], "axis"), contact::ConstantFriction{0.2}));
    return model;
}

// An elastic block of 21 slave nodes, pressed by 100 N and sheared. It is at rest, or sheared to
// and fro by 0.9 of its friction, so that up to half of the nodes slide at once, or by 1.5 of it.
void block_step(benchmark::State& state, double mu, const decltype(assembly::Load::signal)& shear)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::plane_stress("block", test::rectangle_mesh(0.02, 0, 0.01, 20, 10),
                                             {{70e9, 0.33, 2700}, 0.01}));
    fem::add_rayleigh(model.bodies[0], 2000, 2e-8);
    const Matrix face = (Matrix(2, 2) << -1, 0, 1, 0).finished();
    model.bodies.push_back(
        fem::rigid("ground", {.polylines = {{"face", face}}, .fixed = {"centre"}}));
    const fem::Port& top = fem::port(model.bodies[0], "top");
    add_load(model, "press", fem::mean_row(top, 1), assembly::Constant{-100});
    add_load(model, "shear", fem::mean_row(top, 0), shear);
    model.Omega = 3141.592653589793;
    model.sliding.push_back(
        assembly::make_sliding("rub", model.bodies, 0, fem::port(model.bodies[0], "bottom"), 1,
                               fem::port(model.bodies[1], "face"), contact::ConstantFriction{mu}));
    const dynamics::ModalModel modal = dynamics::modal_model(model);
    const auto start = dynamics::sliding_equilibrium(model, modal, {0});
    dynamics::Integrator integrator(model, modal,
                                    {.scheme = dynamics::Scheme::modal_propagator,
                                     .h = 1e-6,
                                     .direction = {0},
                                     .follow_separation = true,
                                     .follow_sticking = true},
                                    start);
    while (integrator.elapsed() < 2e-3) // the first cycle settles
        if (integrator.step() != dynamics::StepEvent::none)
            return state.SkipWithError("the integration stopped at the start");
    long long sliding = 0;
    for (auto _ : state) {
        if (integrator.step() != dynamics::StepEvent::none) {
            state.SkipWithError("the integration stopped");
            break;
        }
        for (std::size_t i = 0; i < integrator.n_points(); ++i)
            sliding +=
                integrator.point(i).closed() && integrator.point(i).state != contact::State::stuck
                    ? 1
                    : 0;
    }
    state.counters["modes"] = static_cast<double>(modal.n_modes());
    state.counters["sliding"] =
        static_cast<double>(sliding) / static_cast<double>(state.iterations());
}

// Times steps with many slave nodes, all closed.
void many_slaves_step(benchmark::State& state, int n_slaves, bool elastic)
{
    const assembly::CoupledModel model = pad_on_track(n_slaves, elastic);
    const dynamics::ModalModel modal = dynamics::modal_model(model);
    const auto start = dynamics::sliding_equilibrium(model, modal, {+1});
    const double h = 0.9 * dynamics::step_limit(model, modal);
    dynamics::Integrator integrator(model, modal, {.h = h, .direction = {+1}}, start);
    for (auto _ : state)
        if (integrator.step() != dynamics::StepEvent::none) {
            state.SkipWithError("the integration stopped");
            break;
        }
    int closed = 0;
    for (std::size_t i = 0; i < integrator.n_points(); ++i)
        closed += integrator.point(i).closed() ? 1 : 0;
    state.counters["closed"] = closed;
    state.counters["modes"] = static_cast<double>(modal.n_modes());
}

// Times the published scheme as printed, in physical coordinates. It starts at rest, because its
// cost does not depend on the state.
void literal_step(benchmark::State& state)
{
    const Case& c = case_of(true, 100);
    std::vector<Vector> u0;
    for (std::size_t b = 0; b < c.beams.model.bodies.size(); ++b)
        u0.push_back(c.modal.displacement(c.beams.model, b, c.start.q[c.modal.component_of[b]],
                                          Vector::Zero(1)));
    test::LiteralForwardIncrement literal(c.beams.model, default_h, 2.93, u0,
                                          c.start.points.front().segment);
    for (auto _ : state)
        literal.step();
    if (!(literal.lambda() > 0))
        state.SkipWithError("the slave lifted off");
}

// Times only the two dense products of eq. (28), K u and C (u_n - u_{n-1}), a lower bound for
// any dense form.
void dense_products(benchmark::State& state)
{
    const Index n = case_of(true, 100).modal.n_modes();
    const Matrix K = Matrix::Random(n, n), C = Matrix::Random(n, n);
    const Vector u = Vector::Random(n), d = Vector::Random(n);
    Vector f(n);
    for (auto _ : state) {
        f.noalias() = K * u;
        f.noalias() += C * d;
        benchmark::DoNotOptimize(f.data());
        benchmark::ClobberMemory();
    }
}

constexpr auto forward_increment = dynamics::Scheme::forward_increment;
constexpr auto modal_propagator = dynamics::Scheme::modal_propagator;

double minimum(const std::vector<double>& times)
{
    return *std::min_element(times.begin(), times.end());
}

// Runs a fixed number of steps. Every repetition covers the same interval of sliding with its
// changes of segment. The minimum of the repetitions is the time on an undisturbed machine.
void repeated(benchmark::internal::Benchmark* b, benchmark::IterationCount steps)
{
    b->Iterations(steps)->ComputeStatistics("min", minimum);
}
void million(benchmark::internal::Benchmark* b)
{
    repeated(b, 1'000'000);
}
void all_bursts(benchmark::internal::Benchmark* b)
{
    repeated(b, 390'000);
}
void hundred_thousand(benchmark::internal::Benchmark* b)
{
    repeated(b, 100'000);
}
void ten_thousand(benchmark::internal::Benchmark* b)
{
    repeated(b, 10'000);
}

BENCHMARK_CAPTURE(modal_step, smooth, forward_increment, default_h, false, 100)->Apply(million);
BENCHMARK_CAPTURE(modal_step, rough, forward_increment, default_h, true, 100)->Apply(million);
BENCHMARK_CAPTURE(modal_step, propagator_rough, modal_propagator, 1e-6, true, 100)->Apply(million);
BENCHMARK_CAPTURE(modal_step, rough_150_segments, forward_increment, 4e-8, true, 150)
    ->Apply(million);
BENCHMARK_CAPTURE(many_slaves_step, 20_rigid_track, 20, false)->Apply(hundred_thousand);
BENCHMARK_CAPTURE(many_slaves_step, 20_beam, 20, true)->Apply(hundred_thousand);
BENCHMARK(following_step)->Apply(million);
BENCHMARK(bursts_step)->Apply(all_bursts);
constexpr double quarter = 1.5707963267948966; // of a turn, so that the shear begins at zero
BENCHMARK_CAPTURE(block_step, stuck, 0.3, assembly::Harmonic{0, -quarter})->Apply(ten_thousand);
BENCHMARK_CAPTURE(block_step, half_sliding, 0.3, assembly::Harmonic{27, -quarter})
    ->Apply(ten_thousand);
BENCHMARK_CAPTURE(block_step, sliding, 0.1, assembly::Constant{12})->Apply(ten_thousand);
BENCHMARK(literal_step)->Apply(ten_thousand);
BENCHMARK(dense_products)->Apply(ten_thousand);

} // namespace

} // namespace slideway
