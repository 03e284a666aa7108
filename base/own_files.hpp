#pragma once

#include <filesystem>
#include <set>
#include <string>

/// Files of a folder that this program wrote and may therefore replace.
namespace slideway {

/// Name of the list in that folder; the list has one relative path per line.
inline constexpr const char* own_files_name = ".slideway.files";

/// True if the folder has such a list.
[[nodiscard]] bool has_own_files(const std::filesystem::path& folder);

/// Returns the files in the list. Lines that lead out of the folder are ignored.
[[nodiscard]] std::set<std::string> own_files(const std::filesystem::path& folder);

/// Writes the list.
/// @throws std::runtime_error, InputError  see write_text_atomically
void write_own_files(const std::filesystem::path& folder, const std::set<std::string>& files);

} // namespace slideway
