#include "reduction/modal_coupling.hpp"

#include "base/dense_product.hpp"
#include "base/interruptible.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::reduction {

namespace {

// Computes A B by rows of B, which are contiguous in memory: twice as fast as by columns,
// with equal sums.
Matrix product(const SparseMatrix& A, const MatrixIn& B)
{
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Rows rows = B;
    const Rows result = A * rows;
    return result;
}

} // namespace

Matrix modal_damping_matrix(const SparseMatrix& C, const Matrix& Phi, const Progress& progress)
{
    constexpr double round_off = 1e-14; // relative to the terms of a sum and to the modes
    constexpr Index block = 64;         // columns between two calls of progress
    const Matrix size = Phi.cwiseAbs();
    const SparseMatrix C_size = C.cwiseAbs();
    Matrix D = Matrix::Zero(Phi.cols(), Phi.cols()), terms = D;
    for (Index first = 0; first < Phi.cols(); first += block) {
        ask(progress);
        const Index width = std::min(block, Phi.cols() - first);
        add_transposed_product(1, Phi, product(C, Phi.middleCols(first, width)),
                               D.middleCols(first, width));
        add_transposed_product(1, size, product(C_size, size.middleCols(first, width)),
                               terms.middleCols(first, width));
    }
    return (D.array().abs() > round_off * terms.array()).select(D, 0.0);
}

bool leaves_uncoupled(const Matrix& D)
{
    constexpr double small = 1e-6;
    for (Index j = 0; j < D.cols(); ++j)
        for (Index i = 0; i < D.rows(); ++i)
            if (i != j && std::abs(D(i, j)) > small * std::sqrt(std::abs(D(i, i) * D(j, j))))
                return false;
    return true;
}

} // namespace slideway::reduction
