#pragma once

#include "fem/mesh_part.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::fem {

struct RecoveryPart;

/// How results are shown: displacement and stress at the nodes of a mesh from the dofs of the body.
struct Recovery {
    Mesh mesh;                                           ///< placed, undeformed
    std::function<Matrix(const Vector& u)> displacement; ///< n_nodes x 2 [m], supports included
    std::function<Matrix(const Vector& u)> stress;       ///< n_nodes x 3: s_xx, s_yy, s_xy [Pa]
    /// The same numbers at the nodes of some elements; null: this kind of body has the whole alone.
    std::function<RecoveryPart(const Elements& elements)> part = {};
};

/// What shows some elements of a body.
struct RecoveryPart {
    std::vector<Index> dofs; ///< of the body, ascending: all that decide about the numbers
    Recovery shown;          ///< from u(dofs)
};

/// Displacement and stress of the elements of groups (elements_of), with the numbers that the whole
/// body has at their nodes: stress is averaged over the elements of other groups that meet there,
/// too.
/// @throws InputError  no such group; a kind of body that does not offer it
[[nodiscard]] RecoveryPart part(const Recovery& whole, const std::vector<std::string>& groups);

} // namespace slideway::fem
