#include "support/independent.hpp"

#include <Eigen/SparseLU>

#include <stdexcept>

namespace slideway::independent {

namespace {

using Long = std::complex<long double>;
using LongVector = Eigen::Matrix<Long, Eigen::Dynamic, 1>;

} // namespace

ComplexVector solve_refined(const Eigen::SparseMatrix<Complex>& A, const ComplexVector& b)
{
    const Eigen::SparseLU<Eigen::SparseMatrix<Complex>> lu(A);
    if (lu.info() != Eigen::Success)
        throw std::runtime_error("solve_refined: " + lu.lastErrorMessage());
    ComplexVector x = lu.solve(b);
    const Eigen::SparseMatrix<Long> A_long = A.cast<Long>();
    const LongVector b_long = b.cast<Long>();
    for (int k = 0; k < 4; ++k) {
        const LongVector residual = b_long - A_long * x.cast<Long>();
        x += lu.solve(ComplexVector(residual.cast<Complex>()));
    }
    return x;
}

} // namespace slideway::independent
