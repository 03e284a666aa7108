#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>

namespace slideway::fem {

/// Reads a matrix of CalculiX (*FREQUENCY, SOLVER=MATRIXSTORAGE), or one in the form COORDINATE of
/// Abaqus, which looks the same. CalculiX writes a table of dofs beside the matrices: NAME.dof with
/// a line "node.component" per row. If it is there, it names the rows, and if `file` is NAME.sti,
/// the mass matrix NAME.mas is read as well. Source: CalculiX user's manual, *FREQUENCY.
/// @throws InputError  with file and line: a table with another number of rows, which also have the
///                     two copies of a cyclic model; errors of read_coordinate_matrix()
[[nodiscard]] ImportedMatrices read_calculix_or_coordinate(const std::filesystem::path& file);

} // namespace slideway::fem
