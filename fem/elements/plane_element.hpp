#pragma once

#include "base/types.hpp"

#include <span>
#include <string>
#include <string_view>

namespace slideway::fem {

// Element matrices live on the stack; an element with more nodes raises this bound.
inline constexpr int max_element_nodes = 8;
using ElementNodes = Eigen::Matrix<double, Eigen::Dynamic, 2, 0, max_element_nodes, 2>;
using ElementVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2 * max_element_nodes, 1>;
using ElementMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0,
                                    2 * max_element_nodes, 2 * max_element_nodes>;
using ElementStress = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, max_element_nodes, 3>;

/// Formulation of a plane element with n_nodes nodes in the order of its Shape, two displacements
/// each; dofs are node-major (node 0 x, node 0 y, node 1 x, ...).
///
/// X: n_nodes x 2 [m]; D: 3x3 elasticity with s = D (e_xx, e_yy, gamma_xy) [Pa].
struct PlaneElement {
    std::string_view name;  ///< as in case files: "qm6"
    std::string_view about; ///< beside the others of its shape, for the reference of case files
    std::string_view shape; ///< ElementBlock::shape that it fits: "quad4"
    int n_nodes = 0;

    /// 2 n_nodes x 2 n_nodes [N/m]
    ElementMatrix (*stiffness)(const ElementNodes& X, const Eigen::Matrix3d& D, double thickness);
    /// Consistent mass, 2 n_nodes x 2 n_nodes [kg]; density_thickness in [kg/m^2]
    ElementMatrix (*mass)(const ElementNodes& X, double density_thickness);
    /// s_xx, s_yy, s_xy at the nodes, n_nodes x 3 [Pa], from the displacements u of the nodes
    ElementStress (*stress)(const ElementNodes& X, const Eigen::Matrix3d& D,
                            const ElementVector& u);
    /// Smallest det J where it matters, in squares of the longest side; <= 0: inverted
    double (*quality)(const ElementNodes& X);
};

/// Every element there is; a new one is a file and a line in plane_elements.cpp. The first of a
/// shape is the default of that shape.
[[nodiscard]] std::span<const PlaneElement> plane_elements();

/// The element of a shape (shapes() in mesh.hpp): the first of the `chosen` names that fits it,
/// else its default.
/// @throws InputError  a name that no element has, with the valid ones; a shape that none fits
[[nodiscard]] const PlaneElement& plane_element(std::string_view shape,
                                                std::span<const std::string> chosen = {});

/// What each node takes of a density over the element, the integrals of its shape functions:
/// n_nodes [kg]; density_thickness in [kg/m^2]. Corners of quad8 take less than nothing.
[[nodiscard]] Vector node_shares(const PlaneElement& element, const ElementNodes& X,
                                 double density_thickness = 1);

/// Of elements with straight sides: smallest corner determinant over the square of the longest
/// side: positive for a convex element whose nodes run counter-clockwise, and then the Jacobian is
/// positive everywhere.
[[nodiscard]] double corner_quality(const ElementNodes& X);

} // namespace slideway::fem
