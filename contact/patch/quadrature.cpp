#include "contact/patch/quadrature.hpp"

#include <cmath>
#include <numbers>

namespace slideway::contact {

std::vector<QuadratureNode> endpoint_rule(double step, double reach)
{
    constexpr double half_pi = std::numbers::pi / 2;
    std::vector<QuadratureNode> nodes;
    const int n = static_cast<int>(reach / step);
    for (int k = -n; k <= n; ++k) {
        const double t = k * step, e = std::exp(-2 * half_pi * std::sinh(std::abs(t)));
        const double near = e / (1 + e), far = 1 / (1 + e);
        nodes.push_back({t < 0 ? near : far, t < 0 ? far : near,
                         2 * half_pi * std::cosh(t) * near * far * step});
    }
    return nodes;
}

std::vector<QuadratureNode> gauss_rule(int n)
{
    std::vector<QuadratureNode> nodes;
    for (int k = n; k >= 1; --k) {
        double x = std::cos(std::numbers::pi * (k - 0.25) / (n + 0.5)), slope = 1;
        for (int i = 0; i < 8; ++i) { // Newton's method from Tricomi's start: four do
            double before = 1, now = x;
            for (int m = 2; m <= n; ++m) {
                const double next = ((2 * m - 1) * x * now - (m - 1) * before) / m;
                before = now;
                now = next;
            }
            slope = n * (x * now - before) / (x * x - 1);
            x -= now / slope;
        }
        nodes.push_back({0.5 * (1 + x), 0.5 * (1 - x), 1 / ((1 - x) * (1 + x) * slope * slope)});
    }
    return nodes;
}

} // namespace slideway::contact
