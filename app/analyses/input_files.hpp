#pragma once

#include "app/case/case.hpp"

#include <filesystem>
#include <vector>

namespace slideway::app {

/// The files that a case names, sorted: meshes, matrices (all files of their folder), tables of
/// dofs, the results that it goes on from. Those that meshes include are not among them.
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Case& c);

} // namespace slideway::app
