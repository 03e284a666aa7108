#pragma once

#include <filesystem>
#include <fstream>

namespace slideway {

/// Refuses what is not a regular file, before anything is opened: a pipe would wait for a writer,
/// /dev/zero has no end. The message begins with the file, "data/M.mtx: no such file ...".
/// @param most  size above which it is refused [B]; readers that keep numbers alone need none
/// @throws InputError
void require_regular_file(const std::filesystem::path& file, double most = 0);

/// A file that a user names, open for reading from its beginning. @throws InputError as above
[[nodiscard]] std::ifstream open_input(const std::filesystem::path& file, double most = 0);

} // namespace slideway
