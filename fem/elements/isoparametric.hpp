#pragma once

#include "fem/elements/plane_element.hpp"

#include <algorithm>
#include <array>
#include <limits>

// Common functions of isoparametric elements of n nodes. They are templates because the number of
// nodes is the size of Eigen's matrices.

namespace slideway::fem {

[[nodiscard]] inline double determinant(const Eigen::Matrix2d& J)
{
    return J(0, 0) * J(1, 1) - J(1, 0) * J(0, 1);
}

[[nodiscard]] inline Eigen::Matrix2d inverse(const Eigen::Matrix2d& J)
{
    const double per_area = 1 / determinant(J);
    Eigen::Matrix2d result;
    result << J(1, 1) * per_area, -J(0, 1) * per_area, -J(1, 0) * per_area, J(0, 0) * per_area;
    return result;
}

/// Map from the reference element to the plane at one point.
template <int n>
struct MapPoint {
    Eigen::Matrix<double, n, 1> N;  ///< shape functions
    Eigen::Matrix<double, n, 2> dN; ///< dN_i / d(xi, eta)
    Eigen::Matrix2d J;              ///< J(a, i) = d x_i / d xi_a [m]
    double det = 0;                 ///< det J [m^2]

    /// Computes J and det J from dN and the nodes.
    void map(const Eigen::Matrix<double, n, 2>& X)
    {
        J.noalias() = dN.transpose() * X;
        det = determinant(J);
    }
};

struct QuadraturePoint {
    double xi = 0, eta = 0, weight = 0;
};

/// Strain matrix B, (e_xx, e_yy, gamma_xy) = B u, 3 x 2n [1/m].
template <int n>
[[nodiscard]] Eigen::Matrix<double, 3, 2 * n> strain_matrix(const MapPoint<n>& point)
{
    const Eigen::Matrix2d to_space = inverse(point.J).transpose();
    const Eigen::Matrix<double, n, 2> g = point.dN * to_space;
    Eigen::Matrix<double, 3, 2 * n> B = Eigen::Matrix<double, 3, 2 * n>::Zero();
    for (Index i = 0; i < n; ++i) {
        B(0, 2 * i) = B(2, 2 * i + 1) = g(i, 0);
        B(1, 2 * i + 1) = B(2, 2 * i) = g(i, 1);
    }
    return B;
}

/// Stiffness K = thickness sum_points weight det J B^T D B. `at(X, xi, eta)` returns a MapPoint<n>.
template <int n, class At, class Rule>
[[nodiscard]] ElementMatrix integrate_stiffness(const At& map_at, const Rule& rule,
                                                const Eigen::Matrix<double, n, 2>& X,
                                                const Eigen::Matrix3d& D, double thickness)
{
    Eigen::Matrix<double, 2 * n, 2 * n> K = Eigen::Matrix<double, 2 * n, 2 * n>::Zero();
    for (const QuadraturePoint& q : rule) {
        const MapPoint<n> point = map_at(X, q.xi, q.eta);
        const Eigen::Matrix<double, 3, 2 * n> B = strain_matrix(point);
        const Eigen::Matrix<double, 3, 2 * n> DB = (thickness * q.weight * point.det) * D * B;
        K.noalias() += B.transpose() * DB;
    }
    return 0.5 * (K + K.transpose()); // removes the asymmetry of round-off
}

/// Mass M = density_thickness sum_points weight det J N N^T, equal for x and y.
template <int n, class At, class Rule>
[[nodiscard]] ElementMatrix integrate_mass(const At& map_at, const Rule& rule,
                                           const Eigen::Matrix<double, n, 2>& X,
                                           double density_thickness)
{
    Eigen::Matrix<double, n, n> m = Eigen::Matrix<double, n, n>::Zero();
    for (const QuadraturePoint& q : rule) {
        const MapPoint<n> point = map_at(X, q.xi, q.eta);
        const Eigen::Matrix<double, n, 1> weighted =
            (density_thickness * q.weight * point.det) * point.N;
        m.noalias() += weighted * point.N.transpose();
    }
    ElementMatrix M = ElementMatrix::Zero(2 * n, 2 * n);
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i)
            M(2 * i, 2 * j) = M(2 * i + 1, 2 * j + 1) = 0.5 * (m(i, j) + m(j, i));
    return M;
}

/// Stresses D B u at the points (xi, eta) of an array, one per row [Pa].
template <int n, class At, class Place, std::size_t m>
[[nodiscard]] Eigen::Matrix<double, static_cast<int>(m), 3>
stress_at(const At& map_at, const std::array<Place, m>& places,
          const Eigen::Matrix<double, n, 2>& X, const Eigen::Matrix3d& D, const ElementVector& u)
{
    Eigen::Matrix<double, static_cast<int>(m), 3> s;
    for (std::size_t k = 0; k < m; ++k) {
        const auto& [xi, eta] = places[k];
        const Eigen::Vector3d strain = strain_matrix<n>(map_at(X, xi, eta)) * u;
        s.row(static_cast<Index>(k)) = (D * strain).transpose();
    }
    return s;
}

/// Smallest det J at the given points over the square of the longest distance of two adjacent
/// corners. The corners are the first half of the nodes.
template <int n, class At, class Rule>
[[nodiscard]] double jacobian_quality(const At& map_at, const Rule& places,
                                      const Eigen::Matrix<double, n, 2>& X)
{
    double smallest = std::numeric_limits<double>::infinity(), longest = 0;
    for (const QuadraturePoint& place : places)
        smallest = std::min(smallest, map_at(X, place.xi, place.eta).det);
    for (Index i = 0; i < n / 2; ++i)
        longest = std::max(longest, (X.row((i + 1) % (n / 2)) - X.row(i)).squaredNorm());
    return longest > 0 ? smallest / longest : 0;
}

/// Stiffness, mass and quality of an element with the functions `at`, `stiffness_rule` and
/// `mass_rule`, and the reference places of its corners, as members of Shape.
template <int n, class Shape>
struct Isoparametric {
    static ElementMatrix stiffness(const ElementNodes& X, const Eigen::Matrix3d& D,
                                   double thickness)
    {
        return integrate_stiffness<n>(Shape::at, Shape::stiffness_rule(), X, D, thickness);
    }
    static ElementMatrix mass(const ElementNodes& X, double density_thickness)
    {
        return integrate_mass<n>(Shape::at, Shape::mass_rule(), X, density_thickness);
    }
    static double quality(const ElementNodes& X)
    {
        const Eigen::Matrix<double, n, 2> nodes = X;
        return std::min({jacobian_quality<n>(Shape::at, Shape::corners, nodes),
                         jacobian_quality<n>(Shape::at, Shape::stiffness_rule(), nodes),
                         jacobian_quality<n>(Shape::at, Shape::mass_rule(), nodes)});
    }
};

} // namespace slideway::fem
