#pragma once

#include <filesystem>
#include <string>

namespace slideway::fem {

/// Message about the first 64 kB of a file, if they are not what its ending says: "looks like
/// an Abaqus deck; name it .inp". Empty if they are, or look like no known format.
/// @param ending  in lower case, that decides how the file is read: ".bdf"
[[nodiscard]] std::string other_kind(const std::filesystem::path& file, const std::string& ending);

} // namespace slideway::fem
