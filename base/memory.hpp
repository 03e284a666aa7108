#pragma once

#include <filesystem>

namespace slideway {

/// Memory that this process can still take without swapping [B]: MemAvailable of /proc/meminfo, or
/// less where a control group (container, batch job) limits it. Infinity if neither can be read.
///
/// @param root  where /proc and /sys are found; other than "/" for tests
[[nodiscard]] double available_memory(const std::filesystem::path& root = "/");

} // namespace slideway
