#include "fem/matrix_files/dof_numbers.hpp"

#include <algorithm>
#include <cstddef>

namespace slideway::fem {

namespace {

std::size_t hash(const FileDof& dof)
{
    constexpr std::size_t golden = 0x9E3779B97F4A7C15ULL; // multiplicative hashing
    return (static_cast<std::size_t>(8 * dof.label + dof.component) * golden) >> 20U;
}

} // namespace

int DofNumbers::of(const FileDof& dof)
{
    // A list by columns repeats the column.
    if (!dofs_.empty() && dofs_[static_cast<std::size_t>(last_)] == dof)
        return last_;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(dof) & mask;
    for (; slots_[at] >= 0; at = (at + 1) & mask)
        if (dofs_[static_cast<std::size_t>(slots_[at])] == dof)
            return last_ = slots_[at];
    slots_[at] = last_ = static_cast<int>(dofs_.size());
    dofs_.push_back(dof);
    if (2 * dofs_.size() > slots_.size())
        grow();
    return last_;
}

void DofNumbers::grow()
{
    slots_.assign(2 * slots_.size(), -1);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t k = 0; k < dofs_.size(); ++k) {
        std::size_t at = hash(dofs_[k]) & mask;
        while (slots_[at] >= 0)
            at = (at + 1) & mask;
        slots_[at] = static_cast<int>(k);
    }
}

std::vector<FileDof> sort_dofs(const std::vector<FileDof>& dofs, std::vector<FileEntry>& entries)
{
    std::vector<FileDof> sorted = dofs;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> place;
    place.reserve(dofs.size());
    for (const FileDof& dof : dofs)
        place.push_back(
            static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), dof) - sorted.begin()));
    for (FileEntry& e : entries) {
        e.row = place[static_cast<std::size_t>(e.row)];
        e.column = place[static_cast<std::size_t>(e.column)];
    }
    return sorted;
}

} // namespace slideway::fem
