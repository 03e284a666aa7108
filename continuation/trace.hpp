#pragma once

#include "continuation/branch.hpp"
#include "continuation/corrector.hpp"
#include "continuation/problem.hpp"

#include "base/progress.hpp"

#include <limits>
#include <vector>

namespace slideway::continuation {

enum class Predictor {
    tangent, ///< along the tangent at the last point
    secant,  ///< through the last two points; the tangent where there is only one
};

/// Lengths are scaled arclength, angles in scaled variables.
struct Options {
    Scales scales;
    NewtonOptions newton;
    Predictor predictor = Predictor::tangent;
    double p_min = -std::numeric_limits<double>::infinity(); ///< branches end exactly here ...
    double p_max = std::numeric_limits<double>::infinity();  ///< ... or here
    double first_step = 0.01;                                ///< min_step to max_step
    double min_step = 1e-6;    ///< > 0; a branch whose steps must be shorter has failed
    double max_step = 0.1;     ///< >= min_step
    int target_iterations = 3; ///< >= 1, of Newton's method: steps that need more shrink
    double target_angle = 0.1; ///< [rad] between successive tangents: steps that turn more shrink
    double max_angle = 0.4;    ///< [rad] >= target_angle, < 1.5; refused beyond, except at corners
    /// > 0: turns beyond max_angle within less than this are taken for corners, and jumps of
    /// monitors beyond max_change for steps.
    double corner_step = 1e-3;
    int max_points = 1000;       ///< of one call, >= 1: no further step once there are so many
    bool folds = true;           ///< locate them
    bool branch_points = true;   ///< locate them
    bool closed_loops = true;    ///< end where a branch meets its other end
    double location_tol = 1e-12; ///< > 0: length to which folds and monitors are located
};

enum class End { front, back };

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

/// Starts of the branches that cross `branch` at its branch point k, one per branch and with
/// direction +1: `trace_both` follows a branch both ways, -1 in `direction` reverses it.
struct Switch {
    std::vector<Start> starts; ///< empty: see `message`
    std::string message;
};
/// @throws std::invalid_argument  point k is no branch point
[[nodiscard]] Switch switch_branch(const Problem& problem, const Branch& branch, Index k,
                                   const Options& options = {});

} // namespace slideway::continuation
