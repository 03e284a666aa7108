#pragma once

#include "base/dense_solve.hpp"

#include <Eigen/QR>

namespace slideway {

/// Implements least_squares for one scalar type. Each type has its own source file, because the
/// template is slow to compile.
template <class Scalar, class Matrix>
LeastSquares<Scalar> least_squares_of(const Matrix& A, const Eigen::Ref<const Matrix>& b,
                                      std::optional<double> threshold)
{
    LeastSquares<Scalar> result;
    if (A.size() == 0) {
        result.x.setZero(A.cols(), b.cols());
        return result;
    }
    Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
    if (threshold)
        decomposition.setThreshold(*threshold);
    decomposition.compute(A);
    result.x = decomposition.solve(b);
    result.rank = decomposition.rank();
    return result;
}

} // namespace slideway
