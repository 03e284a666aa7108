#pragma once

#include "fem/matrix_files/imported_matrices.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace slideway::fem {

/// Reads a file of Ansys that names the rows of its matrices; empty if the file is of another kind.
///
/// - The mapping that HBMAT writes has a heading, then lines "equation node label" with the labels
///   UX, UY, UZ, ROTX, ROTY, ROTZ. Equations after the last line are coordinates of modes.
/// - The vector BACK of a .full file, in Matrix Market, has the node of each group of rows. A model
///   with n rows and m nodes has the components 1 to n / m for each node.
///
/// @param n  number of rows of the matrices
/// @throws InputError  with file and line: a line of another form below the heading of a mapping,
///                     an equation beyond n, missing or repeated; n that is no multiple of m
[[nodiscard]] std::optional<std::vector<FileDof>> read_ansys_rows(const std::filesystem::path& file,
                                                                  Index n);

} // namespace slideway::fem
