#pragma once

#include "fem/mesh_body.hpp"
#include "fem/traction.hpp"

#include <functional>

/// Ports of bodies in the plane, and pressures on their curves.
namespace slideway::fem {

/// The surface behind an edge of a body in the plane.
struct EdgeSurface {
    /// Adds the integrals of the shape functions over the surface, or a multiple of them, to the
    /// shares of its nodes, and returns its area [m^2].
    /// @param of_mesh  edge with the nodes of the mesh
    /// @param edge     the same edge as rows of X and of `share`
    std::function<double(const Edge& of_mesh, const Edge& edge, const Matrix& X, Vector& share)>
        add_shares;
    /// Length of the surface across the plane at a point of the edge: its thickness, or 2 pi r.
    std::function<EdgeWeight(const Edge& of_mesh)> weight;
};

/// Shares of the nodes of a named group of surfaces; they need not add up to 1.
using GroupShares = std::function<Vector(const std::string& name, const NodeGroup& group)>;

/// Makes each group of the mesh a port with components x and y.
/// @param shares  null: by the areas of faces in the plane
void add_plane_ports(const MeshBody& body, const EdgeSurface& surface, const GroupShares& shares,
                     Substructure& s);

/// Returns the forces of a unit pressure on a named curve, nodes x 2 [N/Pa]. A pressure > 0 acts
/// against the outward normal.
/// @throws InputError  no such group, or one that is not a curve on the boundary of the body
[[nodiscard]] Matrix pressure_on_curve(const Mesh& mesh, const EdgeSurface& surface,
                                       const std::string& group);

} // namespace slideway::fem
