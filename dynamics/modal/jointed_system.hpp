#pragma once

#include "base/measure.hpp"
#include "contact/patch/patch_law.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/dry_contacts.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Friction of a contact patch: rows^T f on the left-hand side. While it slides, f is a function of
/// slip and spin r'. At rest f is any reaction in a convex set.
struct PatchContact {
    std::string name;
    contact::PatchLaw law; ///< law with a convex potential
    JointOnModes on;       ///< rows of x, y and rotation; for a point the last one is zero
    std::vector<Measure> measures = {};
    /// Rotation of the axes of its map, turn . q + Re(turn_follow exp(j Omega t)) [rad]. An empty
    /// `turn` means fixed axes.
    Vector turn = {};
    Complex turn_follow = 0;
};

/// Dry contacts, joints of other laws, and patches.
struct JointedSystem : DrySystem {
    std::vector<ModalLaw> joints;
    std::vector<PatchContact> patches = {};
};

/// Builds the system of a model.
/// @throws InputError  as driven_modes and dry_contacts; for a key "joint.NAME.KEY" without a
///                     place: a patch law without a convex potential or with kinks; a patch on rows
///                     that move no mass
[[nodiscard]] JointedSystem jointed_system(const assembly::CoupledModel& model,
                                           const ModalModel& modal);

/// @throws InputError  contacts or patches that are set-valued at rest depend on each other, so
///                     that their friction forces are not unique
void refuse_dependent_contacts(const JointedSystem& system);
/// Rows of the dry contacts followed by those of the patches, k + 3 p x m. The last row of a point
/// is 0.
[[nodiscard]] Matrix resting_rows(const JointedSystem& system);

} // namespace slideway::dynamics
