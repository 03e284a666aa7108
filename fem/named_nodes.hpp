#pragma once

#include "fem/substructure.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace slideway::fem {

/// Named nodes of a body whose matrices come from another program. A node becomes a port when
/// make_port names it, because a file may name every node.
struct NamedNodes {
    std::vector<std::string> names;
    Matrix X;                                         ///< nodes x 3 [m]; NaN: no position
    std::vector<std::vector<std::string>> components; ///< the different lists of components
    std::vector<int> kind;                            ///< list of components of each node
    std::vector<Index> first;   ///< nodes + 1: first entry of each node in `dofs`
    std::vector<Index> dofs;    ///< dofs, node after node; -1: supported
    std::vector<double> weight; ///< displacement of each node per unit of its dofs
    std::unordered_map<std::string, Index> number; ///< index of each name

    [[nodiscard]] Index n() const { return static_cast<Index>(names.size()); }
    [[nodiscard]] const std::vector<std::string>& components_of(Index node) const
    {
        return components[static_cast<std::size_t>(kind[static_cast<std::size_t>(node)])];
    }
    /// Appends a node; its position is set in X. @param its_dofs  one per component
    void add(const std::string& name, const std::vector<std::string>& its_components,
             const std::vector<Index>& its_dofs, double its_weight = 1);
    /// Returns the index of the node `name`; empty if there is none.
    [[nodiscard]] std::optional<Index> find(const std::string& name) const;
};

/// Returns the port of nodes with equal components, with equal shares.
/// @param n  dofs of the body
[[nodiscard]] Port port_of_nodes(const std::string& name, const NamedNodes& nodes,
                                 const std::vector<Index>& members, Index n);

/// True if `name` is a named node of a body that is no port yet.
[[nodiscard]] bool is_unmade(const Substructure& s, const std::string& name);

/// Makes the named node `name` of a body a port. Ports of nodes come first, in the order of the
/// nodes. Does nothing if the node is a port already, or if the body has no node of that name.
void make_port(Substructure& s, const std::string& name);

/// Returns the nodes of a body that keeps only the dofs `free`, ascending.
[[nodiscard]] NamedNodes restricted(NamedNodes nodes, const std::vector<Index>& free, Index n);

/// Returns "node.component" of a dof; empty if no node has it.
[[nodiscard]] std::string dof_name(const NamedNodes& nodes, Index dof);

} // namespace slideway::fem
