#pragma once

#include "base/types.hpp"

#include <span>
#include <string>
#include <string_view>

namespace slideway::fem {

// Element matrices are on the stack; an element with more nodes raises this bound.
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
    std::string_view name;  ///< name in case files: "qm6"
    std::string_view about; ///< comparison with other elements, for the reference of case files
    std::string_view shape; ///< required ElementBlock::shape: "quad4"
    int n_nodes = 0;

    /// Stiffness, 2 n_nodes x 2 n_nodes [N/m]
    ElementMatrix (*stiffness)(const ElementNodes& X, const Eigen::Matrix3d& D, double thickness);
    /// Consistent mass, 2 n_nodes x 2 n_nodes [kg]; density_thickness in [kg/m^2]
    ElementMatrix (*mass)(const ElementNodes& X, double density_thickness);
    /// Stresses s_xx, s_yy, s_xy at the nodes, n_nodes x 3 [Pa], from the displacements u
    /// of the nodes
    ElementStress (*stress)(const ElementNodes& X, const Eigen::Matrix3d& D,
                            const ElementVector& u);
    /// Smallest relevant det J in squares of the longest side; <= 0: inverted
    double (*quality)(const ElementNodes& X);
};

/// List of all elements. A new element needs its own file and a line in plane_elements.cpp. The
/// first element of a shape is the default of that shape.
[[nodiscard]] std::span<const PlaneElement> plane_elements();

/// Returns the element of a shape (shapes() in mesh.hpp): the first of the `chosen` names that fits
/// it, otherwise its default.
/// @throws InputError  a name that no element has (lists the valid ones); a shape
///                     without an element
[[nodiscard]] const PlaneElement& plane_element(std::string_view shape,
                                                std::span<const std::string> chosen = {});

/// Distributes a density over the element to its nodes by the integrals of the shape
/// functions: n_nodes [kg], with density_thickness in [kg/m^2]. The values at the corners of
/// quad8 are negative.
[[nodiscard]] Vector node_shares(const PlaneElement& element, const ElementNodes& X,
                                 double density_thickness = 1);

/// Quality of elements with straight sides: smallest corner determinant over the square of the
/// longest side. It is positive for a convex element whose nodes run counter-clockwise; then the
/// Jacobian is positive everywhere.
[[nodiscard]] double corner_quality(const ElementNodes& X);

} // namespace slideway::fem
