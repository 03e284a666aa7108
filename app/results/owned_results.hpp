#pragma once

#include "base/error.hpp"

#include <filesystem>
#include <set>
#include <string>

/// Files that earlier runs wrote to a folder of results. A run removes and replaces these alone.
namespace slideway::app {

/// Paths relative to the folder: the files that its list names (base/own_files.hpp), and those that
/// the list in figures/ names. Results of versions without lists are known by summary.json or
/// results.h5; all files with the names of results are theirs.
[[nodiscard]] std::set<std::string> owned_results(const std::filesystem::path& folder);

/// Refusal of a folder in which a file of somebody else stands at the place of a result.
[[nodiscard]] InputError foreign(const std::filesystem::path& folder, const std::string& file);

/// Refuses to write files, of names relative to the folder, over anything that is not owned, and
/// through symbolic links.
/// @throws InputError
void refuse_foreign(const std::filesystem::path& folder, const std::set<std::string>& owned,
                    const std::set<std::string>& files);

} // namespace slideway::app
