#pragma once

#include "base/types.hpp"
#include "fem/edge.hpp"

#include <functional>
#include <vector>

/// Integrals of shape functions over faces and edges, which distribute tractions to nodes.
namespace slideway::fem {

/// Integrals of N n over a face of 3, 4, 6 or 8 nodes in space, plane or curved: one row of an area
/// vector per node, nodes x 3 [m^2]. n is the normal by the right-hand rule. Their sum is the area
/// vector of the face. A pressure p > 0 on the face is the load -p times this.
/// @param face  rows of X, the corners in turn, then mid nodes
/// @param area  set to the integrals of N alone, nodes [m^2]
[[nodiscard]] Matrix area_vectors(const Matrix& X, const std::vector<int>& face, Vector& area);

/// Adds the integrals of the shape functions along an edge to the shares of its nodes.
/// @param edge  rows of X and of `share`
/// @return length [m]
double add_edge_shares(const Edge& edge, const Matrix& X, Vector& share);

/// Weight of a point of an edge by its coordinate x [m]: a thickness, or the circumference 2 pi r.
using EdgeWeight = std::function<double(double x)>;

/// Integrals of N n w along an edge in the plane, one row per node (first, second, then a mid
/// node), nodes x 2 [m^2]. n is the normal on the left of first -> second, outward for a side of a
/// body (Edge). Three Gauss points are exact on straight edges with w linear in x.
/// @param edge  rows of X
/// @param area  set to the integrals of N w, nodes [m^2]
[[nodiscard]] Matrix edge_vectors(const Matrix& X, const Edge& edge, const EdgeWeight& weight,
                                  Vector& area);

} // namespace slideway::fem
