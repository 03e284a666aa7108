#include "continuation/trace.hpp"

#include "continuation/branch_point.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace slideway::continuation {

namespace {

constexpr double slope_difference = 1e-3; // of scaled arclength: error 1e-12, round-off 1e-13
constexpr double same_point = 1e-6;       // scaled distance of points that are one

/// A point of the branch with all that a step from it needs.
struct State {
    Vector x;
    double p = 0;
    Vector t; // scaled unit tangent in the direction of the run
    double s = 0;
    int orientation = 0;
    double log_det = 0;
    Vector values, slopes; // of monitors; slopes only of those with maxima
    int iterations = 0;
    PointKind kind = PointKind::regular;
    int monitor = -1;
};

enum class TestKind { fold, branch_point, monitor_zero, monitor_maximum, bound, plane };

/// A function whose sign change between two points is an event.
struct Test {
    TestKind kind;
    int monitor = -1;
    double bound = 0;
};

struct Event {
    State at;
    double sigma = 0; // along the tangent of the last point
    Test test;
};

enum class Outcome {
    accepted,
    newton_failed,
    no_tangent,
    turned,
    other_branch,
    jumped,
    monitor_failed
};

/// Angle between unit vectors; exact for small ones.
double angle(const Vector& a, const Vector& b)
{
    const double half = std::min((a - b).norm() / 2, 1.0);
    return 2 * std::asin(half);
}

void require(bool holds, const std::string& message)
{
    if (!holds)
        throw std::invalid_argument("continuation: " + message);
}

void check(const Options& o)
{
    require(o.p_min < o.p_max, "p_min = " + number_text(o.p_min) +
                                   "; expected less than p_max = " + number_text(o.p_max));
    require(o.min_step > 0 && std::isfinite(o.max_step) && o.min_step <= o.max_step,
            "min_step = " + number_text(o.min_step) + ", max_step = " + number_text(o.max_step) +
                "; expected 0 < min_step <= max_step");
    require(o.first_step >= o.min_step && o.first_step <= o.max_step,
            "first_step = " + number_text(o.first_step) + "; expected min_step to max_step");
    require(o.target_iterations >= 1, "target_iterations must be >= 1");
    require(o.target_angle > 0 && o.target_angle <= o.max_angle && o.max_angle < 1.5,
            "expected 0 < target_angle <= max_angle < 1.5");
    require(o.corner_step > 0, "corner_step must be > 0");
    require(o.max_points >= 1, "max_points must be >= 1");
    require(o.location_tol > 0, "location_tol must be > 0");
}

/// Points in the order of a run; grows like a vector, so that a step does not allocate.
class Record {
public:
    Record(Index n, Index n_monitors, int max_points) : n_(n), n_monitors_(n_monitors)
    {
        const auto points = static_cast<std::size_t>(std::min(max_points, 10000)) + 16;
        const auto numbers = static_cast<std::size_t>(2 * n + 3 + n_monitors);
        // At most 64 MB before they are needed.
        const std::size_t reserved = std::min(points, std::size_t(8000000) / numbers + 16);
        numbers_.reserve(reserved * numbers);
        labels_.reserve(reserved * 4);
    }

    void add(const State& at, const Vector& scale)
    {
        numbers_.insert(numbers_.end(), at.x.begin(), at.x.end());
        numbers_.push_back(at.p);
        numbers_.push_back(at.s);
        for (Index i = 0; i <= n_; ++i)
            numbers_.push_back(scale(i) * at.t(i));
        numbers_.insert(numbers_.end(), at.values.begin(), at.values.end());
        labels_.insert(labels_.end(),
                       {at.orientation, static_cast<int>(at.kind), at.monitor, at.iterations});
    }

    [[nodiscard]] Index size() const { return static_cast<Index>(labels_.size()) / 4; }

    /// Adds the points to an end of the branch; a run from the front goes against its order.
    void move_to(Branch& branch, End end) const
    {
        const Index N = size(), old = branch.n_points();
        const bool front = end == End::front;
        const Index shift = front ? N : 0;
        auto widen = [&](Matrix& m) {
            Matrix wider(m.rows(), old + N);
            wider.middleCols(shift, old) = m;
            m = std::move(wider);
        };
        widen(branch.x);
        widen(branch.tangent);
        widen(branch.monitors);
        Vector p(old + N), s(old + N);
        p.segment(shift, old) = branch.p;
        s.segment(shift, old) = branch.s;
        for (auto* list : {&branch.orientation, &branch.kind, &branch.monitor, &branch.iterations})
            list->insert(front ? list->begin() : list->end(), static_cast<std::size_t>(N), 0);
        const Index length = 2 * n_ + 3 + n_monitors_;
        for (Index k = 0; k < N; ++k) {
            const Index to = front ? N - 1 - k : old + k;
            const auto i = static_cast<std::size_t>(to);
            const Eigen::Map<const Vector> from(numbers_.data() + k * length, length);
            const int* labels = labels_.data() + 4 * k;
            branch.x.col(to) = from.head(n_);
            p(to) = from(n_);
            s(to) = front ? -from(n_ + 1) : from(n_ + 1);
            branch.tangent.col(to) = (front ? -1 : 1) * from.segment(n_ + 2, n_ + 1);
            branch.monitors.col(to) = from.tail(n_monitors_);
            branch.orientation[i] = (front ? -1 : 1) * labels[0];
            branch.kind[i] = labels[1];
            branch.monitor[i] = labels[2];
            branch.iterations[i] = labels[3];
        }
        branch.p = std::move(p);
        branch.s = std::move(s);
    }

private:
    Index n_, n_monitors_;
    std::vector<double> numbers_;
    std::vector<int> labels_;
};

/// One run along a branch.
class Tracer {
public:
    Tracer(const Problem& problem, Index n, const Options& options)
        : problem_(problem), options_(options), n_(n),
          corrector_(problem, n, options.scales, options.newton), unit_p_(Vector::Unit(n + 1, n)),
          difference_(n + 1), direction_(n + 1), physical_(n + 1), x_moved_(n), previous_(n + 1)
    {
        for (State* state : {&a_, &b_, &trial_, &crossing_.at})
            size(*state);
        const auto m = static_cast<int>(problem.monitors.size());
        if (options.folds)
            tests_.push_back({TestKind::fold});
        if (options.branch_points)
            tests_.push_back({TestKind::branch_point});
        for (int i = 0; i < m; ++i) {
            const Monitor& monitor = problem.monitors[static_cast<std::size_t>(i)];
            if (monitor.zeros || monitor.stop)
                tests_.push_back({TestKind::monitor_zero, i});
            if (monitor.maxima)
                tests_.push_back({TestKind::monitor_maximum, i});
        }
        events_.reserve(tests_.size() + 2);
    }

    /// The first point of a branch; empty with the reason in `end`.
    std::optional<State> first(const Start& start, BranchEnd& end);

    /// A stored point as the beginning of a run; false if F cannot be evaluated there.
    bool resume(State& at);

    /// Goes on from `from` until something ends the run. `previous`: the point before, for secants
    /// (empty: none). `target`: the other end of the branch, tangent in the direction of the run.
    BranchEnd run(const State& from, const Vector& previous, const State* target, double step,
                  Index n_before, Record& record, const Progress& progress);

    [[nodiscard]] const Vector& scale() const { return corrector_.scale(); }

private:
    void size(State& state) const
    {
        state.x.resize(n_);
        state.t.resize(n_ + 1);
        state.values.setZero(static_cast<Index>(problem_.monitors.size()));
        state.slopes.setZero(static_cast<Index>(problem_.monitors.size()));
    }

    /// difference_ = scaled (to - from)
    void subtract(const State& to, const State& from)
    {
        difference_.head(n_) = (to.x - from.x).cwiseQuotient(scale().head(n_));
        difference_(n_) = (to.p - from.p) / scale()(n_);
    }
    double distance(const State& to, const State& from)
    {
        subtract(to, from);
        return difference_.norm();
    }
    void move(State& to, const State& from, double length, const Vector& direction) const
    {
        to.x = from.x + length * scale().head(n_).cwiseProduct(direction.head(n_));
        to.p = from.p + length * scale()(n_) * direction(n_);
    }

    [[nodiscard]] bool outside(double p) const { return p < options_.p_min || p > options_.p_max; }

    double measure(const Monitor& monitor, const State& at)
    {
        return monitor.value(
            {at.x, at.p, corrector_.equations().F_x, corrector_.equations().F_p, physical_});
    }
    double slope(const Monitor& monitor, const State& at);
    bool measure_all(State& at);
    bool orient(State& at, const Vector& row);
    bool complete(State& at, const Vector& row);
    Outcome attempt(double h);
    bool turn();
    double value(const Test& test, const State& at) const;
    bool locate(const Test& test, double lo, double f_lo, double hi, double f_hi, Event& event);
    bool find_two_folds(double& sigma, double& t_p);
    bool point_at(double sigma, double sigma_b, State& at);
    bool locate_crossing(Event& event);
    void add_event(const Test& test, double lo, double f_lo, double hi, double f_hi);
    void find_events(bool& ends, BranchEnd& end);
    bool meets(const State& target);
    void add_turning_point(Record& record);
    void advance(State& at, Record& record);
    [[nodiscard]] std::string place() const
    {
        return "at p = " + number_text(a_.p, 6) + ", s = " + number_text(a_.s, 6);
    }
    [[nodiscard]] std::string reason(Outcome outcome, double h) const;

    const Problem& problem_;
    Options options_;
    Index n_;
    Corrector corrector_;
    Vector unit_p_, difference_, direction_, physical_, x_moved_;
    Vector previous_; // scaled offset from the recorded point before a_
    bool has_previous_ = false;
    std::vector<Test> tests_;
    std::vector<Event> events_;
    State a_, b_, trial_, last_;
    NewtonStatus newton_ = NewtonStatus::converged;
    Event crossing_; // between a_ and b_, if found
    bool crossing_found_ = false;
    bool on_bound_ = false; // b_ was put on a bound
    bool corner_ = false;   // b_ lies beyond a corner
    double length_ = 0;     // of the last attempt, shorter than asked for at a bound
    double turn_angle_ = 0; // between the tangents of a_ and b_
    double change_ = 0;     // of monitors, largest per max_change
    double rejected_ = 0;   // angle or change of the attempt before, twice as long
    int failing_monitor_ = -1;
};

double Tracer::slope(const Monitor& monitor, const State& at)
{
    const Equations& eq = corrector_.equations();
    if (monitor.derivative)
        return monitor.derivative({at.x, at.p, eq.F_x, eq.F_p, physical_});
    double sum = 0;
    for (const auto& [part, weight] :
         {std::pair{2.0, -1.0}, {1.0, 8.0}, {-1.0, -8.0}, {-2.0, 1.0}}) {
        x_moved_ = at.x + part * slope_difference * physical_.head(n_);
        const double p = at.p + part * slope_difference * physical_(n_);
        sum += weight * monitor.value({x_moved_, p, eq.F_x, eq.F_p, physical_});
    }
    return sum / (12 * slope_difference);
}

/// Monitors at a point whose tangent is known and whose derivatives are the corrector's.
bool Tracer::measure_all(State& at)
{
    physical_ = scale().cwiseProduct(at.t);
    for (std::size_t i = 0; i < problem_.monitors.size(); ++i) {
        const Monitor& monitor = problem_.monitors[i];
        const auto j = static_cast<Index>(i);
        at.values(j) = measure(monitor, at);
        at.slopes(j) = monitor.maxima ? slope(monitor, at) : 0;
        if (!std::isfinite(at.values(j)) || !std::isfinite(at.slopes(j))) {
            failing_monitor_ = static_cast<int>(i);
            return false;
        }
    }
    return true;
}

/// Tangent and orientation of a corrected point.
bool Tracer::orient(State& at, const Vector& row)
{
    if (!corrector_.tangent(row, at.t))
        return false;
    at.orientation = corrector_.orientation();
    at.log_det = corrector_.log_det();
    at.iterations = corrector_.iterations();
    at.kind = PointKind::regular;
    at.monitor = -1;
    return true;
}

/// Tangent, orientation and monitors of a corrected point.
bool Tracer::complete(State& at, const Vector& row)
{
    return orient(at, row) && measure_all(at);
}

/// Tries a step of length h from a_ to b_.
Outcome Tracer::attempt(double h)
{
    direction_ = a_.t;
    if (options_.predictor == Predictor::secant && has_previous_ && previous_.norm() > 1e-3 * h)
        direction_ = previous_ / previous_.norm();
    on_bound_ = false;
    length_ = h;
    newton_ = NewtonStatus::max_iterations;
    const double p = a_.p + h * scale()(n_) * direction_(n_);
    if (outside(p)) {
        const double bound = p > options_.p_max ? options_.p_max : options_.p_min;
        const double to_bound = (bound - a_.p) / (scale()(n_) * direction_(n_));
        move(b_, a_, to_bound, direction_);
        b_.p = bound;
        newton_ = corrector_.correct(b_.x, b_.p, unit_p_);
        on_bound_ = newton_ == NewtonStatus::converged;
        length_ = on_bound_ ? to_bound : h;
    }
    if (!on_bound_) {
        move(b_, a_, h, direction_);
        newton_ = corrector_.correct(b_.x, b_.p, direction_);
        if (newton_ != NewtonStatus::converged)
            return Outcome::newton_failed;
    }
    if (!orient(b_, a_.t))
        return Outcome::no_tangent;

    turn_angle_ = angle(a_.t, b_.t);
    subtract(b_, a_);
    const double chord = difference_.norm();
    if (chord > 0)
        difference_ /= chord;
    const double chord_angle = chord > 0 ? angle(a_.t, difference_) : 0;
    // On an arc the chord turns half as much as the tangent, before a corner it lies between both
    // tangents; towards another branch it does not.
    if (chord_angle > std::max(0.5 * options_.max_angle, 1.001 * turn_angle_))
        return Outcome::other_branch;
    // A smooth branch turns half as much in half a step, a corner does not.
    const bool insists =
        h <= std::max(options_.corner_step, 8 * options_.min_step) && rejected_ > 0;
    corner_ = turn_angle_ > options_.max_angle && insists && turn_angle_ > 0.9 * rejected_;
    if (turn_angle_ > options_.max_angle && !corner_)
        return Outcome::turned;
    if (!measure_all(b_)) // may cost more than all the rest: not for points that are refused
        return Outcome::monitor_failed;
    change_ = 0;
    for (std::size_t i = 0; i < problem_.monitors.size(); ++i) {
        const auto j = static_cast<Index>(i);
        change_ = std::max(change_,
                           std::abs(b_.values(j) - a_.values(j)) / problem_.monitors[i].max_change);
    }
    if (change_ > 2 && !(insists && change_ > 0.9 * rejected_))
        return Outcome::jumped;
    // Without a branch point between them, points of opposite orientation belong to stretches that
    // do not follow each other. In a short step a corner may hide one.
    crossing_found_ = a_.orientation * b_.orientation < 0 && locate_crossing(crossing_);
    if (a_.orientation * b_.orientation < 0 && !crossing_found_ && h > options_.corner_step)
        return Outcome::other_branch;
    return Outcome::accepted;
}

/// Passes a corner that turns back: from just beyond it along the tangent of the other side.
bool Tracer::turn()
{
    if (a_.orientation == 0)
        return false;
    for (double h = 2 * options_.min_step; h < 100 * options_.min_step; h *= 4) {
        move(trial_, a_, h, a_.t);
        if (!corrector_.evaluate(trial_.x, trial_.p) || !corrector_.tangent(a_.t, trial_.t))
            continue;
        if (corrector_.orientation() != a_.orientation)
            trial_.t = -trial_.t;
        if (a_.t.dot(trial_.t) > 0.5)
            continue;
        move(b_, trial_, 2 * h, trial_.t); // h leads back to the corner after a reversal
        newton_ = corrector_.correct(b_.x, b_.p, trial_.t);
        if (newton_ != NewtonStatus::converged || outside(b_.p) || !complete(b_, trial_.t) ||
            b_.orientation != a_.orientation || distance(b_, a_) > 4 * h)
            continue;
        length_ = h;
        turn_angle_ = angle(a_.t, b_.t);
        return true;
    }
    return false;
}

/// Zero where the point itself is the labelled one: it is not found again.
double Tracer::value(const Test& test, const State& at) const
{
    const bool branch_point = at.kind == PointKind::branch_point;
    switch (test.kind) {
    case TestKind::fold:
        return at.kind == PointKind::fold || (branch_point && std::abs(at.t(n_)) < 1e-6) ? 0
                                                                                         : at.t(n_);
    case TestKind::branch_point:
        return branch_point ? 0 : at.orientation;
    case TestKind::monitor_zero:
        return at.kind == PointKind::monitor_zero && at.monitor == test.monitor
                   ? 0
                   : at.values(test.monitor);
    case TestKind::monitor_maximum:
        return at.kind == PointKind::monitor_maximum && at.monitor == test.monitor
                   ? 0
                   : at.slopes(test.monitor);
    case TestKind::bound:
        return at.p - test.bound;
    case TestKind::plane:
        return 0; // in `meets`
    }
    return 0;
}

/// The point of the branch between a_ and b_ in the plane at `sigma` along the tangent of a_.
bool Tracer::point_at(double sigma, double sigma_b, State& at)
{
    // Cubic with the points and tangents of both ends; its part along a_.t is sigma itself.
    const double u = sigma / sigma_b, v = 1 - u;
    const double h01 = u * u * (3 - 2 * u), h10 = u * v * v, h11 = -u * u * v;
    subtract(b_, a_);
    difference_ = h01 * difference_ + sigma_b * (h10 * a_.t + h11 / a_.t.dot(b_.t) * b_.t);
    move(at, a_, 1, difference_);
    if (corrector_.correct(at.x, at.p, a_.t) != NewtonStatus::converged)
        return false;
    corrector_.polish(at.x, at.p, a_.t);
    return corrector_.tangent(a_.t, at.t);
}

/// Zero of a test function by regula falsi (Illinois) and bisection, between `lo` and `hi` along
/// the tangent of a_.
bool Tracer::locate(const Test& test, double lo, double f_lo, double hi, double f_hi, Event& event)
{
    subtract(b_, a_);
    const double sigma_b = a_.t.dot(difference_);
    const double scale_of_det = std::max(a_.log_det, b_.log_det);
    if (test.kind == TestKind::branch_point) {
        f_lo = a_.orientation * std::exp(a_.log_det - scale_of_det);
        f_hi = b_.orientation * std::exp(b_.log_det - scale_of_det);
    }
    State& at = event.at;
    double best = std::numeric_limits<double>::infinity(), last = -1;
    const double tolerance =
        std::max(options_.location_tol, 4 * std::numeric_limits<double>::epsilon() * sigma_b);
    int side = 0;
    bool settled = false;
    for (int k = 0; k < 120 && hi - lo > tolerance; ++k) {
        // Every fourth is a bisection: jumps are met too.
        double sigma = k % 4 == 3 ? (lo + hi) / 2 : (lo * f_hi - hi * f_lo) / (f_hi - f_lo);
        if (!(sigma > lo && sigma < hi))
            sigma = (lo + hi) / 2;
        if (!point_at(sigma, sigma_b, trial_))
            break;
        trial_.orientation = corrector_.orientation();
        trial_.log_det = corrector_.log_det();
        physical_ = scale().cwiseProduct(trial_.t);
        double f = 0;
        switch (test.kind) {
        case TestKind::fold:
            f = trial_.t(n_);
            break;
        case TestKind::branch_point:
            f = trial_.orientation * std::exp(trial_.log_det - scale_of_det);
            break;
        case TestKind::monitor_zero:
            f = measure(problem_.monitors[static_cast<std::size_t>(test.monitor)], trial_);
            break;
        case TestKind::monitor_maximum:
            f = slope(problem_.monitors[static_cast<std::size_t>(test.monitor)], trial_);
            break;
        case TestKind::bound:
            f = trial_.p - test.bound;
            break;
        case TestKind::plane:
            break;
        }
        if (!std::isfinite(f))
            break;
        if (std::abs(f) <= best) {
            best = std::abs(f);
            event.sigma = sigma;
            at.x = trial_.x;
            at.p = trial_.p;
        }
        settled = f == 0 || std::abs(sigma - last) <= tolerance;
        last = sigma;
        if (settled)
            break;
        if ((f < 0) == (f_lo < 0)) {
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
    // At a jump the smallest value need not lie beside it.
    settled = settled || hi - lo <= tolerance;
    if (settled && (event.sigma < lo - tolerance || event.sigma > hi + tolerance)) {
        event.sigma = last;
        at.x = trial_.x;
        at.p = trial_.p;
    }
    // Derivatives, tangent and monitors at the best point.
    if (!corrector_.evaluate(at.x, at.p) || !complete(at, a_.t))
        return false;
    at.iterations = 0;
    return true;
}

/// A branch point between a_ and b_, where the determinant changes its sign: by its defining
/// equations, which are regular there.
bool Tracer::locate_crossing(Event& event)
{
    subtract(b_, a_);
    const double sigma_b = a_.t.dot(difference_);
    const double largest = std::max(a_.log_det, b_.log_det);
    const double fa = std::exp(a_.log_det - largest), fb = std::exp(b_.log_det - largest);
    double sigma = sigma_b * fa / (fa + fb);
    for (int k = 0; k < 2; ++k) { // the secant's point, then the middle
        if (point_at(sigma, sigma_b, trial_)) {
            const BranchPoint found = locate_branch_point(corrector_, trial_.x, trial_.p);
            event.at.x = found.x;
            event.at.p = found.p;
            if (found.found) {
                subtract(event.at, a_);
                event.sigma = a_.t.dot(difference_);
                const double off = (difference_ - event.sigma * a_.t).norm();
                if (event.sigma > 0 && event.sigma < sigma_b && off < 0.5 * sigma_b) {
                    State& at = event.at;
                    at.t = a_.t + (event.sigma / sigma_b) * (b_.t - a_.t);
                    at.t.normalize();
                    const Vector chord = at.t;
                    double nearest = 4;
                    for (Index i = 0; i < found.tangents.cols(); ++i) {
                        Vector t = found.tangents.col(i).cwiseQuotient(scale());
                        t *= t.dot(chord) < 0 ? -1 : 1;
                        if (angle(t, chord) < nearest) {
                            nearest = angle(t, chord);
                            at.t = t;
                        }
                    }
                    at.orientation = 0;
                    at.log_det = 0;
                    at.iterations = 0;
                    return corrector_.evaluate(at.x, at.p) && measure_all(at);
                }
            }
        }
        sigma = sigma_b / 2;
    }
    return false;
}

/// Whether p turns twice between a_ and b_, where dp/ds has one sign. The cubic of `point_at` tells
/// where to look.
bool Tracer::find_two_folds(double& sigma, double& t_p)
{
    subtract(b_, a_);
    const double sigma_b = a_.t.dot(difference_);
    // dp/du = c0 + 2 c1 u + 3 c2 u^2
    const double c0 = sigma_b * a_.t(n_), end = sigma_b * b_.t(n_) / a_.t.dot(b_.t);
    const double rise = difference_(n_), c1 = 3 * rise - 2 * c0 - end, c2 = c0 + end - 2 * rise;
    const double u = -c1 / (3 * c2);
    if (!(u > 0 && u < 1) || (c0 + c1 * u) * c0 > 0.1 * c0 * c0)
        return false;
    sigma = u * sigma_b;
    if (!point_at(sigma, sigma_b, trial_))
        return false;
    t_p = trial_.t(n_);
    return t_p * a_.t(n_) < 0;
}

void Tracer::add_event(const Test& test, double lo, double f_lo, double hi, double f_hi)
{
    Event event;
    size(event.at);
    event.test = test;
    if (test.kind == TestKind::branch_point && crossing_found_) {
        event.sigma = crossing_.sigma;
        event.at = crossing_.at;
    } else if (!locate(test, lo, f_lo, hi, f_hi, event)) {
        return;
    }
    if (test.kind == TestKind::branch_point)
        event.at.orientation = 0;
    event.at.monitor = test.monitor;
    event.at.kind = test.kind == TestKind::fold           ? PointKind::fold
                    : test.kind == TestKind::branch_point ? PointKind::branch_point
                    : test.kind == TestKind::monitor_zero ? PointKind::monitor_zero
                                                          : PointKind::monitor_maximum;
    events_.push_back(std::move(event));
}

/// Events between a_ and b_ in their order; those that end the branch drop what follows.
void Tracer::find_events(bool& ends, BranchEnd& end)
{
    events_.clear();
    subtract(b_, a_);
    const double sigma_b = a_.t.dot(difference_);
    for (const Test& test : tests_) {
        const double fa = value(test, a_), fb = value(test, b_);
        const bool crosses = test.kind == TestKind::monitor_maximum
                                 ? fa > 0 && fb <= 0
                                 : (fa > 0 && fb <= 0) || (fa < 0 && fb >= 0);
        double sigma = 0, f = 0;
        const bool twice = test.kind == TestKind::fold && fa * fb > 0 && find_two_folds(sigma, f);
        if (crosses)
            add_event(test, 0, fa, sigma_b, fb);
        if (twice) {
            add_event(test, 0, fa, sigma, f);
            add_event(test, sigma, f, sigma_b, fb);
        }
    }
    // At a branch point the other branch may turn back in p: that is no further fold.
    for (const Event& event : events_) {
        if (event.test.kind != TestKind::branch_point)
            continue;
        const State at = event.at;
        std::erase_if(events_, [&](const Event& other) {
            return other.test.kind == TestKind::fold && distance(other.at, at) < 1e-4;
        });
        break;
    }
    std::sort(events_.begin(), events_.end(),
              [](const Event& x, const Event& y) { return x.sigma < y.sigma; });

    // The first of them (or b_) that is out of bounds has passed one.
    ends = false;
    for (std::size_t i = 0; i <= events_.size(); ++i) {
        const State& at = i < events_.size() ? events_[i].at : b_;
        if (!outside(at.p))
            continue;
        const double bound = at.p > options_.p_max ? options_.p_max : options_.p_min;
        State saved = b_; // the bracket ends at the first point outside
        b_ = at;
        Event event;
        size(event.at);
        event.test = {TestKind::bound, -1, bound};
        subtract(b_, a_);
        const double reach = a_.t.dot(difference_);
        if (locate(event.test, 0, a_.p - bound, reach, b_.p - bound, event)) {
            State& hit = event.at;
            hit.p = bound;
            State exact = hit;
            if (corrector_.correct(exact.x, exact.p, unit_p_) == NewtonStatus::converged &&
                distance(exact, hit) < same_point)
                hit = exact;
            if (corrector_.evaluate(hit.x, hit.p))
                complete(hit, a_.t);
        } else {
            event.at = a_;
        }
        event.at.kind = PointKind::bound;
        events_.resize(i);
        events_.push_back(std::move(event));
        b_ = std::move(saved);
        ends = true;
        end.stop = Stop::bound;
        end.message = "reached p = " + number_text(bound);
        break;
    }
    for (std::size_t i = 0; i < events_.size(); ++i) {
        const int m = events_[i].test.monitor;
        if (events_[i].test.kind == TestKind::monitor_zero &&
            problem_.monitors[static_cast<std::size_t>(m)].stop) {
            events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(i) + 1, events_.end());
            ends = true;
            end.stop = Stop::monitor;
            end.message = problem_.monitors[static_cast<std::size_t>(m)].name +
                          " = 0 at p = " + number_text(events_[i].at.p, 6);
            return;
        }
    }
}

/// Whether the branch meets `target` between a_ and b_: it passes the plane across the target's
/// tangent, in the same direction, and at the target itself.
bool Tracer::meets(const State& target)
{
    subtract(a_, target);
    const double ga = target.t.dot(difference_);
    subtract(b_, target);
    const double gb = target.t.dot(difference_);
    if (!(ga < 0 && gb >= 0) || b_.t.dot(target.t) <= 0)
        return false;
    subtract(b_, a_);
    const double step = difference_.norm(), sigma_b = a_.t.dot(difference_);
    if (distance(a_, target) > 2 * step || distance(b_, target) > 2 * step)
        return false;
    // From the cubic through both points onto the plane itself.
    const double u = ga / (ga - gb), v = 1 - u;
    subtract(b_, a_);
    difference_ = u * u * (3 - 2 * u) * difference_ +
                  sigma_b * (u * v * v * a_.t - u * u * v / a_.t.dot(b_.t) * b_.t);
    move(trial_, a_, 1, difference_);
    const double guess = distance(trial_, target);
    if (target.kind == PointKind::branch_point)
        return guess < 0.05 * step;
    subtract(trial_, target);
    move(trial_, trial_, -target.t.dot(difference_), target.t);
    return corrector_.correct(trial_.x, trial_.p, target.t) == NewtonStatus::converged &&
           distance(trial_, target) < same_point;
}

/// The corner between a_ and b_ after a turn, where p turns back: where both tangents meet.
void Tracer::add_turning_point(Record& record)
{
    if (!options_.folds || a_.t(n_) * b_.t(n_) >= 0)
        return;
    subtract(b_, a_);
    // a + alpha t_a = b - beta t_b in the sense of least squares
    const double c = a_.t.dot(b_.t), da = a_.t.dot(difference_), db = b_.t.dot(difference_);
    const double alpha = (da - c * db) / (1 - c * c);
    Event event;
    size(event.at);
    State& at = event.at;
    at = b_;
    move(at, a_, alpha, a_.t);
    at.t = a_.t;
    at.orientation = a_.orientation;
    at.kind = PointKind::fold;
    at.iterations = 0;
    if (std::isfinite(alpha) && corrector_.evaluate(at.x, at.p) && measure_all(at))
        advance(at, record);
}

/// Records a point behind the last recorded one.
void Tracer::advance(State& at, Record& record)
{
    subtract(at, last_);
    const double chord = difference_.norm(), half = angle(at.t, last_.t) / 2;
    // Exact for circular arcs.
    at.s = last_.s + (half > 1e-4 ? chord * half / std::sin(half) : chord);
    record.add(at, scale());
    previous_ = difference_;
    has_previous_ = true;
    last_ = at;
}

std::string Tracer::reason(Outcome outcome, double h) const
{
    std::string text = place() + ": no step of " + number_text(h, 3) +
                       " (the smallest allowed) or more succeeds: ";
    switch (outcome) {
    case Outcome::newton_failed: {
        text += "Newton's method " + std::string(continuation::text(newton_));
        const std::vector<double>& norms = corrector_.residual_norms();
        if (norms.empty())
            break; // undefined at once
        text += "; residuals ";
        std::vector<std::string> words;
        for (std::size_t i = 0; i < norms.size(); ++i)
            if (i < 3 || i + 3 >= norms.size())
                words.push_back(number_text(norms[i], 2));
            else if (i == 3)
                words.emplace_back("...");
        text += join(words);
        break;
    }
    case Outcome::no_tangent:
        text += "the tangent is not unique";
        break;
    case Outcome::turned:
        text += "the branch turns by " + number_text(turn_angle_, 3) + " rad";
        break;
    case Outcome::other_branch:
        text += "Newton's method leads to another branch";
        break;
    case Outcome::jumped:
        text += "a monitor changes by " + number_text(change_, 3) + " of its max_change";
        break;
    case Outcome::monitor_failed:
        text += "monitor " + problem_.monitors[static_cast<std::size_t>(failing_monitor_)].name +
                " is not a finite number";
        break;
    case Outcome::accepted:
        break;
    }
    return text;
}

std::optional<State> Tracer::first(const Start& start, BranchEnd& end)
{
    State at;
    size(at);
    at.x = start.x;
    at.p = start.p;
    auto fail = [&](const std::string& why) -> std::optional<State> {
        end.stop = Stop::failed;
        end.message = "no branch at the start, p = " + number_text(start.p, 6) + ": " + why;
        end.residual_norms = corrector_.residual_norms();
        return std::nullopt;
    };
    const int sign = start.direction < 0 ? -1 : 1;
    if (start.tangent.size() != 0) {
        require(start.tangent.size() == n_ + 1 && start.tangent.norm() > 0,
                "the tangent of the start must have n + 1 numbers, not all zero");
        at.t = sign * start.tangent.cwiseQuotient(scale()).normalized();
        at.kind = start.kind;
        at.monitor = start.monitor;
        if (!resume(at))
            return fail("the equations or monitors are not defined there");
        return at;
    }
    NewtonStatus status = corrector_.correct(at.x, at.p, unit_p_);
    if (status == NewtonStatus::converged) {
        corrector_.polish(at.x, at.p, unit_p_);
    } else {
        // F_x may be singular: the nearest point of the branch instead.
        const std::string why = "Newton's method " + std::string(text(status));
        at.x = start.x;
        at.p = start.p;
        if (!corrector_.evaluate(at.x, at.p))
            return fail("the equations are not defined there");
        corrector_.any_tangent(at.t);
        const Vector normal = at.t;
        if (corrector_.correct(at.x, at.p, normal) != NewtonStatus::converged || outside(at.p))
            return fail(why);
    }
    if (!corrector_.evaluate(at.x, at.p))
        return fail("the equations are not defined there");
    corrector_.any_tangent(at.t);
    Index largest = 0;
    at.t.cwiseAbs().maxCoeff(&largest);
    const double towards = std::abs(at.t(n_)) > 1e-8 ? at.t(n_) : at.t(largest);
    at.t *= sign * (towards < 0 ? -1 : 1);
    at.kind = PointKind::start;
    if (!resume(at))
        return fail("the tangent is not unique or a monitor is not defined there");
    return at;
}

bool Tracer::resume(State& at)
{
    at.values.setZero(static_cast<Index>(problem_.monitors.size()));
    at.slopes.setZero(static_cast<Index>(problem_.monitors.size()));
    if (!corrector_.evaluate(at.x, at.p))
        return false;
    at.orientation = 0;
    at.log_det = 0;
    if (at.kind != PointKind::branch_point) {
        // The stored tangent stays, to the last bit.
        if (!corrector_.tangent(at.t, trial_.t))
            return false;
        at.orientation = corrector_.orientation();
        at.log_det = corrector_.log_det();
    }
    return measure_all(at);
}

BranchEnd Tracer::run(const State& from, const Vector& previous, const State* target, double step,
                      Index n_before, Record& record, const Progress& progress)
{
    BranchEnd end;
    a_ = from;
    last_ = from;
    b_ = from;
    has_previous_ = previous.size() != 0;
    if (has_previous_)
        previous_ = previous;
    double h = std::clamp(step, options_.min_step, options_.max_step), done = 0;
    const double p_first = from.p;
    if (from.p <= options_.p_min && from.t(n_) < 0)
        return {Stop::bound, h, "starts at p = p_min and leads outside", {}};
    if (from.p >= options_.p_max && from.t(n_) > 0)
        return {Stop::bound, h, "starts at p = p_max and leads outside", {}};

    for (;;) {
        end.step = h;
        done = std::max(done, static_cast<double>(record.size() + n_before) / options_.max_points);
        for (double bound : {options_.p_min, options_.p_max})
            if (std::isfinite(bound) && (bound - p_first) * a_.t(n_) > 0)
                done = std::max(done, (a_.p - p_first) / (bound - p_first));
        if (progress && !progress(std::clamp(done, 0.0, 1.0))) {
            end.stop = Stop::interrupted;
            end.message = "interrupted " + place();
            return end;
        }
        if (record.size() + n_before >= options_.max_points) {
            end.stop = Stop::max_points;
            end.message = std::to_string(options_.max_points) + " points, as asked for";
            return end;
        }

        rejected_ = 0;
        Outcome outcome = Outcome::newton_failed;
        bool turned = false;
        for (;;) {
            outcome = attempt(h);
            if (outcome == Outcome::accepted)
                break;
            rejected_ = outcome == Outcome::turned   ? turn_angle_
                        : outcome == Outcome::jumped ? change_
                                                     : 0;
            h = std::min(h, length_) / 2;
            if (h < options_.min_step) {
                const std::vector<double> norms = corrector_.residual_norms();
                const std::string why = reason(outcome, 2 * h);
                turned = turn();
                if (!turned) {
                    end.stop = Stop::failed;
                    end.step = options_.min_step;
                    end.message = why;
                    end.residual_norms = norms;
                    return end;
                }
                h = options_.min_step;
                break;
            }
        }

        if (turned) {
            add_turning_point(record);
            advance(b_, record);
            std::swap(a_, b_);
            continue;
        }

        bool ends = false;
        const bool closes = target && options_.closed_loops && meets(*target);
        find_events(ends, end);
        for (Event& event : events_) {
            if (closes && distance(event.at, *target) < same_point)
                continue; // the label of the target itself
            if (closes) {
                subtract(*target, a_);
                if (event.sigma > a_.t.dot(difference_))
                    continue; // already on the first stretch
            }
            advance(event.at, record);
        }
        if (closes) {
            State last = *target;
            last.kind = PointKind::regular;
            last.monitor = -1;
            last.iterations = 0;
            advance(last, record);
            end.stop = Stop::closed;
            end.message = "closed after a length of " + number_text(std::abs(last.s), 6);
            return end;
        }
        if (ends)
            return end;
        if (on_bound_) {
            b_.kind = PointKind::bound;
            advance(b_, record);
            end.stop = Stop::bound;
            end.message = "reached p = " + number_text(b_.p);
            return end;
        }
        advance(b_, record);

        double factor = std::exp2((options_.target_iterations - b_.iterations) / 2.0);
        if (!corner_)
            factor = std::min(factor, options_.target_angle / std::max(turn_angle_, 1e-12));
        if (change_ > 0)
            factor = std::min(factor, 1 / change_);
        h = std::clamp(h * std::clamp(factor, 0.5, 2.0), options_.min_step, options_.max_step);
        std::swap(a_, b_);
    }
}

State state_of(const Branch& branch, Index k, const Vector& scale, int sign)
{
    State at;
    at.x = branch.x.col(k);
    at.p = branch.p(k);
    at.t = sign * branch.tangent.col(k).cwiseQuotient(scale);
    at.s = sign * branch.s(k);
    at.kind = branch.kind_of(k);
    at.monitor = branch.monitor[static_cast<std::size_t>(k)];
    at.orientation = sign * branch.orientation[static_cast<std::size_t>(k)];
    at.values = branch.monitors.col(k);
    return at;
}

void check(const Problem& problem)
{
    require(static_cast<bool>(problem.evaluate), "a problem without equations");
    for (const Monitor& monitor : problem.monitors)
        require(static_cast<bool>(monitor.value), "monitor " + monitor.name + " without a value");
}

/// `n_before` points count towards max_points.
void go_on(const Problem& problem, Branch& branch, End end, const Options& options, Index n_before,
           const Progress& progress)
{
    BranchEnd& here = end == End::back ? branch.back : branch.front;
    if (branch.closed() || branch.n_points() == 0)
        return;
    Tracer tracer(problem, branch.x.rows(), options);
    const Index last = branch.n_points() - 1;
    const Index k = end == End::back ? last : 0, other = last - k;
    const int sign = end == End::back ? 1 : -1;
    State from = state_of(branch, k, tracer.scale(), sign);
    State target = state_of(branch, other, tracer.scale(), sign);
    if (!tracer.resume(from)) {
        here.stop = Stop::failed;
        here.message =
            "the equations or monitors are not defined at this end, p = " + number_text(from.p, 6);
        return;
    }
    Vector previous;
    if (last > 0) {
        const State before = state_of(branch, k - sign, tracer.scale(), sign);
        previous.resize(branch.x.rows() + 1);
        previous << from.x - before.x, from.p - before.p;
        previous = previous.cwiseQuotient(tracer.scale()).eval();
    }
    Record record(branch.x.rows(), branch.monitors.rows(), options.max_points);
    here = tracer.run(from, previous, &target, here.step > 0 ? here.step : options.first_step,
                      n_before, record, progress);
    record.move_to(branch, end);
    if (here.stop == Stop::closed) {
        branch.front.stop = branch.back.stop = Stop::closed;
        branch.front.message = branch.back.message = here.message;
    }
}

} // namespace

Branch trace(const Problem& problem, const Start& start, const Options& options,
             const Progress& progress)
{
    check(options);
    check(problem);
    require(start.p >= options.p_min && start.p <= options.p_max,
            "the start p = " + number_text(start.p) + " lies outside p_min to p_max");
    Branch branch;
    const Index n = start.x.size();
    Tracer tracer(problem, n, options);
    for (const Monitor& monitor : problem.monitors)
        branch.monitor_names.push_back(monitor.name);
    const auto n_monitors = static_cast<Index>(problem.monitors.size());
    branch.x.resize(n, 0);
    branch.tangent.resize(n + 1, 0);
    branch.monitors.resize(n_monitors, 0);
    branch.front = {Stop::start, options.first_step, "the start", {}};
    branch.back.step = options.first_step;
    const std::optional<State> from = tracer.first(start, branch.back);
    if (!from)
        return branch;
    Record record(n, n_monitors, 1);
    record.add(*from, tracer.scale());
    record.move_to(branch, End::back);
    go_on(problem, branch, End::back, options, 1, progress);
    return branch;
}

Branch trace_both(const Problem& problem, const Start& start, const Options& options,
                  const Progress& progress)
{
    Branch branch = trace(problem, start, options, progress);
    if (branch.back.stop != Stop::interrupted && branch.n_points() > 0)
        go_on(problem, branch, End::front, options, 1, progress);
    return branch;
}

Branch extend(const Problem& problem, Branch branch, End end, const Options& options,
              const Progress& progress)
{
    check(options);
    check(problem);
    continuation::check(branch);
    require(branch.monitors.rows() == static_cast<Index>(problem.monitors.size()),
            "the branch has monitors other than the problem");
    go_on(problem, branch, end, options, 0, progress);
    return branch;
}

Switch switch_branch(const Problem& problem, const Branch& branch, Index k, const Options& options)
{
    require(k >= 0 && k < branch.n_points() && branch.kind_of(k) == PointKind::branch_point,
            "point " + std::to_string(k) + " is no branch point");
    check(options);
    check(problem);
    Corrector corrector(problem, branch.x.rows(), options.scales, options.newton);
    const BranchPoint crossing = locate_branch_point(corrector, branch.x.col(k), branch.p(k));
    Switch out;
    out.message = crossing.message;
    if (!crossing.found || crossing.tangents.cols() == 0)
        return out;
    // The direction that is not the branch's own.
    const Vector own = branch.tangent.col(k).cwiseQuotient(corrector.scale()).normalized();
    double least = 2;
    for (Index i = 0; i < 2; ++i) {
        const Vector t = crossing.tangents.col(i).cwiseQuotient(corrector.scale()).normalized();
        if (std::abs(t.dot(own)) < least) {
            least = std::abs(t.dot(own));
            out.starts = {{crossing.x, crossing.p, +1, crossing.tangents.col(i),
                           PointKind::branch_point, -1}};
        }
    }
    return out;
}

} // namespace slideway::continuation
