#pragma once

#include "continuation/trace.hpp"

#include <functional>

namespace slideway::continuation {

/// Extends a branch at its last point, in parts. The first part has options.max_points points.
/// After each part, and when the continuation ends for another reason, `more` returns the number of
/// points of the next part; 0 ends the run. `more` may change the branch, but only if it returns 0.
[[nodiscard]] Branch extend_in_parts(const Problem& problem, Branch branch, const Options& options,
                                     const Progress& progress,
                                     const std::function<int(Branch&)>& more);

} // namespace slideway::continuation
