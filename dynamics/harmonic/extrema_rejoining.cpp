#include "dynamics/harmonic/extrema_follower.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Continuation of curves of extrema behind second derivatives without bound.
namespace slideway::dynamics {

using continuation::Branch;

// Distances in p to responses on which an extremum is sought behind a piece. In a very stiff
// contact extrema lie where slips merge over a range of p. Pieces are short there, so the distance
// grows, as long as the extremum lies where the last piece leads.
std::vector<double> ExtremaFollower::restart_distances(const Branch& branch) const
{
    constexpr double growth = 4, most = 0.03, short_piece = 0.01;
    std::vector<double> list;
    const double length = std::abs(branch.p(branch.n_points() - 1) - branch.p(0));
    if (length <= short_piece)
        for (double delta = std::min(most, growth * restart_step_); delta > least_restart;
             delta /= growth)
            list.push_back(delta);
    list.insert(list.end(), {least_restart, 1e-5, 1e-4, 1e-3});
    return list;
}

// Where Newton's method fails though no onset is near: second derivatives have no bound where two
// slips merge or a contact opens. The extremum is sought on a response close by:
// ahead, or, where the curve folds and a maximum meets a minimum, behind, the other one.
std::optional<ExtremaFollower::Next> ExtremaFollower::restart(const Branch& branch, int direction)
{
    constexpr double straight = 0.2; // of the change of frequency along the last piece
    constexpr double farthest = 0.02, beside = 0.1; // of the frequency
    const Index last = branch.n_points() - 1;
    const MotionAt a{branch.x.col(last), branch.p(last)};
    const double rate =
        last > 0 ? (a.x(n_) - branch.x(n_, 0)) / (a.p - branch.p(0)) : 0; // of Omega by p
    const std::vector<double> distances = restart_distances(branch);
    const std::size_t n_grown = distances.size() - 4;
    // Steps may end behind the fold already.
    const bool maximum = turned_ ? turned_maximum_
                                 : branch.monitors(extrema_first, std::max<Index>(last - 2, 0)) < 0;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const double delta = distances[i];
        std::optional<Next> best;
        for (const int sign : {direction, -direction}) {
            const double p = a.p + sign * delta, moved = i < n_grown ? rate * sign * delta : 0;
            if (outside(p) || ((last == 0 || i < n_grown) && sign != direction) ||
                !(std::abs(moved) <= farthest * a.x(n_)))
                continue;
            std::optional<MotionAt> motion = search_.on_response(a.x, a.x(n_) + moved, p);
            // Beside a fold of the response the motion exists on one side of that frequency only.
            for (const double share :
                 {delta, std::min(10 * delta, beside), std::min(100 * delta, beside)})
                for (const int way : {1, -1})
                    if (!motion)
                        motion = search_.on_response(a.x, a.x(n_) * (1 + way * share), p);
            for (const int way : {1, -1}) {
                const std::optional<MotionAt> found =
                    motion ? search_.next_extremum(*motion, way, maximum == (sign == direction))
                           : std::nullopt;
                const std::optional<Place> place = found ? passed(*found) : std::nullopt;
                if (place && !at_bound_ && place->way == sign) {
                    close_at(*place);
                    return std::nullopt;
                }
                const double off = found ? std::abs(found->x(n_) - a.x(n_) - moved) : 0;
                if (place)
                    result_.ends = "it comes back to itself at " + where(*found);
                else if (found && (i >= n_grown || off <= straight * std::abs(moved)) &&
                         (!best || off < std::abs(best->at.x(n_) - a.x(n_) - moved)))
                    best = Next{*found, sign, {}, sign == direction};
            }
        }
        restart_step_ = delta;
        if (best)
            return best;
    }
    return std::nullopt;
}

// Place of an extremum on a smooth piece of this curve, the last one if there are several.
std::optional<ExtremaFollower::Place> ExtremaFollower::passed(const MotionAt& motion)
{
    constexpr double near = 0.1, exact = 1e-3; // of the distance of two points
    const bool maximum = search_.equations().derivatives(motion.x, motion.p).curvature() < 0;
    for (std::size_t i = result_.kinks.size(); i-- > 0;) {
        const Branch& branch = result_.curve.pieces[i].branch;
        if (result_.kinks[i])
            continue;
        for (const auto& [k, share] : continuation::crossings(branch.p, motion.p)) {
            const MotionAt a = point_of(branch, k), b = point_of(branch, k + 1),
                           there{a.x + share * (b.x - a.x), motion.p};
            const double distance = from_to(a, b).norm();
            if ((branch.monitors(extrema_first, k) < 0) != maximum ||
                from_to(there, motion).norm() > near * distance)
                continue;
            // Another piece may be as close: the extremum that this one has there decides.
            const std::optional<MotionAt> own = search_.extremum(there);
            if (from_to(own.value_or(there), motion).norm() <= exact * distance)
                return Place{i, k, b.p > a.p ? 1 : -1};
        }
    }
    return std::nullopt;
}

// Ends a curve that came to a place of it in the same direction: what led there the first time is
// forgotten, as it has been passed once more.
void ExtremaFollower::close_at(const Place& place)
{
    std::vector<continuation::Piece>& pieces = result_.curve.pieces;
    const auto first = static_cast<std::ptrdiff_t>(place.piece);
    pieces.erase(pieces.begin(), pieces.begin() + first);
    result_.kinks.erase(result_.kinks.begin(), result_.kinks.begin() + first);
    Branch& branch = pieces.front().branch;
    branch = continuation::reversed(std::move(branch));
    continuation::truncate(branch, branch.n_points() - place.before - 1);
    branch = continuation::reversed(std::move(branch));
    pieces.front().begins = pieces.back().ends;
    result_.closed = true;
    result_.ends = "closed";
}

} // namespace slideway::dynamics
