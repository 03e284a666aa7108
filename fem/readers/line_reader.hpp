#pragma once

#include "fem/mesh.hpp"
#include "fem/readers/gmsh_process.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace slideway::fem {

/// The named curves of a Gmsh file (`.geo`, `.msh`, `.med`) with or without surfaces, for beams:
/// "line2" cells, groups of curves and of the points on them. Edges run as in the file; those of
/// second order have a mid node.
/// @param scale  metres per unit of the file; none: 1
/// @throws InputError as read_mesh(); no named curve in the file; a side of higher order
[[nodiscard]] Mesh read_lines(const std::filesystem::path& file,
                              const std::map<std::string, double>& parameters = {},
                              std::optional<double> scale = {}, const GmshOptions& options = {});

/// The named curves of what Gmsh finds. @param source  for messages. @throws InputError the same
[[nodiscard]] Mesh lines_of(const std::string& source, const GmshAnswer& answer);

} // namespace slideway::fem
