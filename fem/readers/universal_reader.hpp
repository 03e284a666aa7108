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
/// 42,
///   44, 45, 71, 72, 74, 75, 91, 92, 94, 95); rods and beams (11, 21, 22, 24) are lines: sides of
///   the body that groups name, without stiffness |
/// | 2429, 2430, 2432, 2435, 2452, 2467, 2477 | groups: of nodes points, of lines curves, of plane
///   elements surfaces; one without a name is "group_N" by its number |
///
/// A group that holds several kinds becomes one for each: the second kind, in the order lines,
/// nodes, elements, gets "_nodes" or "_elements" after its name. Other datasets are noted, and so
/// are elements of groups that are not in the file (points, as Gmsh writes them).
///
/// Own reader: that of Gmsh 4.8.4 ends the program with a segmentation fault when a group names an
/// element that is not in the file, drops groups of nodes without a word and cuts names at a blank.
/// Source: SDRC universal file formats, as published by the University of Cincinnati (SDRL).
///
/// @param scale  metres per unit of the file, whatever it states; none: as dataset 164 states, else
/// 1
/// @throws InputError  file and line: not readable or cut off, other elements (solids, masses,
///                     plane strain, ...), a rod or beam that is no side of the body, a node
///                     that is not in the file; and what body_mesh() refuses
[[nodiscard]] Mesh read_universal(const std::filesystem::path& file,
                                  std::optional<double> scale = {});

} // namespace slideway::fem
