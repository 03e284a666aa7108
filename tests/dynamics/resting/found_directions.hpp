#pragma once

#include "contact/patch/patch_options.hpp"
#include "dynamics/resting/limit_directions.hpp"

namespace slideway::test {

/// The one at w, or null.
inline const dynamics::LimitDirection* near(const dynamics::LimitDirections& set,
                                            const contact::Vector3& w, double distance)
{
    for (const dynamics::LimitDirection& d : set.directions)
        if ((d.w - w).norm() < distance)
            return &d;
    return nullptr;
}

/// Sum of the indices of the flow there.
inline int indices(const dynamics::LimitDirections& set)
{
    int sum = 0;
    for (const dynamics::LimitDirection& d : set.directions)
        sum += d.type == dynamics::DirectionType::saddle ? -1 : 1;
    return sum;
}

} // namespace slideway::test
