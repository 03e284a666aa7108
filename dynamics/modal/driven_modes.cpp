#include "dynamics/modal/driven_modes.hpp"

#include "assembly/coupled_model.hpp"
#include "base/error.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <cmath>
#include <vector>

namespace slideway::dynamics {

namespace {

void refuse_drives(const assembly::CoupledModel& model)
{
    for (const assembly::Sliding& sliding : model.sliding)
        throw InputError(sliding.where, "contact." + sliding.name +
                                            ": sliding contacts are not taken here; expected "
                                            "joints");
    for (const assembly::Load& load : model.loads)
        if (std::holds_alternative<assembly::Noise>(load.signal) ||
            std::holds_alternative<assembly::Raised>(load.signal))
            throw InputError(load.where, "load." + load.name +
                                             ": expected a constant or harmonic force, not " +
                                             (std::holds_alternative<assembly::Noise>(load.signal)
                                                  ? "noise"
                                                  : "one with a ramp"));
    for (const assembly::Motion& motion : model.motions)
        if (motion.velocity != 0 || motion.turns())
            throw InputError(motion.where,
                             "motion." + motion.name +
                                 ": expected a harmonic displacement, not a velocity");
}

Complex phasor(const assembly::Harmonic& harmonic)
{
    return std::polar(harmonic.amplitude, harmonic.phase);
}

JointOnModes on_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                      const ModalRows& side)
{
    const Index n = side.rows.rows();
    JointOnModes modes{Matrix::Zero(n, modal.n_modes()), ComplexVector::Zero(n)};
    modes.rows.middleCols(modal.first_modes()[side.component], side.rows.cols()) = side.rows;
    for (std::size_t k = 0; k < model.motions.size(); ++k)
        if (model.motions[k].harmonic)
            modes.follow +=
                phasor(*model.motions[k].harmonic) * side.follow.col(static_cast<Index>(k));
    return modes;
}

} // namespace

DrivenModes driven_modes(const assembly::CoupledModel& model, const ModalModel& modal)
{
    refuse_drives(model);
    DrivenModes s;
    s.modes = stacked_modes(modal);
    s.Omega = model.Omega;
    const Index m = s.modes.n();
    const std::vector<Index> first = modal.first_modes();
    s.p0 = Vector::Zero(m);
    s.force = s.inertia = s.drag = ComplexVector::Zero(m);

    double constant_size = 0, harmonic_size = 0, inertia_size = 0, drag_size = 0;
    for (std::size_t k = 0; k < model.loads.size(); ++k) {
        const ModalLoad& load = modal.loads[k];
        const Index position = first[load.component];
        if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[k].signal)) {
            s.p0.segment(position, load.p.size()) += constant->force * load.p;
            constant_size += std::abs(constant->force) * load.p.norm();
        } else {
            const Complex amplitude = phasor(std::get<assembly::Harmonic>(model.loads[k].signal));
            s.force.segment(position, load.p.size()) += amplitude * load.p;
            harmonic_size += std::abs(amplitude) * load.p.norm();
        }
    }
    // u = Phi q + e x: M e x'' and the damping of e that does not act relative to it drive q.
    for (std::size_t k = 0; k < model.motions.size(); ++k) {
        if (!model.motions[k].harmonic)
            continue;
        const ModalMotion& motion = modal.motions[k];
        const Complex x = phasor(*model.motions[k].harmonic);
        const Index mode_index = first[motion.component], n = motion.inertia.size();
        s.inertia.segment(mode_index, n) += x * motion.inertia;
        inertia_size += std::abs(x) * motion.inertia.norm();
        if (motion.drag.size() > 0) {
            s.drag.segment(mode_index, n) += x * motion.drag;
            drag_size += std::abs(x) * motion.drag.norm();
        }
    }
    clean_round_off(s.p0, constant_size);
    clean_round_off(s.force, harmonic_size);
    clean_round_off(s.inertia, inertia_size);
    clean_round_off(s.drag, drag_size);
    s.p = s.p_at(s.Omega);
    return s;
}

JointOnModes first_body_on_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                                 std::size_t joint)
{
    return on_modes(model, modal, modal.joints[joint]->first);
}

JointOnModes joint_on_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                            std::size_t joint)
{
    JointOnModes modes = first_body_on_modes(model, modal, joint);
    if (modal.joints[joint]->second) {
        const JointOnModes second = on_modes(model, modal, *modal.joints[joint]->second);
        modes.rows -= second.rows;
        modes.follow -= second.follow;
    }
    return modes;
}

bool pushes_rigid_motion(const DrivenModes& driven)
{
    constexpr double unseen = 1e-12; // share of the loads that is round-off
    const double p0_max = driven.p0.size() > 0 ? driven.p0.cwiseAbs().maxCoeff() : 0;
    for (Index i = 0; i < driven.n_modes(); ++i)
        if (driven.modes.omega(i) == 0 && std::abs(driven.p0(i)) > unseen * p0_max)
            return true;
    return false;
}

} // namespace slideway::dynamics
