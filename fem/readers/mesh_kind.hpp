#pragma once

#include <filesystem>
#include <string>

namespace slideway::fem {

/// Checks that the first 64 kB of a file match its extension. Returns a message if they look like
/// another format: "looks like an Abaqus deck; name it .inp". The message is empty if they match or
/// look like no known format.
/// @param ending  extension in lower case, which selects the reader: ".bdf"
[[nodiscard]] std::string other_kind(const std::filesystem::path& file, const std::string& ending);

} // namespace slideway::fem
