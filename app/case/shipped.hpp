#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// Returns the file of a shipped case ("beam_on_beam/unstable_rough") or of a path.
/// @throws InputError  lists the shipped cases
[[nodiscard]] std::filesystem::path find_case(const std::string& name);

/// Returns a folder of shipped data: share/slideway/NAME below the installation prefix of the
/// program or Python module, or NAME in the source tree of a build; empty if there is none.
[[nodiscard]] std::filesystem::path shipped_folder(const std::string& name);

/// Names of the shipped cases, ascending.
[[nodiscard]] std::vector<std::string> shipped_cases();

/// Title of a shipped case; empty if it has none. @throws InputError  the file cannot be read
[[nodiscard]] std::string shipped_title(const std::string& name);

/// Lists the shipped cases, one line each. @return 0
int list_cases();

} // namespace slideway::app
