#pragma once

#include "continuation/corrector.hpp"
#include "continuation/problem.hpp"

#include <limits>
#include <vector>

namespace slideway::continuation {

/// Options of a run. Lengths are scaled arclength, angles are in scaled variables.
struct Options {
    Scales scales;
    NewtonOptions newton;
    double p_min = -std::numeric_limits<double>::infinity(); ///< branches end exactly here
    double p_max = std::numeric_limits<double>::infinity();  ///< and here
    double first_step = 0.01;                                ///< min_step to max_step
    double min_step = 1e-6;    ///< > 0; a branch whose steps must be shorter has failed
    double max_step = 0.1;     ///< >= min_step
    int target_iterations = 3; ///< >= 1, of Newton's method; steps that need more shrink
    double target_angle = 0.1; ///< [rad] between successive tangents; steps with more shrink
    double max_angle = 0.4;    ///< [rad] >= target_angle, < 1.5; larger angles are refused,
                               ///< except at corners
    /// If > 0, angles beyond max_angle within a shorter step count as corners, and jumps of
    /// monitors beyond max_change as discontinuities.
    double corner_step = 1e-3;
    int max_points = 1000;     ///< limit of one call, >= 1: no further step is made after it
    bool curved = false;       ///< predict by polynomials, with steps as long as they permit
    bool reversals = true;     ///< pass corners where the branch reverses and no step succeeds
    bool folds = true;         ///< locate them
    bool branch_points = true; ///< locate them
    bool closed_loops = true;  ///< end where the branch meets its other end
    /// Ascending values of p at which points are wanted, up to round-off. A step that would pass
    /// one ends there, except before a fold or if Newton's method fails at that p.
    std::vector<double> stations;
    double location_tol = 1e-12; ///< > 0: accuracy of the position of folds and monitors
};

/// Verifies options. @throws std::invalid_argument  options outside their ranges
void check(const Options& options);

/// Verifies a problem. @throws std::invalid_argument  no equations, or a monitor without a value
void check(const Problem& problem);

} // namespace slideway::continuation
