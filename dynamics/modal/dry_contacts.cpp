#include "dynamics/modal/dry_contacts.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

void refuse_laws(const assembly::CoupledModel& model)
{
    for (const assembly::Joint& joint : model.joints) {
        if (joint.law->is_linear() || joint.law->is_dry())
            continue;
        std::vector<std::string> expected, of_steps;
        for (const contact::Law& law : contact::all_laws()) {
            if (law.is_linear() || law.is_dry())
                expected.emplace_back(law.keyword());
            if (law.has_phases() || law.is_dry())
                of_steps.emplace_back(law.keyword());
        }
        const bool smoothed =
            std::find(expected.begin(), expected.end(), joint.law->keyword()) != expected.end();
        throw InputError(joint.where, "joint." + joint.name + ".law",
                         "\"" + std::string(joint.law->keyword()) + "\"" +
                             (smoothed ? " with smoothing" : ""),
                         "expected " + listed(expected, "or") +
                             "; scheme = \"runge-kutta\" or \"taylor\" takes " +
                             listed(of_steps, "and") + ", runge-kutta also patch");
    }
}

void refuse_static_limits(const assembly::CoupledModel& model)
{
    for (const assembly::Joint& joint : model.joints)
        if (joint.law->is_dry() && *joint.law->static_limit() > *joint.law->dry_limit())
            throw InputError(joint.where, "joint." + joint.name + ".limit",
                             "{ static = " + number_text(*joint.law->static_limit()) +
                                 ", dynamic = " + number_text(*joint.law->dry_limit()) + " }",
                             "expected one number: with two limits motions are not unique, and "
                             "the bounds of the regimes do not hold; scheme = \"runge-kutta\" or "
                             "\"taylor\" takes both");
}

// Damping must not feed energy: D, scaled to a unit diagonal so that each mode is judged by its own
// damping, must have no negative eigenvalue.
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
                         "type = \"transient\", scheme = \"runge-kutta\" or \"taylor\"");
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

std::string dry_contact_name(const assembly::Joint& joint, Index row)
{
    return joint.n_rows() == 1 ? joint.name : joint.name + "." + std::to_string(row + 1);
}

DrySystem dry_system(const assembly::CoupledModel& model, const ModalModel& modal)
{
    if (!(model.Omega > 0))
        throw InputError("no frequency of excitation; give Omega or frequency_hz in [excitation]");
    refuse_laws(model);
    refuse_static_limits(model);
    DrySystem system{driven_modes(model, modal), dry_contacts(model, modal)};
    refuse_negative_damping(system.modes);
    return system;
}

DryContacts dry_contacts(const assembly::CoupledModel& model, const ModalModel& modal)
{
    DryContacts s;
    Index rows = 0;
    for (const assembly::Joint& joint : model.joints)
        if (joint.law->is_dry())
            rows += joint.n_rows();
    s.B = Matrix::Zero(rows, modal.n_modes());
    s.limit.resize(rows);
    s.static_limit.resize(rows);
    s.r = ComplexVector::Zero(rows);
    Index row = 0;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const assembly::Joint& joint = model.joints[j];
        if (!joint.law->is_dry())
            continue;
        const Index n = joint.n_rows();
        const JointOnModes modes = joint_on_modes(model, modal, j);
        s.B.middleRows(row, n) = modes.rows;
        s.r.segment(row, n) = modes.follow;
        for (Index i = 0; i < n; ++i) {
            if (!(s.B.row(row + i).squaredNorm() > 0))
                throw InputError(joint.where, "joint." + joint.name +
                                                  ": the contact moves no mass; expected a port "
                                                  "whose mass can move");
            clean_round_off(s.B.row(row + i), s.B.row(row + i).norm());
            s.limit(row + i) = joint.law->dry_limit().value();
            s.static_limit(row + i) = joint.law->static_limit().value();
            s.names.push_back(dry_contact_name(joint, i));
            s.measures.push_back(measure_at(joint.measures, i));
        }
        row += n;
    }
    return s;
}

void refuse_dependent_contacts(const DryContacts& contacts)
{
    refuse_dependent_rows(contacts.B, contacts.names);
}

void refuse_dependent_rows(const Matrix& B, const std::vector<std::string>& names,
                           const std::string& allowed)
{
    if (B.rows() == 0)
        return;
    const Matrix G = B * B.transpose();
    const Vector scale = G.diagonal().cwiseSqrt().cwiseInverse();
    const SymmetricEigen eigen = symmetric_eigen(scale.asDiagonal() * G * scale.asDiagonal());
    const Index n_dependent = (eigen.values.array() <= 1e-12).count();
    if (n_dependent == 0)
        return;
    constexpr double takes_part = 1e-6; // smaller entries are round-off of the eigenvectors
    std::vector<std::string> which;
    for (Index row = 0; row < B.rows(); ++row) {
        const std::string& name = names[static_cast<std::size_t>(row)];
        if (eigen.vectors.row(row).head(n_dependent).norm() > takes_part &&
            std::find(which.begin(), which.end(), name) == which.end())
            which.push_back(name);
    }
    throw InputError("the contacts depend on each other (" + join(which) +
                     "); how they share friction is not determined" + allowed);
}

} // namespace slideway::dynamics
