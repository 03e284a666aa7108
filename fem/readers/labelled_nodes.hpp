#pragma once

#include "fem/readers/labelled_cells.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace slideway::fem {

/// Nodes of a mesh file by their labels, with its sets and elements. Elements may be of any type,
/// because nothing is computed with them: they show the body, and give surfaces an area.
struct LabelledNodes {
    std::string source;                                       ///< file name, for messages
    std::unordered_map<std::size_t, std::array<double, 3>> X; ///< positions in units of the file
    std::vector<std::pair<std::string, std::vector<std::size_t>>> sets; ///< node sets
    std::optional<double> unit; ///< metres per unit of the file, if the file states it
    LabelledCells cells;
    std::vector<std::pair<std::string, std::vector<LabelledFace>>> surfaces; ///< groups of faces
    std::vector<std::string> notes; ///< parts of the file that are not read
};

/// Reads the nodes of a file, whose content decides the format:
/// - an input file of Abaqus or CalculiX. Surfaces are those of solid elements (S1 to S6, or all
///   free faces) and of shells (SPOS, SNEG), and sets of elements of dimension 2;
/// - bulk data of Nastran, of which GRID, the coordinate systems and elements are used. Elements of
///   dimension 2 are surfaces "pid_N" by their property;
/// - a universal file: see labelled_universal.hpp;
/// - a mesh of Gmsh: see labelled_gmsh.hpp;
/// - a list of nodes of Ansys Mechanical: label, X, Y and Z between tabs, below a heading in any
///   language that ends with the unit in brackets. Numbers may have a decimal comma.
/// @throws InputError  with file and line: another format, keywords that move nodes or turn their
///                     dofs (*SYSTEM, *TRANSFORM, *NGEN, ...), grids that move in another system
///                     than the basic one, errors of read_abaqus_deck()
[[nodiscard]] LabelledNodes read_labelled_nodes(const std::filesystem::path& file);

} // namespace slideway::fem
