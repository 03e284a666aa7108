#pragma once

#include "base/progress.hpp"
#include "fem/readers/gmsh_exchange.hpp"

#include <filesystem>
#include <string>

namespace slideway::fem {

/// Limits for Gmsh when it reads a file.
struct GmshOptions {
    bool trusted = false;    ///< Gmsh may start programs, write files, take any time and memory
    double time_limit = 600; ///< [s] > 0
    double memory = 0;       ///< [B]; 0: half of the free memory
    Progress progress = {};  ///< polled ten times a second; false: end Gmsh
};

/// Makes the program slideway-gmsh read the file of a request. Gmsh's 92 shared objects, its
/// crashes and any effect of a file stay in that program. It is installed beside this program, in
/// ../lib/slideway or in the folder of the build. The first request starts it, and it ends with
/// this process. It forks a process for each file, so no file affects the next. A trusted file gets
/// its own program. Several threads may call this function at once.
///
/// This function sets request.trusted and request.memory.
/// @throws InputError  "SOURCE: ..." if Gmsh reports an error, crashes, tries to start a program,
///                     or exceeds the limits; program missing
/// @throws Interrupted  progress returned false
/// @throws std::system_error  no new process
/// @throws std::runtime_error  the program cannot be loaded, or another process ended it
[[nodiscard]] GmshAnswer run_gmsh(GmshRequest request, const std::string& source,
                                  const GmshOptions& options = {});

} // namespace slideway::fem
