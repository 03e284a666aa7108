#pragma once

#include "contact/patch/patch_law.hpp"
#include "contact/patch/patch_options.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <cmath>

namespace slideway::test {

/// Free modes without loads, contacts and joints.
inline dynamics::JointedSystem free_modes(Index n, double Omega = 0)
{
    dynamics::JointedSystem s;
    s.modes.omega = s.modes.c = s.p0 = Vector::Zero(n);
    s.p = s.force = s.inertia = s.drag = ComplexVector::Zero(n);
    s.Omega = Omega;
    s.B = Matrix::Zero(0, n);
    s.limit = Vector::Zero(0);
    s.r = ComplexVector::Zero(0);
    return s;
}

/// A free body of mass 1 and inertia j on a patch in its centre of mass, on modes (x, y, sqrt(j)
/// rotation); its map turns with it if the law says so.
inline dynamics::JointedSystem free_patch(const contact::PatchLaw& law, double j, double Omega = 0)
{
    dynamics::JointedSystem s = free_modes(3, Omega);
    const contact::Vector3 row(1, 1, 1 / std::sqrt(j));
    s.patches.push_back({"floor", law, {Matrix(row.asDiagonal()), ComplexVector::Zero(3)}});
    if (law.turns())
        s.patches[0].turn = s.patches[0].on.rows.row(2).transpose();
    return s;
}

} // namespace slideway::test
