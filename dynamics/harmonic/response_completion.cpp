#include "dynamics/harmonic/response_completion.hpp"

#include "base/text.hpp"
#include "continuation/switch_branch.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

// Curves that cross the branch at its branch points, and those that cross them, until interrupted.
void follow_crossing(const ResponseLevel& level, ForcedResponse& result)
{
    for (std::size_t b = 0; b < curves_of(result).size(); ++b) {
        const Branch branch = *curves_of(result)[b];
        for (const Index k :
             continuation::points_of(branch, continuation::PointKind::branch_point)) {
            continuation::Options options = level.options();
            options.scales = {level.stretches().scales(branch.x.col(k), branch.p(k)).x,
                              branch.p(k)};
            if (crossed(curves_of(result), b, k, options.scales))
                continue;
            const std::string at =
                "branch point at " + number_text(branch.p(k) / two_pi, 8) + " Hz";
            const continuation::Switch other =
                continuation::switch_branch(level.problem(), branch, k, options);
            if (other.starts.empty()) {
                result.not_followed.push_back(at + ": " + other.message);
                continue;
            }
            for (continuation::Start start : other.starts)
                for (const int direction : {1, -1}) {
                    if (result.crossing.size() >= ForcedResponse::most_crossing) {
                        result.not_followed.push_back(at + ": there are " +
                                                      std::to_string(result.crossing.size()) +
                                                      " crossing curves already");
                        break;
                    }
                    start.direction = direction;
                    Branch found = level.stretches().begin(start);
                    const bool stops = continuation::interrupted(found),
                               closed = found.back.stop == continuation::Stop::closed;
                    if (found.n_points() > (stops ? 0 : 1))
                        result.crossing.push_back(std::move(found));
                    if (stops) {
                        result.not_followed.push_back(at + ": interrupted");
                        return;
                    }
                    if (closed)
                        break;
                }
        }
    }
}

void add_crossing(ResponseLevel& level, ForcedResponse& result)
{
    const std::size_t kept = result.crossing.size();
    follow_crossing(level, result);
    for (std::size_t k = kept; k < result.crossing.size(); ++k)
        level.tidy(result.crossing[k]);
}

} // namespace

std::vector<const Branch*> curves_of(const ForcedResponse& response)
{
    std::vector<const Branch*> curves = {&response.branch};
    if (response.other_end)
        curves.push_back(&*response.other_end);
    for (const Branch& branch : response.crossing)
        curves.push_back(&branch);
    return curves;
}

bool crossed(const std::vector<const Branch*>& curves, std::size_t b, Index k,
             const continuation::Scales& scales)
{
    for (std::size_t other = 0; other < curves.size(); ++other)
        for (const Index i :
             continuation::points_of(*curves[other], continuation::PointKind::branch_point))
            if (other != b &&
                continuation::same_point(curves[b]->x.col(k), curves[b]->p(k),
                                         curves[other]->x.col(i), curves[other]->p(i), scales))
                return true;
    return false;
}

Branch from_end(ResponseLevel& level, double from, double to)
{
    Branch branch;
    if (const std::optional<Vector> x = level.motion_at(from, branch.back)) {
        branch = level.stretches().begin(continuation::start_of(*x, from, to > from ? 1 : -1));
        level.tidy(branch);
    }
    return branch;
}

bool turned_back(const Branch& branch, const ForcedResponseOptions& o)
{
    if (branch.n_points() == 0 || branch.back.stop != continuation::Stop::bound)
        return false;
    const double last = branch.p(branch.n_points() - 1);
    return std::abs(last - o.Omega_to) > std::abs(last - o.Omega_from);
}

void complete(ResponseLevel& level, const ForcedResponseOptions& o, bool from_an_end,
              ForcedResponse& result)
{
    if (from_an_end && turned_back(result.branch, o) && !result.other_end)
        result.other_end = from_end(level, o.Omega_to, o.Omega_from);
    const bool stopped = continuation::interrupted(result.branch) ||
                         (result.other_end && continuation::interrupted(*result.other_end));
    if (o.branches && !stopped)
        add_crossing(level, result);
    result.n_evaluations = level.n_evaluations();
}

} // namespace slideway::dynamics
