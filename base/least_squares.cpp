#include "base/dense_solve.hpp"

#include <Eigen/QR>

namespace slideway {

namespace {

template <class Scalar, class Matrix>
LeastSquares<Scalar> solution(const Matrix& A, const Eigen::Ref<const Matrix>& b,
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

} // namespace

LeastSquares<double> least_squares(const Matrix& A, const MatrixIn& b,
                                   std::optional<double> threshold)
{
    return solution<double>(A, b, threshold);
}

LeastSquares<Complex> least_squares(const ComplexMatrix& A,
                                    const Eigen::Ref<const ComplexMatrix>& b,
                                    std::optional<double> threshold)
{
    return solution<Complex>(A, b, threshold);
}

} // namespace slideway
