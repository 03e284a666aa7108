#pragma once

#include <string>

// Restrictions that slideway-gmsh imposes on itself before it opens a file.

namespace slideway::fem {

/// Makes this process end when its parent does. @return false if `parent` has already ended
[[nodiscard]] bool end_with(int parent);

/// Limits the memory to `bytes` (0: no limit) and disables core files of crashes.
/// @throws std::system_error
void limit_memory(double bytes);

/// Restricts all threads of this process permanently. Starting a program or a process ends the
/// process with SIGSYS. Calls that write, create, rename or remove a file, open a connection or
/// send a signal to another process fail. Reading files and writing to open files remain possible.
/// A filter of system calls (seccomp) allows only the calls that it lists.
/// @return "", or the reason why this system does not support it
[[nodiscard]] std::string close_cage();

} // namespace slideway::fem
