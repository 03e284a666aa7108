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
    double flip_test = -1; ///< a real one through -1: the sign of prod (1 + sigma_i)
    /// a complex pair: the sign of prod (1 - sigma_i sigma_j), i < j
    double neimark_sacker_test = -1;
    /// Two real multipliers are nearest to the product 1: a zero of neimark_sacker_test is then no
    /// Neimark-Sacker point but a neutral saddle, where nothing happens.
    bool neutral_saddle = false;
};

/// What the multipliers of a motion say of it.
[[nodiscard]] Stability stability_of(ComplexVector multipliers);

} // namespace slideway::dynamics
