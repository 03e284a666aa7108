#pragma once

#include "base/types.hpp"
#include "fem/elements/solid_cell.hpp"

#include <span>
#include <string>
#include <string_view>

namespace slideway::fem {

// Element matrices are on the stack; an element with more nodes raises this bound.
inline constexpr int max_solid_nodes = 20;
using SolidNodes = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, max_solid_nodes, 3>;
using SolidVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3 * max_solid_nodes, 1>;
using SolidMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3 * max_solid_nodes,
                                  3 * max_solid_nodes>;
using SolidNodeMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, max_solid_nodes, max_solid_nodes>;
using SolidStress = Eigen::Matrix<double, Eigen::Dynamic, 6, 0, max_solid_nodes, 6>;

/// Elasticity D [Pa] with s = D e in the order xx, yy, zz, xy, yz, zx and engineering shears.
using Elasticity = Eigen::Matrix<double, 6, 6>;

/// Elasticity of an isotropic material, lam 1 1^T + diag(2G, 2G, 2G, G, G, G).
[[nodiscard]] Elasticity isotropic(double young, double poisson);
/// True if D has exactly the form of isotropic().
[[nodiscard]] bool is_isotropic(const Elasticity& D);

/// Formulation of a solid element with three displacements per node; dofs are node-major (node 0 x,
/// node 0 y, node 0 z, node 1 x, ...). X: n_nodes x 3 [m].
struct SolidElement {
    std::string_view name;  ///< name in case files: "hex8i"
    std::string_view about; ///< comparison with other elements, for the reference of case files
    std::string_view shape; ///< required ElementBlock::shape: "hex8"
    int n_nodes = 0;
    bool stiff = false; ///< true: too stiff in bending, which a note reports

    /// Stiffness, 3 n_nodes x 3 n_nodes [N/m]
    void (*stiffness)(const SolidNodes& X, const Elasticity& D, SolidMatrix& K);
    /// Consistent mass of one direction, n_nodes x n_nodes [kg]; density in [kg/m^3]
    void (*mass)(const SolidNodes& X, double density, SolidNodeMatrix& m);
    /// Both at once, which maps the points that they share once
    void (*matrices)(const SolidNodes& X, const Elasticity& D, double density, SolidMatrix& K,
                     SolidNodeMatrix& m);
    /// Stresses s_xx, s_yy, s_zz, s_xy, s_yz, s_zx at the nodes, n_nodes x 6 [Pa], from the
    /// displacements u of the nodes. They come from few inner points, where they are most accurate
    /// (Barlow points), and are extrapolated.
    void (*stress)(const SolidNodes& X, const Elasticity& D, const SolidVector& u, SolidStress& s);
    /// Smallest det J at the points of the mass and at the nodes, in cubes of the longest edge;
    /// <= 0: inverted
    double (*quality)(const SolidNodes& X);
};

/// List of all elements. A new element needs its own file and a line in solid_elements.cpp. The
/// first element of a shape is the default of that shape.
[[nodiscard]] std::span<const SolidElement> solid_elements();

/// Returns the element of a shape (shapes() in mesh.hpp): the first of the `chosen` names that fits
/// it, otherwise its default.
/// @throws InputError  a name that no element has (lists the valid ones); a shape
///                     without an element
[[nodiscard]] const SolidElement& solid_element(std::string_view shape,
                                                std::span<const std::string> chosen = {});

} // namespace slideway::fem
