#include "base/sparse.hpp"

#include "base/dense_product.hpp"
#include "base/interruptible.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <cassert>
#include <thread>
#include <vector>

namespace slideway {

SparseMatrix submatrix(const SparseMatrix& A, const std::vector<Index>& rows,
                       const std::vector<Index>& columns)
{
    using Entry = SparseMatrix::StorageIndex;
    std::vector<Entry> new_row(static_cast<std::size_t>(A.rows()), -1);
    for (std::size_t r = 0; r < rows.size(); ++r)
        new_row[static_cast<std::size_t>(rows[r])] = static_cast<Entry>(r);

    SparseMatrix result(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
    if (columns.empty())
        return result; // makeCompressed would read beyond its end
    std::vector<Entry> count(columns.size(), 0);
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (SparseMatrix::InnerIterator it(A, columns[c]); it; ++it)
            count[c] += new_row[static_cast<std::size_t>(it.row())] >= 0 ? 1 : 0;
    result.reserve(count);
    for (std::size_t c = 0; c < columns.size(); ++c) // in order, so that each entry is appended
        for (SparseMatrix::InnerIterator it(A, columns[c]); it; ++it)
            if (const Entry r = new_row[static_cast<std::size_t>(it.row())]; r >= 0)
                result.insert(r, static_cast<Index>(c)) = it.value();
    result.makeCompressed();
    return result;
}

std::vector<Index> complement(Index n, const std::vector<Index>& left_out)
{
    std::vector<Index> rest;
    rest.reserve(static_cast<std::size_t>(n) - left_out.size());
    auto next = left_out.begin();
    for (Index i = 0; i < n; ++i) {
        if (next != left_out.end() && *next == i)
            ++next;
        else
            rest.push_back(i);
    }
    return rest;
}

void set_symmetric_product(const SparseMatrix& A, const MatrixIn& X, Matrix& Y)
{
    constexpr Index lanes = 4;
    // An entry of A multiplies a row of X; columns of A are its rows.
    Eigen::Matrix<double, Eigen::Dynamic, lanes, Eigen::RowMajor> some(X.rows(), lanes);
    Y.resize(X.rows(), X.cols());
    for (Index first = 0; first < X.cols(); first += lanes) {
        const Index width = std::min(lanes, X.cols() - first);
        if (width < lanes)
            some.setZero();
        some.leftCols(width) = X.middleCols(first, width);
        for_row_blocks(A.cols(), [&](std::size_t, Index top, Index height) {
            for (Index i = top; i < top + height; ++i) {
                Eigen::Matrix<double, 1, lanes> sum = Eigen::Matrix<double, 1, lanes>::Zero();
                for (SparseMatrix::InnerIterator it(A, i); it; ++it)
                    sum += it.value() * some.row(it.row());
                Y.row(i).segment(first, width) = sum.head(width);
            }
        });
    }
}

Matrix congruence(const SparseMatrix& A, const MatrixIn& T, const Progress& progress)
{
    assert(A.rows() == T.rows() && A.cols() == T.rows());
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    constexpr Index panel = 4096; // rows of A T at a time: 1 MB, which stays in the cache
    const Index n = T.rows(), r = T.cols();
    Matrix G = Matrix::Zero(r, r);
    if (A.nonZeros() == 0)
        return G;

    RowMajor X; // some columns of T by rows; an entry of A multiplies one row
    std::vector<Matrix> shares(n_row_blocks(n));
    const auto caller = std::this_thread::get_id();
    for (Index first = 0; first < r; first += congruence_columns) {
        const Index width = std::min(congruence_columns, r - first);
        X.resize(n, width);
        for_row_blocks(n, [&](std::size_t, Index row, Index size) {
            X.middleRows(row, size) = T.block(row, first, size, width);
        });
        for_row_blocks(n, [&](std::size_t k, Index row, Index size) {
            Matrix Y(std::min(panel, size), width);
            RowMajor Y_row(1, width);
            shares[k] = Matrix::Zero(first + width, width);
            for (Index top = row; top < row + size; top += panel) {
                if (std::this_thread::get_id() == caller)
                    ask(progress);
                const Index height = std::min(panel, row + size - top);
                for (Index i = 0; i < height; ++i) { // columns of A are its rows
                    auto y = Y_row.row(0);
                    y.setZero();
                    for (SparseMatrix::InnerIterator it(A, top + i); it; ++it)
                        y += it.value() * X.row(it.row());
                    Y.row(i) = y;
                }
                add_transposed_product(1, T.block(top, 0, height, first + width), Y.topRows(height),
                                       shares[k]);
            }
        });
        for (const Matrix& share : shares)
            G.block(0, first, first + width, width) += share;
    }
    // Only the upper blocks are computed so far; the diagonal blocks are symmetric up to round-off.
    for (Index j = 0; j < r; ++j)
        for (Index i = 0; i < j; ++i)
            G(j, i) = G(i, j);
    return G;
}

} // namespace slideway
