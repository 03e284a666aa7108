#pragma once

#include "contact/laws/joint_law.hpp"
#include "dynamics/modal/coulomb_system.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// A joint whose force f(r, r') is a function of the motion; it adds rows^T f to the left-hand
/// side.
struct ModalLaw {
    std::string name;
    contact::JointLaw law; ///< neither linear nor rigid dry friction
    JointOnModes on;
};

/// Linear bodies with rigid dry contacts and with joints of other laws.
struct JointSystem {
    CoulombSystem dry; ///< Omega = 0: nothing moves harmonically
    std::vector<ModalLaw> joints;
};

/// @throws InputError  a sliding contact; a random load; a motion with a velocity; a dry contact
///                     that moves no mass
[[nodiscard]] JointSystem joint_system(const assembly::CoupledModel& model,
                                       const ModalModel& modal);

} // namespace slideway::dynamics
