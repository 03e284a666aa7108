#pragma once

#include "dynamics/events/crossing.hpp"
#include "dynamics/events/sampled_guards.hpp"
#include "dynamics/events/taylor_series.hpp"

#include <vector>

namespace slideway::dynamics {

/// Finds the first event in a Runge-Kutta step of a SwitchedSystem: the first fall of a guard
/// through zero on the TaylorSeries from its start, as long as that is true to the tolerance, or of
/// a system without series on SampledGuards; then the step is repeated with a length that ends on
/// the event, by secants.
class GuardSearch {
public:
    /// @param unit  of the series [s]
    GuardSearch(SwitchedSystem& system, double unit, double tolerance);

    void take_phases()
    {
        if (!sampled())
            series_.take_phases();
    }
    /// Length of a step of h (at most `longest`) from that state within which events can be
    /// searched and smoothed corners are resolved.
    [[nodiscard]] double reach(const Vector& y, double t, double h, double longest);

    struct Found {
        double taken = 0; ///< [s]
        bool event = false;
    };
    /// Searches the step whose start was passed to `reach`, up to its event or its end, or to a
    /// point where only the series crosses zero, which is no event.
    [[nodiscard]] Found next(const SwitchedStep& step);

    /// Where the step was cut short: state, guards without values, and which of them take part.
    [[nodiscard]] const Vector& y() const { return y_; }
    [[nodiscard]] const std::vector<Guard>& guards() const
    {
        return sampled() ? at_start_ : series_.guards();
    }
    [[nodiscard]] const std::vector<bool>& hit() const { return hit_; }

private:
    double exactly(double s, const SwitchedStep& step, std::size_t guard);
    [[nodiscard]] bool sampled() const { return !has_series_; }
    [[nodiscard]] double lowest(const StepPolynomial& p, double x) const;
    [[nodiscard]] bool refine(std::size_t guard, double& s, double high, const SwitchedStep& step);

    SwitchedSystem& system_;
    TaylorSeries series_;
    SampledGuards sampled_;
    bool has_series_;
    double tolerance_;
    Vector y_, error_;
    std::vector<GuardPolynomial> polynomials_;
    std::vector<Guard> guards_, at_start_;
    std::vector<bool> hit_;
};

} // namespace slideway::dynamics
