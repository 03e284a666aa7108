#include "dynamics/response_completion.hpp"

#include "base/text.hpp"
#include "continuation/switch_branch.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;

namespace {

constexpr double two_pi = 2 * std::numbers::pi;
constexpr double same = 1e-6; // scaled distance of branch points that are one

// Whether two points of the branches are one, in scaled length.
bool same_point(const VectorIn& x, double p, const VectorIn& y, double q,
                const continuation::Scales& scales)
{
    return std::abs(p - q) <= same * scales.p &&
           (x - y).cwiseQuotient(scales.x).cwiseAbs().maxCoeff() <= same;
}

// Curves that cross the branch at its branch points, and those that cross them, until interrupted.
void follow_crossing(const ResponseLevel& level, ForcedResponse& result)
{
    const std::size_t first = result.other_end ? 2 : 1;
    auto curve = [&](std::size_t b) -> const Branch& {
        return b >= first ? result.crossing[b - first] : b == 0 ? result.branch : *result.other_end;
    };
    auto n_curves = [&]() -> std::size_t { return first + result.crossing.size(); };
    for (std::size_t b = 0; b < n_curves(); ++b) {
        const Branch branch = curve(b);
        for (const Index k :
             continuation::points_of(branch, continuation::PointKind::branch_point)) {
            continuation::Options options = level.options();
            options.scales = {level.stretches().amplitudes(branch.x.col(k)), branch.p(k)};
            // Whether another curve through this point is known.
            bool known = false;
            for (std::size_t other = 0; other < n_curves(); ++other)
                for (const Index i :
                     continuation::points_of(curve(other), continuation::PointKind::branch_point))
                    known = known || (other != b && same_point(branch.x.col(k), branch.p(k),
                                                               curve(other).x.col(i),
                                                               curve(other).p(i), options.scales));
            if (known)
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
                    const bool stops = interrupted(found),
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
    follow_crossing(level, result);
    for (Branch& branch : result.crossing)
        level.tidy(branch);
}

} // namespace

Branch from_end(ResponseLevel& level, double from, double to)
{
    Branch branch;
    if (const std::optional<Vector> x = level.motion_at(from, branch.back)) {
        branch = level.stretches().begin(start_of(*x, from, to > from ? 1 : -1));
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
    if (from_an_end && turned_back(result.branch, o))
        result.other_end = from_end(level, o.Omega_to, o.Omega_from);
    const bool stopped =
        interrupted(result.branch) || (result.other_end && interrupted(*result.other_end));
    if (o.branches && !stopped)
        add_crossing(level, result);
    result.n_evaluations = level.n_evaluations();
}

} // namespace slideway::dynamics
