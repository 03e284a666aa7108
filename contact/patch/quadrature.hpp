#pragma once

#include <vector>

namespace slideway::contact {

/// A node of a quadrature rule on [0, 1], with its distances from both ends to full precision.
struct QuadratureNode {
    double from_start, to_end, weight;
};

/// Rule of Takahasi and Mori (tanh-sinh), for integrands that are analytic inside and have powers >
/// -1 or logarithms at the ends. The distance of the outermost nodes from the ends is exp(-pi
/// sinh(reach)).
[[nodiscard]] std::vector<QuadratureNode> endpoint_rule(double step, double reach);
/// Gauss-Legendre rule with n nodes.
[[nodiscard]] std::vector<QuadratureNode> gauss_rule(int n);

} // namespace slideway::contact
