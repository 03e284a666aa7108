#include "dynamics/harmonic/response_completion.hpp"

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/switch_branch.hpp"

#include <cmath>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;

namespace {

// By which points are compared, and directions at branch points found.
continuation::Scales scales_at(const HarmonicBalance& model, const VectorIn& x, double Omega)
{
    return {AmplitudeScales(model)(x), Omega};
}

// Adds what crosses a curve at a branch point: one curve if it closes, else one each way.
std::optional<std::string> follow_crossing(ResponseLevel& level, const Branch& branch, Index k,
                                           std::vector<Branch>& crossing)
{
    continuation::Options options = level.options();
    options.scales = scales_at(level.model(), branch.x.col(k), branch.p(k));
    continuation::Switch other = continuation::switch_branch(level.problem(), branch, k, options);
    for (continuation::Start& start : other.starts)
        for (const int direction : {1, -1}) {
            start.direction = direction;
            Branch found = level.rescaled_trace().begin(start);
            level.tidy(found);
            const bool stops = continuation::interrupted(found), closed = found.closed();
            other.message = found.back.message;
            if (found.n_points() > (stops ? 0 : 1))
                crossing.push_back(std::move(found));
            if (stops)
                return std::nullopt;
            if (closed)
                break;
        }
    return other.message;
}

void add_crossing(ResponseLevel& level, ForcedResponse& result)
{
    const auto curve = [&](std::size_t b) -> const Branch& { return *curves_of(result)[b]; };
    continuation::Network all = network(level.model(), result);
    all.most = curves_of(result).size() - result.crossing.size() + ForcedResponse::most_crossing;
    all.follow = [&](continuation::Place place) {
        return follow_crossing(level, curve(place.branch), place.point, result.crossing);
    };
    for (const auto& [at, why] : continuation::follow_all(all))
        result.not_followed.push_back("branch point at " +
                                      number_text(curve(at.branch).p(at.point) / two_pi, 8) +
                                      " Hz: " + why);
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

continuation::Network network(const HarmonicBalance& model, const ForcedResponse& response)
{
    return {
        .branches = [&response] { return curves_of(response); },
        .scales = [&model](const VectorIn& x, double Omega) { return scales_at(model, x, Omega); }};
}

Branch from_end(ResponseLevel& level, double from, double to)
{
    Branch branch;
    if (const std::optional<Vector> x = level.motion_at(from, branch.back)) {
        branch = level.rescaled_trace().begin(continuation::start_of(*x, from, to > from ? 1 : -1));
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
