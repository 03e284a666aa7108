#include "dynamics/events/event_search.hpp"

#include "base/lanes.hpp"
#include "dynamics/events/first_sign_change.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Parts of the bound of a function up to the horizon, of which round-off is some 1e-16:
//
// Residual of a function at its event. From 0 to 4e-14 the motion changes by 1e-12. At 4e-12 a test
// of free motion fails at 1e-11; at 4e-9 events are 1e-8 early.
constexpr double at_root = 4e-15;
// Rows that take part in one event, and rows that leave zero after it: one number for both, or a
// row that was not hit leaves with its old sense, and two equal contacts dissipate 1e-3 too
// little. From 1e-14 to 1e-6 no test fails; at 1e-15 a release is followed by events without end.
constexpr double together = 1e-12;
// Error of a Newton step by curvature, below which the step ends on the event. From 0 to 1e-13 the
// motion changes by 1e-12; at 1e-10 a test of free motion fails at 1e-11.
constexpr double left_by_curvature = 1e-16;

// Share of the rest of the Taylor polynomial: no closer to its root than it is true. From 5e-5 to 5
// no test moves, only the number of evaluations, by a seventh at most.
constexpr double share_of_rest = 0.05;
// Fraction of a period below which a step counts as zero, so that the event is at the current time.
// From 0 to 1e-13 the motion changes by 3e-12; at 1e-10 a test of free motion fails at 1e-11.
constexpr double no_time = 1e-16;

static_assert(n_derivatives == degree);

// 1 / k!, with that of the rest.
constexpr Polynomial over_factorial = [] {
    Polynomial f{1};
    for (std::size_t k = 1; k < f.size(); ++k)
        f[k] = f[k - 1] / static_cast<double>(k);
    return f;
}();

// x^degree
SLIDEWAY_INLINE double highest_power(double x)
{
    static_assert(degree == 12);
    const double x2 = x * x, x4 = x2 * x2;
    return x4 * x4 * x4;
}

// The Taylor polynomial over (0, size) in x = h / size, less the bound of its rest.
SLIDEWAY_INLINE Polynomial taylor(const Derivatives& d, double sign, double next, double size)
{
    constexpr std::size_t width = lanes_width;
    const double s2 = size * size, s4 = s2 * s2;
    Lanes power = {sign, sign * size, sign * s2, sign * s2 * size};
    Polynomial a;
    for (std::size_t k = 0; k < degree; k += width, power *= s4) {
        const Lanes term = lanes(d.data() + k) * lanes(over_factorial.data() + k) * power;
        std::memcpy(a.data() + k, &term, sizeof term);
    }
    a[degree] = -next * over_factorial[degree] * highest_power(size);
    return a;
}

// Near enough for the size of a step: the bits of a number grow with its logarithm.
double twelfth_root(double x)
{
    static_assert(degree == 12);
    constexpr std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
    return std::bit_cast<double>(one - one / degree + std::bit_cast<std::uint64_t>(x) / degree);
}

// Farthest step in which f stays positive, from f >= 0, f' and |f''| <= L2.
double safe_step(double f, double d1, double L2)
{
    if (L2 == 0)
        return d1 < 0 ? -f / d1 : infinity;
    const double root = std::sqrt(d1 * d1 + 2 * L2 * f);
    return d1 < 0 ? 2 * f / (root - d1) : (d1 + root) / L2;
}

// From f = 0: the larger one of the bounds by second and third derivatives.
double release_step(double d1, double d2, double L2, double L3)
{
    double h = safe_step(0, std::max(d1, 0.0), L2);
    if (L3 == 0)
        return d2 > 0 ? infinity : h;
    const double square = d2 * d2 / 4 + 2 * L3 * d1 / 3;
    if (square >= 0)
        h = std::max(h, 3 * (d2 / 2 + std::sqrt(square)) / L3);
    return h;
}

} // namespace

EventSearch::EventSearch(const Vector& limit, double period)
    : limit_(limit), period_(period), rows_(static_cast<std::size_t>(limit.size())),
      hit_(static_cast<std::size_t>(limit.size()), false)
{
}

// Step towards an event of g = limit + sign d >= 0.
SLIDEWAY_CLONES_4 EventSearch::Advance EventSearch::step(const Row& row, const Derivatives& d,
                                                         double sign, double limit, double most,
                                                         bool leaves) const
{
    const double g = limit + sign * d[0], g1 = sign * d[1];
    const bool at_zero = leaves && g <= together * row.scale;
    if (!at_zero && g <= at_root * row.scale)
        return {0, true};
    Advance advance{at_zero ? release_step(g1, sign * d[2], row.bound.d2, row.bound.d3)
                            : safe_step(g, g1, row.bound.d2),
                    !at_zero && g1 < 0 &&
                        row.bound.d2 * g * g <= left_by_curvature * row.scale * g1 * g1};
    double size = std::min(most, row.reach);
    // Within twice -g / g' its slope stays below g' / 2.
    const bool falls = !at_zero && g1 < 0 && 4 * row.bound.d2 * g <= g1 * g1 && 2 * g < -g1 * size;
    if (falls)
        size = 2 * g / -g1;
    if (advance.h < size && !advance.event) {
        // The polynomial over (0, size); at zero, divided by h.
        Polynomial a = taylor(d, sign, row.bound.next, size);
        const double rest = -a[degree];
        if (at_zero) {
            std::copy(a.begin() + 1, a.end(), a.begin());
            a[degree] = 0;
            a[0] = std::max(a[0], 0.0);
        } else {
            a[0] = g;
        }
        Lanes sizes = {};
        for (std::size_t k = 1; k <= degree; k += lanes_width)
            add_absolute(sizes, lanes(a.data() + k));
        if (sum(sizes) <= a[0]) {
            advance.h = size;
        } else if (const SignChange change = falls ? falling_root(a, share_of_rest * rest)
                                                   : first_sign_change(a, share_of_rest * rest);
                   size * change.x > advance.h) {
            advance = {size * change.x,
                       change.root && rest * highest_power(change.x) <= at_root * row.scale};
        }
    }
    if (at_zero)
        return advance.h >= shortest * period_ ? advance : Advance{shortest * period_, false};
    return advance.h > no_time * period_ ? advance : Advance{0, true};
}

double EventSearch::next(LockedMotion& motion, const std::vector<int>& side, double horizon,
                         bool fresh)
{
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        Row& row = rows_[i];
        const auto k = static_cast<Index>(i);
        row.bound = motion.bounds(k);
        row.scale =
            row.bound.f + std::abs(motion.drift(k)) * horizon + (side[i] == 0 ? limit_(k) : 0);
        row.reach = row.bound.next > 0
                        ? twelfth_root(row.scale / (row.bound.next * over_factorial[degree]))
                        : infinity;
    }
    double tau = 0;
    Advance advance;
    std::size_t nearest = rows_.size(); // the row that has the event
    do {
        motion.at(tau);
        ++n_evaluations_;
        advance = {horizon - tau, false};
        const bool leaves = tau == 0 && fresh;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Derivatives d = motion.derivatives(static_cast<Index>(i));
            auto consider = [&](double sign, double limit) {
                const Advance free = step(rows_[i], d, sign, limit, advance.h, leaves);
                if (free.h < advance.h || (free.event && free.h <= advance.h)) {
                    advance = free;
                    nearest = i;
                }
            };
            if (side[i] != 0) {
                consider(side[i], 0);
            } else {
                const double limit = limit_(static_cast<Index>(i));
                const double far = d[1] < 0 ? -1 : 1; // first the limit that it moves to
                consider(-far, limit);
                consider(far, limit);
            }
        }
        const double next = tau + advance.h;
        tau = next >= horizon && !advance.event ? horizon : next;
    } while (!advance.event && tau < horizon);
    any_hit_ = advance.event;
    std::fill(hit_.begin(), hit_.end(), false);
    if (!advance.event)
        return tau;
    hit_[nearest] = true;
    if (rows_.size() > 1)
        motion.at(tau);
    for (std::size_t i = 0; i < rows_.size() && rows_.size() > 1; ++i) {
        const double f = motion.derivatives(static_cast<Index>(i))[0];
        const double left =
            side[i] != 0 ? side[i] * f : limit_(static_cast<Index>(i)) - std::abs(f);
        hit_[i] = hit_[i] || left <= together * rows_[i].scale;
    }
    return tau;
}

} // namespace slideway::dynamics
