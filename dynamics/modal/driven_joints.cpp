#include "dynamics/modal/driven_joints.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "dynamics/modal/modal_model.hpp"

namespace slideway::dynamics {

DrivenJoints driven_joints(const assembly::CoupledModel& model, const ModalModel& modal)
{
    DrivenJoints s{driven_modes(model, modal), {}};
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const assembly::Joint& joint = model.joints[j];
        if (joint.law->is_nonlinear())
            s.joints.push_back(
                {joint.name, joint.law, joint_on_modes(model, modal, j), joint.measures});
    }
    return s;
}

Matrix stacked_rows(const DrivenJoints& system)
{
    Index n_r = 0;
    for (const ModalLaw& joint : system.joints)
        n_r += joint.on.rows.rows();
    Matrix B(n_r, system.n_modes());
    Index row = 0;
    for (const ModalLaw& joint : system.joints) {
        B.middleRows(row, joint.on.rows.rows()) = joint.on.rows;
        row += joint.on.rows.rows();
    }
    return B;
}

} // namespace slideway::dynamics
