#include "fem/elements/element_q8.hpp"

#include "fem/elements/bilinear.hpp"
#include "fem/elements/isoparametric.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace slideway::fem {

namespace {

constexpr int n = 8;
using Nodes = Eigen::Matrix<double, n, 2>;

constexpr std::array<std::array<double, 2>, n> places{
    {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

template <std::size_t m>
std::array<QuadraturePoint, m * m> squared(const std::array<double, m>& x,
                                           const std::array<double, m>& weight)
{
    std::array<QuadraturePoint, m * m> rule{};
    for (std::size_t j = 0; j < m; ++j)
        for (std::size_t i = 0; i < m; ++i)
            rule[m * j + i] = {x[i], x[j], weight[i] * weight[j]};
    return rule;
}

struct Q8 {
    static constexpr std::array<QuadraturePoint, 4> corners{
        {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}};

    static MapPoint<n> at(const Nodes& X, double xi, double eta) { return quad8_map(X, xi, eta); }

    static const std::array<QuadraturePoint, 9>& stiffness_rule()
    {
        static const double g = std::sqrt(0.6);
        static const auto rule = squared<3>({-g, 0, g}, {5.0 / 9, 8.0 / 9, 5.0 / 9});
        return rule;
    }

    static const std::array<QuadraturePoint, 16>& mass_rule()
    {
        static const double r = std::sqrt(1.2), w = std::sqrt(30.0) / 36;
        static const double inner = std::sqrt((3 - 2 * r) / 7), outer = std::sqrt((3 + 2 * r) / 7);
        static const auto rule =
            squared<4>({-outer, -inner, inner, outer}, {0.5 - w, 0.5 + w, 0.5 + w, 0.5 - w});
        return rule;
    }
};
using Functions = Isoparametric<n, Q8>;

ElementStress stress(const ElementNodes& X, const Eigen::Matrix3d& D, const ElementVector& u)
{
    const Eigen::Matrix<double, 4, 3> inner = // in the order of the corners
        stress_at<n>(Q8::at, gauss_2x2(), X, D, u);
    // the bilinear function through the Gauss points (+-1/sqrt(3), +-1/sqrt(3))
    ElementStress s = ElementStress::Zero(n, 3);
    for (Index i = 0; i < n; ++i)
        for (Index k = 0; k < 4; ++k) {
            const auto [xi, eta] = places[static_cast<std::size_t>(i)];
            const auto [a, b] = quad_corners[static_cast<std::size_t>(k)];
            const double r = std::sqrt(3.0);
            s.row(i) += (1 + a * r * xi) * (1 + b * r * eta) / 4 * inner.row(k);
        }
    return s;
}

} // namespace

MapPoint<8> quad8_map(const Eigen::Matrix<double, 8, 2>& X, double xi, double eta)
{
    MapPoint<n> point;
    for (Index i = 0; i < n; ++i) {
        const auto [a, b] = places[static_cast<std::size_t>(i)];
        const double p = 1 + a * xi, q = 1 + b * eta;
        if (i < 4) {
            point.N(i) = p * q * (a * xi + b * eta - 1) / 4;
            point.dN(i, 0) = a * q * (2 * a * xi + b * eta) / 4;
            point.dN(i, 1) = b * p * (a * xi + 2 * b * eta) / 4;
        } else if (a == 0) {
            point.N(i) = (1 - xi * xi) * q / 2;
            point.dN(i, 0) = -xi * q;
            point.dN(i, 1) = b * (1 - xi * xi) / 2;
        } else {
            point.N(i) = p * (1 - eta * eta) / 2;
            point.dN(i, 0) = a * (1 - eta * eta) / 2;
            point.dN(i, 1) = -eta * p;
        }
    }
    point.map(X);
    return point;
}

PlaneElement element_q8()
{
    return {"q8",   "serendipity",     "quad8", n, Functions::stiffness, Functions::mass,
            stress, Functions::quality};
}

} // namespace slideway::fem
