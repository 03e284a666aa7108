#pragma once

#include "continuation/branch.hpp"
#include "dynamics/harmonic/motion_family.hpp"

namespace slideway::app {

/// What monitors do in some motions: monitors x motions.
struct ToldMotions {
    Matrix rms;       ///< about the mean
    Matrix phase_lag; ///< [rad] of the first harmonic behind cos(Omega t), in (-pi, pi]
};

/// Of motions under the drive. @param x  n + 1 rows or more, a column each: r, Omega
/// @param p  of the family, of each
[[nodiscard]] ToldMotions told_motions(dynamics::MotionFamily& motions, const Matrix& x,
                                       const Vector& p);

/// Of damped modes, whose phase is that behind a drive with which they are in quadrature, as if it
/// kept them alive. @param x  n + 2 rows: r, Omega, xi
[[nodiscard]] ToldMotions told_modes(const dynamics::HarmonicBalance& model, const Matrix& x);

} // namespace slideway::app
