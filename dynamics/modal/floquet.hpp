#pragma once

#include "dynamics/modal/stacked_modes.hpp"

namespace slideway::dynamics {

/// Stability of a periodic motion against small disturbances.
struct Stability {
    /// Floquet multipliers, the largest first: what a disturbance is multiplied by in a cycle. 2 m,
    /// and one more for each elastic-coulomb joint that sticks for part of the cycle. Empty where
    /// the growth leaves the range of numbers.
    ComplexVector multipliers;
    bool stable = false; ///< none lies outside the unit circle (by more than 1e-9: round-off)

    /// Test functions. Each is a distance from a loss of stability with the sign of a product that
    /// is positive while the motion is stable; along a branch it changes its sign where one
    /// multiplier, or a pair, crosses the unit circle. Continuous but where a contact begins to
    /// slip: there the multipliers jump, as the Jacobian of harmonic balance does.
    double fold_test = -1; ///< a real one through +1: the sign of prod (1 - sigma_i)
    double flip_test = -1; ///< changes sign if a real multiplier passes -1: prod (1 + sigma_i)
    /// Changes sign if a complex pair passes the unit circle: prod (1 - sigma_i sigma_j), i < j.
    double neimark_sacker_test = -1;
    /// True if two real multipliers have the product closest to 1. A zero of neimark_sacker_test is
    /// then a neutral saddle and no Neimark-Sacker point.
    bool neutral_saddle = false;
};

/// Determines the stability of a motion from its multipliers.
[[nodiscard]] Stability stability_of(ComplexVector multipliers);

} // namespace slideway::dynamics
