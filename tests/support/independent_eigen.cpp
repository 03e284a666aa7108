#include "support/independent.hpp"

#include <Eigen/Eigenvalues>

namespace slideway::independent {

ComplexVector eigenvalues(const MatrixIn& A)
{
    return Eigen::EigenSolver<Matrix>(A, false).eigenvalues();
}

} // namespace slideway::independent
