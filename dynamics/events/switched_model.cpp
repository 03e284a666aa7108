#include "dynamics/events/switched_model.hpp"

#include "contact/laws/law.hpp"
#include "contact/patch/turned_map.hpp"

#include <algorithm>
#include <utility>

namespace slideway::dynamics {

SwitchedModel::SwitchedModel(const JointedSystem& s)
    : system(s), rows(resting_rows(s)), follow(rows.rows()), G(rows * rows.transpose()),
      steady_force(s.p0.norm() + s.p.norm() + (s.B.rowwise().norm().transpose() * s.limit).value())
{
    for (Index i = n_contacts(); i < rows.rows(); ++i)
        if (rows.row(i).isZero(0))
            G(i, i) = 1; // the spin of a point: a mass of its own that nothing moves
    follow.head(n_contacts()) = s.r;
    for (std::size_t p = 0; p < n_patches(); ++p) {
        follow.segment<3>(patch_row(p)) = s.patches[p].on.follow;
        steady_force += s.patches[p].on.rows.rowwise().norm().dot(patch_limit(p));
    }
    for (const ModalLaw& joint : s.joints) {
        row_norm.emplace_back(joint.on.rows.rowwise().norm());
        follow_size.emplace_back(joint.on.follow.cwiseAbs());
    }
}

bool SwitchedModel::has_series() const
{
    return system.patches.empty() &&
           std::none_of(system.joints.begin(), system.joints.end(),
                        [](const ModalLaw& joint) { return joint.law->is_state_function(); });
}

Vector SwitchedModel::displacement(const Vector& y, double t) const
{
    return system.B * y.head(n_modes()) + (system.r * drive(t)).real();
}

Vector SwitchedModel::sliding(const Vector& y, double t) const
{
    return system.B * y.segment(n_modes(), n_modes()) + (system.r * drive_rate(t)).real();
}

void SwitchedModel::joint_motion(const Vector& y, Complex e, std::size_t j, contact::JointVector& r,
                                 contact::JointVector& r_rate) const
{
    const JointOnModes& on = system.joints[j].on;
    r.noalias() = on.rows * y.head(n_modes());
    r_rate.noalias() = on.rows * y.segment(n_modes(), n_modes());
    const Complex e_rate = Complex(0, system.Omega) * e;
    for (Index i = 0; i < r.size(); ++i) {
        r(i) += (on.follow(i) * e).real();
        r_rate(i) += (on.follow(i) * e_rate).real();
    }
}

Vector3 SwitchedModel::patch_displacement(std::size_t p, const Vector& y, double t) const
{
    const JointOnModes& on = system.patches[p].on;
    return on.rows * y.head(n_modes()) + (on.follow * drive(t)).real();
}

Vector3 SwitchedModel::patch_velocity(std::size_t p, const Vector& y, double t) const
{
    const JointOnModes& on = system.patches[p].on;
    return on.rows * y.segment(n_modes(), n_modes()) + (on.follow * drive_rate(t)).real();
}

Vector3 SwitchedModel::patch_acceleration(std::size_t p, const Vector& rate, double t) const
{
    const JointOnModes& on = system.patches[p].on;
    return on.rows * rate.segment(n_modes(), n_modes()) -
           system.Omega * system.Omega * (on.follow * drive(t)).real();
}

contact::Matrix3 SwitchedModel::map_axes(std::size_t p, const Vector& y, double t) const
{
    const PatchContact& patch = system.patches[p];
    if (patch.turn.size() == 0)
        return contact::Matrix3::Identity();
    return contact::axes_turned_by(patch.turn.dot(y.head(n_modes())) +
                                   (patch.turn_follow * drive(t)).real());
}

double SwitchedModel::map_rate(std::size_t p, const Vector& y, double t) const
{
    const PatchContact& patch = system.patches[p];
    if (patch.turn.size() == 0)
        return 0;
    return patch.turn.dot(y.segment(n_modes(), n_modes())) +
           (patch.turn_follow * drive_rate(t)).real();
}

contact::PatchForce SwitchedModel::patch_friction(std::size_t p, const Vector3& velocity,
                                                  const Vector& y, double t) const
{
    const contact::PatchLaw& law = system.patches[p].law;
    if (system.patches[p].turn.size() == 0)
        return law.force(velocity.head<2>(), velocity(2));
    return contact::force_on(law, map_axes(p, y, t), velocity);
}

Vector3 SwitchedModel::patch_limit(std::size_t p) const
{
    const contact::PatchLaw& law = system.patches[p].law;
    return law.limit() * Vector3(1, 1, law.kappa());
}

void HeldRows::take(const SwitchedModel& model, std::vector<Index> rows)
{
    rows_ = std::move(rows);
    B_ = model.rows(rows_, Eigen::all);
    if (!rows_.empty())
        factor_.compute(model.G(rows_, rows_));
}

} // namespace slideway::dynamics
