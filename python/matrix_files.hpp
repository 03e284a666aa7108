#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace slideway::script {

/// Reads files of matrices of other programs, as a body of type `matrices` does, without building a
/// body. Numbers are in the units of the files, in the basic directions. Held dofs are left out.
/// @param mesh  file with the nodes, ""
/// @param rows  file that names the rows: a table of dofs, a mapping or a vector BACK of Ansys, ""
/// @return dict: format; matrices, each (name, quantity, columns as of columns_of(), file); dofs
/// and
///         held, each (label, component); loads, each (source, [(label, component, force)]); nodes,
///         label to position; unit, metres per unit of the nodes or None; sets, each (name,
///         labels); table, None or (names of dofs, positions by node, nodes by group); notes
/// @throws InputError  with file and line
[[nodiscard]] pybind11::dict read_matrix_files(const std::vector<std::string>& files,
                                               const std::string& mesh, const std::string& rows);

/// Reads a file that names the n rows of matrices. @param matrices  their file, for messages
/// @return (dofs, table) as above; one of them is empty or None
/// @throws InputError  with file and line
[[nodiscard]] pybind11::tuple read_rows(const std::string& file, int n,
                                        const std::string& matrices);

/// Reads the nodes of a mesh of another program.
/// @return dict: nodes, unit and sets as above
/// @throws InputError  with file and line
[[nodiscard]] pybind11::dict read_nodes(const std::string& file);

/// Returns (name, length, mass, time) of each named system of units.
[[nodiscard]] pybind11::list unit_systems();

} // namespace slideway::script
