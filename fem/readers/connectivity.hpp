#pragma once

#include "fem/readers/file_mesh.hpp"

#include <cstddef>
#include <string>
#include <vector>

// Connections between the elements of a file, to detect parts that a body would lose
// or count twice.

namespace slideway::fem {

/// Number of corners of a plane element of `n_nodes` nodes.
[[nodiscard]] inline std::size_t corner_count(std::size_t n_nodes)
{
    return n_nodes > 4 ? n_nodes / 2 : n_nodes;
}

/// The first numbers of a list, for messages: "1, 2, 3, 4, 5, ...".
[[nodiscard]] std::string first_numbers(const std::vector<std::size_t>& numbers);

/// Removes the elements with the same corners as an earlier one, in any order, and adds a note
/// with their number.
void drop_repeated_elements(FileMesh& file);

/// Gives each cell of a surface group the nodes of the element with the same corners, in the
/// element's order. Cells without an element do not change.
void align_surface_cells(FileMesh& file);

/// Notes about overlapping elements, parts that share no node, and parts of a plane mesh that share
/// one node only. Two elements overlap if both are on the same side of a common side or face.
/// @param file  plane elements counter-clockwise, with all their nodes in `file.X`
[[nodiscard]] std::vector<std::string> connectivity_notes(const FileMesh& file);

} // namespace slideway::fem
