#pragma once

#include <vector>

namespace slideway::contact {

/// A node of a rule on [0, 1] with its distances from both ends, each with all its digits.
struct QuadratureNode {
    double from_start, to_end, weight;
};

/// The rule of Takahasi and Mori: integrands analytic inside, with powers > -1 or logarithms at
/// the ends. Nodes come as near to them as exp(-pi sinh(reach)).
[[nodiscard]] std::vector<QuadratureNode> endpoint_rule(double step, double reach);
/// Gauss and Legendre's rule of n nodes.
[[nodiscard]] std::vector<QuadratureNode> gauss_rule(int n);

} // namespace slideway::contact
