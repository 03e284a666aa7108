#pragma once

#include "fem/mesh.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads the solid elements of an Abaqus or CalculiX input file: C3D4, C3D10, C3D6, C3D15, C3D8,
/// C3D8I, C3D8R, C3D20 and C3D20R. Element sets of solids become groups of volume, node sets groups
/// of points. Surfaces become groups of faces, and so do sets of shells, membranes or plane
/// elements, as Gmsh writes them; sets of trusses become curves. Materials
/// are in Mesh::deck.
/// @throws InputError  with file and line: another type of element, another number of nodes, what
///                     read_abaqus() refuses
[[nodiscard]] Mesh read_abaqus_solids(const std::filesystem::path& file);

} // namespace slideway::fem
