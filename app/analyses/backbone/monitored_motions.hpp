#pragma once

#include "continuation/branch.hpp"
#include "dynamics/harmonic/motion_family.hpp"

namespace slideway::app {

/// Values of monitors in several motions: monitors x motions.
struct MonitoredMotions {
    Matrix rms;       ///< about the mean
    Matrix phase_lag; ///< [rad] of the first harmonic behind cos(Omega t), in (-pi, pi]
};

/// Evaluates monitors in driven motions.
/// @param x  a column per motion, n + 1 rows or more: r, Omega
/// @param p  parameter of the family, per motion
[[nodiscard]] MonitoredMotions monitored_motions(dynamics::MotionFamily& motions, const Matrix& x,
                                                 const Vector& p);

/// Evaluates monitors in damped modes. The phase lag is that behind a drive in quadrature that
/// would sustain the motion. @param x  a column per mode, n + 2 rows: r, Omega, xi
[[nodiscard]] MonitoredMotions monitored_modes(const dynamics::HarmonicBalance& model,
                                               const Matrix& x);

} // namespace slideway::app
