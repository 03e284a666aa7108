#pragma once

#include "base/types.hpp"
#include "dynamics/modal/linear_phase.hpp"

namespace slideway::dynamics {

/// Disturbances of a periodic motion on their way through its phases, one per column.
struct Disturbances {
    Matrix y; ///< 2 m x N: states (omega q, q')
    Matrix c; ///< n_sliders x N: k_t^1/2 times the slider of each joint, constant within a phase
    /// y = left coordinates, where the last phase let most modes die out; else empty.
    Matrix left, coordinates;
    Matrix eta, moved, old; ///< work: modal coordinates of y; of products
};

/// Forward by t [s], y' = A y + F c, by the exponential of [A F; 0 0] t.
void propagate_dense(const LinearPhase& phase, double t, Disturbances& d);

/// Propagates disturbances with the modes of A, without modes that have decayed by then:
/// y = modes exp(lambda t) coordinates (y - rest c) + rest c, rest = -A^-1 F.
void propagate_modes(const LinearPhase& phase, double t, Disturbances& d);

} // namespace slideway::dynamics
