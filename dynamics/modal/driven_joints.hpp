#pragma once

#include "base/measure.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/driven_modes.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// A joint whose force f(r, r') is a function of the motion; it adds rows^T f to the left-hand
/// side.
struct ModalLaw {
    std::string name;
    contact::JointLaw law; ///< neither linear nor set-valued at rest
    JointOnModes on;
    std::vector<Measure> measures = {}; ///< measures of its rows; empty: displacements
};

/// q'' + D q' + omega^2 q + sum rows^T f(r, r') = p0 + Re(p exp(j Omega t)).
struct DrivenJoints : DrivenModes {
    std::vector<ModalLaw> joints;
};

/// Without the joints of the model that are set-valued at rest: those are dry_contacts and patches.
/// @throws InputError  as driven_modes
[[nodiscard]] DrivenJoints driven_joints(const assembly::CoupledModel& model,
                                         const ModalModel& modal);

/// n_r x m: the rows of all joints, one below the other.
[[nodiscard]] Matrix stacked_rows(const DrivenJoints& system);

} // namespace slideway::dynamics
