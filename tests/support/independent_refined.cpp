#include "support/independent.hpp"

#include <Eigen/LU>
#include <Eigen/SparseLU>

#include <stdexcept>

namespace slideway::independent {

namespace {

using Long = std::complex<long double>;
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
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

std::vector<Complex> refined_eigenvalues(const Matrix& M, const Matrix& C, const Matrix& K,
                                         const Matrix& left, const Matrix& right,
                                         const std::vector<Complex>& near)
{
    const LongMatrix L = left.transpose().cast<Long>(), R = right.cast<Long>();
    auto projected = [&](const Matrix& X) -> LongMatrix { return L * X.cast<Long>() * R; };
    const LongMatrix M_l = projected(M), C_l = projected(C), K_l = projected(K);
    std::vector<Complex> refined;
    for (const Complex& start : near) {
        Long s(start);
        for (int pass = 0; pass < 3; ++pass) {
            const LongMatrix P = s * s * M_l + s * C_l + K_l, slope = 2.0L * s * M_l + C_l;
            const Eigen::PartialPivLU<LongMatrix> P_lu(P), P_transposed_lu(P.transpose());
            LongVector x = LongVector::Ones(P.rows()), y = x;
            for (int step = 0; step < 2; ++step) {
                x = P_lu.solve(slope * x).normalized();
                y = P_transposed_lu.solve(slope.transpose() * y).normalized();
            }
            s -= (y.transpose() * P * x).value() / (y.transpose() * slope * x).value();
        }
        refined.emplace_back(static_cast<double>(s.real()), static_cast<double>(s.imag()));
    }
    return refined;
}

} // namespace slideway::independent
