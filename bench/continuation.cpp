// Time of one point of a branch: the overhead of the engine compared with the equations.

#include "continuation/trace.hpp"

#include <benchmark/benchmark.h>

#include <cmath>

namespace slideway::continuation {

namespace {

/// A chain of n cubic springs with a sine load. Its equations are cheap, so the
/// overhead is visible.
Problem chain(Index n)
{
    Problem problem;
    problem.evaluate = [n](const Vector& x, double p, Equations& out) -> bool {
        for (Index i = 0; i < n; ++i) {
            const double left = i > 0 ? x(i - 1) : 0, right = i + 1 < n ? x(i + 1) : 0;
            out.F(i) = 2 * x(i) - left - right + x(i) * x(i) * x(i) - 2 * std::sin(p);
            out.F_x.col(i).setZero();
            out.F_x(i, i) = 2 + 3 * x(i) * x(i);
            if (i > 0)
                out.F_x(i - 1, i) = -1;
            if (i + 1 < n)
                out.F_x(i + 1, i) = -1;
            out.F_p(i) = -2 * std::cos(p);
        }
        return true;
    };
    return problem;
}

void points(benchmark::State& state)
{
    const Index n = state.range(0);
    Problem problem = chain(n);
    long long evaluations = 0;
    const auto equations = problem.evaluate;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        ++evaluations;
        return equations(x, p, out);
    };
    Options options;
    options.max_points = 2000;
    Index n_points = 0;
    for (auto _ : state) {
        const Branch branch = trace(problem, {Vector::Zero(n), 0}, options);
        n_points += branch.n_points();
    }
    state.SetItemsProcessed(n_points);
    state.counters["evaluations/point"] =
        static_cast<double>(evaluations) / static_cast<double>(n_points);
}
BENCHMARK(points)->Arg(1)->Arg(6)->Arg(30)->Arg(100)->Arg(300)->Unit(benchmark::kMillisecond);

void equations(benchmark::State& state)
{
    const Index n = state.range(0);
    const Problem problem = chain(n);
    Equations out{Vector(n), Matrix(n, n), Vector(n)};
    const Vector x = Vector::Constant(n, 0.3);
    for (auto _ : state) {
        problem.evaluate(x, 0.2, out);
        benchmark::DoNotOptimize(out.F.data());
    }
}
BENCHMARK(equations)->Arg(6)->Unit(benchmark::kMicrosecond);

} // namespace

} // namespace slideway::continuation
