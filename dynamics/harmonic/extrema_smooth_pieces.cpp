#include "dynamics/harmonic/extrema_follower.hpp"

#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/extremum_steps.hpp"

#include <algorithm>
#include <iterator>

// Smooth pieces of curves of extrema: steps along them, and the nodes at which they end.
namespace slideway::dynamics {

using continuation::Branch;
using continuation::Problem;
using continuation::Solution;
using continuation::Start;
using continuation::Stop;

Problem ExtremaFollower::smooth_problem()
{
    Problem problem = search_.problem();
    auto add = [&](const std::string& name) -> continuation::Monitor& {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        return monitor;
    };
    continuation::Monitor& change = add("log rms");
    change.max_change = log_change;
    change.value = [this](const Solution& s) -> double {
        search_.equations().evaluate(s.x, s.p);
        return search_.log_rms(search_.equations().at());
    };
    add_bounds(problem);
    add("curvature").value = [this](const Solution& s) -> double {
        return search_.equations().derivatives(s.x, s.p).curvature();
    };
    add("states").value = [this](const Solution& s) -> double {
        search_.equations().evaluate(s.x, s.p);
        return states_code(search_.equations().at());
    };
    return problem;
}

// Whether to continue; where the states change across an onset, the branch ends before it.
bool ExtremaFollower::look(Branch& branch, Index& seen)
{
    // A longer step than this may pass both nodes of a kink, whose onset moves too far to be told
    // to be the same.
    constexpr double fine = 0.15, shorter = 0.25;
    for (Index k = std::max<Index>(seen, 1); k < branch.n_points(); ++k) {
        if (const std::optional<Index> i =
                reversal(branch, k, extrema_first, search_.scales(branch.x.col(k)).x)) {
            turned_ = true;
            turned_maximum_ = branch.monitors(extrema_first, k) < 0;
            continuation::truncate(branch, *i + 1);
            return false;
        }
        if (branch.monitors(extrema_second, k) == branch.monitors(extrema_second, k - 1))
            continue;
        const MotionAt a = point_of(branch, k - 1), b = point_of(branch, k);
        node_ = node_between(a, b);
        if (node_ && !may_end_at(*node_, branch, k - 1, from_to(a, node_->at)))
            node_.reset();
        const double length = from_to(a, b).norm();
        if (node_ || length > fine)
            continuation::truncate(branch, k);
        if (node_)
            return false;
        if (length > fine) {
            branch.back.step = shorter * length;
            branch.back.stop = Stop::max_points; // also where the step reached a bound
            break;
        }
    }
    seen = branch.n_points();
    constexpr double ahead = 5; // steps: two, of which the second may be four times as long
    const double length = ahead * branch.back.step;
    const std::vector<OnsetPassed> onsets =
        search_.onsets_ahead(point_of(branch, seen - 1), branch.tangent.col(seen - 1), length);
    node_ = node_ahead(branch, onsets, length, false);
    return !node_;
}

// Whether the piece may end at a node, from point k on. Close to the node folds may lie between.
bool ExtremaFollower::may_end_at(const Node& node, const Branch& branch, Index k, const Vector& way)
{
    constexpr double close = 0.02;
    return !leads_to(result_, node.at, search_.scales(node.at.x).x, at_bound_) &&
           (way.norm() <= close || nodes_.may_begin(node, branch.monitors(extrema_first, k) < 0));
}

// The node that was stepped over from a to b.
std::optional<Node> ExtremaFollower::node_between(const MotionAt& a, const MotionAt& b)
{
    constexpr double beyond = 1.5; // of their distance
    const std::optional<OnsetPassed> onset = search_.onset(a, b);
    if (!onset)
        return std::nullopt;
    const Vector chord = from_to(a, b);
    const double reach = beyond * chord.norm();
    const MotionAt middle{0.5 * (a.x + b.x), 0.5 * (a.p + b.p)};
    for (const MotionAt& guess : {middle, a}) {
        std::optional<Node> node =
            nodes_.node_near(guess, onset->kink, onset->from_slip, 2 * reach);
        const Vector way = node ? from_to(a, node->at) : chord;
        if (node && !outside(node->at.p) && way.norm() <= reach && way.dot(chord) > 0)
            return node;
    }
    return std::nullopt;
}

// The node of one of these onsets that the end of a branch is about to get to.
std::optional<Node> ExtremaFollower::node_ahead(const Branch& branch,
                                                const std::vector<OnsetPassed>& onsets,
                                                double reach, bool any)
{
    constexpr double straight = 0.9; // cosine
    const Index last = branch.n_points() - 1;
    const MotionAt a = point_of(branch, last);
    Vector tangent = branch.tangent.col(last);
    tangent.head(n_ + 1).array() /= search_.scales(a.x).x.array();
    for (const OnsetPassed& onset : onsets) {
        std::optional<Node> node = nodes_.node_near(a, onset.kink, onset.from_slip, 2 * reach);
        if (!node || outside(node->at.p))
            continue;
        const Vector way = from_to(a, node->at);
        const double ahead = way.dot(tangent);
        if (way.norm() <= reach && ahead > 0 && may_end_at(*node, branch, last, way) &&
            (any ||
             (ahead > straight * way.norm() * tangent.norm() &&
              (a.p - node->at.p) * node->smooth_way > 0 && tangent(n_ + 1) * node->smooth_way < 0)))
            return node;
    }
    return std::nullopt;
}

Branch ExtremaFollower::smooth(const Next& from)
{
    const Problem problem = smooth_problem();
    node_.reset();
    turned_ = false;
    Index seen = 0;
    search_.heed_roughness(from.at);
    continuation::RescaledTrace along{
        problem,
        steps_of(o_),
        [this](const VectorIn& x, double) { return search_.scales(x); },
        progress_,
        [&](Branch& branch) { return look(branch, seen); },
        2};
    along.options.newton.residual_tol = search_.newton().residual_tol;
    Branch branch;
    // Towards a node steps end long before they are as short as where second derivatives have no
    // bound. There it may turn back.
    constexpr double least[] = {1e-3, 1e-5, 1e-7}, near = 0.05;
    constexpr Index beside = 4; // points beside a node, from where a piece may fold at once
    for (std::size_t k = 0; k < std::size(least); ++k) {
        if (k == 1 && branch.n_points() <= beside)
            continue;
        along.options.min_step = std::min(least[k], o_.max_step);
        along.options.reversals = k > 0;
        turned_ = false;
        seen = branch.n_points();
        if (branch.n_points() == 0) {
            Start start = continuation::start_of(from.at.x, from.at.p, from.direction);
            start.tangent = from.along;
            branch = along.begin(start);
        } else {
            along.go_on(branch, o_.max_points);
        }
        if (node_ || (!turned_ && branch.back.stop != Stop::failed) || branch.n_points() == 0)
            break;
        node_ =
            node_ahead(branch, search_.onsets_near(point_of(branch, branch.n_points() - 1), near),
                       near, k + 1 == std::size(least));
        if (node_)
            break;
    }
    return branch;
}

} // namespace slideway::dynamics
