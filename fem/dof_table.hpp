#pragma once

#include "base/types.hpp"
#include "fem/named_nodes.hpp"
#include "fem/substructure.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Table of the dofs of a body whose matrices come from another program: see matrices.hpp.
namespace slideway::fem {

struct TableNode {
    std::string name;
    Eigen::Vector3d X; ///< [m]
    std::vector<std::string> components;
    std::vector<Index> dofs;
    Index row = 0;     ///< row in the table, for messages
    double weight = 1; ///< displacement of the node per unit of its dofs in SI
};

/// Forces of a load case that a file gives.
struct TableLoad {
    std::string source;                           ///< "PAX, column 1"
    std::vector<std::pair<Index, double>> forces; ///< dof and force in units of the file
};

/// Faces or sides of named groups of a body from matrices, each as a list of nodes.
using FaceGroups = std::map<std::string, std::vector<std::vector<int>>>;

struct DofTable {
    std::vector<TableNode> nodes; ///< named nodes, in the order of their first dofs
    std::map<std::string, std::vector<std::size_t>> groups; ///< node indices of each group
    std::vector<std::string> component;                     ///< component of each dof; "": none
    Matrix X;                ///< position of each dof, n x 3 [m]; NaN: no position
    bool spatial = false;    ///< true if the rigid motions are those in space
    bool moves_known = true; ///< false: the rigid motion of each dof is unknown
    std::vector<TableLoad> loads;
    FaceGroups faces; ///< faces of groups that have some, as indices into their group
};

/// Names of dofs, as an alternative to a table.
struct NamedDofs {
    /// Name of each dof, "node.component"; "": nothing connects to it.
    std::shared_ptr<const std::vector<std::string>> names;
    std::map<std::string, std::vector<double>> nodes;       ///< X, Y and optionally Z; other nodes
                                                            ///< have no position
    std::map<std::string, std::vector<std::string>> groups; ///< nodes of each group
};

/// Reads the table of the dofs.
/// @param file, M  names of the table and of the matrix with n rows, for messages
/// @throws InputError  with file and line: a table that does not name every dof once, a
///                     node at two positions or with a repeated component, groups of nodes
///                     with different components
[[nodiscard]] DofTable read_dofs(const std::filesystem::path& file, Index n, const std::string& M,
                                 double scale);

/// Makes a table from the names of dofs.
/// @throws InputError  names the key dofs, nodes or groups: number of names other than n, invalid
///                     or repeated name, positions of other than two or three numbers, positions of
///                     nodes without dofs; groups as in read_dofs()
[[nodiscard]] DofTable table_of(const NamedDofs& dofs, Index n, double scale);

/// Returns the named nodes of a table.
[[nodiscard]] NamedNodes named_nodes(const DofTable& dofs);

/// Adds the rigid motions of a body. Its dofs are components of translation or rotation at their
/// positions. Without positions there is no rotation.
void add_rigid_motions(Substructure& s, const DofTable& dofs);

} // namespace slideway::fem
