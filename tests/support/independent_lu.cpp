#include "support/independent.hpp"

#include <Eigen/LU>

namespace slideway::independent {

Matrix product(const MatrixIn& A, const MatrixIn& B)
{
    return A * B;
}

ComplexMatrix product(const ComplexMatrixIn& A, const ComplexMatrixIn& B)
{
    return A * B;
}

double determinant(const MatrixIn& A)
{
    return Eigen::PartialPivLU<Matrix>(A).determinant();
}

Complex determinant(const ComplexMatrixIn& A)
{
    return Eigen::PartialPivLU<ComplexMatrix>(A).determinant();
}

Matrix inverse(const MatrixIn& A)
{
    return Eigen::PartialPivLU<Matrix>(A).inverse();
}

ComplexMatrix inverse(const ComplexMatrixIn& A)
{
    return Eigen::PartialPivLU<ComplexMatrix>(A).inverse();
}

Matrix solve(const MatrixIn& A, const MatrixIn& B)
{
    return Eigen::PartialPivLU<Matrix>(A).solve(B);
}

ComplexMatrix solve(const ComplexMatrixIn& A, const ComplexMatrixIn& B)
{
    return Eigen::PartialPivLU<ComplexMatrix>(A).solve(B);
}

Matrix solve_fully_pivoted(const MatrixIn& A, const MatrixIn& B)
{
    return Eigen::FullPivLU<Matrix>(A).solve(B);
}

Matrix kernel(const MatrixIn& A)
{
    return Eigen::FullPivLU<Matrix>(A).kernel();
}

} // namespace slideway::independent
