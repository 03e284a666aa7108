#pragma once

#include "reduction/distributed/processes.hpp"

namespace slideway::reduction {

/// The processes of this run. The first call loads the module (libslideway_distributed.so in
/// lib/slideway of a folder above the program), and with it MPI, PETSc, SLEPc and MUMPS.
/// @throws InputError  it is not there: names the packages that a build of it takes
[[nodiscard]] Processes& processes();

/// While one lives, a thread works with the other processes. Where this process ends within that
/// (an interrupted run leaves its thread), it ends without them, and mpirun ends the others.
class WithOthers {
public:
    WithOthers();
    ~WithOthers();
    WithOthers(const WithOthers&) = delete;
    WithOthers& operator=(const WithOthers&) = delete;
};

/// Those of an earlier call of processes(), or null.
[[nodiscard]] const Processes* loaded_processes();

/// Whether processes() will find the module.
[[nodiscard]] bool has_module();

} // namespace slideway::reduction
