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

/// Components that are to have a value.
struct GivenComponents {
    std::vector<ModalOutput> rows;
    std::vector<double> values; ///< as many: displacements [m], or velocities [m/s]
};

/// Of all states with these displacements and velocities at t that of least energy: the static
/// shape under forces on these components, and the velocities after blows on these. Where a rigid
/// motion alone has the displacements, the body is not deformed. Joints that are not linear do not
/// count.
/// @param key  that gives them
/// @throws InputError  of that key: components that cannot move, or not independently of each other
[[nodiscard]] ModalState start_state(const DrivenModes& system, const GivenComponents& displacement,
                                     const GivenComponents& velocity, double t,
                                     const std::string& key = "start");

} // namespace slideway::dynamics
