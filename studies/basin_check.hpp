#pragma once

#include "studies/basin_runs.hpp"

namespace slideway::studies {

/// Tolerances of a hundredth of this one cannot be finer.
inline constexpr double least_basin_tolerance = 1e-16;

/// Verifies labels: runs an even sample of the starts to the end of all periods, and with finer
/// steps.
void verify(Basins& basins, const BasinOptions& options, BasinRuns& runs);

} // namespace slideway::studies
