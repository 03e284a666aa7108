#include "reduction/distributed/own_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace slideway::reduction {

std::vector<Index> own_beside(const std::vector<Index>& left_out, const fem::Share& share, Index n)
{
    std::vector<Index> rows;
    auto next = std::lower_bound(left_out.begin(), left_out.end(), share.first(n));
    for (Index dof = share.first(n); dof < share.end(n); ++dof) {
        if (next != left_out.end() && *next == dof)
            ++next;
        else
            rows.push_back(dof - share.first(n));
    }
    return rows;
}

MatrixRows rows_beside(const SparseMatrix& A, const std::vector<Index>& left_out,
                       const std::vector<Index>& rows, const fem::Share& share)
{
    const Index n = A.rows(), first = share.first(n);
    std::vector<int> number(static_cast<std::size_t>(n), 0);
    for (const Index dof : left_out)
        number[static_cast<std::size_t>(dof)] = -1;
    int next = 0;
    for (int& k : number)
        if (k == 0)
            k = next++;
    MatrixRows out;
    out.n = next;
    out.starts.push_back(0);
    for (const Index row : rows) { // the matrix is symmetric: a column is its row
        for (SparseMatrix::InnerIterator it(A, first + row); it; ++it)
            if (const int column = number[static_cast<std::size_t>(it.row())]; column >= 0) {
                out.columns.push_back(column);
                out.values.push_back(it.value());
            }
        out.starts.push_back(static_cast<int>(out.columns.size()));
    }
    return out;
}

Matrix taken(const MatrixIn& from, const std::vector<Index>& rows)
{
    Matrix some(static_cast<Index>(rows.size()), from.cols());
    for (Index j = 0; j < some.cols(); ++j)
        for (Index r = 0; r < some.rows(); ++r)
            some(r, j) = from(rows[static_cast<std::size_t>(r)], j);
    return some;
}

void put(const MatrixIn& some, const std::vector<Index>& rows, Eigen::Ref<Matrix> into)
{
    for (Index j = 0; j < some.cols(); ++j)
        for (Index r = 0; r < some.rows(); ++r)
            into(rows[static_cast<std::size_t>(r)], j) = some(r, j);
}

Vector scattered(const fem::Share& share, Index n, Index draw)
{
    Vector values(share.size(n));
    for (Index i = 0; i < values.size(); ++i) {
        std::uint64_t z =
            (static_cast<std::uint64_t>(draw * n + share.first(n) + i) + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        values(i) = std::ldexp(static_cast<double>((z ^ (z >> 31)) >> 11), -52) - 1;
    }
    return values;
}

} // namespace slideway::reduction
