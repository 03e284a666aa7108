#include "dynamics/harmonic/restart.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/periodic_state.hpp"
#include "dynamics/harmonic/response_completion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::End;
using continuation::Equations;

namespace {

// Whether a curve leads on into the range at one of its ends.
bool leads_on(const Branch& branch, End end, const ForcedResponseOptions& o)
{
    if (branch.n_points() == 0 || branch.closed())
        return false;
    const Index k = end == End::back ? branch.n_points() - 1 : 0;
    const double low = std::min(o.Omega_from, o.Omega_to),
                 high = std::max(o.Omega_from, o.Omega_to), Omega = branch.p(k),
                 t_p = (end == End::back ? 1 : -1) * branch.tangent(branch.x.rows(), k);
    return Omega >= low && Omega <= high && !(Omega == low && t_p < 0) &&
           !(Omega == high && t_p > 0);
}

// Whether a curve begins at a bound of the old range, or was gone on with there, and leads on.
bool leads_on_at_begin(const Branch& branch, const Restart& r, const ForcedResponseOptions& o)
{
    if (!r.old_range || !leads_on(branch, End::front, o))
        return false;
    return branch.front.stop != continuation::Stop::start || branch.p(0) == (*r.old_range)[0] ||
           branch.p(0) == (*r.old_range)[1];
}

void go_on(const ResponseLevel& level, Branch& branch, End end)
{
    if (end == End::front)
        branch = continuation::reversed(std::move(branch));
    level.rescaled_trace().take_up(branch);
    if (end == End::front)
        branch = continuation::reversed(std::move(branch));
}

// Both ways from a point as one curve.
void go_both_ways(const ResponseLevel& level, Branch& branch)
{
    if (branch.n_points() > 0 && !continuation::interrupted(branch) && !branch.closed())
        go_on(level, branch, End::front);
}

// The other way from the branch point where crossing curve k begins, if no curve leads there yet;
// whether it was interrupted.
bool add_second_part(ResponseLevel& level, std::size_t k, ForcedResponse& result)
{
    const Branch first = result.crossing[k];
    if (first.closed() || result.crossing.size() > ForcedResponse::most_crossing)
        return false;
    const continuation::Scales scales =
        level.rescaled_trace().scales_at(first.x.col(0), first.p(0));
    for (std::size_t i = 0; i < result.crossing.size(); ++i)
        if (i != k &&
            continuation::are_one_point(first.x.col(0), first.p(0), result.crossing[i].x.col(0),
                                        result.crossing[i].p(0), scales))
            return false;
    Branch second = level.rescaled_trace().begin(continuation::start_at(first, 0, -1));
    const bool stopped = continuation::interrupted(second);
    if (second.n_points() > (stopped ? 0 : 1)) {
        level.tidy(second);
        result.crossing.push_back(std::move(second));
    }
    return stopped;
}

// The kept curves of a level, gone on with at the ends that lead on; whether it was interrupted.
bool extend(ResponseLevel& level, const ForcedResponseOptions& o, const Restart& r,
            ForcedResponse& result)
{
    bool stopped = false;
    auto extend_at = [&](Branch& branch, End end) {
        if (!leads_on(branch, end, o))
            return;
        continuation::BranchEnd& there = end == End::back ? branch.back : branch.front;
        if (stopped) { // another restart continues there
            there.stop = continuation::Stop::interrupted;
            there.message = "interrupted before it went on";
            return;
        }
        go_on(level, branch, end);
        level.tidy(branch);
        stopped = there.stop == continuation::Stop::interrupted;
    };
    const bool backward = r.direction == Restart::Direction::backward;
    const std::size_t first = result.other_end ? 2 : 1;
    Branch& chosen = r.curve == 0      ? result.branch
                     : r.curve < first ? *result.other_end
                                       : result.crossing[r.curve - first];
    const bool all = r.curve == 0 && !backward;
    // The beginning first: once begun, it is known to be unfinished.
    if (all && leads_on_at_begin(chosen, r, o))
        extend_at(chosen, End::front);
    extend_at(chosen, backward ? End::front : End::back);
    if (!all)
        return stopped;
    if (result.other_end) {
        Branch& other = *result.other_end;
        if (leads_on_at_begin(other, r, o))
            extend_at(other, End::front);
        // In a wider range the curve may no longer turn back, but be one with it.
        const Branch& branch = result.branch;
        const Index last = branch.n_points() - 1;
        if (!stopped && !turned_back(branch, o) &&
            continuation::are_one_point(
                branch.x.col(last), branch.p(last), other.x.col(0), other.p(0),
                level.rescaled_trace().scales_at(other.x.col(0), other.p(0))))
            result.other_end.reset();
        else
            extend_at(other, End::back);
    }
    const std::size_t n = result.crossing.size();
    for (std::size_t k = 0; k < n; ++k) {
        if (!leads_on(result.crossing[k], End::back, o))
            continue;
        extend_at(result.crossing[k], End::back);
        // It had not ended, so that its second part was not begun.
        if (!stopped && o.branches)
            stopped = add_second_part(level, k, result);
    }
    return stopped;
}

// Why the motion of a point could not be led to another level.
std::string not_led(const Branch& led, const Restart& r, double Omega, double level)
{
    std::string text = "the motion at " + number_text(Omega / two_pi, 8) +
                       " Hz cannot be led from level " + number_text(r.level, 6) + " to " +
                       number_text(level, 6) + ": ";
    const Index N = led.n_points();
    if (N > 0 && led.back.stop == continuation::Stop::bound)
        return text + "its branch over the level turns back at level " +
               number_text(level * (r.level > level ? led.p.minCoeff() : led.p.maxCoeff()), 6) +
               " and leads to level " + number_text(level * led.p(N - 1), 6) +
               "; begin at another point";
    text += N == 0
                ? "it has no beginning"
                : "its branch over the level ends at level " + number_text(level * led.p(N - 1), 6);
    text += " (" + led.back.message + "; p: level / " + number_text(level, 6);
    std::vector<std::string> norms;
    for (const double norm : led.back.residual_norms)
        norms.push_back(number_text(norm, 2));
    if (!norms.empty())
        text += "; residuals of Newton's method there " + join(norms);
    return text + "); begin at another point";
}

} // namespace

const Branch& curve_of(const Restart& r)
{
    const std::size_t first = r.other_end ? 2 : 1;
    if (r.curve >= first + r.crossing.size())
        throw InputError("the level has no curve " + std::to_string(r.curve) + ", but 0 to " +
                         std::to_string(first + r.crossing.size() - 1));
    return r.curve == 0 ? r.branch : r.curve < first ? *r.other_end : r.crossing[r.curve - first];
}

ForcedResponse kept_curves(const Restart& r)
{
    ForcedResponse kept;
    kept.level = r.level;
    kept.branch = r.branch;
    kept.other_end = r.other_end;
    kept.crossing = r.crossing;
    return kept;
}

bool extends(const Restart& restart, const ForcedResponseOptions& o)
{
    const Index last = curve_of(restart).n_points() - 1;
    return restart.level == o.level &&
           ((restart.point == last && restart.direction == Restart::Direction::forward) ||
            (restart.point == 0 && restart.direction == Restart::Direction::backward));
}

void check_restart(const HarmonicBalance& model, const ForcedResponseOptions& o, const Restart& r)
{
    const Branch& branch = curve_of(r);
    const Index last = branch.n_points() - 1;
    if (r.point < 0 || r.point > last)
        throw InputError("the curve has no point " + std::to_string(r.point) + ", but 0 to " +
                         std::to_string(last));
    auto check_point = [&](const Branch& curve, Index k) {
        HarmonicBalance::Evaluation evaluation(model);
        (void)model.evaluate(curve.x.col(k), curve.p(k), r.level, evaluation);
        check_motion(model, evaluation, o.tolerance,
                     &curve == &branch && k == r.point
                         ? "the motion there"
                         : "the motion of the curve at " + number_text(curve.p(k) / two_pi, 8) +
                               " Hz");
    };
    const bool kept = extends(r, o); // all of them, so that all must be of this model
    std::vector<const Branch*> curves = {&branch};
    if (kept) {
        curves = {&r.branch};
        if (r.other_end)
            curves.push_back(&*r.other_end);
        for (const Branch& curve : r.crossing)
            curves.push_back(&curve);
    }
    for (const Branch* curve : curves) {
        if (curve->x.rows() != model.n())
            throw InputError("the curve has " + std::to_string(curve->x.rows()) +
                             " unknowns, this case has " + std::to_string(model.n()));
        for (Index k = kept ? 0 : r.point; k <= (kept ? curve->n_points() - 1 : r.point); ++k)
            check_point(*curve, k);
    }
    const double Omega = branch.p(r.point);
    if (Omega < std::min(o.Omega_from, o.Omega_to) || Omega > std::max(o.Omega_from, o.Omega_to))
        throw InputError("lies at " + number_text(Omega / two_pi, 8) + " Hz (" +
                         number_text(Omega, 8) +
                         " rad/s), outside the range of frequencies of this case");
    if (!kept)
        return;
    const std::vector<std::string> names = monitor_names(o.stability);
    for (const Branch* curve : curves)
        if (curve->monitor_names != names)
            throw InputError(std::string("the curve was recorded ") +
                             (o.stability ? "without stability; give stability = false"
                                          : "with stability; leave stability = false out") +
                             " to continue it");
}

std::string ended(const HarmonicBalance& model, const ForcedResponseOptions& o, const Restart& r)
{
    if (!extends(r, o))
        return "";
    const Branch& branch = curve_of(r);
    const bool backward = r.direction == Restart::Direction::backward;
    bool more = leads_on(branch, backward ? End::front : End::back, o);
    if (r.curve == 0 && !backward) {
        more = more || leads_on_at_begin(branch, r, o) ||
               (turned_back(branch, o) && !r.other_end) ||
               (r.other_end &&
                (leads_on(*r.other_end, End::back, o) || leads_on_at_begin(*r.other_end, r, o)));
        for (const Branch& curve : r.crossing)
            more = more || leads_on(curve, End::back, o);
    }
    const ForcedResponse kept = kept_curves(r);
    more = more || (o.branches && !continuation::missing(network(model, kept)).empty());
    if (more)
        return "";
    if (branch.closed())
        return "the curve is closed and has no end";
    return "the curve ends there at " + number_text(branch.p(r.point) / two_pi, 8) +
           " Hz and leads out of the range of frequencies; widen the range";
}

ForcedResponse forced_response_from(const HarmonicBalance& model, const ForcedResponseOptions& o,
                                    const Restart& r, const Progress& progress)
{
    check_forced_response(model, o);
    check_restart(model, o, r);
    ResponseLevel level(model, o, progress);
    ForcedResponse result;
    result.level = o.level;
    if (extends(r, o)) {
        result = kept_curves(r);
        const bool stopped = extend(level, o, r, result);
        result.n_evaluations = level.n_evaluations();
        if (!stopped)
            complete(level, o, r.curve == 0, result);
        return result;
    }
    const int sign = r.direction == Restart::Direction::backward ? -1 : 1;
    continuation::Start start = continuation::start_at(curve_of(r), r.point, sign);
    if (r.level != o.level) {
        const double t_p = start.tangent(start.x.size());
        const Branch led = level.raise(start.p, start.x, r.level / o.level);
        if (!arrived(led)) {
            result.branch.back = led.back;
            if (!continuation::interrupted(led)) {
                result.branch.back.stop = continuation::Stop::failed;
                result.branch.back.message = not_led(led, r, start.p, o.level);
            }
            return result;
        }
        start = continuation::start_of(led.x.col(led.n_points() - 1), start.p,
                                       (t_p < 0 ? -1 : 1) * sign);
    }
    result.branch = level.rescaled_trace().begin(start);
    if (r.direction == Restart::Direction::both)
        go_both_ways(level, result.branch);
    level.tidy(result.branch);
    complete(level, o, false, result);
    return result;
}

} // namespace slideway::dynamics
