#pragma once

#include "dynamics/frozen/locus.hpp"

namespace slideway::dynamics {

/// Adds points between the existing ones: where two modes lock in and separate again, at the ends
/// of unstable zones (to a tenth of the resolution) and at their peaks.
/// @param points  at least one
void refine(LocusSolver& solver, const ComplexModesOptions& options, LocusPoints& points);

} // namespace slideway::dynamics
