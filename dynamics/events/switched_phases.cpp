#include "dynamics/events/switched_phases.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

Vector3 ImposedMotion::acceleration(double t) const
{
    const double s = t - begin, x = s / unit;
    Vector3 sum = Vector3::Zero();
    for (Index i = a.cols(); i-- > 0;)
        sum = sum * x + static_cast<double>(power + i) * a.col(i);
    return std::pow(s, power - 1) * sum;
}

Vector3 ImposedMotion::jerk(double t) const
{
    const double s = t - begin, x = s / unit;
    const Index first = power == 1 ? 1 : 0; // a velocity that is linear in time has none
    Vector3 sum = Vector3::Zero();
    for (Index i = a.cols(); i-- > first;)
        sum = sum * x + static_cast<double>((power + i) * (power + i - 1)) * a.col(i);
    return std::pow(s, power - 2 + first) / std::pow(unit, first) * sum;
}

SwitchedPhases::SwitchedPhases(const SwitchedModel& model)
    : contacts(static_cast<std::size_t>(model.n_contacts()), 0), joints(model.system.joints.size()),
      pieces(joints.size()), patches(model.n_patches()), friction(Vector::Zero(model.n_contacts())),
      friction_load(Vector::Zero(model.n_modes()))
{
}

void SwitchedPhases::set_friction(const SwitchedModel& model, const std::vector<Index>& slow)
{
    for (std::size_t i = 0; i < contacts.size(); ++i)
        friction(static_cast<Index>(i)) = contacts[i] * model.system.limit(static_cast<Index>(i));
    for (const Index i : slow)
        friction(i) = 0;
    friction_load = model.system.B.transpose() * friction;
}

void SwitchedPhases::hold(const SwitchedModel& model)
{
    std::vector<Index> rows;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (contacts[i] == 0)
            rows.push_back(static_cast<Index>(i));
    for (std::size_t p = 0; p < patches.size(); ++p) {
        patches[p].held = patches[p].slides ? -1 : static_cast<Index>(rows.size());
        for (Index i = 0; i < 3 && !patches[p].slides; ++i)
            rows.push_back(model.patch_row(p) + i);
    }
    held.take(model, std::move(rows));
    set_friction(model);
}

bool SwitchedPhases::departs() const
{
    return std::any_of(patches.begin(), patches.end(),
                       [](const PatchPhase& patch) { return patch.departure.power > 0; });
}

Matrix SwitchedPhases::masses(const std::vector<std::size_t>& which) const
{
    Matrix columns = Matrix::Zero(held.size(), 3 * static_cast<Index>(which.size()));
    std::vector<Index> numbers;
    for (const std::size_t p : which)
        for (Index i = 0; i < 3; ++i) {
            columns(patches[p].held + i, static_cast<Index>(numbers.size())) = 1;
            numbers.push_back(patches[p].held + i);
        }
    held.solve_in_place(columns);
    return columns(numbers, Eigen::all);
}

} // namespace slideway::dynamics
