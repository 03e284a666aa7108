#pragma once

#include <filesystem>
#include <fstream>

namespace slideway {

/// Refuses a path that is not a regular file, before it is opened: a pipe would wait for a writer,
/// and /dev/zero has no end. The message begins with the path, "data/M.mtx: no such file ...".
/// @param most  largest size allowed [B]; 0: no limit, for readers that store only numbers
/// @throws InputError
void require_regular_file(const std::filesystem::path& file, double most = 0);

/// Opens a file for reading that a user names.
/// @throws InputError  see require_regular_file
[[nodiscard]] std::ifstream open_input(const std::filesystem::path& file, double most = 0);

} // namespace slideway
