#pragma once

#include "continuation/branch.hpp"
#include "continuation/options.hpp"

#include "base/progress.hpp"

namespace slideway::continuation {

/// Follows F(x, p) = 0 from a point until a bound of p, a closed loop, a monitor that stops, the
/// requested number of points, or a failure. All computed points are returned in any case, and
/// `back` gives the reason for the end. The first point is the start itself, corrected at fixed p.
/// If Newton's method fails there (F_x is singular at a fold), it is the nearest point of the
/// branch. A start that cannot be corrected gives an empty branch.
///
/// A step predicts along the tangent and corrects by Newton's method in the plane normal to it. It
/// is halved if that fails, if the tangent turns by more than max_angle, if the chord does (then
/// the point lies on another branch), or if a monitor changes too much. Corners of piecewise smooth
/// F, where the angle does not shrink with the step, are passed at steps below corner_step. If a
/// corner reverses the branch by more than a right angle, no plane normal to the tangent meets the
/// branch beyond. Then the Jacobian beyond the corner gives the new tangent, in the direction that
/// keeps the sign of det [F_x F_p; tangent].
///
/// If equations or monitors throw Interrupted, the branch ends as with `progress`.
///
/// @throws std::invalid_argument  options outside their ranges, a start outside the bounds
/// Source: Allgower & Georg, Introduction to numerical continuation methods, SIAM 2003; Keller
/// 1977.
[[nodiscard]] Branch trace(const Problem& problem, const Start& start, const Options& options = {},
                           const Progress& progress = {});

/// Traces a branch in both directions from the start, unless it closes; s = 0 at the start.
[[nodiscard]] Branch trace_both(const Problem& problem, const Start& start,
                                const Options& options = {}, const Progress& progress = {});

/// Continues a branch at one end. With the options of the first run, the result equals that of one
/// longer run (exactly if scales are powers of two). A closed branch is returned unchanged; at a
/// bound, the bounds may have been widened.
/// @throws std::invalid_argument  see `trace`; a branch of another problem or
///                                with inconsistent arrays
[[nodiscard]] Branch extend(const Problem& problem, Branch branch, End end,
                            const Options& options = {}, const Progress& progress = {});

} // namespace slideway::continuation
