#pragma once

#include "assembly/configuration.hpp"
#include "dynamics/modal_model.hpp"

#include <vector>

namespace slideway::dynamics {

/// Static state at the start: K u + B_E^T lambda = f with B_C (X + u) = 0 and friction fully
/// developed in the direction of sliding.
struct SlidingEquilibrium {
    std::vector<Vector> q;           ///< modal displacement of each body
    double lambda = 0;               ///< [N]; 0 without contact
    assembly::Configuration contact; ///< of the only contact, in the deformed positions
    int iterations = 0;
};

/// Fixed point on segment, position and direction of the contact; lambda comes from the force
/// balance of the rigid motion that only the contact holds, if a body has one, else from the gap.
/// Constant loads act; noise does not.
///
/// @param direction  +1 or -1: sliding of the slave along the master polyline
/// @throws InputError  a body that nothing holds (which and how it moves); zero or negative normal
///                     force; slave not touching or beside the master surface
/// @throws std::runtime_error  no convergence in 100 iterations
[[nodiscard]] SlidingEquilibrium sliding_equilibrium(const assembly::CoupledModel& model,
                                                     const ModalModel& modal, double direction);

} // namespace slideway::dynamics
