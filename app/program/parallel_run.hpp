#pragma once

#include "app/program/run.hpp"
#include "base/ranks.hpp"

namespace slideway::app {

/// Runs a case with all ranks. All ranks read it and must find the same contents. Rank 0 acts as
/// run_case, the others work for it and print nothing. Rank 0 prints failures of rank 0 and of all
/// ranks. A failure of a single other rank is printed by that rank and ends all ranks.
/// @return exit status of run_case on rank 0, otherwise 0
[[nodiscard]] int run_in_parallel(const RunOptions& options, Ranks& ranks);

} // namespace slideway::app
