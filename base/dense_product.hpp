#pragma once

#include "base/types.hpp"

namespace slideway {

/// Computes C += alpha A B and C += alpha A^T B by the BLAS, for the tall matrices of large bodies.
/// Eigen's own loops are compiled for the oldest x86-64 and take five to ten times as long. The
/// blocks of rows are distributed over threads().
void add_product(double alpha, const MatrixIn& A, const MatrixIn& B, Eigen::Ref<Matrix> C);
void add_transposed_product(double alpha, const MatrixIn& A, const MatrixIn& B,
                            Eigen::Ref<Matrix> C);

/// Replaces the first columns of A by A B, some rows at a time.
void multiply_columns(Eigen::Ref<Matrix> A, const Matrix& B);

/// Computes C = A B^T for a matrix A with a small, even number of rows; the caller sizes C. For
/// such matrices a call of the BLAS takes longer than the product, and Eigen's loops several
/// times as long.
void set_product_of_few_rows(const Matrix& A, const Matrix& B, Matrix& C);

} // namespace slideway
