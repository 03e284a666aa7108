#pragma once

#include "contact/patch/patch_law.hpp"
#include "contact/patch/patch_options.hpp"

namespace slideway::test {

/// Central differences of the force of a law, to be compared with its tangent.
inline contact::Matrix3 slopes(const contact::PatchLaw& law, const contact::Vector3& v)
{
    contact::Matrix3 out;
    const double h = 1e-5;
    for (int j = 0; j < 3; ++j) {
        contact::Vector3 ahead = v, behind = v;
        ahead(j) += h;
        behind(j) -= h;
        out.col(j) = (law.force(ahead.head<2>(), ahead(2)).force -
                      law.force(behind.head<2>(), behind(2)).force) /
                     (2 * h);
    }
    return out;
}

} // namespace slideway::test
