#pragma once

#include <filesystem>
#include <vector>

namespace slideway {

/// Returns the folders that may be the installation prefix, the nearest first: PREFIX of
/// PREFIX/bin/slideway or of PREFIX/lib/python3/dist-packages/_slideway.so. They are all folders
/// above the file that contains this code, whichever program has loaded it.
[[nodiscard]] std::vector<std::filesystem::path> install_prefixes();

/// Returns the folder of the file that contains this code.
[[nodiscard]] std::filesystem::path own_folder();

} // namespace slideway
