#include "base/dense_eigen.hpp"

#include <unsupported/Eigen/MatrixFunctions>

namespace slideway {

Matrix exponential(const MatrixIn& A)
{
    return Matrix(A).exp();
}

} // namespace slideway
