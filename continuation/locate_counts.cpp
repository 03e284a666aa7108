#include "continuation/locate.hpp"

#include "continuation/surfaces.hpp"

#include "base/dense_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace slideway::continuation {

namespace {

// Largest distance of a multiplier from its value at a located label. Multipliers that jump across
// it are farther away. Located branch points leave up to 1e-6 of a double multiplier.
constexpr double own_equation = 1e-4;
// Distance in scaled arclength below which events coincide.
constexpr double one_place = 1e-8;

// Relative bound on singular values of [F_x F_p], which is singular at a branch point, but not
// at a fold.
constexpr double singular = 1e-5;

// Returns the moduli of the multipliers in descending order.
Vector sorted_moduli(const ComplexVector& multipliers)
{
    Vector moduli = multipliers.cwiseAbs();
    std::sort(moduli.begin(), moduli.end(), std::greater<>());
    return moduli;
}

// True if a complex pair is on the circle; two real multipliers with product 1 are not a pair.
bool pair_on_circle(const ComplexVector& multipliers)
{
    return std::any_of(
        multipliers.begin(), multipliers.end(), [](const Complex& multiplier) -> bool {
            return multiplier.imag() != 0 && std::abs(std::abs(multiplier) - 1) <= own_equation;
        });
}

bool near_one(const ComplexVector& multipliers)
{
    return (multipliers.array() - Complex(1)).abs().minCoeff() <= own_equation;
}

// Multipliers of disturbances that the equations know.
ComplexVector own_multipliers(Workspace& work, const State& state)
{
    const Multipliers& multipliers = *work.problem.multipliers;
    return multipliers.own ? multipliers.own(work.solution(state)) : work.multipliers(state);
}

} // namespace

// True if a located point solves the equation of its label and is not merely adjacent to a jump.
bool Locator::verified(Event& event)
{
    const State& state = event.at;
    const Multipliers& multipliers = *work_.problem.multipliers;
    if (event.test.kind == PointKind::monitor_zero) {
        if (event.test.monitor != multipliers.flip && event.test.monitor != multipliers.pair)
            return true;
        if (std::abs(state.values(event.test.monitor)) > own_equation)
            return false;
        return event.test.monitor == multipliers.flip ||
               (work_.corrector.evaluate(state.x, state.p) &&
                pair_on_circle(work_.multipliers(state)));
    }
    if (event.test.kind != PointKind::fold && event.test.kind != PointKind::branch_point)
        return true;
    return work_.corrector.evaluate(state.x, state.p) && near_one(work_.multipliers(state));
}

std::optional<ComplexVector> Locator::multipliers_at(const State& a, const State& b, double sigma)
{
    if (!point_at(a, b, sigma, a.t.dot(work_.offset(b, a)), trial_))
        return std::nullopt;
    trial_.kind = PointKind::regular;
    ComplexVector multipliers = work_.multipliers(trial_);
    return multipliers.allFinite() && multipliers.size() > 0 ? std::optional(multipliers)
                                                             : std::nullopt;
}

// Test whose label belongs to multipliers that reach the unit circle.
Test Locator::test_of(const ComplexVector& multipliers, const State& event_at)
{
    Index nearest = 0;
    (multipliers.array().abs() - 1).abs().minCoeff(&nearest);
    const Complex multiplier = multipliers(nearest);
    const Multipliers& labels = *work_.problem.multipliers;
    if (std::abs(multiplier.imag()) > own_equation)
        return {PointKind::monitor_zero, labels.pair};
    if (multiplier.real() < 0)
        return {PointKind::monitor_zero, labels.flip};
    // Disturbances that the equations leave out lead to another branch.
    if (!near_one(own_multipliers(work_, event_at)))
        return {PointKind::branch_point};
    const Vector values = svd(work_.corrector.jacobian(), SingularVectors::none).values;
    return {values.tail(1)(0) < singular * values(0) ? PointKind::branch_point : PointKind::fold};
}

// Locates the point where the modulus that causes the difference between two counts passes 1. In
// descending order the moduli are continuous.
bool Locator::locate_change(const State& a, const State& b, Counted low, Counted high, Event& event)
{
    const Index number = std::min(low.outside, high.outside);
    // Without damping, multipliers are on the circle on one side, up to round-off.
    constexpr double modulus_error = 1e-11;
    const auto excess = [&](double sigma) -> std::optional<double> {
        const auto multipliers = multipliers_at(a, b, sigma);
        return multipliers
                   ? std::optional(std::log(sorted_moduli(*multipliers)(number)) - modulus_error)
                   : std::nullopt;
    };
    const auto first = excess(low.sigma), second = excess(high.sigma);
    if (!first || !second)
        return false;
    double lo = low.sigma, hi = high.sigma, f_lo = *first, f_hi = *second, sigma = lo, f = f_lo;
    const bool rises = high.outside > low.outside;
    for (int k = 0, side = 0; k < 100 && hi - lo > work_.options.location_tol; ++k) {
        sigma = k % 4 == 3 ? (lo + hi) / 2 : (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
        if (!(sigma > lo && sigma < hi))
            sigma = (lo + hi) / 2;
        const auto found = excess(sigma);
        if (!found)
            return false;
        f = *found;
        if (f == 0)
            break;
        if ((f > 0) == rises) {
            hi = sigma;
            f_hi = f;
            f_lo *= side == 1 ? 0.5 : 1;
            side = 1;
        } else {
            lo = sigma;
            f_lo = f;
            f_hi *= side == -1 ? 0.5 : 1;
            side = -1;
        }
    }
    if (std::abs(f) > own_equation)
        return false;
    const auto multipliers = multipliers_at(a, b, sigma);
    work_.size(event.at);
    event.at.x = trial_.x;
    event.at.p = trial_.p;
    if (!multipliers || !work_.complete(event.at, a.t))
        return false;
    event.sigma = sigma;
    event.test = test_of(*multipliers, event.at);
    event.at.kind = event.test.kind;
    event.at.monitor = event.test.monitor;
    event.at.iterations = 0;
    return true;
}

// Locates every event between two positions with different counts.
void Locator::locate_changes(const State& a, const State& b, Counted low, Counted high, int depth)
{
    constexpr int deepest = 6;
    if (low.outside == high.outside || depth > deepest)
        return;
    Event event;
    if (!locate_change(a, b, low, high, event))
        return;
    const double sigma = event.sigma;
    // At the end of a branch on another one, a multiplier leaves the circle with the square of the
    // distance, so it stays near the circle for longer.
    constexpr double one_branch_point = 1e-5;
    const auto at_one = [](const Test& test) -> bool {
        return test.kind == PointKind::fold || test.kind == PointKind::branch_point;
    };
    const auto known =
        std::find_if(events_.begin(), events_.end(), [&](const Event& other) -> bool {
            const double apart = std::abs(other.sigma - sigma);
            return at_one(event.test) && at_one(other.test)
                       ? apart < one_branch_point
                       : other.test.kind == event.test.kind &&
                             other.test.monitor == event.test.monitor && apart < one_place;
        });
    if (known == events_.end())
        events_.push_back(std::move(event));
    Counted before = low, after = high;
    for (const double side : {-1.0, 1.0}) {
        const double beside = sigma + side * std::max(one_place, 1e-3 * (high.sigma - low.sigma));
        if (!(beside > low.sigma && beside < high.sigma))
            continue;
        const auto multipliers = multipliers_at(a, b, beside);
        if (!multipliers)
            return;
        const Counted between{beside, count_outside(*multipliers)};
        locate_changes(a, b, side < 0 ? before : between, side < 0 ? between : after, depth + 1);
    }
}

// Removes false events. Adds events at which the number of multipliers outside the unit circle
// changes without a sign change, if several cross at once, or twice within a step.
void Locator::count_in(const Part& part, const State& a, const State& b)
{
    std::erase_if(events_, [&](Event& event) -> bool { return !verified(event); });
    std::sort(events_.begin(), events_.end(),
              [](const Event& x, const Event& y) -> bool { return x.sigma < y.sigma; });
    // If a label begins the step, a multiplier lies on the circle and may count as
    // inside or outside.
    if (a.kind != PointKind::regular && a.kind != PointKind::start && a.kind != PointKind::bound &&
        !on_surface(work_, a))
        return;
    std::vector<double> located;
    const Multipliers& labels = *work_.problem.multipliers;
    for (const Event& event : events_) {
        const bool crosses = event.test.kind != PointKind::monitor_zero ||
                             event.test.monitor == labels.flip || event.test.monitor == labels.pair;
        if (crosses && event.sigma > part.low && event.sigma < part.high &&
            (located.empty() || event.sigma - located.back() > one_place))
            located.push_back(event.sigma);
    }
    // Between two located events there is a position with its own count.
    Counted before{part.low, part.from->n_outside};
    const Counted last{part.high, part.to->n_outside};
    for (std::size_t i = 0; i < located.size(); ++i) {
        Counted after = last;
        if (i + 1 < located.size()) {
            after.sigma = (located[i] + located[i + 1]) / 2;
            const auto multipliers = multipliers_at(a, b, after.sigma);
            if (!multipliers)
                return;
            after.outside = count_outside(*multipliers);
        }
        if (before.outside == after.outside) {
            before = after;
            continue;
        }
        // The whole change is at the event, unless counts next to it differ from those here.
        const double off = 1e-3 * std::min(located[i] - before.sigma, after.sigma - located[i]);
        for (const double side : {-1.0, 1.0}) {
            const auto multipliers =
                off > one_place ? multipliers_at(a, b, located[i] + side * off) : std::nullopt;
            if (!multipliers)
                continue;
            const Counted between{located[i] + side * off, count_outside(*multipliers)};
            locate_changes(a, b, side < 0 ? before : between, side < 0 ? between : after, 0);
        }
        before = after;
    }
    if (located.empty())
        locate_changes(a, b, before, last, 0);
}

// Removes folds at a branch point, where p of the other branch may have an extremum. If several
// equal systems fold at once, the motions that fold separately cross there; then the fold remains
// and the branch point is removed.
void Locator::unite_folds()
{
    const auto branch_point =
        std::find_if(events_.begin(), events_.end(), [](const Event& event) -> bool {
            return event.test.kind == PointKind::branch_point;
        });
    if (branch_point == events_.end())
        return;
    const State state = branch_point->at;
    bool several = false;
    if (work_.problem.multipliers && work_.corrector.evaluate(state.x, state.p))
        several =
            ((own_multipliers(work_, state).array() - Complex(1)).abs() < own_equation).count() > 1;
    const auto is_fold_there = [&](const Event& other) -> bool {
        return other.test.kind == PointKind::fold && work_.distance(other.at, state) < 1e-4;
    };
    if (several && std::any_of(events_.begin(), events_.end(), is_fold_there))
        events_.erase(branch_point);
    else
        std::erase_if(events_, is_fold_there);
}

} // namespace slideway::continuation
