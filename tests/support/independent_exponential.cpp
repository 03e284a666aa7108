#include "support/independent.hpp"

#include <unsupported/Eigen/MatrixFunctions>

namespace slideway::independent {

Matrix exponential(const MatrixIn& A)
{
    return Matrix(A).exp();
}

} // namespace slideway::independent
