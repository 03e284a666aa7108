#pragma once

#include "base/types.hpp"

namespace slideway {

/// C += alpha A B and C += alpha A^T B by the BLAS. For the tall matrices of large bodies: Eigen's
/// own loops are compiled for the oldest x86-64 and take five to ten times as long.
void add_product(double alpha, const MatrixIn& A, const MatrixIn& B, Eigen::Ref<Matrix> C);
void add_transposed_product(double alpha, const MatrixIn& A, const MatrixIn& B,
                            Eigen::Ref<Matrix> C);

} // namespace slideway
