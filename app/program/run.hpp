#pragma once

#include "app/analyses/job.hpp"
#include "base/ranks.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace slideway::app {

struct RunOptions {
    std::string case_name;        ///< shipped name or path
    std::filesystem::path output; ///< "": results/NAME
    std::vector<std::string> overrides;
    bool quiet = false;
    bool silent = false;          ///< another of the ranks says what check finds
    bool export_anywhere = false; ///< `export` may lead out of the folder of the case
    bool trust_meshes = false;    ///< meshes may start programs and write files
    double keep_every = 60;       ///< [s] the points of a map are written beside so often
    std::string time_limit;       ///< text as given; empty: no limit
    bool plot = false;            ///< draw the standard figures of the results
};

/// The case, and what the BLAS needs to compute it (take_blas_memory).
/// @throws InputError  for wrong input
[[nodiscard]] Job job_of(const RunOptions& options);

/// Runs a case and writes its results; the summary goes to stdout, progress to stderr.
/// @param ranks   that compute it with this one, which is rank 0; null: none
/// @param begins  sees the case when it has been read, before anything is computed
/// @return 0 done, 1 stopped early. @throws InputError for wrong input
int run_case(const RunOptions& options, Ranks* ranks = nullptr,
             const std::function<void(const Job&)>& begins = {});

/// Reads and validates; prints the model in words. @return 0
int check_case(const RunOptions& options);

} // namespace slideway::app
