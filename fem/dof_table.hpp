#pragma once

#include "fem/csv_table.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// The table of the dofs of a body whose matrices come from another program: see matrices.hpp.
namespace slideway::fem {

struct TableNode {
    std::string name;
    Eigen::Vector3d X; ///< [m]
    std::vector<std::string> components;
    std::vector<Index> dofs;
    Index row = 0; ///< of the table, for messages
};

struct DofTable {
    std::vector<TableNode> nodes; ///< those with a name, in the order of their first dofs
    std::map<std::string, std::vector<std::size_t>> groups; ///< by node
    std::vector<Index> row;                                 ///< of the table, by dof
};

/// X, Y and Z [m] of a row; `scale` in metres per unit.
[[nodiscard]] Eigen::Vector3d position(const CsvTable& table, Index row, double scale);

/// @param file  of the table, M: of the matrix with n rows; for messages
/// @throws InputError  with file and line: a table that does not name every dof once, a node at two
///                     places or with one component twice, groups of nodes with different
///                     components
[[nodiscard]] DofTable read_dofs(const CsvTable& table, const std::filesystem::path& file, Index n,
                                 const std::filesystem::path& M, double scale);

} // namespace slideway::fem
