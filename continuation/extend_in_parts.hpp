#pragma once

#include "continuation/trace.hpp"

#include <functional>

namespace slideway::continuation {

/// `extend` at the back, asked after options.max_points points, and after each further part, how
/// many more the run shall add: 0: no more. Asked too where the run ends by itself. It may change
/// the branch, but only to answer 0.
[[nodiscard]] Branch extend_in_parts(const Problem& problem, Branch branch, const Options& options,
                                     const Progress& progress,
                                     const std::function<int(Branch&)>& more);

} // namespace slideway::continuation
