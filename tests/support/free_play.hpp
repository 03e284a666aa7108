#pragma once

#include "dynamics/modal/jointed_system.hpp"

namespace slideway::test {

/// Two masses on cubic springs, the first between two stops (docs/theory/events.md, section 5):
///
///   m x1'' + c x1' + k x1 + mu x1^3 - k_d u - mu_d u^3 - c_d u' + F(x1) = Q1 cos(Omega t)
///   m x2'' + c x2' + k x2 + mu x2^3 + k_d u + mu_d u^3 + c_d u'        = Q2 cos(Omega t)
///
/// Here u = x2 - x1, and F are stops of stiffness k_p and damping `dashpot` at +-clearance,
/// optionally with smoothed corners.
/// m = 1, k = 1, c = 0.02, mu = 0.1, k_d = 0.5, mu_d = 10, c_d = 0.01, Q1 = 0.035, Q2 = -0.02.
struct FreePlay {
    double Omega = 1.2;
    double clearance = 0.05, k_p = 10, dashpot = 0;
    double smoothing = 0; ///< 0: none
};
[[nodiscard]] dynamics::JointedSystem free_play(const FreePlay& parameters);

/// Converts (x1, v1, x2, v2) to (q, q').
[[nodiscard]] Vector free_play_state(double x1, double v1, double x2, double v2);

/// Coordinates of the modes: q = Phi^T x, x = Phi q, Phi orthogonal.
[[nodiscard]] Matrix free_play_modes();

} // namespace slideway::test
