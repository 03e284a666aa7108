#pragma once

#include "app/case/case_reader.hpp"

#include <pybind11/pybind11.h>

/// Converts a case of a script to Python objects that pickle can store, and back.
namespace slideway::script {

/// Returns the whole tree with the lines of the script, matrices, meshes and laws.
[[nodiscard]] pybind11::tuple state_of(const app::CaseTree& tree);
[[nodiscard]] app::CaseTree tree_of(const pybind11::tuple& state);

} // namespace slideway::script
