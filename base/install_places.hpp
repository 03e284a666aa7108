#pragma once

#include <filesystem>
#include <vector>

namespace slideway {

/// Returns the folders that may be the installation prefix, the nearest first: PREFIX of
/// PREFIX/bin/slideway or of PREFIX/lib/python3/dist-packages/_slideway.so. They are all folders
/// above the file that contains this code, whichever program has loaded it.
[[nodiscard]] std::vector<std::filesystem::path> install_prefixes();

/// Returns the nearest PREFIX/place that exists; empty if there is none. A build folder has the
/// layout of an installation.
[[nodiscard]] std::filesystem::path installed(const std::filesystem::path& place);

} // namespace slideway
