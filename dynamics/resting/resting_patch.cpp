#include "dynamics/resting/resting_patch.hpp"

#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

namespace {

// Relative round-off of modes, ports and differences of loads: relative to the diagonal, to the
// largest load, or to the friction.
constexpr double round_off = 1e-13;

} // namespace

ScaledPatch::ScaledPatch(const RestingPatch& patch, double length)
    : law(patch.law), length_(length), limit_(patch.law.limit()), mass_(patch.mass(0, 0))
{
    const Vector3 scale(1, 1, 1 / length);
    mass = scale.asDiagonal() * patch.mass * scale.asDiagonal() / mass_;
    load = scale.cwiseProduct(patch.load) / limit_;
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j)
            if (i != j && std::abs(mass(i, j)) <= round_off * std::sqrt(mass(i, i) * mass(j, j)))
                mass(i, j) = 0;
    const Vector3 friction(1, 1, law.kappa() / length);
    for (Index i = 0; i < 3; ++i)
        if (std::abs(load(i)) <= round_off * std::max(load.cwiseAbs().maxCoeff(), friction(i)))
            load(i) = 0;
    flexibility = Lu<double>(mass).inverse();
}

ScaledPatch::Friction ScaledPatch::friction(const Vector3& x) const
{
    const contact::PatchForce f = law.force(x.head<2>(), x(2) / length_);
    const Vector3 scale(1, 1, 1 / length_);
    return {scale.cwiseProduct(f.force) / limit_,
            scale.asDiagonal() * f.tangent * scale.asDiagonal() / limit_};
}

bool ScaledPatch::axisymmetric() const
{
    return law.axisymmetric() && mass(0, 1) == 0 && mass(0, 2) == 0 && mass(1, 2) == 0 &&
           std::abs(mass(1, 1) - mass(0, 0)) <= round_off * mass(0, 0);
}

bool ScaledPatch::on_circle(const Vector3& w) const
{
    constexpr double pole = 1e-6; // a limit direction found to round-off is nearer, or is none
    return axisymmetric() && load.head<2>().isZero(0) && w.head<2>().norm() > pole * w.norm();
}

} // namespace slideway::dynamics
