#pragma once

#include "base/progress.hpp"
#include "fem/readers/gmsh_exchange.hpp"

#include <filesystem>
#include <string>

namespace slideway::fem {

/// How Gmsh may read a file.
struct GmshOptions {
    bool trusted = false;    ///< it may start programs, write files, take any time and memory
    double time_limit = 600; ///< [s] > 0
    double memory = 0;       ///< [B]; 0: half of what is free
    Progress progress = {};  ///< asked ten times a second; false: end Gmsh
};

/// Has the program slideway-gmsh read the file of a request; Gmsh's own 92 shared objects, its
/// crashes and what a file can make it do stay there. The program lies beside this one, in
/// ../lib/slideway or in the folder of the build. The first request starts it, it ends with this
/// process, and a process that it forks for each file keeps nothing for the next; a file that is
/// trusted has a program of its own. For several threads at once.
///
/// request.trusted and request.memory are set here.
/// @throws InputError  "SOURCE: ..." if Gmsh gives an error, crashes, tries to start a program, or
///                     takes more than the limits; program missing
/// @throws Interrupted  progress returned false. @throws std::system_error  no new process
/// @throws std::runtime_error  the program cannot be loaded, or somebody ended it
[[nodiscard]] GmshAnswer run_gmsh(GmshRequest request, const std::string& source,
                                  const GmshOptions& options = {});

} // namespace slideway::fem
