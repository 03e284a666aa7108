#include "dynamics/modal/coulomb_system.hpp"

#include "base/dense_eigen.hpp"
#include "base/text.hpp"

#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// Components one after another in q.
std::vector<Index> first_modes(const ModalModel& modal)
{
    std::vector<Index> first = {0};
    for (const reduction::ModalForm& form : modal.components)
        first.push_back(first.back() + form.n_modes());
    return first;
}

void refuse_laws(const assembly::CoupledModel& model)
{
    for (const assembly::Joint& joint : model.joints)
        if (contact::is_nonlinear(joint.law))
            throw InputError(
                joint.where, "joint." + joint.name + ".law",
                "\"" + std::string(contact::keyword(joint.law)) + "\"",
                "expected linear or coulomb; scheme = \"runge-kutta\" takes every law");
}

void refuse_drives(const assembly::CoupledModel& model)
{
    for (const assembly::Sliding& sliding : model.sliding)
        throw InputError(sliding.where, "contact." + sliding.name +
                                            ": sliding contacts are not taken here; expected "
                                            "joints");
    for (const assembly::Load& load : model.loads)
        if (std::holds_alternative<assembly::Noise>(load.signal))
            throw InputError(load.where, "load." + load.name +
                                             ": expected a constant or harmonic force, not noise");
    for (const assembly::Motion& motion : model.motions)
        if (motion.velocity != 0)
            throw InputError(motion.where,
                             "motion." + motion.name +
                                 ": expected a harmonic displacement, not a velocity");
}

// What bodies lose may be nothing, but not less: D, scaled to a unit diagonal so that no mode is
// judged by the damping of another, has no negative eigenvalue.
void refuse_negative_damping(const StackedModes& modes)
{
    if (modes.n() == 0)
        return;
    double least = modes.c.minCoeff();
    if (least >= 0 && !modes.classical()) {
        constexpr double round_off = 1e-10;
        const Vector scale =
            (modes.c.array() > 0).select(modes.c.cwiseSqrt().cwiseInverse(), 1.0).matrix();
        const SymmetricEigen damping =
            symmetric_eigen(scale.asDiagonal() * modes.D * scale.asDiagonal());
        if (damping.values(0) >= -round_off)
            return;
        Vector motion = scale.cwiseProduct(damping.vectors.col(0));
        motion.normalize();
        least = motion.dot(modes.D * motion);
    }
    if (least < 0)
        throw InputError("damping feeds the motion (" + number_text(least, 6) +
                         " 1/s on the modes); expected damping that takes energy, or "
                         "type = \"transient\", scheme = \"runge-kutta\"");
}

// Sets to zero what is round-off beside `size`: loads that cancel, modes that a row does not see.
template <class Values>
void clean(Values&& values, double size)
{
    constexpr double round_off = 1e-13;
    for (Index i = 0; i < values.size(); ++i)
        if (std::abs(values(i)) <= round_off * size)
            values(i) = 0;
}

Complex phasor(const assembly::Harmonic& harmonic)
{
    return std::polar(harmonic.amplitude, harmonic.phase);
}

} // namespace

std::string regime_name(Regime regime)
{
    switch (regime) {
    case Regime::no_motion:
        return "no-motion";
    case Regime::stick_slip:
        return "stick-slip";
    case Regime::continuous:
        return "continuous";
    }
    return "";
}

JointOnModes joint_on_modes(const assembly::CoupledModel& model, const ModalModel& modal,
                            std::size_t joint)
{
    const std::vector<Index> first = first_modes(modal);
    const Index n = model.joints[joint].n_rows();
    JointOnModes on{Matrix::Zero(n, modal.n_modes()), ComplexVector::Zero(n)};
    auto add = [&](const ModalRows& side, double sign) {
        on.rows.middleCols(first[side.component], side.rows.cols()) += sign * side.rows;
        for (std::size_t k = 0; k < model.motions.size(); ++k)
            if (model.motions[k].harmonic)
                on.follow += sign * phasor(*model.motions[k].harmonic) *
                             side.follow.col(static_cast<Index>(k));
    };
    add(modal.joints[joint]->first, 1);
    if (modal.joints[joint]->second)
        add(*modal.joints[joint]->second, -1);
    return on;
}

CoulombSystem coulomb_system(const assembly::CoupledModel& model, const ModalModel& modal)
{
    if (!(model.Omega > 0))
        throw InputError("no frequency of excitation; give Omega or frequency_hz in [excitation]");
    refuse_laws(model);
    CoulombSystem system = coulomb_part(model, modal);
    refuse_negative_damping(system.modes);
    return system;
}

CoulombSystem coulomb_part(const assembly::CoupledModel& model, const ModalModel& modal)
{
    refuse_drives(model);
    CoulombSystem s;
    s.modes = stacked_modes(modal);
    s.Omega = model.Omega;
    const Index m = s.modes.n();
    const std::vector<Index> first = first_modes(modal);
    s.p0 = Vector::Zero(m);
    s.force = s.inertia = s.drag = ComplexVector::Zero(m);

    double constant_size = 0, harmonic_size = 0, inertia_size = 0, drag_size = 0;
    for (std::size_t k = 0; k < model.loads.size(); ++k) {
        const ModalLoad& load = modal.loads[k];
        const Index at = first[load.component];
        if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[k].signal)) {
            s.p0.segment(at, load.p.size()) += constant->force * load.p;
            constant_size += std::abs(constant->force) * load.p.norm();
        } else {
            const Complex amplitude = phasor(std::get<assembly::Harmonic>(model.loads[k].signal));
            s.force.segment(at, load.p.size()) += amplitude * load.p;
            harmonic_size += std::abs(amplitude) * load.p.norm();
        }
    }
    // u = Phi q + e x: M e x'' and the damping of e that does not act relative to it drive q.
    for (std::size_t k = 0; k < model.motions.size(); ++k) {
        if (!model.motions[k].harmonic)
            continue;
        const ModalMotion& motion = modal.motions[k];
        const Complex x = phasor(*model.motions[k].harmonic);
        const Index at = first[motion.component], n = motion.inertia.size();
        s.inertia.segment(at, n) += x * motion.inertia;
        inertia_size += std::abs(x) * motion.inertia.norm();
        if (motion.drag.size() > 0) {
            s.drag.segment(at, n) += x * motion.drag;
            drag_size += std::abs(x) * motion.drag.norm();
        }
    }
    clean(s.p0, constant_size);
    clean(s.force, harmonic_size);
    clean(s.inertia, inertia_size);
    clean(s.drag, drag_size);
    s.p = s.p_at(s.Omega);

    Index rows = 0;
    for (const assembly::Joint& joint : model.joints)
        if (contact::is_dry(joint.law))
            rows += joint.n_rows();
    s.B = Matrix::Zero(rows, m);
    s.limit.resize(rows);
    s.r = ComplexVector::Zero(rows);
    Index row = 0;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const assembly::Joint& joint = model.joints[j];
        if (!contact::is_dry(joint.law))
            continue;
        const Index n = joint.n_rows();
        const JointOnModes on = joint_on_modes(model, modal, j);
        s.B.middleRows(row, n) = on.rows;
        s.r.segment(row, n) = on.follow;
        for (Index i = 0; i < n; ++i) {
            if (!(s.B.row(row + i).squaredNorm() > 0))
                throw InputError(joint.where, "joint." + joint.name +
                                                  ": the contact moves no mass; expected a port "
                                                  "whose mass can move");
            clean(s.B.row(row + i), s.B.row(row + i).norm());
            s.limit(row + i) = contact::dry_limit(joint.law);
            s.names.push_back(n == 1 ? joint.name : joint.name + "." + std::to_string(i + 1));
        }
        row += n;
    }
    return s;
}

bool pushes_rigid_motion(const CoulombSystem& system)
{
    constexpr double unseen = 1e-12; // share of the loads that is round-off
    const double p0_max = system.p0.size() > 0 ? system.p0.cwiseAbs().maxCoeff() : 0;
    for (Index i = 0; i < system.n_modes(); ++i)
        if (system.modes.omega(i) == 0 && std::abs(system.p0(i)) > unseen * p0_max)
            return true;
    return false;
}

void refuse_no_closed_form(const CoulombSystem& system)
{
    const Index m = system.n_modes();
    if (system.force.size() != m || system.inertia.size() != m || system.drag.size() != m)
        throw std::invalid_argument("CoulombSystem: loads that do not say what they are made of");
    if (pushes_rigid_motion(system))
        throw InputError("a constant load pushes a rigid motion that friction alone holds: the "
                         "boundaries have no closed form; the motion itself: method = "
                         "\"steady-state\" or \"simulation\"");
}

void refuse_dependent_contacts(const CoulombSystem& system)
{
    if (system.n_contacts() == 0)
        return;
    const Matrix G = system.B * system.B.transpose();
    const Vector scale = G.diagonal().cwiseSqrt().cwiseInverse();
    const Vector values = symmetric_eigenvalues(scale.asDiagonal() * G * scale.asDiagonal());
    if (!(values(0) > 1e-12))
        throw InputError("the contacts depend on each other (" + join(system.names) +
                         "); how they share friction is not determined");
}

} // namespace slideway::dynamics
