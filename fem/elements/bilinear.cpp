#include "fem/elements/bilinear.hpp"

#include <cmath>

namespace slideway::fem {

std::array<std::pair<double, double>, 4> gauss_2x2()
{
    const double g = 1 / std::sqrt(3.0);
    return {{{-g, -g}, {g, -g}, {g, g}, {-g, g}}};
}

BilinearPoint bilinear(const QuadNodes& X, double xi, double eta)
{
    BilinearPoint point;
    for (Index i = 0; i < 4; ++i) {
        const auto [a, b] = quad_corners[static_cast<std::size_t>(i)];
        point.N(i) = (1 + a * xi) * (1 + b * eta) / 4;
        point.dN(i, 0) = a * (1 + b * eta) / 4;
        point.dN(i, 1) = b * (1 + a * xi) / 4;
    }
    point.map(X);
    return point;
}

ElementMatrix bilinear_mass(const ElementNodes& X, double density_thickness)
{
    ElementMatrix M = ElementMatrix::Zero(8, 8);
    for (const auto& [xi, eta] : gauss_2x2()) {
        const BilinearPoint point = bilinear(X, xi, eta);
        for (Index i = 0; i < 4; ++i)
            for (Index j = 0; j < 4; ++j) {
                const double m = density_thickness * point.det * point.N(i) * point.N(j);
                M(2 * i, 2 * j) += m;
                M(2 * i + 1, 2 * j + 1) += m;
            }
    }
    return M;
}

} // namespace slideway::fem
