#pragma once

#include "base/types.hpp"

#include <array>
#include <optional>

namespace slideway::fem {

/// Stiffness of a material with three planes of symmetry, in its own axes 1, 2 and 3.
struct Orthotropic {
    std::array<double, 3> young{};   ///< E_1, E_2, E_3 [Pa], > 0
    std::array<double, 3> poisson{}; ///< nu_12, nu_23, nu_13; nu_ij = -strain j / strain i under
                                     ///< stress along i
    std::array<double, 3> shear{};   ///< G_12, G_23, G_13 [Pa], > 0
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity(); ///< directions 1, 2, 3 as columns
};

struct Material {
    double young = 0;   ///< [Pa], > 0; not used with `orthotropic`
    double poisson = 0; ///< in (-1, 0.5); not used with `orthotropic`
    double density = 0; ///< [kg/m^3], > 0
    double beta = 0;    ///< [s], >= 0: damping beta K of its elements
    std::optional<Orthotropic> orthotropic = {};
};

/// @throws InputError  a constant out of its range; constants with which a deformation would have
///                     no energy
void check(const Material& material);
/// Checks the material of a body in the plane, whose third axis must be z.
void check_in_plane(const Material& material);

/// Elasticity D [Pa] with s = D e in the order xx, yy, zz, xy, yz, zx and engineering shears.
/// Isotropic: lambda 1 1^T + diag(2G, 2G, 2G, G, G, G).
[[nodiscard]] Eigen::Matrix<double, 6, 6> elasticity(const Material& material);

/// Elasticity in the plane, order xx, yy, xy, without stress along z.
[[nodiscard]] Eigen::Matrix3d plane_stress_elasticity(const Material& material);
/// Elasticity in the plane, order xx, yy, xy, without strain along z.
[[nodiscard]] Eigen::Matrix3d plane_strain_elasticity(const Material& material);

/// Turns the axes of an orthotropic material.
void turn(Material& material, const Eigen::Matrix3d& R);

} // namespace slideway::fem
