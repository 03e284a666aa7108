#pragma once

#include "fem/readers/file_mesh.hpp"

#include <cstddef>
#include <string>
#include <vector>

// How the elements of a file hang together: what a body loses or counts twice without an error.

namespace slideway::fem {

/// Number of corners of an element of `n_nodes` nodes.
[[nodiscard]] inline std::size_t corner_count(std::size_t n_nodes)
{
    return n_nodes > 4 ? n_nodes / 2 : n_nodes;
}

/// The first numbers of a list, for messages: "1, 2, 3, 4, 5, ...".
[[nodiscard]] std::string first_numbers(const std::vector<std::size_t>& numbers);

/// Removes the elements that have the corners of an earlier one, in any order, and adds a note with
/// their number.
void drop_repeated_elements(FileMesh& file);

/// Gives each cell of a surface group the nodes of the element on its corners, in the element's
/// order. Cells without an element stay.
void align_surface_cells(FileMesh& file);

/// Notes about elements that overlap, parts that share no node, and parts that share one node only.
/// Two elements overlap if a side has both of them on the same hand.
/// @param file  every element counter-clockwise, every node of them in `file.X`
[[nodiscard]] std::vector<std::string> connectivity_notes(const FileMesh& file);

} // namespace slideway::fem
