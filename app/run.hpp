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

/// Lists the shipped cases, one line each. @return 0
int list_cases();

/// Prints the keys of a case file; `topic` "" for all. @throws InputError unknown topic
int print_keys(const std::string& topic, bool markdown);

/// Unit of a key by its dotted path, "contact.rub.friction"; "" if it has none or is not known.
[[nodiscard]] std::string key_unit(const std::string& key);
/// Whether a key takes a number, or a list of them; true if it is not known.
[[nodiscard]] bool takes_number(const std::string& key);

/// The text of docs/case_files.md.
[[nodiscard]] std::string case_file_reference();

/// File of a shipped case ("beam_on_beam/unstable_rough") or of a path.
/// @throws InputError naming the shipped cases
[[nodiscard]] std::filesystem::path find_case(const std::string& name);

/// A folder of shipped data: share/slideway/NAME beside the installed program, or NAME in the
/// source tree of a build.
[[nodiscard]] std::filesystem::path shipped_folder(const std::string& name);

/// Names of the shipped cases, ascending.
[[nodiscard]] std::vector<std::string> shipped_cases();

} // namespace slideway::app
