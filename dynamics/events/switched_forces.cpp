#include "dynamics/events/switched_system.hpp"

#include <algorithm>
#include <cmath>

// How large forces are, for errors of steps: all of them, and what is left of each beside what
// rests.

namespace slideway::dynamics {

double SwitchedSystem::force_size(const Vector& y) const
{
    double force = steady_force_;
    force += s_.modes.omega.cwiseAbs2().cwiseProduct(y.head(m())).norm();
    for (std::size_t j = 0; j < law_.size(); ++j)
        force += row_norm_[j].dot(law_[j].f.cwiseAbs());
    return force;
}

// Size of a force on the modes, without the part that sticking contacts and resting patches take.
double SwitchedSystem::moving_size(const Eigen::Ref<const Vector>& force)
{
    moving_ = force;
    if (B_rest_.rows() > 0) {
        rest_left_.noalias() = B_rest_ * force;
        G_rest_.solve_in_place(rest_left_);
        moving_.noalias() -= B_rest_.transpose() * rest_left_;
    }
    return moving_.norm();
}

// Sizes of the forces that do not depend on the motion, beside what rests.
void SwitchedSystem::size_forces()
{
    std::vector<Index> at_rest;
    for (const Index i : stick_)
        if (i < k() || rests(static_cast<std::size_t>(i - k()) / 3))
            at_rest.push_back(i);
    B_rest_ = rows_(at_rest, Eigen::all);
    rest_left_.resize(B_rest_.rows());
    if (!at_rest.empty())
        G_rest_.compute(G_(at_rest, at_rest));
    moving_steady_force_ =
        moving_size(s_.p0) + std::hypot(moving_size(s_.p.real()), moving_size(s_.p.imag()));
    for (Index i = 0; i < k(); ++i)
        if (state_[static_cast<std::size_t>(i)] != 0)
            moving_steady_force_ += s_.limit(i) * moving_size(s_.B.row(i).transpose());
    for (std::size_t p = 0; p < n_patches(); ++p) {
        const PatchContact& patch = system_.patches[p];
        const Vector3 limit = patch.law.limit() * Vector3(1, 1, patch.law.kappa());
        for (Index i = 0; i < 3 && !rests(p); ++i)
            moving_steady_force_ += limit(i) * moving_size(patch.on.rows.row(i).transpose());
    }
    for (std::size_t j = 0; j < system_.joints.size(); ++j)
        for (Index i = 0; i < row_norm_[j].size(); ++i)
            moving_row_norm_[j](i) = moving_size(system_.joints[j].on.rows.row(i).transpose());
}

double SwitchedSystem::moving_force_size(const Vector& y, double least)
{
    spring_.array() = s_.modes.omega.array().square() * y.head(m()).array();
    double force = moving_steady_force_ + moving_size(spring_);
    for (std::size_t j = 0; j < law_.size(); ++j)
        force += moving_row_norm_[j].dot(law_[j].f.cwiseAbs());
    return std::max(force, least * force_size(y));
}

} // namespace slideway::dynamics
