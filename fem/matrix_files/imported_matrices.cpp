#include "fem/matrix_files/imported_matrices.hpp"

#include "base/error.hpp"
#include "base/sort_unique.hpp"
#include "base/sparse.hpp"

#include <algorithm>
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
    constexpr double held = 0.99e36; // programs write 1e36 in any system of units
    std::vector<Index> rows;
    if (std::any_of(imported.matrices.begin(), imported.matrices.end(),
                    [&imported](const FileMatrix& matrix) -> bool {
                        return matrix.A.rows() != imported.n();
                    }))
        return {}; // sizes that differ are refused later
    for (const FileMatrix& matrix : imported.matrices) {
        if (matrix.quantity != FileQuantity::stiffness)
            continue;
        const Vector diagonal = matrix.A.diagonal();
        for (Index i = 0; i < diagonal.size(); ++i)
            if (diagonal(i) >= held)
                rows.push_back(i);
    }
    sort_unique(rows);
    std::vector<FileDof> removed;
    if (rows.empty())
        return removed;
    const std::vector<Index> kept = complement(imported.n(), rows);
    for (FileMatrix& matrix : imported.matrices)
        matrix.A = submatrix(matrix.A, kept, kept);
    std::vector<FileDof> dofs;
    for (const Index row : kept)
        if (!imported.dofs.empty())
            dofs.push_back(imported.dofs[static_cast<std::size_t>(row)]);
    for (const Index row : rows)
        if (!imported.dofs.empty())
            removed.push_back(imported.dofs[static_cast<std::size_t>(row)]);
    imported.dofs = std::move(dofs);
    imported.notes.push_back(std::to_string(rows.size()) +
                             (rows.size() == 1 ? " dof is" : " dofs are") +
                             " held in the file by 1e36 on the diagonal of the stiffness matrix");
    return removed;
}

} // namespace slideway::fem
