#pragma once

#include "app/program/run.hpp"
#include "base/ranks.hpp"

namespace slideway::app {

/// Runs a case with all ranks. All read it, and must find the same; rank 0 does what run_case does,
/// the others help and say nothing. What fails on rank 0, or on all, is one line of rank 0; what
/// fails on another alone is told by that one, and ends all.
/// @return of rank 0: as run_case; of others 0
[[nodiscard]] int run_together(const RunOptions& options, Ranks& ranks);

} // namespace slideway::app
