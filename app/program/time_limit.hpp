#pragma once

#include <string>

namespace slideway::app {

/// Parses a time limit: seconds, or the formats of Slurm (minutes:seconds, hours:minutes:seconds,
/// days-hours:minutes:seconds).
/// @return time limit [s]. @throws InputError  another format, or a time that is not above 0
[[nodiscard]] double time_limit_of(const std::string& text);

} // namespace slideway::app
