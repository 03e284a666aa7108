#include "continuation/state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::continuation {

namespace {

constexpr double on_circle = 1e-9;        // of a modulus: round-off of multipliers of size 1
constexpr double slope_difference = 1e-3; // in scaled arclength: error 1e-12, round-off 1e-13

} // namespace

double angle(const Vector& a, const Vector& b)
{
    const double half = std::min((a - b).norm() / 2, 1.0);
    return 2 * std::asin(half);
}

Workspace::Workspace(const Problem& problem_in, Index n_in, const Options& options_in)
    : problem(problem_in), options(options_in), n(n_in),
      corrector(problem, n, options.scales, options.newton), unit_p(Vector::Unit(n + 1, n)),
      difference_(n + 1), physical_(n + 1), x_moved_(n), tangent_(n + 1)
{
}

void Workspace::size(State& state) const
{
    state.x.resize(n);
    state.t.resize(n + 1);
    state.values.setZero(static_cast<Index>(problem.monitors.size()));
    state.slopes.setZero(static_cast<Index>(problem.monitors.size()));
}

const Vector& Workspace::offset(const State& to, const State& from)
{
    difference_.head(n) = (to.x - from.x).cwiseQuotient(scale().head(n));
    difference_(n) = (to.p - from.p) / scale()(n);
    return difference_;
}

void Workspace::move(State& to, const State& from, double length, const Vector& direction) const
{
    to.x = from.x + length * scale().head(n).cwiseProduct(direction.head(n));
    to.p = from.p + length * scale()(n) * direction(n);
}

int count_outside(const ComplexVector& multipliers)
{
    return static_cast<int>((multipliers.array().abs() > 1 + on_circle).count());
}

Solution Workspace::solution(const State& state)
{
    physical_ = scale().cwiseProduct(state.t);
    const Equations& eq = corrector.equations();
    return {state.x, state.p, eq.F_x, eq.F_p, physical_};
}

double Workspace::value(const Monitor& monitor, const State& state)
{
    return monitor.value(solution(state));
}

void Workspace::measure_surfaces(State& state)
{
    if (problem.surfaces) {
        state.beyond = problem.surfaces->beyond(solution(state));
        state.room = problem.surfaces->room(solution(state));
    }
}

ComplexVector Workspace::multipliers(const State& state)
{
    return problem.multipliers->of(solution(state));
}

double Workspace::slope(const Monitor& monitor, const State& state)
{
    physical_ = scale().cwiseProduct(state.t);
    const Equations& eq = corrector.equations();
    if (monitor.derivative)
        return monitor.derivative({state.x, state.p, eq.F_x, eq.F_p, physical_});
    double sum = 0;
    for (const auto& [part, weight] :
         {std::pair{2.0, -1.0}, {1.0, 8.0}, {-1.0, -8.0}, {-2.0, 1.0}}) {
        x_moved_ = state.x + part * slope_difference * physical_.head(n);
        const double p = state.p + part * slope_difference * physical_(n);
        sum += weight * monitor.value({x_moved_, p, eq.F_x, eq.F_p, physical_});
    }
    return sum / (12 * slope_difference);
}

bool Workspace::measure_all(State& state)
{
    for (std::size_t i = 0; i < problem.monitors.size(); ++i) {
        const Monitor& monitor = problem.monitors[i];
        const auto j = static_cast<Index>(i);
        state.values(j) = value(monitor, state);
        state.slopes(j) = monitor.maxima ? slope(monitor, state) : 0;
        if (!std::isfinite(state.values(j)) || !std::isfinite(state.slopes(j))) {
            failing_monitor = static_cast<int>(i);
            return false;
        }
    }
    measure_surfaces(state);
    if (problem.multipliers)
        state.n_outside = count_outside(multipliers(state));
    return true;
}

bool Workspace::orient(State& state, const Vector& row)
{
    if (!corrector.tangent(row, state.t))
        return false;
    state.orientation = corrector.orientation();
    state.log_det = corrector.log_det();
    state.iterations = corrector.iterations();
    state.kind = PointKind::regular;
    state.monitor = -1;
    return true;
}

bool Workspace::complete(State& state, const Vector& row)
{
    return orient(state, row) && measure_all(state);
}

bool Workspace::resume(State& state)
{
    state.values.setZero(static_cast<Index>(problem.monitors.size()));
    state.slopes.setZero(static_cast<Index>(problem.monitors.size()));
    if (!corrector.evaluate(state.x, state.p))
        return false;
    state.orientation = 0;
    state.log_det = 0;
    if (state.kind != PointKind::branch_point) {
        if (!corrector.tangent(state.t, tangent_))
            return false;
        state.orientation = corrector.orientation();
        state.log_det = corrector.log_det();
    }
    return measure_all(state);
}

} // namespace slideway::continuation
