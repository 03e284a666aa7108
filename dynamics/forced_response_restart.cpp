#include "dynamics/forced_response_restart.hpp"

#include "base/text.hpp"
#include "dynamics/response_completion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;
constexpr double other_model = 1e-6; // of the amplitude: no motion of this model

// Largest residual as a share of the amplitude that would change it as much.
double relative_residual(HarmonicBalance& model, const Vector& x, double Omega, double level)
{
    Equations at;
    if (!model.evaluate(x, Omega, level, at))
        return std::numeric_limits<double>::infinity();
    const Vector amplitude = AmplitudeScales(model)(x) / amplitudes_per_range;
    const Vector rows = at.F_x.cwiseAbs() * amplitude;
    double largest = 0;
    for (Index i = 0; i < rows.size(); ++i)
        if (rows(i) > 0)
            largest = std::max(largest, std::abs(at.F(i)) / rows(i));
    return largest;
}

// Both ways from a point as one curve.
void go_both_ways(ResponseLevel& level, Branch& branch)
{
    if (branch.n_points() == 0 || interrupted(branch) || branch.closed())
        return;
    branch = reversed(std::move(branch));
    level.stretches().take_up(branch);
    branch = reversed(std::move(branch));
}

} // namespace

bool extends(const Restart& restart, const ForcedResponseOptions& o)
{
    const Index last = restart.branch.n_points() - 1;
    return restart.level == o.level &&
           ((restart.point == last && restart.direction == Restart::Direction::forward) ||
            (restart.point == 0 && restart.direction == Restart::Direction::backward));
}

void check_restart(HarmonicBalance& model, const ForcedResponseOptions& o, const Restart& r)
{
    const Branch& branch = r.branch;
    const Index last = branch.n_points() - 1, n = branch.x.rows();
    if (r.point < 0 || r.point > last)
        throw InputError("the curve has no point " + std::to_string(r.point) + ", but 0 to " +
                         std::to_string(last));
    if (n != model.n())
        throw InputError("the curve has " + std::to_string(n) + " unknowns, this case has " +
                         std::to_string(model.n()));
    const double Omega = branch.p(r.point);
    const bool kept = extends(r, o); // all of it, so that all of it must be of this model
    for (Index k = kept ? 0 : r.point; k <= (kept ? last : r.point); ++k) {
        const double off = relative_residual(model, branch.x.col(k), branch.p(k), r.level);
        if (!(off <= std::max(other_model, 100 * o.tolerance)))
            throw InputError((k == r.point ? "the motion there"
                                           : "the motion of the curve at " +
                                                 number_text(branch.p(k) / two_pi, 8) + " Hz") +
                             std::string(" does not solve the equations of this case at level ") +
                             number_text(r.level, 6) + ": off by " + number_text(off, 2) +
                             " of its amplitude; expected results of the same model with the same "
                             "joints, loads and forces");
    }
    if (Omega < std::min(o.Omega_from, o.Omega_to) || Omega > std::max(o.Omega_from, o.Omega_to))
        throw InputError("lies at " + number_text(Omega / two_pi, 8) + " Hz (" +
                         number_text(Omega, 8) +
                         " rad/s), outside the range of frequencies of this case");
    if (!kept)
        return;
    const std::vector<std::string> names = monitor_names(o.stability);
    if (branch.monitor_names != names)
        throw InputError(std::string("the curve was recorded ") +
                         (o.stability ? "without stability; give stability = false"
                                      : "with stability; leave stability = false out") +
                         " to go on with it");
}

std::string ended(const ForcedResponseOptions& o, const Restart& r)
{
    if (!extends(r, o))
        return "";
    if (r.branch.closed())
        return "the curve is closed and has no end";
    const bool back = r.direction == Restart::Direction::backward;
    const double Omega = r.branch.p(r.point),
                 t_p = (back ? -1 : 1) * r.branch.tangent(r.branch.x.rows(), r.point);
    const double low = std::min(o.Omega_from, o.Omega_to),
                 high = std::max(o.Omega_from, o.Omega_to);
    if ((Omega <= low && t_p < 0) || (Omega >= high && t_p > 0))
        return "the curve ends there at " + number_text(Omega / two_pi, 8) +
               " Hz and leads out of the range of frequencies; widen the range";
    return "";
}

ForcedResponse forced_response_from(HarmonicBalance& model, const ForcedResponseOptions& o,
                                    const Restart& r, const Progress& progress)
{
    check_forced_response(model, o);
    check_restart(model, o, r);
    ResponseLevel level(model, o, progress);
    ForcedResponse result;
    result.level = o.level;
    const bool back = r.direction == Restart::Direction::backward;
    Stretches along = level.stretches();
    if (!ended(o, r).empty()) {
        result.branch = r.branch;
    } else if (extends(r, o)) {
        result.branch = back ? reversed(r.branch) : r.branch;
        along.take_up(result.branch);
        if (back)
            result.branch = reversed(std::move(result.branch));
    } else {
        continuation::Start start = continuation::start_at(r.branch, r.point, back ? -1 : 1);
        if (r.level != o.level) {
            const double t_p = start.tangent(start.x.size());
            const Branch led = level.raise(start.p, start.x, r.level / o.level);
            const Index last = led.n_points() - 1;
            if (!arrived(led)) {
                result.branch.back = led.back;
                if (!interrupted(led)) {
                    result.branch.back.stop = continuation::Stop::failed;
                    result.branch.back.message =
                        "the motion at " + number_text(start.p / two_pi, 8) +
                        " Hz cannot be led from level " + number_text(r.level, 6) + " to " +
                        number_text(o.level, 6) + ": it turns back or ends at " +
                        number_text((last >= 0 ? led.p(last) : 0) * o.level, 6) + " (" +
                        led.back.message + "); begin at another point";
                }
                return result;
            }
            start = start_of(led.x.col(last), start.p, (t_p < 0 ? -1 : 1) * (back ? -1 : 1));
        }
        result.branch = along.begin(start);
        if (r.direction == Restart::Direction::both)
            go_both_ways(level, result.branch);
    }
    level.tidy(result.branch);
    complete(level, o, extends(r, o), result);
    return result;
}

} // namespace slideway::dynamics
