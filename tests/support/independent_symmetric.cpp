#include "support/independent.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>

#include <stdexcept>

namespace slideway::independent {

Matrix solve_cholesky(const MatrixIn& A, const MatrixIn& B)
{
    return Eigen::LLT<Matrix>(A).solve(B);
}

Matrix solve_ldlt(const MatrixIn& A, const MatrixIn& B)
{
    return Eigen::LDLT<Matrix>(A).solve(B);
}

Vector solve_sparse(const SparseMatrix& A, const Vector& b)
{
    const Eigen::SimplicialLDLT<SparseMatrix> factor(A);
    if (factor.info() != Eigen::Success)
        throw std::runtime_error("solve_sparse: a pivot is zero");
    return factor.solve(b);
}

Matrix least_squares(const MatrixIn& A, const MatrixIn& B)
{
    return Eigen::ColPivHouseholderQR<Matrix>(A).solve(B);
}

} // namespace slideway::independent
