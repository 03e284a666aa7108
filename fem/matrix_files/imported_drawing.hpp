#pragma once

#include "fem/matrix_files/imported_matrices.hpp"
#include "fem/node_drawing.hpp"
#include "fem/readers/labelled_nodes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::fem {

/// Returns the rows of a matrix with three or six rows for each of some nodes: x, y, z, and
/// rotations.
/// @param what  the matrix, for messages: "T"
/// @throws InputError  another number of rows
[[nodiscard]] std::vector<OutputRows>
rows_of_nodes(const SparseMatrix& T, const std::vector<long long>& labels, const std::string& what);

/// Returns the nodes and cells that show an imported body: the cells of the mesh, and the nodes
/// whose motion follows from the first matrix of `imported.outputs` by `imported.output_rows`.
/// @param table   dofs; null: its nodes have no labels
/// @param length  metres per unit of the positions of `mesh`
/// @param notes   gets the rows that are left out
[[nodiscard]] NodeDrawing drawing_of(const ImportedMatrices& imported, const DofTable* table,
                                     const std::optional<LabelledNodes>& mesh, double length,
                                     std::vector<std::string>& notes);

} // namespace slideway::fem
