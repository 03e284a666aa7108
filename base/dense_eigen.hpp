#pragma once

#include "base/types.hpp"

/// Dense eigenvalues, singular values and the matrix exponential. LAPACK does the work; where it
/// does not converge, which it says of hardly any matrix of finite numbers, these throw
/// std::runtime_error.
namespace slideway {

/// A v = value v of a symmetric matrix, of which the lower triangle is read. Values ascend, vectors
/// are orthonormal. LAPACK syevd.
struct SymmetricEigen {
    Vector values;
    Matrix vectors;
};
[[nodiscard]] SymmetricEigen symmetric_eigen(Matrix A);
[[nodiscard]] Vector symmetric_eigenvalues(Matrix A);

/// A v = value v; vectors have length one. Complex pairs stand together, the one with positive
/// imaginary part first. LAPACK geev.
struct GeneralEigen {
    ComplexVector values;
    ComplexMatrix vectors;
};
[[nodiscard]] GeneralEigen eigen(Matrix A);
[[nodiscard]] ComplexVector eigenvalues(Matrix A);
[[nodiscard]] ComplexVector eigenvalues(ComplexMatrix A);

/// beta A v = alpha B v; beta = 0: an infinite eigenvalue. LAPACK ggev.
struct PencilEigenvalues {
    ComplexVector alpha;
    Vector beta;
};
[[nodiscard]] PencilEigenvalues eigenvalues(Matrix A, Matrix B);

/// A = U diag(values) V^H, values descending. LAPACK gesdd.
template <class Scalar>
struct Svd {
    Vector values;
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> U, V;
};
enum class SingularVectors { none, thin, full };
[[nodiscard]] Svd<double> svd(Matrix A, SingularVectors vectors);
[[nodiscard]] Svd<Complex> svd(ComplexMatrix A, SingularVectors vectors);

/// exp(A), by scaling and squaring (Eigen's MatrixFunctions).
[[nodiscard]] Matrix exponential(const MatrixIn& A);

} // namespace slideway
