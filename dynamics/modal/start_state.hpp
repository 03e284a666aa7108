#pragma once

#include "dynamics/modal/driven_modes.hpp"
#include "dynamics/modal/outputs.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// A state of all modes.
struct ModalState {
    Vector q, v; ///< m
};

/// Components with given initial values.
struct GivenComponents {
    std::vector<ModalOutput> rows;
    std::vector<double> values; ///< one value per component: displacements [m] or velocities [m/s]
};

/// State of least energy with given displacements and velocities at t: the static shape under
/// forces on these components, and the velocities after impulses on them. If a rigid motion matches
/// the displacements, the body is not deformed. Nonlinear joints are ignored.
/// @param key  key of the values, for messages
/// @throws InputError  for that key: components that cannot move, or that depend on each other
[[nodiscard]] ModalState start_state(const DrivenModes& system, const GivenComponents& displacement,
                                     const GivenComponents& velocity, double t,
                                     const std::string& key = "start");

} // namespace slideway::dynamics
