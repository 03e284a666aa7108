#pragma once

#include "dynamics/modal/driven_joints.hpp"

#include <string>
#include <vector>

/// Resonances of modes without damping, where the compliance of the bodies alone is unbounded.
namespace slideway::dynamics {

/// A mode without damping, with omega = harmonic Omega for an Omega in a range.
struct UndampedResonance {
    Index mode = 0, harmonic = 0;
};

/// Resonances in a range of modes that a nonlinear joint or the drive moves.
/// @param low, high  range of Omega [rad/s]
[[nodiscard]] std::vector<UndampedResonance>
undamped_resonances(const DrivenJoints& system, Index n_h, double low, double high);

/// Returns an equivalent system without the resonances that the dissipation of joints bounds. Each
/// of their modes i receives damping, and a joint of its own takes the same damping away again:
///
///   q_i'' + (c + omega_i) q_i' + omega_i^2 q_i + beta f(r) + B^T f = p,   r = beta q_i,
///   f(r) = -omega_i / beta^2 r',   beta: largest entry of column i of B
///
/// The motions are the same, and the compliances are bounded. A resonance with harmonic k is
/// bounded if joints that dissipate in every motion (contact::Dissipation) move with the mode. With
/// k = 1 their dissipation must exceed that of any bounded force.
[[nodiscard]] DrivenJoints without_bounded_resonances(DrivenJoints system, Index n_h, double low,
                                                      double high);

/// True for the name of a joint that without_bounded_resonances adds.
[[nodiscard]] bool is_mode_name(const std::string& joint);

} // namespace slideway::dynamics
