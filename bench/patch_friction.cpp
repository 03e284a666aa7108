// Time of one evaluation of a patch law with its tangent for 16 random slips and spins, of a
// certified diagram of a disc over 400 loads, and of ten periods of stick-slip of the disc and of
// a meshed block.

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "contact/laws/patch.hpp"
#include "contact/patch/patch_law.hpp"
#include "contact/patch/patch_options.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/resting/direction_diagram.hpp"
#include "fem/group_ports.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/craig_bampton.hpp"
#include "tests/fem/rectangle_mesh.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace slideway {

namespace {

// A plate of 10 x 10 squares of two triangles each, with a nonuniform pressure.
contact::PressureMap triangles()
{
    constexpr int n = 10;
    std::vector<contact::TrianglePressure::Vertex> vertices;
    std::vector<contact::TrianglePressure::Corners> corners;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
            const double x = 2.0 * i / n - 1, y = 2.0 * j / n - 1;
            vertices.push_back({{x, y}, 1.4 - 0.5 * x * x - 0.6 * y * y});
        }
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const auto a = static_cast<std::size_t>(j * (n + 1) + i);
            corners.push_back({a, a + 1, a + n + 2});
            corners.push_back({a, a + n + 2, a + n + 1});
        }
    return {{contact::TrianglePressure(vertices, corners), 1}};
}

contact::PressureMap ellipse()
{
    return {{contact::EllipsePressure(1, 0.5, {0.5, 0}), 1}};
}

void patch_law(benchmark::State& state, const contact::PatchOptions& options)
{
    const contact::PatchLaw law(options);
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    std::vector<contact::Vector3> motions;
    for (int k = 0; k < 16; ++k)
        motions.emplace_back(normal(random), normal(random), normal(random));
    for (auto _ : state)
        for (const contact::Vector3& v : motions) {
            contact::PatchForce force = law.force(v.head<2>(), v(2));
            benchmark::DoNotOptimize(force);
        }
    state.counters["each"] = benchmark::Counter(16, benchmark::Counter::kIsIterationInvariantRate |
                                                        benchmark::Counter::kInvert);
}

using enum contact::PressureShape;
using enum contact::PatchForm;

BENCHMARK_CAPTURE(patch_law, uniform,
                  {.shape = uniform, .radius = 1, .normal_force = 1, .friction = 1});
BENCHMARK_CAPTURE(patch_law, hertz,
                  {.shape = hertz, .radius = 1, .normal_force = 1, .friction = 1});
BENCHMARK_CAPTURE(
    patch_law, harmonic_6,
    {.shape = uniform, .radius = 1, .normal_force = 1, .friction = 1, .form = harmonic, .n = 6});
BENCHMARK_CAPTURE(
    patch_law, potential_6,
    {.shape = uniform, .radius = 1, .normal_force = 1, .friction = 1, .form = potential, .n = 6});

BENCHMARK_CAPTURE(patch_law, ellipse, {.friction = 1, .map = ellipse()});
BENCHMARK_CAPTURE(patch_law, triangles_200, {.friction = 1, .map = triangles()});
BENCHMARK_CAPTURE(patch_law, spherical_8,
                  {.friction = 1, .form = spherical, .n = 8, .map = ellipse()});

void direction_diagram(benchmark::State& state)
{
    const contact::PatchLaw law({.shape = uniform, .radius = 1, .normal_force = 1, .friction = 1});
    const dynamics::RestingPatch patch{
        law, contact::Vector3(1, 1, 0.5).asDiagonal(), {0, 0, 0}, law.kappa()};
    bool certified = true;
    for (auto _ : state)
        certified = dynamics::direction_diagram(patch, {.rate = {1, 0, 0}, .from = 0, .to = 1.3})
                        .certified();
    if (!certified)
        state.SkipWithError("not certified");
}

BENCHMARK(direction_diagram)->Unit(benchmark::kMillisecond);

// Stick-slip of the disc of contact_patch/stick_slip at a tolerance of 1e-9.
void ten_periods(benchmark::State& state)
{
    const double inertia = 0.5;
    dynamics::JointedSystem s;
    s.modes.omega = s.modes.c = s.p0 = Vector::Zero(3);
    s.p = s.inertia = s.drag = ComplexVector::Zero(3);
    s.p(0) = 1.2;
    s.p(2) = Complex(0, -0.2) / std::sqrt(inertia);
    s.force = s.p;
    s.Omega = 1;
    s.B = Matrix::Zero(0, 3);
    s.limit = Vector::Zero(0);
    s.r = ComplexVector::Zero(0);
    const contact::Vector3 row(1, 1, 1 / std::sqrt(inertia));
    s.patches.push_back(
        {"floor",
         contact::PatchLaw({.shape = uniform, .radius = 1, .normal_force = 1, .friction = 1}),
         {Matrix(row.asDiagonal()), ComplexVector::Zero(3)}});
    dynamics::RungeKuttaOptions o;
    o.run.t_end = 20 * std::numbers::pi;
    o.tolerance = 1e-9;
    std::size_t events = 0;
    double evaluations = 0;
    for (auto _ : state) {
        const dynamics::MotionRecord r = dynamics::runge_kutta(s, o);
        events = r.history.patch_events.size();
        evaluations = static_cast<double>(r.n_evaluations);
    }
    if (events != 40)
        state.SkipWithError("not 40 stops and starts");
    state.counters["evaluations a period"] = evaluations / 10;
}

BENCHMARK(ten_periods)->Unit(benchmark::kMillisecond);

// A block of hard rubber with 1102 dofs that stands on its whole face and is pushed and turned
// there. The port of the face has three dofs with twelve fixed modes, or all its nodes.
dynamics::JointedSystem rubbing_block(bool every_node)
{
    fem::Substructure block = fem::plane_stress(
        "block", fem::rectangle_mesh("quad4", 28, 18, 0.16, 0.08), {{50e6, 0.45, 1200}, 0.02});
    fem::add_rayleigh(block, 0, 1e-5);
    fem::add_group_port(block, {"face", "body", fem::GroupMotion::rigid});
    reduction::InterfaceOf interface(block.n());
    interface.add(fem::port(block, every_node ? "body" : "face"));
    const reduction::Interface kept = interface.made();
    assembly::CoupledModel model;
    model.bodies = {reduction::craig_bampton(block, kept, every_node ? 0 : 12).substructure};
    const fem::Port& face = fem::port(model.bodies[0], "face");
    model.joints.push_back(
        {"floor",
         {},
         {0, face.W},
         {},
         contact::Patch{contact::PatchLaw(
             {.shape = uniform, .radius = 0.04, .normal_force = 12, .friction = 0.5})}});
    for (const auto& [component, amplitude] : {std::pair{0, 7.0}, {2, 0.1}}) {
        assembly::Load& load = model.loads.emplace_back();
        load.name = face.components[static_cast<std::size_t>(component)];
        load.row = fem::mean_row(face, component);
        load.signal = assembly::Harmonic{amplitude, -std::numbers::pi / 2};
        load.measure = measure_of(load.name);
    }
    model.Omega = 60;
    return dynamics::jointed_system(model, dynamics::modal_model(model));
}

void meshed_block(benchmark::State& state, bool every_node)
{
    const dynamics::JointedSystem system = rubbing_block(every_node);
    dynamics::RungeKuttaOptions options;
    options.tolerance = 1e-8;
    options.run.t_end = 2 * 2 * std::numbers::pi / 60;
    long long evaluations = 0;
    for (auto _ : state)
        evaluations = dynamics::runge_kutta(system, options).n_evaluations;
    state.counters["modes"] = static_cast<double>(system.modes.omega.size());
    state.counters["evaluations"] = static_cast<double>(evaluations);
}
BENCHMARK_CAPTURE(meshed_block, port_of_three_dofs, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(meshed_block, every_node, true)->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace

} // namespace slideway
