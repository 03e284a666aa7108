#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads a substructure of Abaqus or CalculiX, as *SUBSTRUCTURE MATRIX OUTPUT with OUTPUT FILE=USER
/// DEFINED writes it: *USER ELEMENT with the list of nodes in comments, the dofs of its nodes, then
/// *MATRIX blocks with the lower triangle by rows. Labels below zero are retained modes. Nodes may
/// repeat. Load cases, in comments, are loads. Recovery vectors, in comments, are columns of a
/// matrix in `outputs`; the file does not name its rows.
/// Source: Abaqus keywords reference, *SUBSTRUCTURE MATRIX OUTPUT; CalculiX user's manual,
/// *SUBSTRUCTURE MATRIX OUTPUT.
/// @throws InputError  with file and line: matrices of single elements, unsymmetric matrices, no
///                     list of nodes, wrong positions or dofs, a matrix with too few or too many
///                     numbers
[[nodiscard]] ImportedMatrices read_abaqus_substructure(const std::filesystem::path& file);

} // namespace slideway::fem
