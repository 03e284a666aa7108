#pragma once

#include "contact/joint_laws.hpp"
#include "dynamics/coulomb_system.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// A joint whose force is a function of the motion, on the modes: r = rows q + Re(follow
/// exp(j Omega t)), first body minus second; it adds rows^T f to the left-hand side.
struct ModalLaw {
    std::string name;
    contact::JointLaw law; ///< neither linear nor Coulomb
    RowMatrix rows;        ///< n x m
    ComplexVector follow;  ///< n [m]
};

/// Linear bodies with rigid dry contacts and with joints of other laws.
struct JointSystem {
    CoulombSystem dry; ///< Omega = 0: nothing moves harmonically
    std::vector<ModalLaw> joints;
};

} // namespace slideway::dynamics
