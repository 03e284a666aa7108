#pragma once

#include "base/dense_solve.hpp"

#include <Eigen/QR>

namespace slideway {

/// What least_squares does for one scalar; each has a unit of its own, for they are dear to
/// compile.
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
