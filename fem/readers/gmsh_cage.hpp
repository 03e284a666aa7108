#pragma once

#include <string>

// What slideway-gmsh takes from itself before it opens a file.

namespace slideway::fem {

/// This process ends when its parent does. @return false: `parent` is gone already
[[nodiscard]] bool end_with(int parent);

/// Memory beyond `bytes` is not given (0: any), and a crash leaves no core file.
/// @throws std::system_error
void limit_memory(double bytes);

/// From now on no thread of this process can start a program or a process (it ends with SIGSYS),
/// nor write, make, rename or remove a file, open a connection or send a signal to another process
/// (calls that fail). Reading files, and writing to what is open, stay. It is a filter of system
/// calls (seccomp) that lets through what it names and nothing else, and holds for good.
/// @return "", or why this system cannot do it
[[nodiscard]] std::string close_cage();

} // namespace slideway::fem
