#pragma once

#include "base/types.hpp"
#include "dynamics/modal/linear_phase.hpp"

namespace slideway::dynamics {

/// Disturbances of a periodic motion that are propagated through its phases, one per column.
struct Disturbances {
    Matrix y; ///< 2 m x N: states (omega q, q')
    Matrix c; ///< n_sliders x N: k_t^1/2 times the slider of each joint, constant within a phase
    /// Factors of y = left coordinates if most modes decayed in the last phase; otherwise empty.
    Matrix left, coordinates;
    Matrix eta, moved, old; ///< workspace: modal coordinates of y; products
};

/// Propagates disturbances by t [s], y' = A y + F c, with the exponential of [A F; 0 0] t.
void propagate_dense(const LinearPhase& phase, double t, Disturbances& d);

/// Propagates disturbances by t [s] with the modes of A. Modes that decay within t are omitted:
/// y = modes exp(lambda t) coordinates (y - rest c) + rest c, rest = -A^-1 F.
void propagate_modes(const LinearPhase& phase, double t, Disturbances& d);

} // namespace slideway::dynamics
