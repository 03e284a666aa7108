#pragma once

#include "fem/mesh.hpp"
#include "fem/readers/gmsh_process.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace slideway::fem {

/// Reads the named curves of a Gmsh file (`.geo`, `.msh`, `.med`) with or without surfaces, for
/// beams. The result has "line2" cells, groups of curves and of the points on them. Edges have the
/// direction of the file; those of second order have a mid node.
/// @param scale  metres per unit of the file; none: 1
/// @throws InputError  errors of read_mesh(); no named curve in the file; a side of higher order
[[nodiscard]] Mesh read_lines(const std::filesystem::path& file,
                              const std::map<std::string, double>& parameters = {},
                              std::optional<double> scale = {}, const GmshOptions& options = {});

/// Returns the named curves of Gmsh's answer. @param source  for messages
/// @throws InputError  see read_lines()
[[nodiscard]] Mesh lines_of(const std::string& source, const GmshAnswer& answer);

} // namespace slideway::fem
