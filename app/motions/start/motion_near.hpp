#pragma once

#include "base/monitor.hpp"
#include "dynamics/orbits/orbit_branches.hpp"

#include <optional>

namespace slideway::app {

/// periodic_motion, of a start that may be anywhere: far from every motion it takes minutes. It
/// shows its share, and ends at once where it is stopped.
/// @throws Interrupted; as periodic_motion
[[nodiscard]] dynamics::PeriodicMotion motion_near(const dynamics::OrbitFamily& family,
                                                   const Vector& z, double p, int periods,
                                                   std::optional<bool> half,
                                                   const dynamics::OrbitBranchOptions& options,
                                                   const Monitor& monitor);

} // namespace slideway::app
