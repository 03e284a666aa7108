#pragma once

#include "base/ranks.hpp"

#include <optional>
#include <string>

namespace slideway::studies {

/// What a launcher of MPI has told this process by its environment.
struct Launched {
    int rank = 0, size = 1;
    int beside = 1; ///< on this machine, as far as it tells
    std::string by; ///< "mpirun", "srun"
};
/// Nothing if no launcher has begun more than one process.
[[nodiscard]] std::optional<Launched> launched();
/// Processors for each of them: those that this process may use, or its part of all that the
/// machine has. @param may_use  >= 0
[[nodiscard]] int threads_of(const Launched& launched, int may_use, int of_machine);

/// Loads MPI, which nothing else does, and joins the others. For the rest of the process.
/// @throws InputError  the program has been built without MPI; it cannot be loaded; the processes
///                     do not know of each other
[[nodiscard]] Ranks& join(const Launched& launched);

} // namespace slideway::studies
