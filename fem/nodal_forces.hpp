#pragma once

#include "base/types.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::fem {

struct Substructure;

/// Force per mass over space: constant + gradient X [m/s^2]. A weight has the constant of gravity,
/// a centrifugal load the gradient omega^2 (1 - e e^T).
struct ForcePerMass {
    Eigen::Vector3d constant{0, 0, 0};
    Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero(); ///< [1/s^2]
};

/// Field of a steady rotation about an axis through a point.
/// @param axis  any length above 0   @param omega  [rad/s]
[[nodiscard]] ForcePerMass centrifugal(const Eigen::Vector3d& axis, const Eigen::Vector3d& point,
                                       double omega);

/// Nodes that one entry of `fixed` holds.
struct Support {
    std::string name;          ///< name as in the case: "clamp", "hub.x"
    std::vector<int> nodes;    ///< ascending
    Index first = 0, last = 0; ///< components
};

/// Forces at the nodes of the mesh of a body, supported ones included; nodes x d. They do not
/// change with a reduction of the body.
struct NodalForces {
    std::function<Matrix(const ForcePerMass& field)> of_field; ///< consistent forces [N]
    std::function<Matrix(const Matrix& U)> of_displacement;    ///< K U, U of all nodes [N]
    /// Forces of a unit pressure on a curve of a body in the plane [N/Pa]; null: see NamedNodes
    std::function<Matrix(const std::string& group)> of_pressure;
    std::vector<Index> dof; ///< d node + component -> dof of the whole body, -1 if supported
    std::vector<Support> supports;
    bool of_revolution = false; ///< true: x is the radius, y the axis, and forces are of the ring
    Eigen::Vector3d origin{0, 0, 0}; ///< origin of the positions that `of_field` uses [m]

    /// Forces on the free dofs. @param n  dofs of the whole body
    [[nodiscard]] Vector on_dofs(const Matrix& forces, Index n) const;
};

/// Forces of a field at the nodes of a body, nodes x d [N].
/// @throws InputError  a body without a mesh of surfaces or volumes
[[nodiscard]] Matrix field_forces(const Substructure& s, const ForcePerMass& field);

} // namespace slideway::fem
