#pragma once

#include "fem/substructure.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace slideway::fem {

/// Named group of nodes with equal components, whose port is made on demand.
struct MeshGroup {
    std::vector<Index> nodes; ///< ascending
    Vector share;             ///< see Port
    double area = 0;          ///< area of its faces [m^2]; 0: none
    Matrix normals; ///< nodes x 3: integrals of N n over its faces, n outward [m^2]; empty: none
    std::vector<std::vector<int>> faces; ///< rows of `nodes`
    Index inside = -1; ///< a node of a face between two elements of the body; -1: there is none
};

/// Sets faces, area and normals of a group of nodes, and its shares to areas [m^2], which the
/// caller divides by their sum.
/// @param X      positions of its nodes, nodes x 3 [m]
/// @param faces  rows of X, outward by the right-hand rule
void add_faces(MeshGroup& group, const Matrix& X, std::vector<std::vector<int>> faces);

/// Named nodes and groups of a solid body, or of one whose matrices come from another program. They
/// become ports when make_port names them, because a file may name every node.
struct NamedNodes {
    std::vector<std::string> names;
    Matrix X;                                         ///< nodes x 3 [m]; NaN: no position
    std::vector<std::vector<std::string>> components; ///< the different lists of components
    std::vector<int> kind;                            ///< list of components of each node
    std::vector<Index> first;   ///< nodes + 1: first entry of each node in `dofs`
    std::vector<Index> dofs;    ///< dofs, node after node; -1: supported
    std::vector<double> weight; ///< displacement of each node per unit of its dofs
    std::unordered_map<std::string, Index> number; ///< index of each name
    std::map<std::string, MeshGroup> groups;

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
    /// True if a node or a group has this name.
    [[nodiscard]] bool contains(const std::string& name) const;
};

/// Returns the port of nodes with equal components, with equal shares.
/// @param n  dofs of the body
[[nodiscard]] Port port_of_nodes(const std::string& name, const NamedNodes& nodes,
                                 const std::vector<Index>& members, Index n);

/// Returns the port of a named group. @param n  dofs of the body
[[nodiscard]] Port port_of_group(const std::string& name, const NamedNodes& nodes, Index n);

/// Returns the forces at the nodes of a unit pressure on a named group of faces of a body in space,
/// nodes x 3, or on a curve of a body in the plane, nodes x 2 [N/Pa]. A pressure > 0 acts against
/// the outward normal.
/// @throws InputError  no such group, or one without faces (lists those with faces); a face that
///                     lies inside the body
[[nodiscard]] Matrix pressure_forces(const Substructure& s, const std::string& group);
/// Returns these forces on the dofs of the body, n [N/Pa].
[[nodiscard]] Vector pressure_row(const Substructure& s, const std::string& group);

/// True if `name` is a named node or group of a body that is no port yet.
[[nodiscard]] bool is_unmade(const Substructure& s, const std::string& name);

/// Makes the named group or node `name` of a body a port. Ports of nodes come first, in the order
/// of the nodes, then those of groups by name. Does nothing if it is a port already, or if the body
/// has no node and no group of that name.
void make_port(Substructure& s, const std::string& name);

/// Returns the nodes of a body that keeps only the dofs `free`, ascending.
[[nodiscard]] NamedNodes restricted(NamedNodes nodes, const std::vector<Index>& free, Index n);

/// Returns "node.component" of a dof; empty if no node has it.
[[nodiscard]] std::string dof_name(const NamedNodes& nodes, Index dof);

} // namespace slideway::fem
