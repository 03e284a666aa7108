#include "dynamics/harmonic/backbone_curves.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace slideway::dynamics {

using continuation::Solution;

continuation::Options options_of(const BackboneSteps& steps, double p_min, double p_max)
{
    continuation::Options options;
    options.p_min = p_min;
    options.p_max = p_max;
    options.newton.residual_tol = steps.tolerance;
    options.max_step = steps.max_step;
    options.first_step = std::min(0.01, steps.max_step);
    options.min_step = 1e-7;
    options.max_points = steps.max_points;
    options.branch_points = false;
    options.curved = true;
    options.target_angle = 0.2;
    return options;
}

void add_backbone_monitors(continuation::Problem& problem, Index n, double low, double high,
                           std::function<double(const Solution&)> log_rms)
{
    constexpr double log_change = 0.5; // of rms from point to point
    auto add = [&](const std::string& name, auto value) -> continuation::Monitor& {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.value = std::move(value);
        return monitor;
    };
    add("log rms", std::move(log_rms)).max_change = log_change;
    add("low", [n, low](const Solution& solution) -> double {
        return solution.x(n) / low - 1;
    }).stop = true;
    add("high", [n, high](const Solution& solution) -> double {
        return high / solution.x(n) - 1;
    }).stop = true;
}

void describe_end(continuation::Branch& curve, const std::string& other)
{
    if (curve.back.stop != continuation::Stop::monitor)
        return;
    const int monitor = curve.monitor.back();
    curve.back.message = monitor == backbone_low    ? "the lowest frequency"
                         : monitor == backbone_high ? "the highest frequency"
                                                    : other;
}

bool correct_at(const continuation::Problem& problem, const ScalesAt& scales, double tolerance,
                Vector& x, double p)
{
    continuation::NewtonOptions newton;
    newton.residual_tol = tolerance;
    newton.max_iterations = 30;
    continuation::Corrector corrector(problem, x.size(), scales(x, p), newton);
    const Vector fixed = Vector::Unit(x.size() + 1, x.size());
    if (corrector.correct(x, p, fixed) != continuation::NewtonStatus::converged)
        return false;
    corrector.polish(x, p, fixed);
    return true;
}

bool between(const continuation::Problem& problem, const ScalesAt& scales, double tolerance,
             const Vector& a, const Vector& b, double p, Vector& x)
{
    const Vector guess = x, scale = scales(a, p).x;
    const double near = std::max(2 * (b - a).cwiseQuotient(scale).norm(), 1e-6);
    return correct_at(problem, scales, tolerance, x, p) &&
           (x - guess).cwiseQuotient(scale).norm() <= near;
}

} // namespace slideway::dynamics
