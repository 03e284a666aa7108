#pragma once

#include "continuation/corrector.hpp"
#include "continuation/problem.hpp"

#include <limits>
#include <vector>

namespace slideway::continuation {

/// Lengths are scaled arclength, angles in scaled variables.
struct Options {
    Scales scales;
    NewtonOptions newton;
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
    int max_points = 1000;     ///< of one call, >= 1: no further step once there are so many
    bool curved = false;       ///< predict by polynomials, and step as far as they lead
    bool reversals = true;     ///< pass corners that turn back, where no step succeeds
    bool folds = true;         ///< locate them
    bool branch_points = true; ///< locate them
    bool closed_loops = true;  ///< end where a branch meets its other end
    /// Ascending values of p at which points are wanted, down to round-off: steps that would pass
    /// one end there. Not always: before a fold, or where Newton's method fails at that p.
    std::vector<double> stations;
    double location_tol = 1e-12; ///< > 0: length to which folds and monitors are located
};

/// @throws std::invalid_argument  options outside their ranges
void check(const Options& options);

/// @throws std::invalid_argument  no equations, or a monitor without a value
void check(const Problem& problem);

} // namespace slideway::continuation
