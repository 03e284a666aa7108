#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <complex>

namespace slideway {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;
using ComplexMatrix = Eigen::MatrixXcd;
using SparseMatrix = Eigen::SparseMatrix<double>;
using VectorIn = Eigen::Ref<const Vector>;
using MatrixIn = Eigen::Ref<const Matrix>;

} // namespace slideway
