#pragma once

#include "base/types.hpp"

#include <array>
#include <span>
#include <vector>

// Topology, shape functions and integration rules of solid cells, once per shape of the cell.

namespace slideway::fem {

/// Corners, edges and faces of a cell. The order of nodes is that of Abaqus and VTK: corners, then
/// for second order the mid node of each edge in turn.
struct SolidCell {
    std::span<const std::array<double, 3>> corners; ///< reference positions
    std::span<const std::array<int, 2>> edges;      ///< corners of each edge
    /// Corners of each face, outward by the right-hand rule. A triangle has -1 last.
    std::span<const std::array<int, 4>> faces;

    [[nodiscard]] int n_corners() const { return static_cast<int>(corners.size()); }
    /// Number of nodes with a mid node on each edge.
    [[nodiscard]] int n_second() const { return static_cast<int>(corners.size() + edges.size()); }
    /// Reference positions of the first n nodes, n x 3.
    [[nodiscard]] Matrix places(int n) const;
};

/// Hexahedron: xi, eta and zeta in [-1, 1].
[[nodiscard]] const SolidCell& hex_cell();
/// Tetrahedron: xi, eta, zeta >= 0 and xi + eta + zeta <= 1.
[[nodiscard]] const SolidCell& tet_cell();
/// Wedge: xi, eta >= 0, xi + eta <= 1 and zeta in [-1, 1].
[[nodiscard]] const SolidCell& wedge_cell();

/// Shape functions N of a cell with n nodes and their derivatives by (xi, eta, zeta).
template <int n>
struct ShapeFunctions {
    Eigen::Matrix<double, n, 1> N;
    Eigen::Matrix<double, n, 3> dN;
};

/// Trilinear: N_i = prod (1 + xi_i xi) / 8.
[[nodiscard]] ShapeFunctions<8> hex8_functions(const Eigen::Vector3d& p);
/// Serendipity, with (a, b, c) the place of node i:
///   corners: N_i = (1 + a xi) (1 + b eta) (1 + c zeta) (a xi + b eta + c zeta - 2) / 8
///   edges:   N_i = (1 - xi^2) (1 + b eta) (1 + c zeta) / 4, and in the same way along eta, zeta
[[nodiscard]] ShapeFunctions<20> hex20_functions(const Eigen::Vector3d& p);
/// N_i = L_i with L = (1 - xi - eta - zeta, xi, eta, zeta).
[[nodiscard]] ShapeFunctions<4> tet4_functions(const Eigen::Vector3d& p);
/// N_i = L_i (2 L_i - 1) at corners, 4 L_i L_j on edges.
[[nodiscard]] ShapeFunctions<10> tet10_functions(const Eigen::Vector3d& p);
/// N_i = L_i (1 +- zeta) / 2 with L = (1 - xi - eta, xi, eta).
[[nodiscard]] ShapeFunctions<6> wedge6_functions(const Eigen::Vector3d& p);
/// N_i = L_i (1 +- zeta) (2 L_i - 2 +- zeta) / 2 at corners, 2 L_i L_j (1 +- zeta) on the edges of
/// the triangles, L_i (1 - zeta^2) on the others.
[[nodiscard]] ShapeFunctions<15> wedge15_functions(const Eigen::Vector3d& p);

struct CellPoint {
    Eigen::Vector3d place;
    double weight = 0;
};
using CellRule = std::vector<CellPoint>;

/// Gauss points along [-1, 1]. @param n  1 to 4
[[nodiscard]] std::vector<std::array<double, 2>> gauss_points(int n);
/// Product of n Gauss points in each direction.
[[nodiscard]] CellRule hex_rule(int n);
/// Rule of 1 point (degree 1), 4 points (degree 2) or 15 points (degree 5). Source of the latter:
/// Keast, Comput. Methods Appl. Mech. Eng. 55, 1986; Stroud, T3 5-1.
[[nodiscard]] CellRule tet_rule(int n);
/// Rule of the triangle of 1 point (degree 1), 3 (degree 2), 6 (degree 4, Cowper 1973) or 7 points
/// (degree 5, Radon 1948); zeta = 0, and the weights add up to 1/2.
[[nodiscard]] CellRule triangle_rule(int n);
/// Product of triangle_rule(n) and m Gauss points along zeta.
[[nodiscard]] CellRule wedge_rule(int n, int m);

} // namespace slideway::fem
