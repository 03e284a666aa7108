#pragma once

#include "dynamics/orbits/period_map.hpp"

#include <optional>

/// Where the search for a steady state begins: (q, q') at t = 0 of periodic motions that are known
/// in closed form.
namespace slideway::dynamics {

struct LockedStart {
    /// All contacts held; none where an undamped mode is driven at its own frequency, or a
    /// constant force pushes a rigid mode.
    std::optional<Vector> z;
    bool holds = false; ///< the reactions stay within their limits: z is the steady state
};
[[nodiscard]] LockedStart locked_start(PeriodMap& map);

/// One contact that slides from reversal to reversal; none if it does not, or there are more.
[[nodiscard]] std::optional<Vector> continuous_start(PeriodMap& map);

} // namespace slideway::dynamics
