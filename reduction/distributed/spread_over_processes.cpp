#include "reduction/distributed/spread_over_processes.hpp"

#include "base/dense_product.hpp"
#include "base/sort_unique.hpp"
#include "base/sparse.hpp"
#include "base/twice.hpp"
#include "reduction/distributed/shared_failure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::reduction {

namespace {

// Returns rows of other processes in which the columns of the share have entries.
std::vector<Index> touched_elsewhere(const fem::Substructure& s, const fem::Share& share)
{
    std::vector<Index> rows;
    for (const SparseMatrix* A : {&s.K, &s.M, &s.C})
        for (Index j = share.first(s.n()); j < share.end(s.n()); ++j)
            for (SparseMatrix::InnerIterator it(*A, j); it; ++it)
                if (!share.holds(it.row(), s.n()))
                    rows.push_back(it.row());
    sort_unique(rows);
    return rows;
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

} // namespace

SpreadOverProcesses::SpreadOverProcesses(const Processes& processes, const fem::Substructure& s,
                                         Progress progress)
    : processes_(processes),
      progress_(std::move(progress)), share_{processes.rank(), processes.size()}, n_(s.n()),
      others_(touched_elsewhere(s, share_)),
      exchange_(processes.exchange(share_.first(n_), share_.size(n_), others_))
{
}

Matrix SpreadOverProcesses::sum(Matrix part) const
{
    processes_.sum(part.data(), part.size());
    return part;
}

Index SpreadOverProcesses::place(Index row) const
{
    if (share_.holds(row, n_))
        return row - share_.first(n_);
    return share_.size(n_) +
           (std::lower_bound(others_.begin(), others_.end(), row) - others_.begin());
}

Matrix SpreadOverProcesses::with_others(const MatrixIn& own) const
{
    Matrix all(own.rows() + static_cast<Index>(others_.size()), own.cols());
    all.topRows(own.rows()) = own;
    all.bottomRows(all.rows() - own.rows()) = exchange_->wanted(own);
    return all;
}

// Columns of A are its rows.
Matrix SpreadOverProcesses::product(const SparseMatrix& A, const MatrixIn& x) const
{
    const RowMajor all = with_others(x);
    Matrix y(x.rows(), x.cols());
    RowMajor sum(1, x.cols());
    for (Index j = 0; j < x.rows(); ++j) {
        sum.setZero();
        for (SparseMatrix::InnerIterator it(A, share_.first(n_) + j); it; ++it)
            sum += it.value() * all.row(place(it.row()));
        y.row(j) = sum;
    }
    return y;
}

Matrix SpreadOverProcesses::careful_product(const SparseMatrix& A, const MatrixIn& x) const
{
    const Matrix all = with_others(x);
    Matrix y(x.rows(), x.cols());
    for (Index c = 0; c < x.cols(); ++c)
        for (Index j = 0; j < x.rows(); ++j) {
            Twice sum;
            for (SparseMatrix::InnerIterator it(A, share_.first(n_) + j); it; ++it)
                sum.add_product(it.value(), all(place(it.row()), c));
            y(j, c) = sum.value();
        }
    return y;
}

Resistance SpreadOverProcesses::resistance(const SparseMatrix& K, const Vector& x) const
{
    const Matrix all = with_others(x);
    double size = 0;
    for (Index j = 0; j < x.size(); ++j)
        for (SparseMatrix::InnerIterator it(K, share_.first(n_) + j); it; ++it)
            size += std::abs(it.value() * all(place(it.row()), 0) * x(j));
    const Matrix total = sum(Eigen::Vector2d(x.dot(careful_product(K, x).col(0)), size));
    return {total(0), total(1)};
}

Matrix SpreadOverProcesses::congruence(const SparseMatrix& A, const MatrixIn& T,
                                       const Progress& /*progress*/) const
{
    const Index r = T.cols();
    Matrix G = Matrix::Zero(r, r);
    for (Index first = 0; first < r; first += congruence_columns) {
        ask_all(processes_, progress_);
        const Index width = std::min(congruence_columns, r - first);
        add_transposed_product(1, T.leftCols(first + width), product(A, T.middleCols(first, width)),
                               G.block(0, first, first + width, width));
    }
    G = sum(std::move(G));
    for (Index j = 0; j < r; ++j) // diagonal blocks are symmetric up to round-off
        for (Index i = 0; i < j; ++i)
            G(j, i) = G(i, j);
    return G;
}

Matrix SpreadOverProcesses::rows_of(const std::vector<Index>& dofs, const MatrixIn& own) const
{
    Matrix rows = Matrix::Zero(static_cast<Index>(dofs.size()), own.cols());
    for (std::size_t k = 0; k < dofs.size(); ++k)
        if (share_.holds(dofs[k], n_))
            rows.row(static_cast<Index>(k)) = own.row(dofs[k] - share_.first(n_));
    return sum(std::move(rows));
}

} // namespace slideway::reduction
