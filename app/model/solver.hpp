#pragma once

#include "app/bodies/body.hpp"
#include "app/case/body_entry.hpp"

#include <functional>

/// Selection of the solver of reductions (Solver::distributed: processes reduce a body together).
namespace slideway::app {

/// True if the case requests the distributed solver.
/// @throws InputError  this build does not have it, or it does not offer the method
[[nodiscard]] bool asks_for_processes(const SubstructureEntry& entry);
/// True if processes may reduce a body together. Its size and their memory decide later.
[[nodiscard]] bool may_be_distributed(const ReductionEntry& reduction);
/// True if the processes reduce a body together, on request or automatically. All processes return
/// the same value; for a large body they communicate.
[[nodiscard]] bool is_distributed(const SubstructureEntry& entry, const Drawing& drawing);

/// Share of this process. Loads MPI.
[[nodiscard]] fem::Share own_share();

/// Does work that may fail in a single process. For a distributed body it then fails in all
/// processes.
void in_step(bool distributed, const std::function<void()>& work);

/// True if this process writes data that all processes have.
[[nodiscard]] bool writes();

} // namespace slideway::app
