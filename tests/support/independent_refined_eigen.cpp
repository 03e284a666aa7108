#include "support/independent.hpp"

#include <Eigen/LU>

namespace slideway::independent {

namespace {

using Long = std::complex<long double>;
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<Long, Eigen::Dynamic, 1>;

} // namespace

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
