#pragma once

#include <filesystem>
#include <vector>

namespace slideway::io {

/// Reads a text file of two columns of numbers, separated by a comma, a semicolon, a tab or spaces.
/// Empty lines, lines that begin with # and a first line of names are left out.
/// @throws InputError  no such file; a line without two finite numbers; no numbers
void read_two_columns(const std::filesystem::path& file, std::vector<double>& first,
                      std::vector<double>& second);

} // namespace slideway::io
