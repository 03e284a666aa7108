#include "continuation/trace.hpp"

#include "continuation/extend_in_parts.hpp"
#include "continuation/locate.hpp"
#include "continuation/record.hpp"
#include "continuation/state.hpp"
#include "continuation/step.hpp"

#include "base/interruptible.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>

namespace slideway::continuation {

namespace {

void require(bool holds, const std::string& message)
{
    if (!holds)
        throw std::invalid_argument("continuation: " + message);
}

/// A run along a branch from one of its points, recorded step by step.
class BranchRun {
public:
    /// @param n_before  number of points that count towards max_points
    BranchRun(Workspace& work, const State& from, Index n_before, Record& record)
        : work_(work), locator_(work), stepper_(work, locator_), record_(record),
          n_before_(n_before), a_(from), b_(from), last_(from), p_first_(from.p)
    {
        work_.size(fold_);
    }

    /// Continues until the run ends. `targets` are the other end of the branch, with its tangent in
    /// the direction of the run, and its images.
    BranchEnd follow(const std::vector<State>& targets, double step, const Progress& progress);
    /// Adds a point of the branch before the first one to the predictor.
    void remember(const State& before) { stepper_.remember(before); }

private:
    void advance(State& state);
    bool goes_on(const std::vector<State>& targets, double& h, BranchEnd& end);
    bool step(double& h, bool& turned, BranchEnd& end);
    bool located_step(double& h, bool& turned, bool& ends, BranchEnd& end);
    bool interrupted(const Progress& progress);
    [[nodiscard]] Index n_points() const { return record_.size() + n_before_; }
    [[nodiscard]] std::string place() const
    {
        return "at p = " + number_text(a_.p, 6) + ", s = " + number_text(a_.s, 6);
    }

    Workspace& work_;
    Locator locator_;
    Stepper stepper_;
    Record& record_;
    Index n_before_;
    State a_, b_; // ends of the current step
    State last_;  // last recorded point
    State fold_;  // fold at a corner where the branch reverses
    double p_first_, done_ = 0;
};

/// Records a point after the last recorded one.
void BranchRun::advance(State& state)
{
    const double chord = work_.offset(state, last_).norm(), half = angle(state.t, last_.t) / 2;
    // The length is exact for circular arcs.
    state.s = last_.s + (half > 1e-4 ? chord * half / std::sin(half) : chord);
    record_.add(state, work_.scale());
    last_ = state;
}

bool BranchRun::interrupted(const Progress& progress)
{
    const Options& options = work_.options;
    done_ = std::max(done_, static_cast<double>(n_points()) / options.max_points);
    for (double bound : {options.p_min, options.p_max})
        if (std::isfinite(bound) && (bound - p_first_) * a_.t(work_.n) > 0)
            done_ = std::max(done_, (a_.p - p_first_) / (bound - p_first_));
    return progress && !progress(std::clamp(done_, 0.0, 1.0));
}

/// Makes a step from a_ to b_, shortened until it is accepted; false if none is accepted.
bool BranchRun::step(double& h, bool& turned, BranchEnd& end)
{
    const double min_step = work_.options.min_step;
    turned = false;
    double rejected = 0;
    stepper_.begin(a_);
    for (;;) {
        const Attempt& attempt = stepper_.attempt(a_, h, rejected, b_);
        if (attempt.outcome == Outcome::accepted)
            return true;
        rejected = attempt.outcome == Outcome::turned   ? attempt.turn
                   : attempt.outcome == Outcome::jumped ? attempt.change
                                                        : 0;
        h = shorter_step(h, attempt, work_.options);
        if (h < min_step)
            break;
    }
    end.residual_norms = work_.corrector.residual_norms();
    end.message = place() + ": no step of " + number_text(2 * h, 3) +
                  " (the smallest allowed) or more succeeds: " + stepper_.reason();
    h = min_step;
    turned = work_.options.reversals && !work_.problem.surfaces && stepper_.turn(a_, b_);
    return turned;
}

BranchEnd BranchRun::follow(const std::vector<State>& targets, double first_step,
                            const Progress& progress)
{
    const Options& options = work_.options;
    double h = std::clamp(first_step, options.min_step, options.max_step);
    if (a_.p <= options.p_min && a_.t(work_.n) < 0)
        return {Stop::bound, h, "starts at p = p_min and leads outside", {}};
    if (a_.p >= options.p_max && a_.t(work_.n) > 0)
        return {Stop::bound, h, "starts at p = p_max and leads outside", {}};

    for (;;) {
        BranchEnd end;
        end.step = h;
        if (interrupted(progress)) {
            end.stop = Stop::interrupted;
            end.message = "interrupted " + place();
            return end;
        }
        if (n_points() >= options.max_points) {
            end.stop = Stop::max_points;
            end.message = std::to_string(options.max_points) + " points, as requested";
            return end;
        }

        try {
            if (!goes_on(targets, h, end))
                return end;
        } catch (const Interrupted&) { // thrown by equations or monitors
            end.stop = Stop::interrupted;
            end.message = "interrupted " + place();
            return end;
        }
    }
}

/// Makes a step as `step`, and locates its events. Where one cannot be located, as at a sharp bend,
/// the step is repeated with a smaller length. @return false if no step is accepted
bool BranchRun::located_step(double& h, bool& turned, bool& ends, BranchEnd& end)
{
    const double shortest = 8 * work_.options.min_step;
    const BranchEnd before = end;
    for (;;) {
        if (!step(h, turned, end))
            return false;
        if (turned)
            return true;
        const Attempt& made = stepper_.last();
        const Event* crossing = made.passes_crossing ? &stepper_.crossing() : nullptr;
        ends = locator_.find(a_, b_, crossing, made.entered, end);
        const double shorter = std::min(h, made.length) / 4;
        if (!locator_.lost() || made.entered || shorter < shortest)
            return true;
        h = shorter;
        end = before;
    }
}

/// Makes one step and records all its points; false at the end of the run.
bool BranchRun::goes_on(const std::vector<State>& targets, double& h, BranchEnd& end)
{
    const Options& options = work_.options;
    bool turned = false, ends = false;
    if (!located_step(h, turned, ends, end)) {
        end.stop = Stop::failed;
        end.step = options.min_step;
        return false;
    }
    if (turned) {
        if (turning_point(work_, a_, b_, fold_))
            advance(fold_);
        advance(b_);
        std::swap(a_, b_);
        return true;
    }

    const auto target = options.closed_loops
                            ? std::find_if(targets.begin(), targets.end(),
                                           [&](const State& other) -> bool {
                                               return locator_.meets(a_, b_, other);
                                           })
                            : targets.end();
    const bool closes = target != targets.end();
    const Test* label = nullptr; // label of the target, if the beginning has not found it
    for (Event& event : locator_.events()) {
        if (closes && work_.distance(event.at, *target) < same_point) {
            if (target->kind == PointKind::start &&
                changes(event.test, value(event.test, a_), value(event.test, *target)))
                label = &event.test;
            continue;
        }
        if (closes && event.sigma > a_.t.dot(work_.offset(*target, a_)))
            continue; // already recorded at the beginning
        advance(event.at);
    }
    if (closes) {
        State last = *target;
        if (target != targets.begin() && !work_.resume(last)) // monitors of an image may differ
            last.values = target->values;
        last.kind = label ? label->kind : PointKind::regular;
        last.monitor = label ? label->monitor : -1;
        last.iterations = 0;
        advance(last);
        end.stop = Stop::closed;
        end.message = "closed after a length of " + number_text(std::abs(last_.s), 6) +
                      (target == targets.begin() ? "" : ", on an image of its other end");
        return false;
    }
    if (ends)
        return false;
    if (stepper_.last().on_bound)
        b_.kind = PointKind::bound;
    advance(b_);
    if (stepper_.last().on_bound) {
        end.stop = Stop::bound;
        end.message = "reached p = " + number_text(b_.p);
        return false;
    }
    stepper_.remember(a_);
    h = next_step(h, stepper_.last(), options);
    std::swap(a_, b_);
    return true;
}

/// Returns the first point of a branch; empty with the reason in `end`.
std::optional<State> first_point(Workspace& work, const Start& start, BranchEnd& end)
{
    Corrector& corrector = work.corrector;
    const Index n = work.n;
    State state;
    work.size(state);
    state.x = start.x;
    state.p = start.p;
    auto fail = [&](const std::string& why) -> std::optional<State> {
        end.stop = Stop::failed;
        end.message = "no branch at the start, p = " + number_text(start.p, 6) + ": " + why;
        end.residual_norms = corrector.residual_norms();
        return std::nullopt;
    };
    const int sign = start.direction < 0 ? -1 : 1;
    if (start.tangent.size() != 0) {
        require(start.tangent.size() == n + 1 && start.tangent.norm() > 0,
                "the tangent of the start must have n + 1 numbers, not all zero");
        state.t = sign * start.tangent.cwiseQuotient(work.scale()).normalized();
        state.kind = start.kind;
        state.monitor = start.monitor;
        if (!work.resume(state))
            return fail("the equations or monitors are not defined there");
        return state;
    }
    NewtonStatus status = corrector.correct(state.x, state.p, work.unit_p);
    if (status == NewtonStatus::converged) {
        corrector.polish(state.x, state.p, work.unit_p);
    } else {
        // F_x may be singular, so the nearest point of the branch is tried.
        const std::string why = "Newton's method " + std::string(text(status));
        state.x = start.x;
        state.p = start.p;
        if (!corrector.evaluate(state.x, state.p))
            return fail("the equations are not defined there");
        corrector.any_tangent(state.t);
        const Vector normal = state.t;
        if (corrector.correct(state.x, state.p, normal) != NewtonStatus::converged ||
            work.outside(state.p))
            return fail(why);
    }
    if (!corrector.evaluate(state.x, state.p))
        return fail("the equations are not defined there");
    corrector.any_tangent(state.t);
    Index largest = 0;
    state.t.cwiseAbs().maxCoeff(&largest);
    const double towards = std::abs(state.t(n)) > 1e-8 ? state.t(n) : state.t(largest);
    state.t *= sign * (towards < 0 ? -1 : 1);
    state.kind = PointKind::start;
    if (!work.resume(state))
        return fail("the tangent is not unique or a monitor is not defined there");
    return state;
}

State state_of(const Branch& branch, Index k, const Vector& scale, int sign)
{
    State state;
    state.x = branch.x.col(k);
    state.p = branch.p(k);
    state.t = sign * branch.tangent.col(k).cwiseQuotient(scale);
    state.s = sign * branch.s(k);
    state.kind = branch.kind_of(k);
    state.monitor = branch.monitor[static_cast<std::size_t>(k)];
    state.orientation = sign * branch.orientation[static_cast<std::size_t>(k)];
    state.values = branch.monitors.col(k);
    return state;
}

/// Continues a run; `n_before` points count towards max_points of the first part.
/// @param more  see extend_in_parts; none: one part
void go_on(const Problem& problem, Branch& branch, End end, Options options, Index n_before,
           const Progress& progress, const std::function<int(Branch&)>& more = {})
{
    BranchEnd& run_end = end == End::back ? branch.back : branch.front;
    if (branch.closed() || branch.n_points() == 0)
        return;
    Workspace work(problem, branch.x.rows(), options);
    const Index last = branch.n_points() - 1;
    const Index k = end == End::back ? last : 0, other = last - k;
    const int sign = end == End::back ? 1 : -1;
    State from = state_of(branch, k, work.scale(), sign);
    std::vector<State> targets = {state_of(branch, other, work.scale(), sign)};
    if (problem.images && options.closed_loops)
        for (const Image& image :
             problem.images(branch.x.col(other), branch.p(other), branch.tangent.col(other))) {
            State& target = targets.emplace_back(targets.front());
            target.x = image.x;
            target.t = (sign * image.tangent.cwiseQuotient(work.scale())).normalized();
        }
    bool resumed = false;
    try {
        resumed = work.resume(from);
    } catch (const Interrupted&) {
        run_end.stop = Stop::interrupted;
        run_end.message = "interrupted before it continued";
        return;
    }
    if (!resumed) {
        run_end.stop = Stop::failed;
        run_end.message =
            "the equations or monitors are not defined at this end, p = " + number_text(from.p, 6);
        return;
    }
    Record record(branch.x.rows(), branch.monitors.rows(), options.max_points);
    BranchRun run(work, from, n_before, record);
    for (Index back = std::min<Index>(last, Predictor::kept); back > 0; --back)
        run.remember(state_of(branch, k - sign * back, work.scale(), sign));
    for (;;) {
        run_end =
            run.follow(targets, run_end.step > 0 ? run_end.step : options.first_step, progress);
        record.move_to(branch, end);
        if (run_end.stop == Stop::closed) {
            branch.front.stop = branch.back.stop = Stop::closed;
            branch.front.message = branch.back.message = run_end.message;
        }
        const bool ends = run_end.stop != Stop::max_points;
        const int points = more ? more(branch) : 0;
        if (ends || points == 0)
            return;
        options.max_points = points;
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
    Workspace work(problem, n, options);
    for (const Monitor& monitor : problem.monitors)
        branch.monitor_names.push_back(monitor.name);
    const auto n_monitors = static_cast<Index>(problem.monitors.size());
    branch.x.resize(n, 0);
    branch.tangent.resize(n + 1, 0);
    branch.monitors.resize(n_monitors, 0);
    branch.front = {Stop::start, options.first_step, "the start", {}};
    branch.back.step = options.first_step;
    std::optional<State> from;
    try {
        from = first_point(work, start, branch.back);
    } catch (const Interrupted&) {
        branch.back.stop = Stop::interrupted;
        branch.back.message = "interrupted at the start";
    }
    if (!from)
        return branch;
    Record record(n, n_monitors, 1);
    record.add(*from, work.scale());
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

Branch extend_in_parts(const Problem& problem, Branch branch, const Options& options,
                       const Progress& progress, const std::function<int(Branch&)>& more)
{
    check(options);
    check(problem);
    go_on(problem, branch, End::back, options, 0, progress, more);
    return branch;
}

} // namespace slideway::continuation
