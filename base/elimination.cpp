#include "base/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

namespace slideway {

namespace {

using SparseRow = std::map<Index, double>;

void subtract(SparseRow& row, double factor, const SparseRow& other)
{
    for (const auto& [column, value] : other)
        row[column] -= factor * value;
}

double largest(const SparseRow& row)
{
    double result = 0;
    for (const auto& [column, value] : row)
        result = std::max(result, std::abs(value));
    return result;
}

} // namespace

Elimination eliminate(const SparseMatrix& B)
{
    struct Solved {
        Index pivot = 0;
        SparseRow others; // u_pivot = -others u + origin b
        SparseRow origin; // which rows of B it was made of
    };
    const Index n = B.cols();
    Elimination result;
    std::vector<Solved> solved;
    std::unordered_map<Index, std::size_t> of_pivot;         // pivot -> place in solved
    std::unordered_map<Index, std::set<std::size_t>> using_; // column -> rows that contain it

    std::vector<SparseRow> rows(static_cast<std::size_t>(B.rows()));
    for (Index column = 0; column < B.outerSize(); ++column)
        for (SparseMatrix::InnerIterator it(B, column); it; ++it)
            if (it.value() != 0)
                rows[static_cast<std::size_t>(it.row())][column] = it.value();

    for (std::size_t r = 0; r < rows.size(); ++r) {
        SparseRow row = rows[r], origin{{static_cast<Index>(r), 1.0}};
        if (row.empty())
            continue;
        const double size = largest(row);
        for (const auto& [column, value] : rows[r])
            if (const auto at = of_pivot.find(column); at != of_pivot.end()) {
                const Solved& known = solved[at->second];
                row.erase(column);
                subtract(row, value, known.others);
                subtract(origin, value, known.origin);
            }
        std::erase_if(row, [size](const auto& entry) -> bool {
            return std::abs(entry.second) <= 1e-14 * size; // round-off of the subtraction
        });
        if (largest(row) <= 1e-9 * size) {
            result.dependent.push_back(static_cast<Index>(r));
            continue;
        }
        const auto pivot =
            std::max_element(row.begin(), row.end(), [](const auto& a, const auto& b) -> bool {
                return std::abs(a.second) < std::abs(b.second);
            });
        Solved next{pivot->first, {}, {}};
        const double value = pivot->second;
        row.erase(pivot);
        for (const auto& [column, entry] : row)
            next.others[column] = entry / value;
        for (const auto& [column, entry] : origin)
            next.origin[column] = entry / value;

        // The rows solved before must not refer to the new pivot.
        const std::size_t place = solved.size();
        if (const auto users = using_.find(next.pivot); users != using_.end()) {
            for (const std::size_t k : users->second) {
                Solved& earlier = solved[k];
                const double factor = earlier.others.at(next.pivot);
                earlier.others.erase(next.pivot);
                subtract(earlier.others, factor, next.others);
                subtract(earlier.origin, factor, next.origin);
                for (const auto& [column, entry] : next.others)
                    using_[column].insert(k);
            }
            using_.erase(next.pivot);
        }
        for (const auto& [column, entry] : next.others)
            using_[column].insert(place);
        of_pivot[next.pivot] = place;
        result.eliminated.push_back(next.pivot);
        solved.push_back(std::move(next));
    }

    std::sort(result.eliminated.begin(), result.eliminated.end());
    std::vector<Index> column_of(static_cast<std::size_t>(n), -1); // dof -> column of L
    Index count = 0;
    std::vector<Eigen::Triplet<double>> L, P;
    for (Index dof = 0; dof < n; ++dof)
        if (!of_pivot.contains(dof)) {
            column_of[static_cast<std::size_t>(dof)] = count;
            L.emplace_back(dof, count++, 1.0);
        }
    for (const Solved& row : solved) {
        for (const auto& [column, value] : row.others)
            if (value != 0)
                L.emplace_back(row.pivot, column_of[static_cast<std::size_t>(column)], -value);
        for (const auto& [origin, value] : row.origin)
            if (value != 0)
                P.emplace_back(row.pivot, origin, value);
    }
    result.L.resize(n, count);
    result.L.setFromTriplets(L.begin(), L.end());
    result.P.resize(n, B.rows());
    result.P.setFromTriplets(P.begin(), P.end());
    return result;
}

SparseMatrix stacked_rows(const std::vector<SparseMatrix>& blocks, Index columns)
{
    std::vector<Eigen::Triplet<double>> entries;
    Index rows = 0;
    for (const SparseMatrix& block : blocks) {
        for (Index column = 0; column < block.outerSize(); ++column)
            for (SparseMatrix::InnerIterator it(block, column); it; ++it)
                entries.emplace_back(rows + it.row(), column, it.value());
        rows += block.rows();
    }
    SparseMatrix result(rows, columns);
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

} // namespace slideway
