#pragma once

#include "base/ranks.hpp"

#include <optional>
#include <string>

namespace slideway::studies {

/// Data of this process in the environment of an MPI launcher.
struct Launched {
    int rank = 0, size = 1;
    int beside = 1; ///< processes on this machine, as far as known
    std::string by; ///< "mpirun", "srun"
};
/// Returns these data; empty if no launcher has started more than one process.
[[nodiscard]] std::optional<Launched> launched();
/// Number of processors for each rank: those that this process may use, or its part of all
/// processors of the machine. @param may_use  >= 0
[[nodiscard]] int threads_of(const Launched& launched, int may_use, int of_machine);

/// Loads MPI and joins the other ranks for the rest of the process. Nothing else loads MPI.
/// @throws InputError  the program was built without MPI; MPI cannot be loaded; the processes
///                     are not connected
[[nodiscard]] Ranks& join(const Launched& launched);

} // namespace slideway::studies
