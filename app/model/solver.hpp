#pragma once

#include "app/bodies/body.hpp"
#include "app/case/body_entry.hpp"

#include <functional>

/// Bodies that the processes of a run reduce together: Solver::distributed.
namespace slideway::app {

/// Whether the case asks for it.
/// @throws InputError  and this build is without it, or it does not offer the method
[[nodiscard]] bool asks_for_processes(const SubstructureEntry& entry);
/// Whether the processes may reduce a body together, which its size and their memory decide.
[[nodiscard]] bool may_be_distributed(const ReductionEntry& reduction);
/// Whether the processes reduce a body that is drawn so together, asked to or not: all of them say
/// the same. Of a large body each of several ranks asks the others.
[[nodiscard]] bool is_distributed(const SubstructureEntry& entry, const Drawing& drawing);

/// Of this process. Loads MPI.
[[nodiscard]] fem::Share own_share();

/// Does work that may fail in one process alone; for a body that all of them reduce it then fails
/// in all.
void in_step(bool distributed, const std::function<void()>& work);

/// Whether this process writes what all of them have.
[[nodiscard]] bool writes();

} // namespace slideway::app
