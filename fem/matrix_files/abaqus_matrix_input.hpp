#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads a matrix in the form MATRIX INPUT of Abaqus, which *MATRIX OUTPUT of a step
/// *MATRIX GENERATE writes: one entry per line, "node, dof, node, dof, value". One triangle or both
/// may be given (entry_list.hpp). Rows are ordered by node, then dof. Labels below zero are
/// internal nodes, whose dofs are coordinates of modes. Source: Abaqus keywords reference, *MATRIX
/// INPUT.
/// @throws InputError  with file and line: a line of another form, a dof outside of 1 to 6 of a
///                     node, errors of matrix_of()
[[nodiscard]] ImportedMatrices read_abaqus_matrix_input(const std::filesystem::path& file);

/// Reads a matrix in the form COORDINATE: one entry per line, "row column value", from 1. The file
/// does not name its rows. Abaqus orders them by node, internal ones first, then by dof.
/// @throws InputError  with file and line: a line of another form, errors of matrix_of()
[[nodiscard]] ImportedMatrices read_coordinate_matrix(const std::filesystem::path& file);

} // namespace slideway::fem
