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
    bool silent = false;          ///< true on ranks whose findings another rank prints
    bool export_anywhere = false; ///< allow exports outside of the folder of the case
    bool trust_meshes = false;    ///< allow meshes to start programs and write files
    double keep_every = 60;       ///< interval at which partial results of a map are written [s]
    std::string time_limit;       ///< text of the command line; empty: no limit
    bool plot = false;            ///< draw the standard figures of the results
};

/// Reads the case, and reserves the memory of the BLAS (take_blas_memory).
/// @throws InputError  wrong input
[[nodiscard]] Job job_of(const RunOptions& options);

/// Runs a case and writes its results. Prints the summary on stdout and the progress on stderr.
/// @param ranks   ranks that share the work with this one, which is rank 0; null: none
/// @param begins  called with the job after it was read, before the computation
/// @return 0 done, 1 stopped early. @throws InputError  wrong input
int run_case(const RunOptions& options, Ranks* ranks = nullptr,
             const std::function<void(const Job&)>& begins = {});

/// Runs a case with all ranks. All ranks read it and must find the same contents. Rank 0 acts as
/// run_case; the other ranks compute and print no results. Rank 0 prints its own failures and those
/// that all ranks share. If only one other rank fails, it prints the error and ends all ranks.
/// @return exit status of run_case on rank 0, otherwise 0
[[nodiscard]] int run_in_parallel(const RunOptions& options, Ranks& ranks);

/// Reads and validates a case, and prints a description of the model; with `plot` draws it too.
/// @return 0, or the exit status of the drawing
int check_case(const RunOptions& options);

/// Draws the model of a case (draw_model), without checking its analysis.
/// @return exit status of the drawing
int draw_case(const RunOptions& options);

/// Writes NAME.toml, a commented case that runs, and the files that it reads, from the templates
/// KIND.* of share/slideway/templates.
/// @param kind  name of a template; "" lists them in the message
/// @param name  name of the new case, with or without .toml; may contain a folder that exists
/// @return 0
/// @throws InputError  unknown kind, unsuitable name, or a file that exists already
int new_case(const std::string& kind, const std::string& name);

/// Runs a command of the Python package: `plot` or `convert`, and its arguments. The interpreter is
/// /usr/bin/python3, which sees Debian packages, unless the environment variable SLIDEWAY_PYTHON
/// names another one.
/// @return exit status of Python: 0 done, 2 wrong input; also 2 without an interpreter
int run_package(const std::vector<std::string>& arguments);

/// Runs `slideway plot ARGUMENTS`. The argument `--ready` only verifies that the interpreter and
/// its packages exist.
/// @return as run_package
int plot(std::vector<std::string> arguments);

/// Runs `slideway paper ARGUMENTS` in the Python package, which starts this program for each run.
/// @return as plot; also 1 if a verdict has changed
int paper(std::vector<std::string> arguments);

/// Draws a model. @param drawing  drawing_json. @param folder  of the results; the pictures are
/// model.png and model.svg in its folder `figures`
/// @return as plot. @throws std::runtime_error  the temporary file cannot be written
int draw_model(const std::string& drawing, const std::filesystem::path& folder);

} // namespace slideway::app
