#include "fem/matrix_files/imported_matrices.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace slideway::fem {

namespace {

// Returns A on more rows. @param place  new row of each row, ascending
SparseMatrix expanded(const SparseMatrix& A, const std::vector<Index>& place, Index n)
{
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(A.nonZeros()));
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            entries.emplace_back(place[static_cast<std::size_t>(it.row())],
                                 place[static_cast<std::size_t>(j)], it.value());
    SparseMatrix all(n, n);
    all.setFromTriplets(entries.begin(), entries.end());
    return all;
}

void require_named_alike(const std::vector<ImportedMatrices>& parts)
{
    const FileMatrix& first = parts.front().matrices.front();
    for (const ImportedMatrices& part : parts)
        for (const FileMatrix& matrix : part.matrices)
            if (part.dofs.empty() != parts.front().dofs.empty())
                throw InputError::in_file(
                    matrix.source, std::string(part.dofs.empty() ? "does not name" : "names") +
                                       " its rows, but " + first.source +
                                       (part.dofs.empty() ? " does" : " does not") +
                                       "; expected files of one format");
}

} // namespace

std::string dof_text(const FileDof& dof)
{
    return "node " + std::to_string(dof.label) + ", component " + std::to_string(dof.component);
}

ImportedMatrices joined(std::vector<ImportedMatrices> parts)
{
    if (parts.size() == 1)
        return std::move(parts.front());
    require_named_alike(parts);
    ImportedMatrices all;
    all.format = parts.front().format;
    for (const ImportedMatrices& part : parts)
        all.dofs.insert(all.dofs.end(), part.dofs.begin(), part.dofs.end());
    std::sort(all.dofs.begin(), all.dofs.end());
    all.dofs.erase(std::unique(all.dofs.begin(), all.dofs.end()), all.dofs.end());
    for (ImportedMatrices& part : parts) {
        std::vector<Index> place;
        for (const FileDof& dof : part.dofs)
            place.push_back(std::lower_bound(all.dofs.begin(), all.dofs.end(), dof) -
                            all.dofs.begin());
        for (FileMatrix& matrix : part.matrices) {
            if (part.dofs != all.dofs)
                matrix.A = expanded(matrix.A, place, static_cast<Index>(all.dofs.size()));
            all.matrices.push_back(std::move(matrix));
        }
        all.notes.insert(all.notes.end(), part.notes.begin(), part.notes.end());
        if (all.nodes.X.empty())
            all.nodes = std::move(part.nodes);
    }
    return all;
}

std::vector<FileDof> remove_held(ImportedMatrices& imported)
{
    constexpr double held_ratio = 1e30; // programs write 1e36
    std::vector<Index> held;
    if (std::any_of(imported.matrices.begin(), imported.matrices.end(),
                    [&imported](const FileMatrix& matrix) -> bool {
                        return matrix.A.rows() != imported.n();
                    }))
        return {}; // sizes that differ are refused later
    for (const FileMatrix& matrix : imported.matrices) {
        if (matrix.quantity != FileQuantity::stiffness)
            continue;
        const Vector diagonal = matrix.A.diagonal().cwiseAbs();
        std::vector<double> sorted(diagonal.data(), diagonal.data() + diagonal.size());
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        const double limit = held_ratio * std::max(*middle, 1e-6); // a half of K may be held
        for (Index i = 0; i < diagonal.size(); ++i)
            if (diagonal(i) > limit)
                held.push_back(i);
    }
    std::vector<FileDof> removed;
    if (held.empty())
        return removed;
    const std::vector<Index> kept = complement(imported.n(), held);
    for (FileMatrix& matrix : imported.matrices)
        matrix.A = submatrix(matrix.A, kept, kept);
    std::vector<FileDof> dofs;
    for (const Index row : kept)
        if (!imported.dofs.empty())
            dofs.push_back(imported.dofs[static_cast<std::size_t>(row)]);
    for (const Index row : held)
        if (!imported.dofs.empty())
            removed.push_back(imported.dofs[static_cast<std::size_t>(row)]);
    imported.dofs = std::move(dofs);
    imported.notes.push_back(std::to_string(held.size()) +
                             (held.size() == 1 ? " dof is" : " dofs are") +
                             " held in the file by a stiffness above 1e30 times the median");
    return removed;
}

} // namespace slideway::fem
