#include "dynamics/harmonic/extrema_follower.hpp"

#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/extremum_steps.hpp"

#include <cmath>
#include <string>
#include <utility>

// Kink pieces of curves of extrema: from a node along one or several kinks to a node.
namespace slideway::dynamics {

using continuation::Branch;
using continuation::Problem;
using continuation::Solution;
using continuation::Start;
using continuation::Stop;

// Whether the slope on one side is zero within the step of a kink before point k; the branch then
// ends there.
bool ExtremaFollower::zero_between(KinkEquations& equations, Branch& branch, Index k)
{
    const std::optional<KinkZero> zero =
        zero_within(search_, equations, {point_of(branch, k - 1), point_of(branch, k)}, k == 1);
    if (!zero)
        return false;
    continuation::truncate(branch, k);
    append(branch, zero->at);
    branch.monitors(extrema_first, k) = zero->slopes.stick;
    branch.monitors(extrema_second, k) = zero->slopes.slip;
    branch.monitors(extrema_margin, k) = zero->slopes.margin;
    branch.monitor[static_cast<std::size_t>(k)] = zero->slip ? extrema_second : extrema_first;
    branch.back.stop = Stop::monitor;
    return true;
}

Branch ExtremaFollower::kink_branch(KinkEquations& equations, const Start& start)
{
    Problem problem = equations.problem();
    MotionAt last;
    KinkEquations::Slopes slopes{};
    auto value_at = [&](const Solution& s) -> const KinkEquations::Slopes& {
        if (last.x.size() == 0 || last.p != s.p || last.x != s.x) {
            slopes = equations.slopes(s.x, s.p);
            last = {s.x, s.p};
        }
        return slopes;
    };
    problem.monitors.emplace_back();
    problem.monitors.back().name = "log rms";
    problem.monitors.back().max_change = log_change;
    problem.monitors.back().value = [&](const Solution& s) -> double {
        (void)value_at(s);
        return search_.log_rms(equations.at());
    };
    add_bounds(problem);
    auto add = [&](const std::string& name, double KinkEquations::Slopes::*value) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.stop = value != &KinkEquations::Slopes::margin;
        monitor.value = [&value_at, value](const Solution& s) -> double {
            return value_at(s).*value;
        };
    };
    add("stick slope", &KinkEquations::Slopes::stick);
    add("slip slope", &KinkEquations::Slopes::slip);
    add("margin", &KinkEquations::Slopes::margin);
    Index seen = 1;
    // A requested value at the node itself is no station: no step is that short.
    constexpr double at_node = 1e-8;
    continuation::Options steps = steps_of(o_);
    std::erase_if(steps.stations, [&](double p) { return std::abs(p - start.p) <= at_node; });
    continuation::RescaledTrace along{
        problem,
        steps,
        [this](const VectorIn& x, double) { return search_.scales(x); },
        progress_,
        [&](Branch& branch) {
            for (; seen < branch.n_points(); ++seen)
                if (zero_between(equations, branch, seen))
                    return false;
            equations.take_places();
            return true;
        },
        2};
    return along.begin(start);
}

// From a node along the piece where the slopes point towards or away from each other.
std::optional<ExtremaFollower::Next> ExtremaFollower::pass(const Node& node)
{
    append(result_.curve.pieces.back().branch, node.at);
    Start start = continuation::start_of(node.at.x, node.at.p, node.kink_way);
    start.tangent = node.along;
    start.kind = continuation::PointKind::monitor_zero;
    start.monitor = node.slip ? extrema_second : extrema_first;
    return along_kinks(start, node.kink);
}

// Along a kink, and others that follow at corners, to a node and off it.
std::optional<ExtremaFollower::Next> ExtremaFollower::along_kinks(Start start, Kink kink)
{
    constexpr double at_end = 1e-3; // scaled
    std::optional<MotionAt> corner;
    while (static_cast<int>(result_.curve.pieces.size()) < o_.max_pieces) {
        KinkEquations equations(motions_, o_.output, kink);
        Branch piece = kink_branch(equations, start);
        result_.interrupted = continuation::interrupted(piece);
        const Index last = piece.n_points() - 1;
        if (last < 0) {
            result_.ends = piece.back.message;
            return std::nullopt;
        }
        const MotionAt end = point_of(piece, last);
        const Vector along = piece.tangent.col(last);
        const bool zero = piece.back.stop == Stop::monitor && piece.monitor.back() >= extrema_first;
        const bool node = zero && last > 0 && at_node(piece);
        const bool slip = zero && piece.monitor.back() == extrema_second;
        result_.ends = !zero   ? end_of(piece)
                       : !node ? "onset of another slip"
                       : slip  ? "the slope on the side that slips is 0"
                               : "the slope on the side that sticks is 0";
        if (corner)
            prepend(piece, *corner);
        kink = equations.kink();
        add(std::move(piece), kink, result_.ends);
        if (!zero || closes())
            return std::nullopt;
        if (node) {
            const std::optional<Node> found = nodes_.node_near(end, kink, slip, at_end);
            const std::optional<MotionAt> next = found ? nodes_.leave(*found) : std::nullopt;
            if (!next) {
                result_.ends = "no extremum was found behind the kink at " + where(end);
                return std::nullopt;
            }
            if (leaves(next->p))
                return std::nullopt;
            Next beyond{*next, 1, Vector(n_ + 2)};
            beyond.along << next->x - found->at.x, next->p - found->at.p;
            return beyond;
        }
        const auto branching = nodes_.turn(end, kink, along);
        if (!branching) {
            result_.ends = "no extremum was found where two slips begin, " + where(end);
            return std::nullopt;
        }
        if (leaves(branching->at.p))
            return std::nullopt;
        corner = end;
        kink = branching->kink;
        start = continuation::start_of(branching->at.x, branching->at.p, 1);
        start.tangent.resize(n_ + 2);
        start.tangent << branching->at.x - end.x, branching->at.p - end.p;
    }
    result_.ends = std::to_string(o_.max_pieces) + " pieces, as requested";
    return std::nullopt;
}

// Whether the last piece, a kink, ends where an earlier one did: what led there the first time is
// then forgotten, as it has been passed once more.
bool ExtremaFollower::closes()
{
    constexpr double same = 1e-8; // p, and displacements in parts of their amplitude
    std::vector<continuation::Piece>& pieces = result_.curve.pieces;
    const Branch& last = pieces.back().branch;
    const Index N = last.n_points() - 1;
    const Vector scale = search_.scales(last.x.col(N)).x;
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
        const Branch& other = pieces[k].branch;
        const Index M = other.n_points() - 1;
        if (!result_.kinks[k] || !(std::abs(other.p(M) - last.p(N)) <= same) ||
            !((other.x.col(M) - last.x.col(N)).cwiseQuotient(scale).cwiseAbs().maxCoeff() <= same))
            continue;
        if (at_bound_) { // what begins there cannot close
            result_.ends = "it comes back to itself at " + where(point_of(last, N));
            return true;
        }
        const auto first = static_cast<std::ptrdiff_t>(k) + 1;
        pieces.erase(pieces.begin(), pieces.begin() + first);
        result_.kinks.erase(result_.kinks.begin(), result_.kinks.begin() + first);
        begin_after_lowest_kink(result_);
        result_.closed = true;
        result_.ends = "closed";
        return true;
    }
    return false;
}

} // namespace slideway::dynamics
