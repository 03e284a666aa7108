#include "support/independent.hpp"

#include <Eigen/Eigenvalues>

namespace slideway::independent {

Vector symmetric_eigenvalues(const MatrixIn& A)
{
    return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Vector symmetric_eigenvalues(const MatrixIn& A, const MatrixIn& B)
{
    return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(A, B, Eigen::EigenvaluesOnly)
        .eigenvalues();
}

SymmetricEigen symmetric_eigen(const MatrixIn& A, const MatrixIn& B)
{
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(A, B);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

} // namespace slideway::independent
