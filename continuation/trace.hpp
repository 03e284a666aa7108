#pragma once

#include "continuation/branch.hpp"
#include "continuation/options.hpp"

#include "base/progress.hpp"

namespace slideway::continuation {

/// Follows F(x, p) = 0 from a point until a bound of p, a closed loop, a monitor that stops, as
/// many points as asked for, or a failure: what was computed is returned in any case, and `back`
/// says why it ends. The first point is the start itself, corrected at fixed p; where Newton's
/// method fails there (F_x is singular at a fold), to the nearest point of the branch. A start that
/// cannot be corrected gives an empty branch.
///
/// A step predicts along the tangent, corrects in the plane across it by Newton's method, and is
/// halved if that fails, if the tangent turns by more than max_angle, if the chord does (then the
/// point lies on another branch), or if a monitor changes too much. Corners of piecewise smooth F
/// are passed: there the angle does not shrink with the step, down to corner_step. Where a corner
/// turns back by more than a right angle, no plane across the tangent meets the branch beyond: then
/// the Jacobian beyond the corner gives the new tangent, with the direction that keeps the sign of
/// det [F_x F_p; tangent].
///
/// Interrupted, thrown by equations or monitors, ends a branch as `progress` does.
///
/// @throws std::invalid_argument  options outside their ranges, a start outside the bounds
/// Source: Allgower & Georg, Introduction to numerical continuation methods, SIAM 2003; Keller
/// 1977.
[[nodiscard]] Branch trace(const Problem& problem, const Start& start, const Options& options = {},
                           const Progress& progress = {});

/// The same, then from the start the other way, unless the branch closed: s = 0 at the start.
[[nodiscard]] Branch trace_both(const Problem& problem, const Start& start,
                                const Options& options = {}, const Progress& progress = {});

/// Goes on at one end. Extending with the options of the first run gives what one longer run
/// would have given (to the last bit where scales are powers of two). A closed branch is returned
/// as it is; at a bound, bounds may have been widened.
/// @throws std::invalid_argument  as `trace`; a branch of another problem or with arrays that do
/// not fit
[[nodiscard]] Branch extend(const Problem& problem, Branch branch, End end,
                            const Options& options = {}, const Progress& progress = {});

} // namespace slideway::continuation
