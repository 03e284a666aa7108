#include "dynamics/modal/jointed_system.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "contact/patch/patch_options.hpp"
#include "dynamics/modal/modal_model.hpp"

namespace slideway::dynamics {

namespace {

// Refuses laws that cannot rest, or that have kinks which steps cannot pass.
void refuse_law(const PatchContact& patch)
{
    const contact::PatchForm form = patch.law.options().form;
    const std::string patch_name = "joint." + patch.name;
    if (!patch.law.is_convex())
        throw InputError(patch_name + ".expand.form", quoted_name(form),
                         "at rest friction has no convex set of reactions; expected \"exact\", "
                         "\"ellipsoid\" with rho = \"kappa\", or \"potential\" or "
                         "\"spherical-harmonics\" with other n");
    if (patch.law.is_smooth())
        return;
    const std::string kink =
        "a load on a point has a kink where the patch turns about it; expected ";
    if (form == contact::PatchForm::points)
        throw InputError(patch_name + ".expand.form", quoted_name(form),
                         kink + "another form; limit-directions takes points");
    throw InputError(patch_name + ".pressure.parts", "with a point",
                     kink + "areas of pressure, or one point alone");
}

std::vector<PatchContact> patch_contacts(const assembly::CoupledModel& model,
                                         const ModalModel& modal)
{
    std::vector<PatchContact> patches;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const assembly::Joint& joint = model.joints[j];
        if (!joint.law->is_patch())
            continue;
        PatchContact patch{joint.name, *joint.law->patch(), joint_on_modes(model, modal, j),
                           joint.measures};
        refuse_law(patch);
        const Index n = patch.on.rows.rows();
        for (Index i = 0; i < n; ++i) {
            const double size = patch.on.rows.row(i).norm();
            if (!(size > 0))
                throw InputError(joint.where, "joint." + joint.name +
                                                  ": the patch moves no mass along one of " +
                                                  (n == 2 ? "x and y" : "x, y and rotation") +
                                                  "; expected ports whose mass can move");
            clean_round_off(patch.on.rows.row(i), size);
        }
        patch.on.rows.conservativeResizeLike(Matrix::Zero(3, modal.n_modes()));
        patch.on.follow.conservativeResizeLike(ComplexVector::Zero(3));
        if (patch.law.turns()) {
            const JointOnModes first = first_body_on_modes(model, modal, j);
            patch.turn = first.rows.row(2).transpose();
            clean_round_off(patch.turn, patch.turn.norm());
            patch.turn_follow = first.follow(2);
        }
        patches.push_back(std::move(patch));
    }
    return patches;
}

} // namespace

JointedSystem jointed_system(const assembly::CoupledModel& model, const ModalModel& modal)
{
    DrivenJoints driven = driven_joints(model, modal);
    std::vector<ModalLaw> joints = std::move(driven.joints);
    return {{std::move(driven), dry_contacts(model, modal)},
            std::move(joints),
            patch_contacts(model, modal)};
}

Matrix resting_rows(const JointedSystem& system)
{
    const auto patches = static_cast<Index>(system.patches.size());
    Matrix rows(system.n_contacts() + 3 * patches, system.n_modes());
    rows.topRows(system.n_contacts()) = system.B;
    for (Index p = 0; p < patches; ++p)
        rows.middleRows<3>(system.n_contacts() + 3 * p) =
            system.patches[static_cast<std::size_t>(p)].on.rows;
    return rows;
}

void refuse_dependent_contacts(const JointedSystem& system)
{
    if (system.patches.empty())
        return refuse_dependent_contacts(static_cast<const DryContacts&>(system));
    const Matrix rows = resting_rows(system);
    std::vector<Index> moved;
    std::vector<std::string> names;
    for (Index i = 0; i < rows.rows(); ++i) {
        if (rows.row(i).isZero(0))
            continue;
        moved.push_back(i);
        const Index of_patches = i - system.n_contacts();
        names.push_back(of_patches < 0
                            ? system.names[static_cast<std::size_t>(i)]
                            : system.patches[static_cast<std::size_t>(of_patches / 3)].name);
    }
    refuse_dependent_rows(rows(moved, Eigen::all), names,
                          "; expected one patch on a rigid body, its pressure a sum (parts), and "
                          "other contacts on other bodies");
}

} // namespace slideway::dynamics
