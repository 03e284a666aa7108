#pragma once

#include "fem/substructure.hpp"
#include "support/independent.hpp"

#include <numbers>

namespace slideway::fem {

/// Computes the lowest frequencies [Hz] of a supported body from the inverse problem M phi = theta
/// K phi. The low modes are the large eigenvalues theta = 1/omega^2 and have a relative error of
/// only eps; K phi = omega^2 M phi would lose eps (omega_max / omega_1)^2.
inline Vector lowest_frequencies(const Substructure& s, Index count)
{
    const Vector theta =
        independent::symmetric_eigenvalues(Matrix(s.M), Matrix(s.K)).tail(count).reverse();
    return theta.cwiseSqrt().cwiseInverse() / (2 * std::numbers::pi);
}

} // namespace slideway::fem
