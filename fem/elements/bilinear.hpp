#pragma once

#include "fem/elements/isoparametric.hpp"

#include <array>
#include <utility>

namespace slideway::fem {

using QuadNodes = Eigen::Matrix<double, 4, 2>;
using QuadStrain = Eigen::Matrix<double, 3, 8>;
using BilinearPoint = MapPoint<4>;

/// Corners of the reference square in node order.
inline constexpr std::array<std::pair<double, double>, 4> quad_corners{
    {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

/// 2x2 Gauss points of the reference square, each of weight 1.
[[nodiscard]] std::array<std::pair<double, double>, 4> gauss_2x2();

/// Isoparametric map of a four-node quadrilateral at (xi, eta).
[[nodiscard]] BilinearPoint bilinear(const QuadNodes& X, double xi, double eta);

/// Consistent mass of the bilinear shape functions. 2x2 Gauss is exact, because N_i N_j det J is of
/// degree three in each coordinate.
[[nodiscard]] ElementMatrix bilinear_mass(const ElementNodes& X, double density_thickness);

} // namespace slideway::fem
