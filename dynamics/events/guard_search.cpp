#include "dynamics/events/guard_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Residual of a root by secants that counts as round-off, relative to the scale of a guard and to a
// step. From 0 to 1e-12 and 4e-10 events change within the error of steps. A residual of 1e-9
// corresponds to 1e-7 of a velocity.
constexpr double guard_at_root = 1e-15;
constexpr double bracket_at_root = 4e-16;
// Shortest distance behind the root of a series at which its minimum is searched, relative to the
// step.
constexpr double behind = 1e-9;

double value_at(const StepPolynomial& p, double x)
{
    double value = 0;
    for (std::size_t k = p.size(); k-- > 0;)
        value = value * x + p[k];
    return value;
}

} // namespace

GuardSearch::GuardSearch(SwitchedSystem& system, double unit, double tolerance)
    : system_(system), series_(system.model(), system.phases(), unit, false), sampled_(system),
      has_series_(system.model().has_series()), tolerance_(tolerance),
      y_(Vector::Zero(system.model().n_state()))
{
}

double GuardSearch::reach(const Vector& y, double t, double h, double longest)
{
    if (sampled())
        return longest;
    const bool guarded = !series_.guards().empty();
    if (!guarded && !series_.has_corners())
        return longest;
    series_.expand(y, t);
    return series_.reach_of_corners(
        tolerance_, guarded ? std::min(longest, series_.reach(tolerance_, h)) : longest);
}

GuardSearch::Found GuardSearch::next(const SwitchedStep& step)
{
    if (sampled())
        sampled_.over(step, at_start_, polynomials_);
    else if (!series_.guards().empty())
        series_.guards_over(step.h, 0, polynomials_); // the state at an event is exact
    if (guards().empty())
        return {step.h, false};
    const auto crossing = first_crossing(polynomials_);
    if (!crossing)
        return {step.h, false};
    const std::size_t guard = crossing->guard;
    double s = crossing->x;
    if (s == 0) { // what has just begun ends at once
        y_ = step.y;
    } else if (const double high = lowest(polynomials_[guard].p, s);
               !refine(guard, s, high, step)) {
        return {high * step.h, false};
    }
    take_part(polynomials_, *crossing, hit_);
    return {s * step.h, true};
}

// All guards at the end of a step of s h, and the state there.
double GuardSearch::exactly(double s, const SwitchedStep& step, std::size_t guard)
{
    system_.forces().step(step.y, step.rate, step.t, s * step.h, y_, error_);
    system_.guards(y_, step.t + s * step.h, guards_);
    return guards_[guard].value;
}

// About where a polynomial that falls through zero at x is lowest behind it.
double GuardSearch::lowest(const StepPolynomial& p, double x) const
{
    double best = x, least = std::numeric_limits<double>::infinity();
    for (double width = behind; best < 1; width *= 2) {
        const double trial_x = std::min(1.0, x + width), value = value_at(p, trial_x);
        if (!(value < least))
            break;
        best = trial_x;
        least = value;
    }
    return best;
}

// The root of a guard near s, below `high`, by secants, by bisection where they leave the bracket.
// False: it is positive at `high` too, where the steps then end.
bool GuardSearch::refine(std::size_t guard, double& s, double high, const SwitchedStep& step)
{
    double low = 0, value = exactly(s, step, guard), last_s = 0, last = 0;
    if (std::abs(value) < guard_at_root)
        return true;
    if (value > 0) {
        last_s = high, last = exactly(high, step, guard);
        if (last > 0)
            return false;
    } else {
        last_s = s * (1 - behind), last = exactly(last_s, step, guard);
    }
    for (int i = 0; i < 60; ++i) {
        (value > 0 ? low : high) = s;
        if (i > 0 && (std::abs(value) < guard_at_root || high - low < bracket_at_root))
            break;
        double next = value == last ? -1 : s - value * (s - last_s) / (value - last);
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (next == s)
            break;
        last_s = s, last = value;
        s = next;
        value = exactly(s, step, guard);
    }
    return true;
}

} // namespace slideway::dynamics
