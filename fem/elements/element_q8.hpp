#pragma once

#include "fem/elements/isoparametric.hpp"
#include "fem/elements/plane_element.hpp"

namespace slideway::fem {

/// "q8": isoparametric serendipity quadrilateral, sides straight or curved. Nodes: four corners,
/// then the mid nodes of the sides 0-1, 1-2, 2-3, 3-0. With (a, b) the place of node i:
///
///   corners: N_i = (1 + a xi) (1 + b eta) (a xi + b eta - 1) / 4
///   sides:   N_i = (1 - xi^2) (1 + b eta) / 2,  (1 + a xi) (1 - eta^2) / 2
///
/// Stiffness: 3x3 Gauss, exact on parallelograms and without the hourglass mode of 2x2. Mass: 4x4
/// Gauss, exact also on curved sides (N_i N_j det J is of degree seven in each coordinate). Pure
/// bending is exact on parallelograms. The full quadratic field, and with it the third order of
/// displacements, is kept on parallelograms and meshes that come near them when refined, not on
/// other quadrilaterals (Arnold, Boffi & Falk, Math. Comp. 71, 2002). Stress at the nodes: D B u at
/// the 2x2 Gauss points, where it is one order better (Barlow, Int. J. Numer. Methods Eng. 10,
/// 1976), extrapolated bilinearly (Hinton & Campbell, Int. J. Numer. Methods Eng. 8, 1974).
/// Source: Ergatoudis, Irons & Zienkiewicz, Int. J. Solids Struct. 4(1), 1968,
/// doi:10.1016/0020-7683(68)90031-0.
[[nodiscard]] PlaneElement element_q8();

/// Serendipity map of eight nodes at (xi, eta) in [-1, 1]^2.
[[nodiscard]] MapPoint<8> quad8_map(const Eigen::Matrix<double, 8, 2>& X, double xi, double eta);

} // namespace slideway::fem
