#pragma once

#include "contact/laws/gap.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <cmath>
#include <vector>

namespace slideway::test {

using dynamics::JointedSystem;

/// Bodies side by side, each a mass on a spring, with a joint each. Their modes are mixed, as those
/// of a repeated frequency may come out of an eigenvalue solver.
inline JointedSystem side_by_side(const std::vector<contact::JointLaw>& laws,
                                  double second_force = 1)
{
    const auto m = static_cast<Index>(laws.size());
    JointedSystem s;
    s.modes.omega = Vector::Ones(m);
    s.modes.c = Vector::Constant(m, 0.05);
    s.Omega = 0.7;
    s.p0 = Vector::Zero(m);
    s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(m);
    s.B.resize(0, m);
    s.limit.resize(0);
    s.r.resize(0);
    Matrix mixed = Matrix::Identity(m, m);
    for (Index k = 0; k + 1 < m; ++k) { // plane rotations
        const double c = std::cos(0.3 + k), d = std::sin(0.3 + k);
        const Matrix two = mixed.middleRows(k, 2);
        mixed.row(k) = c * two.row(0) - d * two.row(1);
        mixed.row(k + 1) = d * two.row(0) + c * two.row(1);
    }
    for (Index k = 0; k < m; ++k) {
        s.force += (k == 1 ? second_force : 1) * 0.1 * mixed.row(k).transpose().cast<Complex>();
        s.joints.push_back(
            {"stop", laws[static_cast<std::size_t>(k)], {mixed.row(k), ComplexVector::Zero(1)}});
    }
    s.p = s.p_at(s.Omega);
    return s;
}

inline const contact::Gap stiff_stop({1e6, 0.2, true, 0});

} // namespace slideway::test
