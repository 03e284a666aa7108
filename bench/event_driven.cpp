// Time of 100 cycles of two masses with a dry contact with the ground, from rest. The rows
// are those of the published system in units of the drive (Omega = 1, M = r1^2, unit
// springs and force).

#include "dynamics/events/event_driven.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <benchmark/benchmark.h>

#include <Eigen/Eigenvalues>

#include <numbers>

namespace slideway {

namespace {

dynamics::DrySystem two_masses(double r1, double beta)
{
    const Matrix K = (Matrix(2, 2) << 2, -1, -1, 1).finished();
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(Matrix(K / (r1 * r1)));
    const Matrix Phi = solver.eigenvectors() / r1;
    dynamics::DrySystem s;
    s.modes.omega = solver.eigenvalues().cwiseSqrt();
    s.modes.c = Vector::Zero(2);
    s.B = Phi.row(0);
    s.limit = Vector::Constant(1, beta);
    s.names = {"rub"};
    s.p0 = Vector::Zero(2);
    s.p = Phi.row(0).transpose().cast<Complex>();
    s.r = ComplexVector::Zero(1);
    s.Omega = 1;
    return s;
}

void hundred_cycles(benchmark::State& state, double r1, double beta)
{
    const dynamics::DrySystem system = two_masses(r1, beta);
    dynamics::EventDrivenOptions options;
    options.t_end = 200 * std::numbers::pi;
    options.energies = false;
    dynamics::MotionRecord result;
    for (auto _ : state)
        result = event_driven(system, options);
    state.counters["events"] = static_cast<double>(result.history.events.size());
    state.counters["evaluations"] = static_cast<double>(result.n_evaluations);
}

// Integrates 100 cycles by Runge-Kutta steps.
void hundred_cycles_in_steps(benchmark::State& state, double r1, double beta)
{
    const dynamics::JointedSystem system{two_masses(r1, beta), {}};
    dynamics::RungeKuttaOptions options;
    options.run.t_end = 200 * std::numbers::pi;
    options.tolerance = 1e-10;
    long long evaluations = 0;
    for (auto _ : state)
        evaluations = runge_kutta(system, options).n_evaluations;
    state.counters["evaluations"] = static_cast<double>(evaluations);
}

// Integrates 100 cycles by Taylor steps.
void hundred_cycles_in_series(benchmark::State& state, double r1, double beta)
{
    const dynamics::JointedSystem system{two_masses(r1, beta), {}};
    dynamics::TaylorOptions options;
    options.run.t_end = 200 * std::numbers::pi;
    options.run.energies = false;
    options.tolerance = 1e-10;
    long long evaluations = 0;
    for (auto _ : state)
        evaluations = taylor(system, options).n_evaluations;
    state.counters["evaluations"] = static_cast<double>(evaluations);
}

} // namespace

// Rows of the reference table of regimes: r1, limit.
#define SLIDEWAY_ROWS(run)                                                                         \
    BENCHMARK_CAPTURE(run, continuous_0_3, 0.3, 0.08742)->Unit(benchmark::kMicrosecond);           \
    BENCHMARK_CAPTURE(run, stick_slip_0_3, 0.3, 0.4656)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, continuous_0_55, 0.55, 0.157)->Unit(benchmark::kMicrosecond);           \
    BENCHMARK_CAPTURE(run, stick_slip_0_55, 0.55, 0.5178)->Unit(benchmark::kMicrosecond);          \
    BENCHMARK_CAPTURE(run, continuous_0_85, 0.85, 0.1965)->Unit(benchmark::kMicrosecond);          \
    BENCHMARK_CAPTURE(run, stick_slip_0_85, 0.85, 0.5474)->Unit(benchmark::kMicrosecond);          \
    BENCHMARK_CAPTURE(run, continuous_1_2, 1.2, 0.3875)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, stick_slip_1_2, 1.2, 0.6906)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, continuous_1_6, 1.6, 0.6331)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, stick_slip_1_6, 1.6, 0.8748)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, continuous_2_1, 2.1, 0.5336)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, stick_slip_2_1, 2.1, 0.8002)->Unit(benchmark::kMicrosecond);            \
    BENCHMARK_CAPTURE(run, no_motion_0_55, 0.55, 1.1)->Unit(benchmark::kMicrosecond);              \
    BENCHMARK_CAPTURE(run, no_motion_1_2, 1.2, 1.1)->Unit(benchmark::kMicrosecond)

SLIDEWAY_ROWS(hundred_cycles);
SLIDEWAY_ROWS(hundred_cycles_in_steps);
SLIDEWAY_ROWS(hundred_cycles_in_series);

} // namespace slideway
