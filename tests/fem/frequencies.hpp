#pragma once

#include "fem/substructure.hpp"

#include <Eigen/Eigenvalues>

#include <numbers>

namespace slideway::fem {

/// The lowest frequencies [Hz] of a supported body by the inverse problem M phi = theta K phi: the
/// low modes are the large eigenvalues theta = 1/omega^2 and carry a relative error of eps only;
/// K phi = omega^2 M phi would lose eps (omega_max / omega_1)^2.
inline Vector lowest_frequencies(const Substructure& s, Index count)
{
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> inverse(Matrix(s.M), Matrix(s.K),
                                                                   Eigen::EigenvaluesOnly);
    const Vector theta = inverse.eigenvalues().tail(count).reverse();
    return theta.cwiseSqrt().cwiseInverse() / (2 * std::numbers::pi);
}

} // namespace slideway::fem
