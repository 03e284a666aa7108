// Time of one evaluation of a friction element with its Jacobian and the contracted second
// derivatives: 16 cycles of random harmonics with slip, under constant and under varying load.

#include "contact/laws/harmonic_force.hpp"
#include "contact/laws/joint_laws.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace slideway {

namespace {

// Under varying load the contacts open in some cycles.
void friction_element(benchmark::State& state, double k_n)
{
    const contact::Harmonics harmonics{state.range(0)};
    const contact::ElasticCoulomb law({.k_t = 2, .k_n = k_n, .friction = 0.4, .preload = 1.5});
    contact::HarmonicWorkspace work(harmonics);
    contact::HarmonicForce out;
    const Index m = harmonics.size();
    const Vector lambda = Vector::Ones(2 * m);
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    std::vector<Vector> cycles;
    double events = 0;
    while (cycles.size() < 16) {
        Vector R(2 * m);
        for (Index i = 0; i < 2 * m; ++i) {
            const double k = static_cast<double>((i % m) / 2 + 1);
            R(i) = normal(random) / (k * k);
        }
        harmonic_force(law, R, lambda, work, out);
        if (out.events.empty())
            continue;
        cycles.push_back(R);
        events += static_cast<double>(out.events.size()) / 16;
    }
    for (auto _ : state)
        for (const Vector& R : cycles) {
            harmonic_force(law, R, lambda, work, out);
            benchmark::DoNotOptimize(out.H.data());
        }
    state.SetItemsProcessed(16 * static_cast<int64_t>(state.iterations()));
    state.counters["events"] = events;
    state.counters["each"] = benchmark::Counter(16, benchmark::Counter::kIsIterationInvariantRate |
                                                        benchmark::Counter::kInvert);
}

// A polynomial of one row: force and Jacobian, with second derivatives if asked for.
void polynomial(benchmark::State& state, std::vector<contact::PolynomialTerm> terms, bool second)
{
    const contact::Harmonics harmonics{state.range(0), true};
    const contact::Polynomial law(std::move(terms));
    contact::HarmonicWorkspace work(harmonics);
    work.Omega = 1.3;
    contact::HarmonicForce out;
    const Index m = harmonics.size();
    const Vector lambda = second ? Vector(Vector::Ones(m)) : Vector();
    Vector R(m);
    for (Index i = 0; i < m; ++i)
        R(i) = std::cos(1.0 + 2.3 * static_cast<double>(i)) / (1 + static_cast<double>(i));
    for (auto _ : state) {
        harmonic_force(law, R, lambda, work, out);
        benchmark::DoNotOptimize(out.J.data());
    }
}

// Force and Jacobian of a Jenkins element, or of Iwan's element, in motions that slip in all
// sliders. Each evaluation has another motion than the one before, so that no cycle is known.
void sliders(benchmark::State& state, const contact::JointLaw& law)
{
    const contact::Harmonics harmonics{state.range(0), true};
    contact::HarmonicWorkspace work(harmonics);
    contact::HarmonicForce out;
    const Vector lambda;
    std::vector<Vector> motions(2, Vector::Zero(harmonics.size()));
    for (Vector& R : motions)
        for (Index i = 1; i < R.size(); ++i)
            R(i) = (&R == &motions[0] ? 5 : 6) * std::cos(1.0 + 2.3 * static_cast<double>(i)) /
                   static_cast<double>(i * i);
    std::size_t n = 0;
    for (auto _ : state) {
        harmonic_force(law, motions[n++ % 2], lambda, work, out);
        benchmark::DoNotOptimize(out.J.data());
    }
}

double least(const std::vector<double>& times)
{
    return *std::min_element(times.begin(), times.end());
}

} // namespace

// Takes the minimum of many short repetitions, because the machine may be shared.
BENCHMARK_CAPTURE(friction_element, constant_load, 0.)
    ->Arg(1)
    ->Arg(3)
    ->Arg(10)
    ->Arg(30)
    ->MinTime(0.02)
    ->Repetitions(20)
    ->ComputeStatistics("min", least)
    ->ReportAggregatesOnly()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(friction_element, varying_load, 1.)
    ->Arg(1)
    ->Arg(3)
    ->Arg(10)
    ->Arg(30)
    ->MinTime(0.02)
    ->Repetitions(20)
    ->ComputeStatistics("min", least)
    ->ReportAggregatesOnly()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(polynomial, cubic, {{1, 0, 1}, {2, 0, 0.5}, {3, 0, 0.3}}, false)
    ->Arg(3)
    ->Arg(10)
    ->MinTime(0.02)
    ->Repetitions(20)
    ->ComputeStatistics("min", least)
    ->ReportAggregatesOnly()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(polynomial, damped_cubic_second_derivatives, {{3, 0, 0.3}, {2, 1, 0.2}}, true)
    ->Arg(10)
    ->MinTime(0.02)
    ->Repetitions(20)
    ->ComputeStatistics("min", least)
    ->ReportAggregatesOnly()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(sliders, jenkins,
                  contact::ElasticCoulomb(
                      {.k_t = 2, .friction = 1, .preload = 1, .single = true, .by_limit = true}))
    ->Arg(10)
    ->MinTime(0.02)
    ->Repetitions(20)
    ->ComputeStatistics("min", least)
    ->ReportAggregatesOnly()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(sliders, iwan_50, contact::Iwan({.k_t = 2, .limit = 1, .n = 50}))
    ->Arg(10)
    ->MinTime(0.02)
    ->Repetitions(20)
    ->ComputeStatistics("min", least)
    ->ReportAggregatesOnly()
    ->Unit(benchmark::kMicrosecond);

} // namespace slideway
