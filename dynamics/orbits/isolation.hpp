#pragma once

#include "dynamics/orbits/orbit_equations.hpp"

#include <string>

namespace slideway::dynamics {

/// Message for a motion that is not isolated.
[[nodiscard]] std::string not_isolated(double tolerance);

/// True if the periodic motions near a solution (x, p) form curves over the parameter, as far as
/// the equations can distinguish them.
///
/// Without damping, a drive hardly acts on a free motion that is much faster. Such motions of any
/// phase repeat themselves after a period of the drive, up to a residual that falls exponentially
/// with the ratio of both frequencies. If this residual is below the tolerance, solutions form a
/// two-dimensional sheet in (x, p). Newton's method then finds an arbitrary one of them, and its
/// multipliers are round-off.
///
/// @param x               motion that solves the equations, or nearly
/// @param tolerance       tolerance of Newton's method, relative to the size of a motion
/// @param step_tolerance  tolerance of Taylor steps
[[nodiscard]] bool is_isolated(OrbitEquations& equations, const Vector& x, double p,
                               double tolerance, double step_tolerance = 1e-13);

} // namespace slideway::dynamics
