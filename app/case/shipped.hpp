#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// File of a shipped case ("beam_on_beam/unstable_rough") or of a path.
/// @throws InputError naming the shipped cases
[[nodiscard]] std::filesystem::path find_case(const std::string& name);

/// A folder of shipped data: share/slideway/NAME below the prefix that program or Python module are
/// installed in, or NAME in the source tree of a build.
[[nodiscard]] std::filesystem::path shipped_folder(const std::string& name);

/// Names of the shipped cases, ascending.
[[nodiscard]] std::vector<std::string> shipped_cases();

/// Lists the shipped cases, one line each. @return 0
int list_cases();

} // namespace slideway::app
