#pragma once

#include "reduction/distributed/processes.hpp"

namespace slideway::reduction {

/// Returns the processes of this run. The first call loads the module (libslideway_distributed.so
/// in lib/slideway of a folder above the program), and with it MPI, PETSc, SLEPc and MUMPS.
/// @throws InputError  the module is missing; names the packages needed to build it
[[nodiscard]] Processes& processes();

/// Marks that a thread works with the other processes during its lifetime. If this process ends
/// meanwhile (an interrupted run leaves its thread), it does not wait for the others, and
/// mpirun ends them.
class WithOthers {
public:
    WithOthers();
    ~WithOthers();
    WithOthers(const WithOthers&) = delete;
    WithOthers& operator=(const WithOthers&) = delete;
};

/// Returns the processes of an earlier call of processes(), or null.
[[nodiscard]] const Processes* loaded_processes();

/// True if processes() will find the module.
[[nodiscard]] bool has_module();

} // namespace slideway::reduction
