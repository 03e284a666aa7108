#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/modal/start_state.hpp"

#include <string>

namespace slideway::dynamics {

/// Displacements and velocities of all modes where the drive has that phase, Omega t [rad].
/// @param motion  that `model` has evaluated
[[nodiscard]] ModalState periodic_state(const HarmonicBalance& model,
                                        const HarmonicBalance::Evaluation& motion, double phase);

/// Refuses what is no motion of the model, far beyond the tolerance that motions are found with.
/// @param what  it is, for the message
/// @throws InputError  it does not solve the equations
void check_motion(const HarmonicBalance& model, const HarmonicBalance::Evaluation& motion,
                  double tolerance, const std::string& what);

} // namespace slideway::dynamics
