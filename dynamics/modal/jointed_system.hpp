#pragma once

#include "base/measure.hpp"
#include "contact/patch/patch_law.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/dry_contacts.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Friction of a contact patch: rows^T f on the left-hand side, f a force and torque of the slip
/// and spin r' while it slides, at rest any reaction of a convex set.
struct PatchContact {
    std::string name;
    contact::PatchLaw law; ///< of a convex potential
    JointOnModes on;       ///< of x, y and rotation; of a point the last moves nothing
    std::vector<Measure> measures = {};
    /// The rotation that the axes of its map have turned by, turn . q + Re(turn_follow exp(j Omega
    /// t)) [rad]; of no modes: they stay.
    Vector turn = {};
    Complex turn_follow = 0;
};

/// Dry contacts, joints of other laws, and patches.
struct JointedSystem : DrySystem {
    std::vector<ModalLaw> joints;
    std::vector<PatchContact> patches = {};
};

/// @throws InputError  as driven_modes and dry_contacts; of a key "joint.NAME.KEY", without a
/// place,
///                     a patch law without a convex potential or with kinks; of a joint a patch on
///                     rows that move no mass
[[nodiscard]] JointedSystem jointed_system(const assembly::CoupledModel& model,
                                           const ModalModel& modal);

/// @throws InputError  contacts that are set-valued at rest depend on each other, patches among
///                     them: how they share friction is not determined
void refuse_dependent_contacts(const JointedSystem& system);
/// k + 3 p x m: the rows of the dry contacts, behind them those of the patches; of a point the last
/// is 0.
[[nodiscard]] Matrix resting_rows(const JointedSystem& system);

} // namespace slideway::dynamics
