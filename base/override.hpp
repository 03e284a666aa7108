#pragma once

#include "base/source_line.hpp"

/// Values that are typed in the command line, --set KEY=VALUE, in place of those of a file.
namespace slideway {

[[nodiscard]] inline SourceLine override_line(const std::string& assignment)
{
    return {"--set " + assignment, 0};
}

[[nodiscard]] inline bool is_override(const SourceLine& where)
{
    return where.line == 0 && where.file.starts_with("--set ");
}

} // namespace slideway
