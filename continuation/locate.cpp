#include "continuation/locate.hpp"

#include "continuation/branch_point.hpp"
#include "continuation/surfaces.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace slideway::continuation {

namespace {

// Distance of an evaluation of tests from a surface at an end of a step, relative to the step.
constexpr double off_surface = 1e-9;
} // namespace

std::vector<Test> tests(const Problem& problem, const Options& options)
{
    std::vector<Test> list;
    if (options.folds)
        list.push_back({PointKind::fold});
    if (options.branch_points)
        list.push_back({PointKind::branch_point});
    for (std::size_t i = 0; i < problem.monitors.size(); ++i) {
        const Monitor& monitor = problem.monitors[i];
        const bool surface = problem.surfaces && problem.surfaces->monitor == static_cast<int>(i);
        if ((monitor.zeros || monitor.stop) && !surface) // steps end on surfaces
            list.push_back({PointKind::monitor_zero, static_cast<int>(i)});
        if (monitor.maxima)
            list.push_back({PointKind::monitor_maximum, static_cast<int>(i)});
    }
    return list;
}

double value(const Test& test, const State& state)
{
    const bool labelled = state.kind == test.kind && state.monitor == test.monitor;
    const double t_p = state.t(state.t.size() - 1);
    switch (test.kind) {
    case PointKind::fold:
        return labelled || (state.kind == PointKind::branch_point && std::abs(t_p) < 1e-6) ? 0
                                                                                           : t_p;
    case PointKind::branch_point:
        return labelled ? 0 : state.orientation;
    case PointKind::monitor_zero:
        return labelled ? 0 : state.values(test.monitor);
    case PointKind::monitor_maximum:
        return labelled ? 0 : state.slopes(test.monitor);
    case PointKind::bound:
        return state.p - test.bound;
    case PointKind::regular:
    case PointKind::start:
        break;
    }
    return 0;
}

bool changes(const Test& test, double from, double to)
{
    return (from > 0 && to <= 0) ||
           (test.kind != PointKind::monitor_maximum && from < 0 && to >= 0);
}

Locator::Locator(Workspace& work)
    : work_(work), tests_(tests(work.problem, work.options)), rates_(tests_.size(), 0.0),
      cubic_(work.n + 1)
{
    work_.size(trial_);
    for (State& state : beside_)
        work_.size(state);
    events_.reserve(tests_.size() + 2);
}

/// Finds the point of the branch between a and b in the plane at `sigma` along the tangent of a.
bool Locator::point_at(const State& a, const State& b, double sigma, double sigma_b, State& state)
{
    // Cubic with the points and tangents of both ends; its component along a.t is sigma itself.
    const double u = sigma / sigma_b, v = 1 - u;
    const double h01 = u * u * (3 - 2 * u), h10 = u * v * v, h11 = -u * u * v;
    cubic_ = h01 * work_.offset(b, a) + sigma_b * (h10 * a.t + h11 / a.t.dot(b.t) * b.t);
    work_.move(state, a, 1, cubic_);
    return settle(a, state);
}

// Corrects a state in the plane normal to the tangent of a.
bool Locator::settle(const State& a, State& state)
{
    if (work_.corrector.correct(state.x, state.p, a.t) != NewtonStatus::converged)
        return false;
    work_.corrector.polish(state.x, state.p, a.t);
    return work_.corrector.tangent(a.t, state.t);
}

// Moves `trial_` to sigma, or to another place in the bracket, which replaces sigma. Beside an edge
// of the equations, Newton's method may fail from the cubic, which lies beyond the edge, but not
// from a chord of points of the branch.
bool Locator::point_within(const State& a, const State& b, const Bracket& bracket, double sigma_b,
                           double& sigma)
{
    if (point_at(a, b, sigma, sigma_b, trial_))
        return true;
    const double length = bracket.high - bracket.low;
    for (const double share : {(sigma - bracket.low) / length, 0.5, 0.25, 0.75, 0.125, 0.875}) {
        sigma = bracket.low + share * length;
        cubic_ = (1 - share) * bracket.offset_low + share * bracket.offset_high;
        work_.move(trial_, a, 1, cubic_);
        if (settle(a, trial_) || point_at(a, b, sigma, sigma_b, trial_))
            return true;
    }
    return false;
}

/// Value of a test at a point just corrected, whatever its label.
double Locator::test_value(const Test& test, const State& state, double scale_of_det)
{
    const auto monitor = static_cast<std::size_t>(std::max(test.monitor, 0));
    switch (test.kind) {
    case PointKind::branch_point:
        return state.orientation * std::exp(state.log_det - scale_of_det);
    case PointKind::monitor_zero:
        return work_.value(work_.problem.monitors[monitor], state);
    case PointKind::monitor_maximum:
        return work_.slope(work_.problem.monitors[monitor], state);
    default:
        return value(test, state);
    }
}

/// Finds a zero of a test function by regula falsi (Illinois) and bisection, between `lo` and `hi`
/// along the tangent of a.
bool Locator::locate(const Test& test, const State& a, const State& b, double lo, double f_lo,
                     double hi, double f_hi, Event& event)
{
    const double sigma_b = a.t.dot(work_.offset(b, a));
    const double scale_of_det = std::max(a.log_det, b.log_det);
    Corrector& corrector = work_.corrector;
    State& state = event.at;
    double best = std::numeric_limits<double>::infinity(), last = -1;
    unsettled_ = false;
    const double tolerance =
        std::max(work_.options.location_tol, 4 * std::numeric_limits<double>::epsilon() * sigma_b);
    int side = 0;
    bool settled = false;
    const Vector across = work_.offset(b, a);
    Bracket bracket{lo, hi, (lo / sigma_b) * across, (hi / sigma_b) * across};
    trial_.kind = PointKind::regular;
    for (int k = 0; k < 120 && hi - lo > tolerance; ++k) {
        // Every fourth step is a bisection, which finds jumps too.
        double sigma = k % 4 == 3 ? (lo + hi) / 2 : (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
        if (!(sigma > lo && sigma < hi))
            sigma = (lo + hi) / 2;
        unsettled_ = !point_within(a, b, bracket, sigma_b, sigma);
        if (unsettled_)
            break;
        trial_.orientation = corrector.orientation();
        trial_.log_det = corrector.log_det();
        const double f = test_value(test, trial_, scale_of_det);
        unsettled_ = !std::isfinite(f);
        if (unsettled_)
            break;
        if (std::abs(f) <= best) {
            best = std::abs(f);
            event.sigma = sigma;
            state.x = trial_.x;
            state.p = trial_.p;
        }
        settled = f == 0 || std::abs(sigma - last) <= tolerance;
        last = sigma;
        if (settled)
            break;
        const bool below = (f < 0) == (f_lo < 0);
        (below ? bracket.low : bracket.high) = sigma;
        (below ? bracket.offset_low : bracket.offset_high) = work_.offset(trial_, a);
        if (below) {
            lo = sigma;
            f_lo = f;
            f_hi *= side == -1 ? 0.5 : 1;
            side = -1;
        } else {
            hi = sigma;
            f_hi = f;
            f_lo *= side == +1 ? 0.5 : 1;
            side = +1;
        }
    }
    if (!std::isfinite(best))
        return false;
    // At a jump the smallest value need not be next to it.
    settled = settled || hi - lo <= tolerance;
    if (settled && (event.sigma < lo - tolerance || event.sigma > hi + tolerance)) {
        event.sigma = last;
        state.x = trial_.x;
        state.p = trial_.p;
    }
    // Evaluates derivatives, tangent and monitors at the best point.
    if (!corrector.evaluate(state.x, state.p) || !work_.complete(state, a.t))
        return false;
    state.iterations = 0;
    return true;
}

bool Locator::crossing(const State& a, const State& b, Event& event)
{
    const double sigma_b = a.t.dot(work_.offset(b, a));
    const double largest = std::max(a.log_det, b.log_det);
    const double fa = std::exp(a.log_det - largest), fb = std::exp(b.log_det - largest);
    double sigma = sigma_b * fa / (fa + fb);
    for (int k = 0; k < 2; ++k, sigma = sigma_b / 2) { // point of the secant, then the middle
        if (!point_at(a, b, sigma, sigma_b, trial_))
            continue;
        const BranchPoint found = locate_branch_point(work_.corrector, trial_.x, trial_.p);
        event.at.x = found.x;
        event.at.p = found.p;
        if (!found.found)
            continue;
        const Vector& offset = work_.offset(event.at, a);
        event.sigma = a.t.dot(offset);
        const double off = (offset - event.sigma * a.t).norm();
        if (!(event.sigma > 0 && event.sigma < sigma_b && off < 0.5 * sigma_b))
            continue;
        State& state = event.at;
        state.t = a.t + (event.sigma / sigma_b) * (b.t - a.t);
        state.t.normalize();
        const Vector chord = state.t;
        double nearest = 4;
        for (Index i = 0; i < found.tangents.cols(); ++i) {
            Vector t = found.tangents.col(i).cwiseQuotient(work_.scale());
            t *= t.dot(chord) < 0 ? -1 : 1;
            if (angle(t, chord) < nearest) {
                nearest = angle(t, chord);
                state.t = t;
            }
        }
        state.orientation = 0;
        state.log_det = 0;
        state.iterations = 0;
        return work_.corrector.evaluate(state.x, state.p) && work_.measure_all(state);
    }
    return false;
}

namespace {

// Share of a step at which the rate of a cubic comes nearest to zero, if it may change its sign
// twice within the step.
// @param first, last  rates at the ends, per step, of one sign
// @param rise         change of the cubic over the step
std::optional<double> rate_near_zero(double first, double last, double rise)
{
    // rate = c0 + 2 c1 u + 3 c2 u^2
    const double c0 = first, c1 = 3 * rise - 2 * c0 - last, c2 = c0 + last - 2 * rise;
    const double u = -c1 / (3 * c2);
    if (!(u > 0 && u < 1) || (c0 + c1 * u) * c0 > 0.1 * c0 * c0)
        return std::nullopt;
    return u;
}

} // namespace

/// Whether p turns twice between a and b, where dp/ds has one sign. The cubic of `point_at` shows
/// where to look.
bool Locator::find_two_folds(const State& a, const State& b, double& sigma, double& t_p)
{
    const Index n = work_.n;
    const Vector& offset = work_.offset(b, a);
    const double sigma_b = a.t.dot(offset);
    const auto u = rate_near_zero(sigma_b * a.t(n), sigma_b * b.t(n) / a.t.dot(b.t), offset(n));
    if (!u)
        return false;
    sigma = *u * sigma_b;
    if (!point_at(a, b, sigma, sigma_b, trial_))
        return false;
    t_p = trial_.t(n);
    return t_p * a.t(n) < 0;
}

/// Whether a monitor has a maximum and a minimum between a and b, where its slope has one sign.
bool Locator::find_two_extrema(const Test& test, const State& a, const State& b, double& sigma,
                               double& slope)
{
    const double sigma_b = a.t.dot(work_.offset(b, a));
    const Index i = test.monitor;
    const auto u = rate_near_zero(sigma_b * a.slopes(i), sigma_b * b.slopes(i) / a.t.dot(b.t),
                                  b.values(i) - a.values(i));
    if (!u)
        return false;
    sigma = *u * sigma_b;
    if (!point_at(a, b, sigma, sigma_b, trial_))
        return false;
    slope = test_value(test, trial_, 0);
    return slope * a.slopes(i) < 0;
}

void Locator::add(const Test& test, const State& a, const State& b, double lo, double f_lo,
                  double hi, double f_hi)
{
    Event event;
    work_.size(event.at);
    event.test = test;
    const bool located = locate(test, a, b, lo, f_lo, hi, f_hi, event);
    lost_ = lost_ || !located || unsettled_;
    if (!located)
        return;
    if (test.kind == PointKind::branch_point) {
        event.at.orientation = 0;
        // The derivatives there have two null vectors, and `locate` finds an arbitrary one.
        const double share = event.sigma / a.t.dot(work_.offset(b, a));
        event.at.t = (a.t + share * (b.t - a.t)).normalized();
    }
    event.at.monitor = test.monitor;
    event.at.kind = test.kind;
    events_.push_back(std::move(event));
}

/// Ends the branch at a bound if the first event (or b) is out of bounds.
bool Locator::cut_at_bound(const State& a, const State& b, BranchEnd& end)
{
    for (std::size_t i = 0; i <= events_.size(); ++i) {
        const State& outside = i < events_.size() ? events_[i].at : b;
        if (!work_.outside(outside.p))
            continue;
        const double p_max = work_.options.p_max,
                     bound = outside.p > p_max ? p_max : work_.options.p_min;
        Event event;
        work_.size(event.at);
        event.test = {PointKind::bound, -1, bound};
        const double reach = a.t.dot(work_.offset(outside, a));
        if (locate(event.test, a, outside, 0, a.p - bound, reach, outside.p - bound, event)) {
            State& hit = event.at;
            hit.p = bound;
            State exact = hit;
            if (work_.corrector.correct(exact.x, exact.p, work_.unit_p) ==
                    NewtonStatus::converged &&
                work_.distance(exact, hit) < same_point)
                hit = exact;
            if (work_.corrector.evaluate(hit.x, hit.p))
                work_.complete(hit, a.t);
        } else {
            event.at = a;
        }
        event.at.kind = PointKind::bound;
        events_.resize(i);
        events_.push_back(std::move(event));
        end.stop = Stop::bound;
        end.message = "reached p = " + number_text(bound);
        return true;
    }
    return false;
}

bool Locator::cut_at_monitor(BranchEnd& end)
{
    for (std::size_t i = 0; i < events_.size(); ++i) {
        const Test& test = events_[i].test;
        if (test.kind != PointKind::monitor_zero)
            continue;
        const Monitor& monitor = work_.problem.monitors[static_cast<std::size_t>(test.monitor)];
        if (!monitor.stop)
            continue;
        events_.resize(i + 1);
        end.stop = Stop::monitor;
        end.message = monitor.name + " = 0 at p = " + number_text(events_[i].at.p, 6);
        return true;
    }
    return false;
}

// Returns the part of a step away from surfaces, where test functions jump with the derivatives.
Locator::Part Locator::off_surfaces(const State& a, const State& b, double sigma_b)
{
    Part part{&a, &b, 0, sigma_b};
    if (!work_.problem.surfaces)
        return part;
    const double apart = std::max(off_surface * sigma_b, 4 * work_.options.location_tol);
    const auto beside = [&](double sigma, State& state) -> bool {
        if (!(sigma > 0 && sigma < sigma_b) || !point_at(a, b, sigma, sigma_b, state) ||
            !work_.complete(state, a.t))
            return false;
        state.kind = PointKind::regular;
        state.monitor = -1;
        return true;
    };
    if (on_surface(work_, a) && beside(apart, beside_[0])) {
        part.from = &beside_[0];
        part.low = apart;
    }
    if (on_surface(work_, b) && beside(sigma_b - apart, beside_[1])) {
        part.to = &beside_[1];
        part.high = sigma_b - apart;
    }
    return part;
}

// True if a test with equal signs at both ends has two zeros between them. The search is made if
// the test could reach zero at twice its present or previous rate. It tries the middle, then the
// vertex of the parabola through all three points.
bool Locator::find_two_zeros(std::size_t number, const State& a, const State& b, double from,
                             double to, double& sigma, double& f)
{
    const double sigma_b = a.t.dot(work_.offset(b, a)), last = rates_[number];
    const double rate = std::abs(to - from) / sigma_b;
    rates_[number] = rate;
    if (std::min(std::abs(from), std::abs(to)) > std::max(rate, last) * sigma_b)
        return false;
    const Test& test = tests_[number];
    const double noise = work_.problem.monitors[static_cast<std::size_t>(test.monitor)].noise;
    if (std::max(std::abs(from), std::abs(to)) <= noise)
        return false;
    const double scale = std::max(a.log_det, b.log_det);
    const auto value_at = [&](double position) -> std::optional<double> {
        if (!point_at(a, b, position, sigma_b, trial_))
            return std::nullopt;
        trial_.kind = PointKind::regular;
        trial_.orientation = work_.corrector.orientation();
        trial_.log_det = work_.corrector.log_det();
        const double value = test_value(test, trial_, scale);
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    };
    sigma = sigma_b / 2;
    for (int k = 0; k < 2; ++k) {
        const std::optional<double> found = value_at(sigma);
        if (!found)
            return false;
        f = *found;
        if (f * from < 0 && std::abs(f) > noise)
            return true;
        const double bend = 2 * (from - 2 * f + to), u = (3 * from - 4 * f + to) / (2 * bend);
        if (!(bend * from > 0) || !(u > 0 && u < 1))
            return false;
        sigma = u * sigma_b;
    }
    return false;
}

void Locator::find_in(const Part& part, const State& a, const State& b, const Event* crossing)
{
    for (std::size_t number = 0; number < tests_.size(); ++number) {
        const Test& test = tests_[number];
        const bool monitor = test.kind == PointKind::monitor_zero;
        const double noise =
            monitor ? work_.problem.monitors[static_cast<std::size_t>(test.monitor)].noise : 0;
        double from = value(test, *part.from), to = value(test, *part.to);
        const bool crosses =
                       changes(test, from, to) && std::max(std::abs(from), std::abs(to)) > noise,
                   whole = from * to > 0;
        double sigma = 0, f = 0;
        const bool twice =
            whole &&
            ((test.kind == PointKind::fold && find_two_folds(a, b, sigma, f)) ||
             (test.kind == PointKind::monitor_maximum && find_two_extrema(test, a, b, sigma, f)) ||
             (monitor && find_two_zeros(number, a, b, from, to, sigma, f)));
        if (crosses && crossing && test.kind == PointKind::branch_point) {
            events_.push_back(*crossing);
            events_.back().test = test;
            events_.back().at.kind = test.kind;
            events_.back().at.monitor = -1;
        } else if (crosses) {
            if (test.kind == PointKind::branch_point) {
                const double scale = std::max(a.log_det, b.log_det);
                from = test_value(test, *part.from, scale);
                to = test_value(test, *part.to, scale);
            }
            add(test, a, b, part.low, from, part.high, to);
        }
        if (twice && changes(test, from, f))
            add(test, a, b, part.low, from, sigma, f);
        if (twice && changes(test, f, to))
            add(test, a, b, sigma, f, part.high, to);
    }
}

bool Locator::find(const State& a, const State& b, const Event* crossing, bool entered,
                   BranchEnd& end)
{
    events_.clear();
    lost_ = false;
    const double sigma_b = a.t.dot(work_.offset(b, a));
    if (!entered) {
        const Part part = off_surfaces(a, b, sigma_b);
        find_in(part, a, b, crossing);
        if (work_.problem.multipliers)
            count_in(part, a, b);
        for (const State* end_of : {&a, &b})
            if (on_surface(work_, *end_of))
                std::erase_if(events_, [&](const Event& event) -> bool {
                    return work_.distance(event.at, *end_of) < beside_surface;
                });
    }
    unite_folds();
    std::sort(events_.begin(), events_.end(),
              [](const Event& x, const Event& y) -> bool { return x.sigma < y.sigma; });
    const bool leaves = cut_at_bound(a, b, end);
    return cut_at_monitor(end) || leaves;
}

bool Locator::meets(const State& a, const State& b, const State& target)
{
    const double ga = target.t.dot(work_.offset(a, target));
    const double gb = target.t.dot(work_.offset(b, target));
    if (!(ga < 0 && gb >= 0) || b.t.dot(target.t) <= 0)
        return false;
    const Vector& offset = work_.offset(b, a);
    const double step = offset.norm(), sigma_b = a.t.dot(offset);
    if (work_.distance(a, target) > 2 * step || work_.distance(b, target) > 2 * step)
        return false;
    // Corrects the cubic through both points onto the plane itself.
    const double u = ga / (ga - gb), v = 1 - u;
    cubic_ = u * u * (3 - 2 * u) * work_.offset(b, a) +
             sigma_b * (u * v * v * a.t - u * u * v / a.t.dot(b.t) * b.t);
    work_.move(trial_, a, 1, cubic_);
    const double guess = work_.distance(trial_, target);
    if (target.kind == PointKind::branch_point)
        return guess < 0.05 * step;
    const double across = target.t.dot(work_.offset(trial_, target));
    work_.move(trial_, trial_, -across, target.t);
    return work_.corrector.correct(trial_.x, trial_.p, target.t) == NewtonStatus::converged &&
           work_.distance(trial_, target) < same_point;
}

} // namespace slideway::continuation
