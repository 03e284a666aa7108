#pragma once

#include "base/types.hpp"

/// Dense eigenvalues, singular values and the matrix exponential, computed by LAPACK. All
/// functions throw std::runtime_error if LAPACK does not converge, which is very rare for matrices
/// of finite numbers.
namespace slideway {

/// Eigenpairs A v = value v of a symmetric matrix, of which only the lower triangle is read. Values
/// ascend, vectors are orthonormal. LAPACK syevd.
struct SymmetricEigen {
    Vector values;
    Matrix vectors;
};
[[nodiscard]] SymmetricEigen symmetric_eigen(Matrix A);
[[nodiscard]] Vector symmetric_eigenvalues(Matrix A);

/// Eigenpairs A v = value v; vectors have length one. Complex pairs are adjacent, the one with
/// positive imaginary part first. LAPACK geev.
struct GeneralEigen {
    ComplexVector values;
    ComplexMatrix vectors;
};
[[nodiscard]] GeneralEigen eigen(Matrix A);
[[nodiscard]] ComplexVector eigenvalues(Matrix A);
[[nodiscard]] ComplexVector eigenvalues(ComplexMatrix A);

/// Generalised eigenvalues beta A v = alpha B v; beta = 0 denotes an infinite
/// eigenvalue. LAPACK ggev.
struct PencilEigenvalues {
    ComplexVector alpha;
    Vector beta;
};
[[nodiscard]] PencilEigenvalues eigenvalues(Matrix A, Matrix B);

/// Singular value decomposition A = U diag(values) V^H, values descending. LAPACK gesdd.
template <class Scalar>
struct Svd {
    Vector values;
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> U, V;
};
enum class SingularVectors { none, thin, full };
[[nodiscard]] Svd<double> svd(Matrix A, SingularVectors vectors);
[[nodiscard]] Svd<Complex> svd(ComplexMatrix A, SingularVectors vectors);

/// Computes exp(A) by scaling and squaring (Eigen's MatrixFunctions).
[[nodiscard]] Matrix exponential(const MatrixIn& A);

} // namespace slideway
