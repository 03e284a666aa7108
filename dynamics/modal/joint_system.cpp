#include "dynamics/modal/joint_system.hpp"

namespace slideway::dynamics {

JointSystem joint_system(const assembly::CoupledModel& model, const ModalModel& modal)
{
    JointSystem s{coulomb_part(model, modal), {}};
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const assembly::Joint& joint = model.joints[j];
        if (contact::is_nonlinear(joint.law))
            s.joints.push_back({joint.name, joint.law, joint_on_modes(model, modal, j)});
    }
    return s;
}

} // namespace slideway::dynamics
