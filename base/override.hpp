#pragma once

#include "base/key_path.hpp"
#include "base/source_line.hpp"

#include <string>

/// Values that the command line sets with --set KEY=VALUE in place of those of a file.
namespace slideway {

[[nodiscard]] inline SourceLine override_line(const std::string& assignment)
{
    return {"--set " + assignment, 0};
}

[[nodiscard]] inline bool is_override(const SourceLine& where)
{
    return where.line == 0 && where.file.starts_with("--set ");
}

/// Returns KEY of KEY=VALUE, without the spaces around it.
[[nodiscard]] inline std::string override_key(const std::string& assignment)
{
    const std::string key = assignment.substr(0, find_unquoted(assignment, "="));
    const auto first = key.find_first_not_of(" \t");
    return first == std::string::npos ? ""
                                      : key.substr(first, key.find_last_not_of(" \t") - first + 1);
}

} // namespace slideway
