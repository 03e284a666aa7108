#pragma once

#include "dynamics/frozen/locus.hpp"

namespace slideway::dynamics {

/// The stretches of a refined locus in which a mode of the band, or a real eigenvalue, grows;
/// ascending frequency, then position. A zone whose mode changes its column inside is one.
[[nodiscard]] std::vector<UnstableZone>
unstable_zones(const LocusPoints& points, const ComplexModesOptions& options, const Slide& slide);

} // namespace slideway::dynamics
