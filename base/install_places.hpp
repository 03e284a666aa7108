#pragma once

#include <filesystem>
#include <vector>

namespace slideway {

/// Folders below which what belongs to this code may be installed, PREFIX of PREFIX/bin/slideway or
/// of PREFIX/lib/python3/dist-packages/_slideway.so: those above the file that holds it, the
/// nearest first, whatever program has loaded that.
[[nodiscard]] std::vector<std::filesystem::path> install_prefixes();

/// The folder of that file.
[[nodiscard]] std::filesystem::path own_folder();

} // namespace slideway
