#pragma once

#include "fem/readers/labelled_nodes.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the nodes and elements of a mesh of Gmsh (.msh). Named physical surfaces are surfaces,
/// other named groups are sets of nodes.
/// @throws InputError  errors of ask_gmsh()
[[nodiscard]] LabelledNodes read_labelled_gmsh(const std::filesystem::path& file);

} // namespace slideway::fem
