#pragma once

#include "dynamics/events/locked_modes.hpp"

namespace slideway::dynamics {

/// Moves differences of motions, columns (dq, dq') that keep to the locks, forward by tau [s].
void propagate_tangent(const DrySystem& system, const LockedModes& modes, double tau,
                       Matrix& columns);

} // namespace slideway::dynamics
