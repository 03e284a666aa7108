#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"

#include <vector>

/// The system of small vibrations about the equilibrium under the constant loads, with the joints
/// as they are there: closed contacts stick (without friction: stay closed), open ones and open
/// gaps are without stiffness.
namespace slideway::dynamics {

/// omega^2 + B^T k B, m x m [1/s^2], k what the first harmonic meets.
/// @param Omega  [rad/s] of evaluations, > 0: no matter which
[[nodiscard]] Matrix stuck_stiffness(const HarmonicBalance& model, double Omega);

/// Mass-normalised modes of the stuck system: q = shapes eta, eta'' + D eta' + omega^2 eta = 0.
struct StuckModes {
    Vector omega;  ///< m [rad/s], ascending
    Matrix shapes; ///< m x m, orthogonal
    Matrix D;      ///< m x m [1/s]
    /// m, on q: what motions of the bodies' ends push through the joints, beside the load p, is
    /// push - j Omega drag.
    ComplexVector push, drag;
};
[[nodiscard]] StuckModes stuck_modes(const HarmonicBalance& model, double Omega);

/// The motion of this system under the drive, as unknowns of the balance.
[[nodiscard]] Vector stuck_motion(const HarmonicBalance& model, double Omega, double level);

/// Whether every contact sticks, or stays open, or stays closed without friction, throughout the
/// motion that was evaluated: friction contacts are linear then.
[[nodiscard]] bool sticks(const HarmonicBalance& model,
                          const HarmonicBalance::Evaluation& evaluation);

/// Phase resonances of this system: all zeros of Re(p^H H p) between two frequencies, ascending. H
/// is the sum of residues over the poles s; between the frequencies a and b, a distance d_s or more
/// from the poles,
///
///   |d^2/dOmega^2 sum N_s / (j Omega - s)| <= sum |N_s|'' / d_s + 2 |N_s|' / d_s^2 + 2 |N_s| /
///   d_s^3
///
/// with N_s(Omega) by the triangle inequality. Intervals are halved until this bound leaves no zero
/// or one, so that none is missed. Two closer than 1e-12 of their frequency count as none. A motion
/// that nothing holds is given 1e-4 of the lower frequency, and an undamped pole is no zero.
/// @param low, high  [rad/s], 0 < low < high
[[nodiscard]] std::vector<double> stuck_phase_resonances(const HarmonicBalance& model, double low,
                                                         double high);

} // namespace slideway::dynamics
