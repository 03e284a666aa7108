// Time of one evaluation of a patch law with its tangent, 16 random slips and spins, and of a
// certified diagram of a disc over 400 loads.

#include "contact/patch/patch_law.hpp"
#include "dynamics/resting/direction_diagram.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

namespace slideway {

namespace {

// A plate of 10 x 10 squares in two triangles each, with a curved pressure.
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

} // namespace

} // namespace slideway
