#pragma once

#include "fem/elements/isoparametric.hpp"
#include "fem/elements/plane_element.hpp"

#include <array>

namespace slideway::fem {

/// "t6": isoparametric quadratic triangle, sides straight or curved. Nodes: three corners, then
/// the mid nodes of the sides 0-1, 1-2, 2-0.
///
///   N_i = L_i (2 L_i - 1) at corners,  4 L_i L_j at mid nodes;  L_2 = xi, L_3 = eta, L_1 = 1 - xi
///   - eta
///
/// Stiffness: six points of degree 4; degree 2 would be exact on straight sides with centred mid
/// nodes, the rest serves curved ones. Mass: twelve points of degree 6, exact also on curved sides
/// (N_i N_j of degree 4, det J of degree 2). No locking in bending; a field of quadratic
/// displacements (pure bending) is exact on straight sides. Stress at the nodes: D B u at three
/// inner points, (1/6, 1/6) and its like, extrapolated linearly, which is exact for straight sides,
/// where B is linear, and smooths curved ones.
/// Source: Fraeijs de Veubeke, Displacement and equilibrium models, 1965; the rules: Cowper, Int.
/// J. Numer. Methods Eng. 7, 1973 (closed form of degree 4); Dunavant, Int. J. Numer. Methods Eng.
/// 21, 1985 (degree 6, here with more digits).
[[nodiscard]] PlaneElement element_t6();

/// Quadratic map of six nodes at (xi, eta) of the unit triangle.
[[nodiscard]] MapPoint<6> tri6_map(const Eigen::Matrix<double, 6, 2>& X, double xi, double eta);
/// Twelve points of degree 6 of the unit triangle; their weights add up to 1/2.
[[nodiscard]] const std::array<QuadraturePoint, 12>& triangle_rule_12();

} // namespace slideway::fem
