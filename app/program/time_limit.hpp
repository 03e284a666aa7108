#pragma once

#include <string>

namespace slideway::app {

/// A time limit in seconds, or as Slurm prints it: minutes:seconds, hours:minutes:seconds,
/// days-hours:minutes:seconds.
/// @return [s]. @throws InputError  another text, or none above 0
[[nodiscard]] double time_limit_of(const std::string& text);

} // namespace slideway::app
