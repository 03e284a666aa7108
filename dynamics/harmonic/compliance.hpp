#pragma once

#include "dynamics/modal/stacked_modes.hpp"

namespace slideway::dynamics {

/// H = (omega^2 - w^2 + j w D)^-1 on columns X, and dH/dw X, where damping couples the modes.
void comply(const StackedModes& modes, double w, const ComplexMatrix& X, ComplexMatrix& HX,
            ComplexMatrix& rate);

} // namespace slideway::dynamics
