#include "reduction/interface.hpp"

#include "base/elimination.hpp"
#include "fem/substructure.hpp"

#include <algorithm>

namespace slideway::reduction {

namespace {

SparseMatrix rows_of_dofs(const std::vector<Index>& dofs, Index n)
{
    SparseMatrix rows(static_cast<Index>(dofs.size()), n);
    for (std::size_t r = 0; r < dofs.size(); ++r)
        rows.insert(static_cast<Index>(r), dofs[r]) = 1;
    return rows;
}

} // namespace

SparseMatrix Interface::rows(Index n) const
{
    return means.rows() == 0 ? rows_of_dofs(dofs, n)
                             : stacked_rows({rows_of_dofs(dofs, n), means}, n);
}

void InterfaceOf::add(const fem::Port& port, Index component)
{
    for (const fem::PortRow& row : fem::rows_of(port, component)) {
        if (row.dofs.size() < 2) {
            dofs_.insert(row.dofs.begin(), row.dofs.end());
            continue;
        }
        SparseMatrix& mean = means_.emplace_back(1, n_);
        for (std::size_t k = 0; k < row.dofs.size(); ++k)
            mean.insert(0, row.dofs[k]) = row.weights[k];
        mean.makeCompressed();
    }
}

Interface InterfaceOf::made() const
{
    Interface interface(std::vector<Index>(dofs_.begin(), dofs_.end()));
    if (means_.empty())
        return interface;
    interface.means = stacked_rows(means_, n_);
    const std::vector<Index> dependent = eliminate(interface.rows(n_)).dependent;
    std::vector<SparseMatrix> kept;
    for (std::size_t k = 0; k < means_.size(); ++k)
        if (!std::binary_search(dependent.begin(), dependent.end(),
                                interface.n_dofs() + static_cast<Index>(k)))
            kept.push_back(means_[k]);
    interface.means = stacked_rows(kept, n_);
    return interface;
}

} // namespace slideway::reduction
