#pragma once

#include "base/types.hpp"
#include "fem/substructure.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
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
    std::vector<std::string> component;                     ///< of each dof; "": none
    Matrix X;                ///< of each dof, n x 3 [m]; nan: it has no place
    bool spatial = false;    ///< its rigid motions are those in space
    bool moves_known = true; ///< false: not how each dof moves with the rigid body
};

/// Dofs by their names, in place of a table.
struct NamedDofs {
    /// Of each dof: "node.component"; "": nothing touches it.
    std::shared_ptr<const std::vector<std::string>> names;
    std::map<std::string, std::vector<double>> nodes; ///< X, Y and, if needed, Z; others: no place
    std::map<std::string, std::vector<std::string>> groups; ///< nodes of each
};

/// @param file  of the table, M: the matrix with n rows; for messages
/// @throws InputError  with file and line: a table that does not name every dof once, a node at two
///                     places or with one component twice, groups of nodes with different
///                     components
[[nodiscard]] DofTable read_dofs(const std::filesystem::path& file, Index n, const std::string& M,
                                 double scale);

/// The same of names.
/// @throws InputError  of the keys dofs, nodes, groups: another number of names than n, a name that
///                     is none, or comes twice; positions of other than two or three numbers, or
///                     of nodes that no dof has; groups as read_dofs()
[[nodiscard]] DofTable table_of(const NamedDofs& dofs, Index n, double scale);

/// Gives a body its rigid motions: dofs are components of translation or rotation at their places.
/// Without the places there is no rotation.
void add_rigid_motions(Substructure& s, const DofTable& dofs);

} // namespace slideway::fem
