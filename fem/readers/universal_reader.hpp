#pragma once

#include "fem/mesh.hpp"

#include <filesystem>
#include <optional>

namespace slideway::fem {

/// Reads an I-deas universal file (.unv), as Salome, Gmsh and test software write it.
///
/// | dataset | becomes |
/// |---|---|
/// | 15, 781, 2411 | nodes |
/// | 164 | lengths in metres: divided by its length factor, unless `scale` is given |
/// | 2412 | triangles and quadrilaterals (plane stress, membrane, thin shell: FE descriptors 41,
///   42, 44, 45, 71, 72, 74, 75, 91, 92, 94, 95); rods and beams (11, 21, 22, 24) are lines: sides
///   of the body that groups name, without stiffness |
/// | 2429, 2430, 2432, 2435, 2452, 2467, 2477 | groups: of nodes points, of lines curves, of plane
///   elements surfaces; one without a name is "group_N" with its number |
///
/// A group of several kinds becomes one group per kind: in the order lines, nodes, elements, the
/// later ones get "_nodes" or "_elements" after the name. Other datasets are noted, and so are
/// elements of groups that are not in the file (Gmsh writes points in this way).
///
/// Slideway has its own reader. That of Gmsh 4.8.4 crashes when a group names an element that is
/// not in the file, silently drops groups of nodes, and truncates names at a blank.
/// Source: SDRC universal file formats, as published by the University of Cincinnati (SDRL).
///
/// @param scale  metres per unit of the file, which replaces the value in the file; none: dataset
///               164, otherwise 1
/// @throws InputError  with file and line: not readable or truncated, other elements (solids,
///                     masses, plane strain, ...), a rod or beam that is no side of the body, a
///                     node that is not in the file; errors of body_mesh()
[[nodiscard]] Mesh read_universal(const std::filesystem::path& file,
                                  std::optional<double> scale = {});

/// Reads the solid elements of an I-deas universal file in the same way: tetrahedra of 4 or 10
/// nodes (FE descriptors 111, 118), wedges of 6 or 15 (112, 113), hexahedra of 8 or 20 (115, 116).
/// Groups of them are volumes, and those of plane elements are faces ("_faces" after a name that is
/// taken).
/// @throws InputError  see read_universal()
[[nodiscard]] Mesh read_universal_solids(const std::filesystem::path& file,
                                         std::optional<double> scale = {});

} // namespace slideway::fem
