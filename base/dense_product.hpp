#pragma once

#include "base/types.hpp"

namespace slideway {

/// C += alpha A B and C += alpha A^T B by the BLAS. For the tall matrices of large bodies: Eigen's
/// own loops are compiled for the oldest x86-64 and take five to ten times as long. By stretches of
/// rows in threads().
void add_product(double alpha, const MatrixIn& A, const MatrixIn& B, Eigen::Ref<Matrix> C);
void add_transposed_product(double alpha, const MatrixIn& A, const MatrixIn& B,
                            Eigen::Ref<Matrix> C);

/// A B in place of the first columns of A, some rows at a time.
void multiply_columns(Eigen::Ref<Matrix> A, const Matrix& B);

/// C = A B^T, sized by the caller, for A of a few rows, an even number: there a call of the BLAS
/// takes longer than the product, and Eigen's loops several times as long.
void set_product_of_few_rows(const Matrix& A, const Matrix& B, Matrix& C);

} // namespace slideway
