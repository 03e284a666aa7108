#include "dynamics/events/guard_search.hpp"

#include "base/golden_section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Of a step, at whose ends guards are looked at. From 2 to 32 events move within the error of
// steps; with 1 four of six velocities that dip below zero by 1e-6 of themselves are passed.
constexpr int parts = 8;
// Of the scale of a guard: less below zero it only touches. From 0 to 1e-13 nothing moves; at 1e-10
// a stop met with 1e-10 too much speed is not met.
constexpr double touching = 1e-13;
// Of the largest value of a guard in a step: what its quintic may be wrong by where it dips. At
// 1e-9 a stop met with 1e-10 too much speed is missed six times; at 1 the motion is the same and
// evaluations grow by up to 2.5.
constexpr double quintic_error = 1e-3;
// Of the values beside a dip: above it the parabola through three ends cannot hide a root. From 0
// to 1 nothing moves but evaluations.
constexpr double parabola_error = 0.1;
// Of a step: the width in which a dip, or the guess of a root, is sought on the quintic; the root
// itself is sought on whole steps. From 1e-10 and 1e-9 to 0.1 events move within the error of
// steps.
constexpr double dip_width = 1e-7;
constexpr double guess_width = 1e-6;
// Of a step: a guard at zero that is not above `touching` so soon has ended at once. From 1e-14 to
// 1e-5 no motion moves; at 1e-2 events come late by 3e-8.
constexpr double rises_within = 1e-8;
// Of the scale of a guard, and of a step: a root by secants is round-off. From 0 to 1e-12 and 4e-10
// events move within the error of steps; a guard left at 1e-9 is 1e-7 of a velocity.
constexpr double guard_at_root = 1e-15;
constexpr double bracket_at_root = 4e-16;

} // namespace

void GuardSearch::Quintic::at(double s, Eigen::Ref<Vector> q, Eigen::Ref<Vector> v) const
{
    const Index m = q.size();
    const double h = step.h;
    const Vector &y0 = step.y, &f0 = step.rate, &y1 = step.y_end, &f1 = rate_end;
    const double s2 = s * s, s3 = s2 * s, s4 = s3 * s, s5 = s4 * s;
    const auto rise = y1.head(m) - y0.head(m);
    const auto v0 = y0.segment(m, m), v1 = y1.segment(m, m);
    const auto a0 = f0.segment(m, m), a1 = f1.segment(m, m);
    q = y0.head(m) + (10 * s3 - 15 * s4 + 6 * s5) * rise +
        h * ((s - 6 * s3 + 8 * s4 - 3 * s5) * v0 + (-4 * s3 + 7 * s4 - 3 * s5) * v1) +
        h * h / 2 * ((s2 - 3 * s3 + 3 * s4 - s5) * a0 + (s3 - 2 * s4 + s5) * a1);
    v = 30 * (s2 - 2 * s3 + s4) / h * rise + (1 - 18 * s2 + 32 * s3 - 15 * s4) * v0 +
        (-12 * s2 + 28 * s3 - 15 * s4) * v1 +
        h / 2 * ((2 * s - 9 * s2 + 12 * s3 - 5 * s4) * a0 + (3 * s2 - 8 * s3 + 5 * s4) * a1);
}

GuardSearch::GuardSearch(SwitchedSystem& system, double shortest)
    : system_(system), shortest_(shortest), y_(Vector::Zero(2 * m() + 3)), rate_end_(y_),
      seen_(parts + 3)
{
}

std::optional<double> GuardSearch::next(const SwitchedStep& step)
{
    const auto event = crossing(step);
    if (!event)
        return std::nullopt;
    double taken = event->s * step.h;
    if (event->s == 0) { // what has just begun ends at once
        taken = std::min(step.h, shortest_);
        exactly(taken / step.h, step, event->guard);
    } else {
        exactly(event->s, step, event->guard);
    }
    hit_.assign(guards_.size(), false);
    for (std::size_t g = 0; g < guards_.size(); ++g)
        hit_[g] = g == event->guard || (!fresh_[g] && guards_[g].value <= same_event);
    return taken;
}

double GuardSearch::on_quintic(const Quintic& path, double s, std::size_t guard)
{
    path.at(s, y_.head(m()), y_.segment(m(), m()));
    system_.guards(y_, path.step.t + s * path.step.h, guards_);
    return guards_[guard].value;
}

// All guards at the end of a step of s h, and the state there.
double GuardSearch::exactly(double s, const SwitchedStep& step, std::size_t guard)
{
    system_.step(step.y, step.rate, step.t, s * step.h, y_, error_);
    system_.guards(y_, step.t + s * step.h, guards_);
    return guards_[guard].value;
}

// The root of a guard between `low`, where it is positive, and `high`; none if it is positive
// there too. Secants; bisection where they leave the bracket.
std::optional<double> GuardSearch::refine(std::size_t guard, double low, double high, double guess,
                                          const SwitchedStep& step)
{
    double s = guess, value = exactly(s, step, guard), last_s = 0, last = 0;
    if (value > 0) {
        const double end = exactly(high, step, guard);
        if (end > 0)
            return std::nullopt;
        last_s = high, last = end;
    } else {
        last_s = low, last = exactly(low, step, guard);
        if (last < 0)
            return low;
    }
    for (int i = 0; i < 60; ++i) {
        (value > 0 ? low : high) = s;
        if (std::abs(value) < guard_at_root || high - low < bracket_at_root)
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
    return s;
}

// Where a guard comes closest to zero between two parts, if it passes it there.
std::optional<double> GuardSearch::dip(const Quintic& path, int center, std::size_t guard)
{
    auto at = [&](int end) -> double {
        return seen_[static_cast<std::size_t>(end + 1)][guard].value;
    };
    const double before = at(center - 1), here = at(center), after = at(center + 1);
    if (!(here > 0 && here <= before && here <= after))
        return std::nullopt;
    // Of the parabola through the three: it cannot reach zero if far from it.
    const double bend = before - 2 * here + after, slope = (after - before) / 2;
    if (bend > 0 && here - slope * slope / (2 * bend) > parabola_error * std::max(before, after))
        return std::nullopt;
    const double low = std::max(0.0, (center - 1.0) / parts),
                 high = std::min(1.0, (center + 1.0) / parts);
    const double lowest =
        golden_section_maximum([&](double s) { return -on_quintic(path, s, guard); }, low, high,
                               dip_width)
            .x;
    double largest = 0;
    for (const std::vector<Guard>& seen : seen_)
        largest = std::max(largest, std::abs(seen[guard].value));
    if (on_quintic(path, lowest, guard) > quintic_error * largest ||
        exactly(lowest, path.step, guard) > -touching)
        return std::nullopt;
    return lowest;
}

// The first guard that passes zero between two ends of parts.
std::optional<GuardSearch::Crossing> GuardSearch::in_part(const Quintic& path, int part)
{
    const auto& begin = seen_[static_cast<std::size_t>(part + 1)];
    const auto& end = seen_[static_cast<std::size_t>(part + 2)];
    std::optional<Crossing> first;
    double first_guess = std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < begin.size(); ++g) {
        double low = static_cast<double>(part) / parts, high = (part + 1.0) / parts;
        const bool at_zero = part == 0 && fresh_[g];
        if (!(end[g].value < -touching)) {
            std::optional<double> lowest;
            if (!at_zero)
                lowest = dip(path, part, g);
            if (!lowest && part + 1 == parts)
                lowest = dip(path, parts, g);
            if (!lowest)
                continue;
            low = std::max(0.0, (part - 1.0) / parts), high = *lowest;
        } else if (at_zero || !(begin[g].value > 0)) {
            // It has just been reached: does it rise before it falls?
            double rising = high;
            do
                rising /= 2;
            while (rising > rises_within && !(on_quintic(path, rising, g) > touching));
            if (!(rising > rises_within))
                return Crossing{0, g};
            low = rising;
        }
        double a = low, b = high;
        while (b - a > guess_width) {
            const double middle = (a + b) / 2;
            (on_quintic(path, middle, g) > 0 ? a : b) = middle;
        }
        if (!(b < first_guess))
            continue;
        if (const auto s = refine(g, low, high, (a + b) / 2, path.step);
            s && (!first || *s < first->s)) {
            first = Crossing{*s, g};
            first_guess = b;
        }
    }
    return first;
}

std::optional<GuardSearch::Crossing> GuardSearch::crossing(const SwitchedStep& step)
{
    system_.guards(step.y, step.t, guards_);
    if (guards_.empty())
        return std::nullopt;
    fresh_.assign(guards_.size(), false);
    for (std::size_t g = 0; g < guards_.size(); ++g)
        fresh_[g] = std::abs(guards_[g].value) <= same_event;
    system_.right_hand_side(step.y_end, step.t + step.h, rate_end_);
    const Quintic path{step, rate_end_};
    for (int end = -1; end <= parts + 1; ++end) {
        path.at(static_cast<double>(end) / parts, y_.head(m()), y_.segment(m(), m()));
        system_.guards(y_, step.t + end * step.h / parts, seen_[static_cast<std::size_t>(end + 1)]);
    }
    for (int part = 0; part < parts; ++part)
        if (const auto found = in_part(path, part))
            return found;
    return std::nullopt;
}

} // namespace slideway::dynamics
