#pragma once

#include <filesystem>
#include <string>

namespace slideway::test {

/// Checks that `copy`, .../include/`list`, is that header of the sources with one more #include
/// and name. Checks that a program of this copy and the files of tests/`toy` replaces no other
/// file of the sources.
void check_toy_list(const std::filesystem::path& list, const std::filesystem::path& copy,
                    const std::string& toy);

} // namespace slideway::test
