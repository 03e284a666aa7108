#include "base/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

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

std::vector<SparseRow> rows_of(const SparseMatrix& B)
{
    std::vector<SparseRow> rows(static_cast<std::size_t>(B.rows()));
    for (Index column = 0; column < B.outerSize(); ++column)
        for (SparseMatrix::InnerIterator it(B, column); it; ++it)
            if (it.value() != 0)
                rows[static_cast<std::size_t>(it.row())][column] = it.value();
    return rows;
}

struct Solved {
    Index pivot = 0;
    SparseRow others; // u_pivot = -others u + origin b
    SparseRow origin; // the rows of B in this combination
};

// Rows solved so far. None refers to the pivot of another.
class SolvedRows {
public:
    [[nodiscard]] const std::vector<Solved>& all() const { return solved_; }
    [[nodiscard]] bool eliminates(Index column) const { return of_pivot_.contains(column); }

    // Subtracts from a row of B, and from its origin, everything that the solved
    // rows already state.
    void reduce(const SparseRow& of_B, SparseRow& row, SparseRow& origin) const
    {
        for (const auto& [column, value] : of_B)
            if (const auto found = of_pivot_.find(column); found != of_pivot_.end()) {
                const Solved& known = solved_[found->second];
                row.erase(column);
                subtract(row, value, known.others);
                subtract(origin, value, known.origin);
            }
    }

    // Solves a reduced row for its largest entry. @return the pivot
    Index add(SparseRow row, const SparseRow& origin)
    {
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
        remove_from_earlier(next);
        const std::size_t place = solved_.size();
        for (const auto& [column, entry] : next.others)
            using_[column].insert(place);
        of_pivot_[next.pivot] = place;
        solved_.push_back(std::move(next));
        return solved_.back().pivot;
    }

private:
    void remove_from_earlier(const Solved& next)
    {
        const auto users = using_.find(next.pivot);
        if (users == using_.end())
            return;
        for (const std::size_t k : users->second) {
            Solved& earlier = solved_[k];
            const double factor = earlier.others.at(next.pivot);
            earlier.others.erase(next.pivot);
            subtract(earlier.others, factor, next.others);
            subtract(earlier.origin, factor, next.origin);
            for (const auto& [column, entry] : next.others)
                using_[column].insert(k);
        }
        using_.erase(next.pivot);
    }

    std::vector<Solved> solved_;
    std::unordered_map<Index, std::size_t> of_pivot_;        // pivot -> place in solved
    std::unordered_map<Index, std::set<std::size_t>> using_; // column -> rows that contain it
};

// Fills L and P of u = L q + P b.
void fill_maps(const SolvedRows& solved, Index n, Index n_rows, Elimination& result)
{
    std::vector<Index> column_of(static_cast<std::size_t>(n), -1); // dof -> column of L
    Index count = 0;
    std::vector<Eigen::Triplet<double>> L, P;
    for (Index dof = 0; dof < n; ++dof)
        if (!solved.eliminates(dof)) {
            column_of[static_cast<std::size_t>(dof)] = count;
            L.emplace_back(dof, count++, 1.0);
        }
    for (const Solved& row : solved.all()) {
        for (const auto& [column, value] : row.others)
            if (value != 0)
                L.emplace_back(row.pivot, column_of[static_cast<std::size_t>(column)], -value);
        for (const auto& [origin, value] : row.origin)
            if (value != 0)
                P.emplace_back(row.pivot, origin, value);
    }
    result.L.resize(n, count);
    result.L.setFromTriplets(L.begin(), L.end());
    result.P.resize(n, n_rows);
    result.P.setFromTriplets(P.begin(), P.end());
}

} // namespace

Elimination eliminate(const SparseMatrix& B)
{
    Elimination result;
    SolvedRows solved;
    const std::vector<SparseRow> rows = rows_of(B);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        SparseRow row = rows[r], origin{{static_cast<Index>(r), 1.0}};
        if (row.empty())
            continue;
        const double size = largest(row);
        solved.reduce(rows[r], row, origin);
        std::erase_if(row, [size](const auto& entry) -> bool {
            return std::abs(entry.second) <= 1e-14 * size; // round-off of the subtraction
        });
        if (largest(row) <= 1e-9 * size)
            result.dependent.push_back(static_cast<Index>(r));
        else
            result.eliminated.push_back(solved.add(std::move(row), origin));
    }
    std::sort(result.eliminated.begin(), result.eliminated.end());
    fill_maps(solved, B.cols(), B.rows(), result);
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
