#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

struct RunOptions {
    std::string case_name;        ///< shipped name or path
    std::filesystem::path output; ///< "": results/NAME
    std::vector<std::string> overrides;
    bool quiet = false;
    bool trust_meshes = false; ///< meshes may start programs and write files
    double keep_every = 60;    ///< [s] the points of a map are written beside so often
    bool plot = false;         ///< draw the standard figures of the results
};

/// Runs a case and writes its results; the summary goes to stdout, progress to stderr.
/// @return 0 done, 1 stopped early. @throws InputError for wrong input
int run_case(const RunOptions& options);

/// Reads and validates; prints the model in words. @return 0
int check_case(const RunOptions& options);

} // namespace slideway::app
