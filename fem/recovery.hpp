#pragma once

#include "fem/mesh_part.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace slideway::fem {

struct NodalForces;
struct RecoveryPart;

/// Recovery of displacement and stress at the nodes of a mesh from the dofs of a body.
struct Recovery {
    Mesh mesh; ///< placed, undeformed
    std::function<Matrix(const Vector& u)>
        displacement; ///< n_nodes x 2, in space x 3 [m]; with supports
    /// n_nodes x 3: s_xx, s_yy, s_xy [Pa]; with stress out of the plane: x 4, s_zz is the last;
    /// solid: x 6, s_xx, s_yy, s_zz, s_xy, s_yz, s_zx; null for a body whose matrices come from
    /// another program
    std::function<Matrix(const Vector& u)> stress;
    /// Recovery at the nodes of some elements; null if this kind of body offers only the whole.
    std::function<RecoveryPart(const Elements& elements)> part = {};
    bool in_space = false; ///< true if displacements have three components
    /// Forces at the nodes; null without a mesh of surfaces or volumes, or for a part of it.
    std::shared_ptr<const NodalForces> forces = {};
    bool stress_across = false; ///< true if the stress has four components
};

/// Returns the recovery of u = map(q) from q, without parts.
[[nodiscard]] Recovery composed(const std::shared_ptr<const Recovery>& whole,
                                const std::function<Vector(const Vector& q)>& map);

/// Recovery for some elements of a body.
struct RecoveryPart {
    std::vector<Index> dofs; ///< dofs of the body that determine the numbers, ascending
    Recovery shown;          ///< recovery from u(dofs)
};

/// Returns the recovery for the elements of groups (elements_of). The numbers are those of the
/// whole body at the same nodes: stress is averaged also over adjacent elements of other groups.
/// @throws InputError  no such group; a kind of body that does not offer it
[[nodiscard]] RecoveryPart part(const Recovery& whole, const std::vector<std::string>& groups);

} // namespace slideway::fem
