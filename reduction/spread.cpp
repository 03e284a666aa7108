#include "reduction/spread.hpp"

#include "base/rigid_motion.hpp"
#include "base/sparse.hpp"

namespace slideway::reduction {

Matrix Spread::product(const SparseMatrix& A, const MatrixIn& x) const
{
    return A * x;
}

Matrix Spread::careful_product(const SparseMatrix& A, const MatrixIn& x) const
{
    return slideway::careful_product(A, x);
}

Matrix Spread::congruence(const SparseMatrix& A, const MatrixIn& T, const Progress& progress) const
{
    return slideway::congruence(A, T, progress);
}

double Spread::trace(const SparseMatrix& A) const
{
    return sum(Matrix::Constant(1, 1, A.diagonal().sum()))(0, 0);
}

Matrix Spread::rows(const MatrixIn& all) const
{
    return all.middleRows(share().first(all.rows()), share().size(all.rows()));
}

Matrix Spread::times(const SparseMatrix& W, const MatrixIn& x) const
{
    return sum(W.middleCols(share().first(W.cols()), x.rows()) * x);
}

Matrix Spread::inner(const MatrixIn& x, const MatrixIn& y) const
{
    return sum(x.transpose() * y);
}

} // namespace slideway::reduction
