#include "dynamics/orbits/stop_free_sliding.hpp"

#include "base/bisection.hpp"
#include "base/dense_solve.hpp"
#include "base/golden_section.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "continuation/trace.hpp"
#include "dynamics/orbits/reversal_response.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();

// Half the angle between the two reversals of a pair with which a branch begins, in rad of the
// drive: one that is refused is followed by the next.
constexpr double first_halves[] = {1e-4, 1e-3, 1e-2, 1e-5, 1e-6};
// Rad of the drive. Two reversals closer than this have merged: any pair that coincides solves the
// equations. A branch whose end is closer than the second one ended there.
constexpr double merged = 1e-7, about_to_merge = 1e-3;
constexpr int newton_steps = 30;
constexpr double newton_tol = 1e-11; // of the angles and of the logarithm of the limit
constexpr int most_points = 2000;    // of a branch
constexpr Index most_reversals = 9;  // in half a period
// Terms of w evaluated: for the births alone, and in all for one frequency, 0.2 s. Five masses take
// 2e4 on average and at most 1e6.
constexpr double most_for_births = 2e6, most_work = 1e7;
constexpr Index samples_of_births = 4; // times those of a motion
constexpr double peak_width = 1e-9;    // of half a period: where golden section ends
// Depth below the closed form, in the logarithm of the limit, to which branches are followed. They
// hold no motion there but may turn back.
constexpr double below_closed_form = 1;
constexpr double logarithm_of_no_bound = 20; // above the closed form, if nothing holds the contact

// Motions with N reversals in half a period: angles x = Omega t of the reversals, and p = ln limit.
class Reversals {
public:
    explicit Reversals(const SlidingResponse& r)
        : r_(r), n_samples_(std::max<Index>(dynamics::n_samples(r.fastest, r.Omega), 64))
    {
    }

    // w(angle) / drive and its slope, any angle.
    [[nodiscard]] SlidingResponse::Value w(double angle) const
    {
        const double turns = std::floor(angle / pi);
        const double sign = std::fmod(std::abs(turns), 2) == 0 ? 1 : -1;
        const double t = std::clamp(angle - turns * pi, 0.0, pi) / r_.Omega;
        work_ += r_.terms;
        const auto [value, slope] = r_.w(t);
        return {sign * value / r_.drive, sign * slope / (r_.drive * r_.Omega)};
    }

    // v / drive.
    [[nodiscard]] double velocity(double angle, const Vector& x, double limit) const
    {
        double v = -std::sin(angle);
        for (Index k = 0; k < x.size(); ++k)
            v += sign(k) * limit * w(angle - x(k)).w;
        return v;
    }

    [[nodiscard]] bool evaluate(const Vector& x, double p, continuation::Equations& out) const
    {
        const Index n = x.size();
        if (exhausted())
            return false;
        for (Index i = 0; i < n; ++i)
            if (!((i + 1 < n ? x(i + 1) : x(0) + pi) - x(i) > merged))
                return false;
        const double limit = std::exp(p);
        const double w_0 = w(0).w;
        out.F_x.setZero();
        for (Index i = 0; i < n; ++i) {
            double pushed = sign(i) * w_0;
            out.F_x(i, i) = -std::cos(x(i));
            for (Index k = 0; k < n; ++k) {
                if (k == i)
                    continue;
                const auto [value, slope] = w(x(i) - x(k));
                pushed += sign(k) * value;
                out.F_x(i, i) += sign(k) * limit * slope;
                out.F_x(i, k) = -sign(k) * limit * slope;
            }
            out.F(i) = -std::sin(x(i)) + limit * pushed;
            out.F_p(i) = limit * pushed;
        }
        return true;
    }

    // How clearly v has its sign between the reversals, 0 where it touches zero or where the
    // acceleration right after a reversal vanishes: least of |v| (x_(i+1) - x_i) over (x - x_i)
    // (x_(i+1) - x). Negative for the wrong sign: then it is the first place found, not the least.
    struct Margin {
        double value = infinity;
        Index after = 0;     // reversal before the place
        double angle = 0;    // of the place
        bool inside = false; // not right after a reversal
    };
    [[nodiscard]] Margin margin(const Vector& x, double limit) const;

    [[nodiscard]] static double smallest_distance(const Vector& x)
    {
        double least = x(0) + pi - x(x.size() - 1);
        for (Index i = 0; i + 1 < x.size(); ++i)
            least = std::min(least, x(i + 1) - x(i));
        return least;
    }
    [[nodiscard]] Index n_samples() const { return n_samples_; }
    [[nodiscard]] bool exhausted() const { return work_ > most_work; }
    static double sign(Index k) { return k % 2 == 0 ? 1 : -1; }

private:
    const SlidingResponse& r_;
    Index n_samples_;
    mutable double work_ = 0;
};

Reversals::Margin Reversals::margin(const Vector& x, double limit) const
{
    Margin least;
    const Index n = x.size();
    // Right after the reversal v / part is the acceleration.
    std::vector<double> after(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) {
        double rate = -std::cos(x(i));
        for (Index k = 0; k < n; ++k)
            rate += sign(k) * limit * w(k == i ? 0 : x(i) - x(k)).slope;
        after[static_cast<std::size_t>(i)] = -sign(i) * rate;
        if (after[static_cast<std::size_t>(i)] < least.value)
            least = {after[static_cast<std::size_t>(i)], i, x(i), false};
    }
    for (Index i = 0; i < n && least.value > 0; ++i) {
        const double begin = x(i), length = (i + 1 < n ? x(i + 1) : x(0) + pi) - begin;
        auto value_at = [&](double part) -> double {
            return -sign(i) * velocity(begin + part * length, x, limit) /
                   (length * part * (1 - part));
        };
        const auto n_parts = std::max<Index>(
            static_cast<Index>(std::ceil(length / pi * static_cast<double>(n_samples_))), 16);
        const double step = 1 / static_cast<double>(n_parts);
        double before = after[static_cast<std::size_t>(i)], here = value_at(step);
        for (Index k = 1; k + 1 < n_parts && least.value > 0; ++k) {
            const double next = value_at(static_cast<double>(k + 1) * step);
            const double middle = static_cast<double>(k) * step;
            if (here < 0) {
                least = {here, i, begin + middle * length, true};
            } else if (here <= before && here <= next &&
                       here - (std::max(before, next) - here) < least.value) {
                const Maximum most = golden_section_maximum([&](double s) { return -value_at(s); },
                                                            middle - 0.999 * step,
                                                            middle + 0.999 * step, peak_width);
                if (-most.value < least.value)
                    least = {-most.value, i, begin + most.x * length, true};
            }
            before = here;
            here = next;
        }
    }
    return least;
}

struct Motion {
    Vector x; // N
    double p = 0;
};

// Birth of a pair of reversals between two others of a motion.
struct Birth {
    Motion motion;
    Index after = 0;  // the reversal before
    double angle = 0; // x of the pair
};

// The motion with the pair of reversals 2 half apart, and the direction in which they part; none if
// Newton's method does not find it.
std::optional<continuation::Start> with_pair(const Reversals& reversals, const Birth& birth,
                                             double half)
{
    const Motion& touching = birth.motion;
    const Index n = touching.x.size() + 2, a = birth.after + 1, b = a + 1;
    Vector x(n);
    x.head(a) = touching.x.head(a);
    x(a) = birth.angle - half;
    x(b) = birth.angle + half;
    x.tail(n - b - 1) = touching.x.tail(n - b - 1);
    double p = touching.p;
    continuation::Equations e{Vector(n), Matrix(n, n), Vector(n)};
    // Mean and difference of the two equations of the pair: close together they are nearly alike.
    auto pair_apart = [&](auto&& rows) {
        const auto difference = ((rows.row(b) - rows.row(a)) / (2 * half)).eval();
        rows.row(a) = (rows.row(a) + rows.row(b)).eval() / 2;
        rows.row(b) = difference;
    };
    auto bordered = [&]() -> Matrix {
        Matrix J = Matrix::Zero(n + 1, n + 1);
        J.topLeftCorner(n, n) = e.F_x;
        J.topRightCorner(n, 1) = e.F_p;
        pair_apart(J.topRows(n));
        J(n, b) = 1;
        J(n, a) = -1;
        return J;
    };
    for (int step = 0; step < newton_steps; ++step) {
        if (!reversals.evaluate(x, p, e) || !std::isfinite(p))
            return {};
        Vector right = Vector::Zero(n + 1);
        right.head(n) = -e.F;
        pair_apart(right.head(n));
        const Vector change = Lu<double>(bordered()).solve(right);
        if (!change.allFinite() || change.cwiseAbs().maxCoeff() > 0.5)
            return {};
        x += change.head(n);
        p += change(n);
        if (change.cwiseAbs().maxCoeff() > newton_tol)
            continue;
        if (!reversals.evaluate(x, p, e))
            return {};
        continuation::Start start{x, p};
        start.tangent = Lu<double>(bordered()).solve(Vector(Vector::Unit(n + 1, n)));
        if (!start.tangent.allFinite())
            return {};
        return start;
    }
    return {};
}

// Ranges found along a branch, and births of pairs of reversals on it.
struct Followed {
    std::vector<StopFreeRange> ranges;
    std::vector<Birth> births; // guessed: where v touches zero
    std::string incomplete;    // why it was not followed to its end; empty if it was
};

Followed follow(const Reversals& reversals, const continuation::Start& start, double p_min,
                double p_max, const Progress& progress)
{
    Followed result;
    continuation::Problem problem;
    problem.evaluate = [&](const Vector& x, double p, continuation::Equations& out) -> bool {
        return reversals.evaluate(x, p, out);
    };
    problem.monitors.push_back({.name = "margin",
                                .value = [&](const continuation::Solution& solution) -> double {
                                    return reversals.margin(solution.x, std::exp(solution.p)).value;
                                },
                                .zeros = true});
    continuation::Options options;
    options.p_min = p_min;
    options.p_max = p_max;
    options.first_step = 1e-3;
    options.max_step = 0.1;
    options.max_points = most_points;
    options.folds = options.branch_points = false;
    options.location_tol = 1e-9;
    const continuation::Branch branch = continuation::trace(problem, start, options, progress);
    if (branch.back.stop == continuation::Stop::interrupted)
        throw Interrupted();
    const auto n = static_cast<int>(2 * start.x.size());
    const Index count = branch.n_points();
    auto zero = [&](Index k) { return branch.kind_of(k) == continuation::PointKind::monitor_zero; };
    // From point `begin` to `end` the motion does not stop. Beyond either it may be that v touches
    // zero, and a pair of reversals is born near by.
    auto add = [&](Index begin, Index end) {
        const double from = std::exp(branch.p(begin)), to = std::exp(branch.p(end));
        if (from == to)
            return;
        result.ranges.push_back(
            {std::min(from, to), std::max(from, to), n, zero(from < to ? end : begin)});
        for (const Index k : {begin, end}) {
            const Motion motion{branch.x.col(k), branch.p(k)};
            const Reversals::Margin margin = reversals.margin(motion.x, std::exp(motion.p));
            if (zero(k) && margin.inside)
                result.births.push_back({motion, margin.after, margin.angle});
        }
    };
    std::optional<Index> begin;
    for (Index k = 0; k < count; ++k) {
        const bool holds =
            zero(k) ? k + 1 < count && branch.monitors(0, k + 1) > 0 : branch.monitors(0, k) > 0;
        if (!begin && holds)
            begin = k;
        else if (begin && zero(k) && !holds)
            add(*std::exchange(begin, std::nullopt), k);
    }
    if (begin)
        add(*begin, count - 1);
    const Vector last = branch.x.col(count - 1);
    const bool ended = Reversals::smallest_distance(last) < about_to_merge; // as it began
    if (branch.back.stop == continuation::Stop::max_points ||
        (branch.back.stop == continuation::Stop::failed && !ended))
        result.incomplete = "the motion with " + std::to_string(n) +
                            " reversals a period could be followed only as far as " +
                            number_text(std::exp(branch.p(count - 1)), 6);
    return result;
}

// Where pairs of reversals are born on the motion with two a period, also where it is none: v / sin
// x = limit g - sqrt(drive^2 - (limit w(0))^2) vanishes, and its slope is the jump of the
// acceleration, sin x g' = 2 b^2, which no longer holds the limit.
std::vector<Birth> births(const SlidingResponse& r, const Reversals& reversals, double p_max)
{
    const double w_0 = r.w(0).w;
    double g = 0; // at the last angle
    auto excess = [&](double angle) -> double {
        const auto [w, slope] = r.w(angle / r.Omega);
        g = (w - w_0 * std::cos(angle)) / std::sin(angle);
        return slope + r.Omega * (w_0 * std::sin(angle) - g * std::cos(angle)) - 2 * r.compliance;
    };
    std::vector<Birth> found;
    const Index n = samples_of_births * reversals.n_samples();
    const double step = pi / static_cast<double>(n);
    double before = excess(step);
    for (Index k = 2; k < n; ++k) {
        double low = static_cast<double>(k - 1) * step, high = low + step;
        const double value = excess(high);
        const bool crosses = (before < 0) != (value < 0);
        const bool below = before < 0;
        before = value;
        if (!crosses)
            continue;
        low = bisect(low, high, [&](double angle) { return (excess(angle) < 0) == below; }).first;
        (void)excess(low);
        const double limit = r.drive / std::hypot(w_0, g);
        if (!(g > 0) || !(std::log(limit) < p_max))
            continue;
        Birth birth{{Vector(1), std::log(limit)}, 0, 0};
        birth.motion.x(0) = std::asin(std::clamp(limit * w_0 / r.drive, -1.0, 1.0));
        birth.angle = birth.motion.x(0) + low;
        found.push_back(std::move(birth));
    }
    return found;
}

// Adds ranges. Overlapping ranges of two branches are one, met from both of its ends.
void add_ranges(std::vector<StopFreeRange>& all, const std::vector<StopFreeRange>& more)
{
    for (const StopFreeRange& range : more) {
        const auto same =
            std::find_if(all.begin(), all.end(), [&](const StopFreeRange& other) -> bool {
                return other.reversals == range.reversals && other.from < range.to &&
                       range.from < other.to;
            });
        if (same == all.end()) {
            all.push_back(range);
            continue;
        }
        if (range.to > same->to)
            same->stops_at_end = range.stops_at_end;
        same->from = std::min(same->from, range.from);
        same->to = std::max(same->to, range.to);
    }
}

} // namespace

MoreReversals more_reversals(const SlidingResponse& response, const RegimeLimits& limits,
                             const Progress& progress)
{
    MoreReversals found;
    if (!(response.drive > 0) || !(limits.continuous > 0) || !std::isfinite(response.drive))
        return found;
    const double work = static_cast<double>(samples_of_births *
                                            dynamics::n_samples(response.fastest, response.Omega)) *
                        response.terms;
    if (work > most_for_births) {
        found.not_searched = "the search would take more than " + number_text(work, 2) +
                             " evaluations of modes; at most " + number_text(most_for_births, 2) +
                             " are spent on its first part";
        return found;
    }
    const Reversals reversals(response);
    const double p_min = std::log(limits.continuous) - below_closed_form;
    const double p_max = limits.no_motion ? std::log(*limits.no_motion)
                                          : std::log(limits.continuous) + logarithm_of_no_bound;
    if (!(p_max > p_min))
        return found;
    std::vector<Birth> pairs = births(response, reversals, p_max);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        ask(progress);
        if (reversals.exhausted()) {
            found.not_searched =
                "the search ended after " + number_text(most_work, 2) + " evaluations of modes";
            break;
        }
        const Birth birth = pairs[k];
        const Index n = birth.motion.x.size() + 2;
        if (n > most_reversals) {
            found.not_searched = "more than " + std::to_string(2 * most_reversals) +
                                 " reversals a period are not followed";
            continue;
        }
        std::optional<continuation::Start> start;
        for (const double half : first_halves)
            if (!start)
                start = with_pair(reversals, birth, half);
        if (!start || !(start->p > p_min && start->p < p_max)) {
            found.not_searched = "no motion with " + std::to_string(2 * n) +
                                 " reversals a period was found to begin at " +
                                 number_text(std::exp(birth.motion.p), 6);
            continue;
        }
        const Followed followed = follow(reversals, *start, p_min, p_max, progress);
        add_ranges(found.ranges, followed.ranges);
        if (!followed.incomplete.empty())
            found.not_searched = followed.incomplete;
        pairs.insert(pairs.end(), followed.births.begin(), followed.births.end());
    }
    std::sort(found.ranges.begin(), found.ranges.end(),
              [](const StopFreeRange& a, const StopFreeRange& b) { return a.from < b.from; });
    return found;
}

} // namespace slideway::dynamics
