#pragma once

#include "fem/elements/plane_element.hpp"
#include "fem/elements/solid_element.hpp"

#include <span>
#include <string>
#include <string_view>

namespace slideway::fem {

/// Elasticity D [Pa] with s = D e in the order xx, yy, zz, xy and engineering shear. x is radial, y
/// along the axis, and z along the circumference.
using RingElasticity = Eigen::Matrix4d;
/// Stresses s_xx, s_yy, s_xy, s_zz at the nodes [Pa].
using RingStress = Eigen::Matrix<double, Eigen::Dynamic, 4, 0, max_element_nodes, 4>;

/// Formulation of an element of a body of revolution, a full ring with the section of a plane
/// element; dofs are node-major (node 0 x, node 0 y, node 1 x, ...).
///
///   e = (u_x,x, u_y,y, u_x / r, u_x,y + u_y,x),   K = 2 pi int r B^T D B dA
///
/// "qm6" has the modes of the plane element of that name, each with the hoop strain M / r, less the
/// mean strain of the mode over the volume of the element. Constant stress then does no work on
/// the modes, so distorted elements pass the patch test u_x = a x, u_y = b y.
///
/// X: n_nodes x 2, relative to the first node [m]; radius: that of the first node [m].
struct RingElement {
    std::string_view name;  ///< name in case files: "qm6"
    std::string_view about; ///< comparison with other elements, for the reference of case files
    std::string_view shape; ///< required ElementBlock::shape: "quad4"
    int n_nodes = 0;

    /// Stiffness of the ring, 2 n_nodes x 2 n_nodes [N/m]
    ElementMatrix (*stiffness)(const ElementNodes& X, double radius, const RingElasticity& D);
    /// Consistent mass of the ring of one direction, n_nodes x n_nodes [kg]; density in [kg/m^3]
    void (*mass)(const ElementNodes& X, double radius, double density, SolidNodeMatrix& m);
    /// Stresses at the nodes from the displacements u of the nodes. They come from inner points,
    /// where no radius is zero, and are extrapolated.
    RingStress (*stress)(const ElementNodes& X, double radius, const RingElasticity& D,
                         const ElementVector& u);
    /// Smallest relevant det J in squares of the longest side; <= 0: inverted
    double (*quality)(const ElementNodes& X);
};

/// List of all elements. The first element of a shape is the default of that shape.
[[nodiscard]] std::span<const RingElement> ring_elements();

/// Returns the element of a shape: the first of the `chosen` names that fits it, otherwise its
/// default.
/// @throws InputError  a name that no element has (lists the valid ones); a shape without an
///                     element
[[nodiscard]] const RingElement& ring_element(std::string_view shape,
                                              std::span<const std::string> chosen = {});

} // namespace slideway::fem
