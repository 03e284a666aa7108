#pragma once

#include "base/types.hpp"

#include <vector>

/// Eigen's own products and decompositions, independent of the LAPACK that the library uses
/// (base/dense_solve.hpp, base/dense_eigen.hpp), so that a test compares two methods. They are
/// compiled once, because Eigen's templates take ten seconds and more per unit.
namespace slideway::independent {

using ComplexMatrixIn = Eigen::Ref<const ComplexMatrix>;

/// Computes A B.
[[nodiscard]] Matrix product(const MatrixIn& A, const MatrixIn& B);
[[nodiscard]] ComplexMatrix product(const ComplexMatrixIn& A, const ComplexMatrixIn& B);

/// LU with partial pivoting: determinant, and solutions of A X = B.
[[nodiscard]] double determinant(const MatrixIn& A);
[[nodiscard]] Complex determinant(const ComplexMatrixIn& A);
[[nodiscard]] Matrix inverse(const MatrixIn& A);
[[nodiscard]] ComplexMatrix inverse(const ComplexMatrixIn& A);
[[nodiscard]] Matrix solve(const MatrixIn& A, const MatrixIn& B);
[[nodiscard]] ComplexMatrix solve(const ComplexMatrixIn& A, const ComplexMatrixIn& B);

/// LU with full pivoting. The kernel has columns N with A N = 0, not orthonormal.
[[nodiscard]] Matrix solve_fully_pivoted(const MatrixIn& A, const MatrixIn& B);
[[nodiscard]] Matrix kernel(const MatrixIn& A);

/// Solutions for a symmetric positive definite matrix: L L^T, and P^T L D L^T P with
/// pivots by size.
[[nodiscard]] Matrix solve_cholesky(const MatrixIn& A, const MatrixIn& B);
[[nodiscard]] Matrix solve_ldlt(const MatrixIn& A, const MatrixIn& B);
/// Sparse solution by L D L^T.
/// @throws std::runtime_error  a pivot is zero
[[nodiscard]] Vector solve_sparse(const SparseMatrix& A, const Vector& b);

/// Minimises |A x - b| for each column of B, by QR with column pivoting.
[[nodiscard]] Matrix least_squares(const MatrixIn& A, const MatrixIn& B);

/// Solution by sparse LU with four corrections by residuals in long double.
/// @throws std::runtime_error  singular
[[nodiscard]] ComplexVector solve_refined(const Eigen::SparseMatrix<Complex>& A,
                                          const ComplexVector& b);

/// Eigenvalues in arbitrary order, by Hessenberg form and QR steps.
[[nodiscard]] ComplexVector eigenvalues(const MatrixIn& A);
/// Ascending eigenvalues of A v = value v and A v = value B v with B positive definite, by
/// tridiagonal form and QR steps. Only the lower triangles are read.
[[nodiscard]] Vector symmetric_eigenvalues(const MatrixIn& A);
[[nodiscard]] Vector symmetric_eigenvalues(const MatrixIn& A, const MatrixIn& B);
struct SymmetricEigen {
    Vector values;
    Matrix vectors; ///< v^T B v = 1
};
[[nodiscard]] SymmetricEigen symmetric_eigen(const MatrixIn& A, const MatrixIn& B);

/// Refines given eigenvalues s of left^T (s^2 M + s C + K) right x = 0 by three steps of the
/// two-sided Rayleigh quotient in long double.
[[nodiscard]] std::vector<Complex> refined_eigenvalues(const Matrix& M, const Matrix& C,
                                                       const Matrix& K, const Matrix& left,
                                                       const Matrix& right,
                                                       const std::vector<Complex>& near);

/// Computes exp(A).
[[nodiscard]] Matrix exponential(const MatrixIn& A);

} // namespace slideway::independent
