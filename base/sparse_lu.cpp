#include "base/sparse_lu.hpp"

#include <Eigen/SparseLU>

namespace slideway {

std::optional<Vector> solve_unsymmetric(const SparseMatrix& A, const Vector& b)
{
    constexpr double accurate = 1e-9;
    const Eigen::SparseLU<SparseMatrix> factor(A);
    if (factor.info() != Eigen::Success)
        return std::nullopt;
    const Vector x = factor.solve(b);
    const Vector terms = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
    if (!x.allFinite() || ((A * x - b).array().abs() > accurate * terms.array()).any())
        return std::nullopt;
    return x;
}

} // namespace slideway
