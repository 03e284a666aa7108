#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace slideway {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>;
using VectorIn = Eigen::Ref<const Vector>;
using MatrixIn = Eigen::Ref<const Matrix>;

} // namespace slideway
