#pragma once

#include "base/error.hpp"

#include <filesystem>
#include <set>
#include <string>

/// Files that earlier runs wrote to a folder of results. A run removes and replaces only these.
namespace slideway::app {

/// Returns the files, with paths relative to the folder, that the list of the folder
/// (base/own_files.hpp) and the list in figures/ name. Earlier versions wrote no lists. Their
/// results are recognised by summary.json or results.h5, and all files with names of results then
/// count.
[[nodiscard]] std::set<std::string> owned_results(const std::filesystem::path& folder);

/// Error for a result whose path in the folder is taken by a file that no earlier run wrote.
[[nodiscard]] InputError foreign(const std::filesystem::path& folder, const std::string& file);

/// Refuses to overwrite files that are not owned, and to write through symbolic links.
/// @param owned  see owned_results
/// @param files  files to write, with paths relative to the folder
/// @throws InputError
void refuse_foreign(const std::filesystem::path& folder, const std::set<std::string>& owned,
                    const std::set<std::string>& files);

} // namespace slideway::app
