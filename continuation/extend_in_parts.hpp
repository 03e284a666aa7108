#pragma once

#include "continuation/trace.hpp"

#include <functional>

namespace slideway::continuation {

/// Extends a branch at its back in parts. After options.max_points points, after each further part,
/// and when the run ends by itself, `more` returns how many points to add; 0 ends the run. `more`
/// may change the branch, but only if it returns 0.
[[nodiscard]] Branch extend_in_parts(const Problem& problem, Branch branch, const Options& options,
                                     const Progress& progress,
                                     const std::function<int(Branch&)>& more);

} // namespace slideway::continuation
