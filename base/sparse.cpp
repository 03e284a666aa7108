#include "base/sparse.hpp"

namespace slideway {

SparseMatrix submatrix(const SparseMatrix& A, const std::vector<Index>& rows,
                       const std::vector<Index>& columns)
{
    std::vector<Index> new_row(static_cast<std::size_t>(A.rows()), -1);
    for (std::size_t r = 0; r < rows.size(); ++r)
        new_row[static_cast<std::size_t>(rows[r])] = static_cast<Index>(r);

    SparseMatrix result(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(A.nonZeros()));
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (SparseMatrix::InnerIterator it(A, columns[c]); it; ++it)
            if (const Index r = new_row[static_cast<std::size_t>(it.row())]; r >= 0)
                entries.emplace_back(r, static_cast<Index>(c), it.value());
    result.setFromTriplets(entries.begin(), entries.end());
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

} // namespace slideway
