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
        // The error of a polynomial of degree five grows with the sixth power of the step.
        constexpr double aim = 1e-3;
        factor = std::min(2 * factor, std::pow(aim / std::max(last.miss, 1e-16), 1 / 6.0));
        most = last.shortened ? 1 : 4;
    }
    if (!last.corner)
        factor = std::min(factor, options.target_angle / std::max(last.turn, 1e-12));
    if (last.change > 0)
        factor = std::min(factor, 1 / last.change);
    factor = std::clamp(factor, 0.5, most);
    // A step that ends at a station may be only the rest of a step.
    const double next = last.entered  ? 2 * last.length
                        : last.landed ? std::max(h * std::min(factor, 1.0), last.length * factor)
                                      : h * factor;
    return std::clamp(next, options.min_step, options.max_step);
}

double shorter_step(double h, const Attempt& last, const Options& options)
{
    const double tried = std::min(h, last.length);
    // True if the step is much too long.
    const bool far = options.curved && last.outcome == Outcome::newton_failed &&
                     last.iterations <= 0 && tried >= 4 * options.min_step;
    return tried / (far ? 4 : 2);
}

Stepper::Stepper(Workspace& work, Locator& locator)
    : work_(work), locator_(locator), surface_(work), chord_(work.n + 1)
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

void Stepper::begin(const State& a)
{
    left_at_ = 0;
    on_surface_ = on_surface(work_, a);
    ahead_ = on_surface_ ? surface_.ahead(a) : SurfacePass::Ahead{a.beyond};
}

const Attempt& Stepper::attempt(const State& a, double h, double rejected, State& b)
{
    last_ = {.newton = NewtonStatus::max_iterations,
             .length = h,
             .shortened = last_.outcome != Outcome::accepted};
    last_.outcome = judge(a, h, rejected, b);
    if (last_.outcome != Outcome::accepted && last_.newton != NewtonStatus::undefined &&
        leave_surface(a, h, b))
        last_.outcome = Outcome::accepted;
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

// Ends a step at a station that it would pass.
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
    constexpr int secants = 3; // the prediction is nearly straight
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

// Angle to the tangent at the end of a step from the far side; the tangent on the
// surface may differ.
double Stepper::turn_on_far_side(const State& a, const State& surface_point)
{
    trial_ = surface_point;
    trial_.t = -surface_point.t;
    far_ = trial_;
    return surface_.enter(trial_, a.beyond, far_) ? angle(a.t, Vector(-far_.t)) : 0;
}

// Ends a step that passes a surface, or that fails, on the first surface that it meets.
bool Stepper::end_on_surface(const State& a, State& b, bool corrected)
{
    if (!work_.problem.surfaces || on_surface_)
        return false;
    bool found = false;
    if (!corrected) {
        found = surface_.meet(a, 1, last_.length, trial_);
    } else if (b.beyond > a.beyond) {
        found = surface_.meet(a, 1, work_.distance(b, a), trial_);
    } else if (b.beyond < a.beyond) {
        const double reach = work_.distance(b, a);
        work_.measure_surfaces(b);
        found = surface_.meet(b, -1, reach, trial_) && lies_ahead(work_, trial_, a);
    }
    if (!found)
        return false;
    const bool from_far = corrected && b.beyond < a.beyond;
    b = trial_;
    last_.turn = from_far ? turn_on_far_side(a, b) : 0;
    last_.landed = true;
    last_.on_bound = false;
    last_.length = work_.distance(b, a);
    last_.newton = NewtonStatus::converged;
    last_.iterations = 0;
    return true;
}

// Ends on a surface where the branch reverses, so that no point beyond it lies ahead.
bool Stepper::leave_surface(const State& a, double h, State& b)
{
    constexpr double longest = 1e-4, apart = 100; // apart: ratio of lengths that are tried
    if (a.beyond == 0 || on_surface_ || h > longest || (left_at_ > 0 && h * apart > left_at_))
        return false;
    left_at_ = h;
    if (!surface_.leave(a, h, trial_))
        return false;
    // Otherwise another branch was found.
    if (a.beyond - trial_.beyond != work_.surfaces_met(trial_))
        return false;
    b = trial_;
    if (turn_on_far_side(a, b) > work_.options.max_angle)
        return false;
    last_.landed = true;
    last_.on_bound = last_.corner = last_.passes_crossing = false;
    last_.turn = last_.change = 0;
    last_.newton = NewtonStatus::converged;
    last_.iterations = 0;
    last_.length = work_.distance(b, a);
    return true;
}

Outcome Stepper::enter(const State& a, State& b)
{
    if (!surface_.enter(a, ahead_.beyond, b))
        return Outcome::newton_failed;
    last_.newton = NewtonStatus::converged;
    last_.entered = true;
    last_.length = work_.distance(b, a);
    return Outcome::accepted;
}

// Finds a point of the branch about h ahead of a.
Outcome Stepper::place(const State& a, double h, State& b)
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
    return work_.orient(b, a.t) ? Outcome::accepted : Outcome::no_tangent;
}

Outcome Stepper::judge(const State& a, double h, double rejected, State& b)
{
    const Options& options = work_.options;
    // Distance from a surface below which labels are those of the surface.
    constexpr double soft = 1e-4;
    if (on_surface_ && ahead_.far && (ahead_.sharp || h < soft))
        return enter(a, b);
    const Outcome placed = place(a, h, b);
    bool lands = false, from_far = false;
    if (placed == Outcome::accepted) {
        work_.measure_surfaces(b);
        const bool passes = b.beyond != ahead_.beyond;
        from_far = b.beyond < ahead_.beyond;
        lands = passes && end_on_surface(a, b, true);
        // Pairs of extrema appear and vanish on both sides of a surface.
        if (passes && !lands &&
            (on_surface_ || ((b.beyond - ahead_.beyond) % 2 != 0 && h > options.corner_step)))
            return Outcome::jumped;
    } else {
        // If the equations are not defined, nothing else is evaluated, because they
        // know the reason.
        lands = last_.newton != NewtonStatus::undefined && end_on_surface(a, b, false);
        if (!lands)
            return placed;
    }
    from_far = from_far && lands;

    if (!from_far)
        last_.turn = angle(a.t, b.t);
    chord_ = work_.offset(b, a);
    const double chord = chord_.norm();
    if (chord > 0)
        chord_ /= chord;
    const double chord_angle = chord > 0 && !from_far ? angle(a.t, chord_) : 0;
    // On an arc the chord turns half as much as the tangent, and before a corner it lies between
    // both tangents. Towards another branch it does not.
    if (chord_angle > std::max(0.5 * options.max_angle, 1.001 * last_.turn))
        return Outcome::other_branch;
    // A smooth branch turns half as much in half a step; a corner does not.
    const bool insists = h <= std::max(options.corner_step, 8 * options.min_step) && rejected > 0;
    last_.corner = last_.turn > options.max_angle && insists && last_.turn > 0.9 * rejected;
    if (last_.turn > options.max_angle && !last_.corner)
        return Outcome::turned;
    if (!lands && !work_.measure_all(b)) // may take longer than all other work
        return Outcome::monitor_failed;
    for (std::size_t i = 0; i < work_.problem.monitors.size(); ++i) {
        const auto j = static_cast<Index>(i);
        last_.change = std::max(last_.change, std::abs(b.values(j) - a.values(j)) /
                                                  work_.problem.monitors[i].max_change);
    }
    if (last_.change > 2 && !(insists && last_.change > 0.9 * rejected))
        return Outcome::jumped;
    // Without a branch point between them, points of opposite orientation lie on different
    // branches. In a short step a corner may hide a branch point.
    const bool reversed = a.orientation * b.orientation < 0 && !from_far;
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

bool turning_point(Workspace& work, const State& a, const State& b, State& extremum)
{
    const Index n = work.n;
    if (!work.options.folds || a.t(n) * b.t(n) >= 0)
        return false;
    const Vector& offset = work.offset(b, a);
    // Solves a + alpha t_a = b - beta t_b in the sense of least squares.
    const double c = a.t.dot(b.t), da = a.t.dot(offset), db = b.t.dot(offset);
    const double alpha = (da - c * db) / (1 - c * c);
    extremum = b;
    work.move(extremum, a, alpha, a.t);
    extremum.t = a.t;
    extremum.orientation = a.orientation;
    extremum.kind = PointKind::fold;
    extremum.monitor = -1;
    extremum.iterations = 0;
    return std::isfinite(alpha) && work.corrector.evaluate(extremum.x, extremum.p) &&
           work.measure_all(extremum);
}

} // namespace slideway::continuation
