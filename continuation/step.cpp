#include "continuation/step.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace slideway::continuation {

double next_step(double h, const Attempt& last, const Options& options)
{
    double factor = std::exp2((options.target_iterations - last.iterations) / 2.0), most = 2;
    if (options.curved) {
        // A polynomial of the fifth degree departs with the sixth power of the step.
        constexpr double aim = 1e-3;
        factor = std::min(2 * factor, std::pow(aim / std::max(last.miss, 1e-16), 1 / 6.0));
        most = last.shortened ? 1 : 4;
    }
    if (!last.corner)
        factor = std::min(factor, options.target_angle / std::max(last.turn, 1e-12));
    if (last.change > 0)
        factor = std::min(factor, 1 / last.change);
    factor = std::clamp(factor, 0.5, most);
    // One that ends at a station may be but the rest of a step.
    const double next =
        last.landed ? std::max(h * std::min(factor, 1.0), last.length * factor) : h * factor;
    return std::clamp(next, options.min_step, options.max_step);
}

double shorter_step(double h, const Attempt& last, const Options& options)
{
    const double tried = std::min(h, last.length);
    // Far from where it succeeds.
    const bool far = options.curved && last.outcome == Outcome::newton_failed &&
                     last.iterations <= 0 && tried >= 4 * options.min_step;
    return tried / (far ? 4 : 2);
}

Stepper::Stepper(Workspace& work, Locator& locator)
    : work_(work), locator_(locator), chord_(work.n + 1)
{
    work_.size(trial_);
    work_.size(crossing_.at);
    if (work.options.curved)
        predictor_.emplace(work);
}

void Stepper::remember(const State& before)
{
    if (predictor_)
        predictor_->add(before);
}

// Where corners are told by a monitor.
bool Stepper::passes_corner(const State& a, const State& b) const
{
    for (std::size_t i = 0; i < work_.problem.monitors.size(); ++i) {
        const auto j = static_cast<Index>(i);
        if (work_.problem.monitors[i].corner && a.values(j) * b.values(j) < 0)
            return true;
    }
    return false;
}

const Attempt& Stepper::attempt(const State& a, double h, double rejected, State& b)
{
    last_ = {.newton = NewtonStatus::max_iterations,
             .length = h,
             .shortened = last_.outcome != Outcome::accepted};
    last_.outcome = judge(a, h, rejected, b);
    return last_;
}

void Stepper::predict(const State& a, double h, State& b)
{
    if (predictor_)
        predictor_->predict(a, h, b);
    else
        work_.move(b, a, h, a.t);
}

double Stepper::parameter(const State& a, double h) const
{
    return predictor_ ? predictor_->parameter(a, h)
                      : a.p + h * work_.scale()(work_.n) * a.t(work_.n);
}

bool Stepper::correct(State& b, const Vector& normal)
{
    last_.newton = work_.corrector.correct(b.x, b.p, normal);
    last_.iterations = work_.corrector.iterations();
    last_.miss = last_.iterations < 0 ? 0 : work_.corrector.residual_norms().front();
    return last_.newton == NewtonStatus::converged;
}

// Ends a step that would pass a station there.
bool Stepper::land(const State& a, double h, State& b)
{
    const std::vector<double>& stations = work_.options.stations;
    if (stations.empty())
        return false;
    const double reached = parameter(a, h);
    const bool up = reached > a.p;
    const auto above = std::upper_bound(stations.begin(), stations.end(), a.p);
    auto next = above;
    if (!up) {
        next = std::lower_bound(stations.begin(), stations.end(), a.p);
        if (next == stations.begin())
            return false;
        --next;
    }
    if (next == stations.end() || (up ? *next > reached : *next < reached))
        return false;
    constexpr int secants = 3; // of the prediction, which is nearly straight
    double length = h, p = reached;
    for (int k = 0; k < secants; ++k) {
        length *= (*next - a.p) / (p - a.p);
        if (!(length > 0 && length <= h))
            return false;
        p = parameter(a, length);
    }
    predict(a, length, b);
    b.p = *next;
    if (!correct(b, work_.unit_p))
        return false;
    constexpr double round_off = 1e-13;
    if (work_.corrector.residual_norms().back() > round_off)
        work_.corrector.polish(b.x, b.p, work_.unit_p);
    last_.length = length;
    last_.landed = true;
    last_.on_bound = b.p == work_.options.p_min || b.p == work_.options.p_max;
    return true;
}

Outcome Stepper::judge(const State& a, double h, double rejected, State& b)
{
    const Options& options = work_.options;
    if (predictor_)
        predictor_->fit(a, h);
    const double per_length = work_.scale()(work_.n) * a.t(work_.n), p = a.p + h * per_length;
    if (!land(a, h, b) && work_.outside(p)) {
        const double bound = p > options.p_max ? options.p_max : options.p_min;
        const double to_bound = (bound - a.p) / per_length;
        work_.move(b, a, to_bound, a.t);
        b.p = bound;
        last_.on_bound = correct(b, work_.unit_p);
        last_.length = last_.on_bound ? to_bound : h;
    }
    if (!last_.on_bound && !last_.landed) {
        predict(a, h, b);
        if (!correct(b, a.t))
            return Outcome::newton_failed;
    }
    if (!work_.orient(b, a.t))
        return Outcome::no_tangent;

    last_.turn = angle(a.t, b.t);
    chord_ = work_.offset(b, a);
    const double chord = chord_.norm();
    if (chord > 0)
        chord_ /= chord;
    const double chord_angle = chord > 0 ? angle(a.t, chord_) : 0;
    // On an arc the chord turns half as much as the tangent, before a corner it lies between both
    // tangents; towards another branch it does not.
    if (chord_angle > std::max(0.5 * options.max_angle, 1.001 * last_.turn))
        return Outcome::other_branch;
    // A smooth branch turns half as much in half a step, a corner does not.
    const bool insists = h <= std::max(options.corner_step, 8 * options.min_step) && rejected > 0;
    last_.corner = last_.turn > options.max_angle && insists && last_.turn > 0.9 * rejected;
    if (last_.turn > options.max_angle && !last_.corner)
        return Outcome::turned;
    if (!work_.measure_all(b)) // may cost more than all the rest: not for points that are refused
        return Outcome::monitor_failed;
    for (std::size_t i = 0; i < work_.problem.monitors.size(); ++i) {
        const auto j = static_cast<Index>(i);
        last_.change = std::max(last_.change, std::abs(b.values(j) - a.values(j)) /
                                                  work_.problem.monitors[i].max_change);
    }
    if (last_.change > 2 && !(insists && last_.change > 0.9 * rejected))
        return Outcome::jumped;
    // Without a branch point between them, points of opposite orientation belong to stretches that
    // do not follow each other. In a short step a corner may hide one.
    const bool reversed = a.orientation * b.orientation < 0 && !passes_corner(a, b);
    last_.passes_crossing = reversed && locator_.crossing(a, b, crossing_);
    if (reversed && !last_.passes_crossing && h > options.corner_step)
        return Outcome::other_branch;
    return Outcome::accepted;
}

bool Stepper::turn(const State& a, State& b)
{
    if (a.orientation == 0)
        return false;
    const double min_step = work_.options.min_step;
    Corrector& corrector = work_.corrector;
    for (double h = 2 * min_step; h < 100 * min_step; h *= 4) {
        work_.move(trial_, a, h, a.t);
        if (!corrector.evaluate(trial_.x, trial_.p) || !corrector.tangent(a.t, trial_.t))
            continue;
        if (corrector.orientation() != a.orientation)
            trial_.t = -trial_.t;
        if (a.t.dot(trial_.t) > 0.5)
            continue;
        work_.move(b, trial_, 2 * h, trial_.t); // h leads back to the corner after a reversal
        if (corrector.correct(b.x, b.p, trial_.t) != NewtonStatus::converged ||
            work_.outside(b.p) || !work_.complete(b, trial_.t) || b.orientation != a.orientation ||
            work_.distance(b, a) > 4 * h)
            continue;
        return true;
    }
    return false;
}

std::string Stepper::reason() const
{
    switch (last_.outcome) {
    case Outcome::newton_failed: {
        const std::string why = "Newton's method " + std::string(text(last_.newton));
        const std::vector<double>& norms = work_.corrector.residual_norms();
        std::vector<std::string> words;
        for (std::size_t i = 0; i < norms.size(); ++i)
            if (i < 3 || i + 3 >= norms.size())
                words.push_back(number_text(norms[i], 2));
            else if (i == 3)
                words.emplace_back("...");
        return words.empty() ? why : why + "; residuals " + join(words); // empty: undefined at once
    }
    case Outcome::no_tangent:
        return "the tangent is not unique";
    case Outcome::turned:
        return "the branch turns by " + number_text(last_.turn, 3) + " rad";
    case Outcome::other_branch:
        return "Newton's method leads to another branch";
    case Outcome::jumped:
        return "a monitor changes by " + number_text(last_.change, 3) + " of its max_change";
    case Outcome::monitor_failed:
        return "monitor " +
               work_.problem.monitors[static_cast<std::size_t>(work_.failing_monitor)].name +
               " is not a finite number";
    case Outcome::accepted:
        break;
    }
    return "";
}

bool turning_point(Workspace& work, const State& a, const State& b, State& at)
{
    const Index n = work.n;
    int corner = -1; // told by a monitor
    for (std::size_t i = 0; i < work.problem.monitors.size() && corner < 0; ++i)
        if (const auto j = static_cast<Index>(i);
            work.problem.monitors[i].corner && a.values(j) * b.values(j) < 0)
            corner = static_cast<int>(i);
    if (corner < 0 && (!work.options.folds || a.t(n) * b.t(n) >= 0))
        return false;
    const Vector& offset = work.offset(b, a);
    // a + alpha t_a = b - beta t_b in the sense of least squares
    const double c = a.t.dot(b.t), da = a.t.dot(offset), db = b.t.dot(offset);
    const double alpha = (da - c * db) / (1 - c * c);
    at = b;
    work.move(at, a, alpha, a.t);
    at.t = a.t;
    at.orientation = a.orientation;
    at.kind = corner < 0 ? PointKind::fold : PointKind::monitor_zero;
    at.monitor = corner;
    at.iterations = 0;
    return std::isfinite(alpha) && work.corrector.evaluate(at.x, at.p) && work.measure_all(at);
}

} // namespace slideway::continuation
