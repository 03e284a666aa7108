#pragma once

#include "fem/elements/solid_element.hpp"
#include "fem/mesh.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"
#include "fem/sections.hpp"
#include "fem/share.hpp"
#include "fem/substructure.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Common functions of bodies with a displacement in each direction at the nodes of a mesh: plane
/// bodies with x and y, solid ones with x, y and z.
namespace slideway::fem {

/// Element e of block b of a mesh, and its section.
struct ElementOfBody {
    const Mesh& mesh;
    std::size_t b = 0;
    Index e = 0;
    std::size_t section = 0;
};

/// Functions of an element of a mesh with d displacements per node. The matrices have room for
/// every element.
struct ElementFunctions {
    /// Stiffness K, d n x d n [N/m], and mass m of one direction, n x n [kg], of an element of n
    /// nodes
    std::function<void(const ElementOfBody& element, SolidMatrix& K, SolidNodeMatrix& m)> matrices;
    /// Stress at the nodes, n x stress_components [Pa], from their displacements u, d n
    std::function<void(const ElementOfBody& element, const SolidVector& u, Matrix& stress)> stress;
    /// Mass of one direction alone
    std::function<void(const ElementOfBody& element, SolidNodeMatrix& m)> mass;
    Index stress_components = 0;
};

struct MeshBody {
    Mesh mesh;
    std::vector<std::string> components; ///< {"x", "y"} or {"x", "y", "z"}
    Sections sections;
    ElementFunctions elements;
    std::vector<Index> dof; ///< d node + component -> dof, -1 if supported
    Index n = 0;            ///< free dofs
    std::vector<Support> supports = {};
    bool of_revolution = false;    ///< true: x is the radius, and y the axis
    std::vector<int> on_axis = {}; ///< nodes that never move along x
    /// See NodalForces::of_pressure; null in space
    std::function<Matrix(const Mesh& mesh, const std::string& group)> pressure = {};

    [[nodiscard]] ElementOfBody element(std::size_t b, Index e) const
    {
        return {mesh, b, e, sections.index(b, e)};
    }
    [[nodiscard]] Index d() const { return static_cast<Index>(components.size()); }
    [[nodiscard]] Index dof_of(Index node, Index c) const
    {
        return dof[static_cast<std::size_t>(d() * node + c)];
    }
};

/// Numbers the free dofs of a body whose mesh and components are set.
/// @param fixed  groups ("clamp") or single components ("clamp.x")
/// @throws InputError  an unknown group or component in `fixed`; no free dof
void number_dofs(MeshBody& body, const std::vector<std::string>& fixed);

/// Assembles the columns of a share of the consistent mass, of the stiffness, and of the damping of
/// materials with beta, n x n. If all materials have one beta, the body has it as
/// Substructure::stiffness_damping too.
void assemble(const MeshBody& body, const Share& share, Substructure& s);

/// Rigid motions about the origin without supported dofs: n x 3 in the plane, n x 6 in space.
void add_rigid_motions(const MeshBody& body, Substructure& s);

/// Recovery of displacement, stress and forces at the nodes. Stress is averaged over the elements
/// of one section that meet at a node. Where sections meet, it is that of the section with the
/// largest von Mises stress.
[[nodiscard]] std::shared_ptr<const Recovery>
recovery_of(const std::shared_ptr<const MeshBody>& body);

/// Nodes of an element relative to the first one, n x d [m]. The element then does not depend on
/// its position; with digits lost in its edges, a rigid rotation would strain it.
template <class Nodes>
[[nodiscard]] Nodes element_nodes(const Mesh& mesh, const ElementBlock& block, Index e)
{
    Nodes X(block.nodes.cols(), Nodes::ColsAtCompileTime);
    for (Index i = 0; i < X.rows(); ++i)
        X.row(i) = (mesh.X.row(block.nodes(e, i)) - mesh.X.row(block.nodes(e, 0)))
                       .template head<Nodes::ColsAtCompileTime>();
    return X;
}

/// Calls check(b, e, number) for each element, with its element_number().
template <class Check>
void for_each_element(const Mesh& mesh, const Check& check)
{
    for (std::size_t b = 0; b < mesh.blocks.size(); ++b)
        for (Index e = 0; e < mesh.blocks[b].nodes.rows(); ++e)
            check(b, e, element_number(mesh, b, e));
}

/// Positions of the nodes of an element for messages: "(0, 0) (0.1, 0) (0, 0.1)".
[[nodiscard]] std::string places(const Mesh& mesh, const ElementBlock& block, Index e);

} // namespace slideway::fem
