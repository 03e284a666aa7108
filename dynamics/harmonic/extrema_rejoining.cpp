#include "dynamics/harmonic/extrema_follower.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Continuation of curves of extrema behind second derivatives without bound.
namespace slideway::dynamics {

using continuation::Branch;

// Where Newton's method fails though no onset is near: second derivatives have no bound where two
// slips merge or a contact opens. The extremum is sought on a response close by:
// ahead, or, where the curve folds and a maximum meets a minimum, behind, the other one.
std::optional<ExtremaFollower::Next> ExtremaFollower::restart(const Branch& branch, int direction)
{
    const Index last = branch.n_points() - 1;
    const MotionAt a{branch.x.col(last), branch.p(last)};
    // Steps may end behind the fold already.
    const bool maximum = turned_ ? turned_maximum_
                                 : branch.monitors(extrema_first, std::max<Index>(last - 2, 0)) < 0;
    for (const double delta : {1e-6, 1e-5, 1e-4, 1e-3}) {
        std::optional<Next> best;
        for (const int sign : {direction, -direction}) {
            const double p = a.p + sign * delta;
            if (outside(p) || (last == 0 && sign != direction))
                continue;
            std::optional<MotionAt> motion = search_.on_response(a.x, a.x(n_), p);
            // Beside a fold of the response the motion exists on one side of that frequency only.
            for (const double share : {delta, 10 * delta, 100 * delta})
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
                if (place)
                    result_.ends = "it comes back to itself at " + where(*found);
                else if (found && (!best || std::abs(found->x(n_) - a.x(n_)) <
                                                std::abs(best->at.x(n_) - a.x(n_))))
                    best = Next{*found, sign};
            }
        }
        if (best)
            return best;
    }
    return std::nullopt;
}

// Place of an extremum on a smooth piece of this curve, the last one if there are several.
std::optional<ExtremaFollower::Place> ExtremaFollower::passed(const MotionAt& motion)
{
    constexpr double near = 0.1; // of the distance of two points
    const bool maximum = search_.equations().derivatives(motion.x, motion.p).curvature() < 0;
    for (std::size_t i = result_.kinks.size(); i-- > 0;) {
        const Branch& branch = result_.curve.pieces[i].branch;
        if (result_.kinks[i])
            continue;
        for (const auto& [k, share] : continuation::crossings(branch.p, motion.p)) {
            const MotionAt a = point_of(branch, k), b = point_of(branch, k + 1),
                           there{a.x + share * (b.x - a.x), motion.p};
            if ((branch.monitors(extrema_first, k) < 0) == maximum &&
                from_to(there, motion).norm() <= near * from_to(a, b).norm())
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
