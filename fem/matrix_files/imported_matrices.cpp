#include "fem/matrix_files/imported_matrices.hpp"

#include "base/error.hpp"
#include "base/sort_unique.hpp"
#include "base/sparse.hpp"

#include <algorithm>
#include <array>
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

// Returns A with more columns. @param place  new column of each column
SparseMatrix with_columns(const SparseMatrix& A, const std::vector<Index>& place, Index n)
{
    std::vector<Eigen::Triplet<double>> entries;
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            entries.emplace_back(it.row(), place[static_cast<std::size_t>(j)], it.value());
    SparseMatrix all(A.rows(), n);
    all.setFromTriplets(entries.begin(), entries.end());
    return all;
}

void require_named_alike(const std::vector<ImportedMatrices>& parts)
{
    const ImportedMatrices* first = nullptr;
    for (const ImportedMatrices& part : parts) {
        if (part.matrices.empty())
            continue;
        if (!first)
            first = &part;
        if (part.dofs.empty() != first->dofs.empty())
            throw InputError::in_file(part.matrices.front().source,
                                      std::string(part.dofs.empty() ? "does not name" : "names") +
                                          " its rows, but " + first->matrices.front().source +
                                          (part.dofs.empty() ? " does" : " does not") +
                                          "; expected files of one format");
    }
    if (!first)
        throw InputError::in_file(parts.front().source,
                                  "no square matrix; give the file with the matrices too, as in "
                                  "file = [\"disc.op4\", \"disc.pch\"]");
}

// Gives the loads the dofs of their rows.
void name_loads(ImportedMatrices& part)
{
    for (FileLoad& load : part.loads) {
        for (const auto& [row, force] : load.rows)
            if (row < static_cast<Index>(part.dofs.size()))
                load.forces.emplace_back(part.dofs[static_cast<std::size_t>(row)], force);
        load.rows.clear();
    }
}

// Gives the dofs of the file that has no matrices to those without named rows.
void name_rows(std::vector<ImportedMatrices>& parts)
{
    const ImportedMatrices* names = nullptr;
    for (const ImportedMatrices& part : parts)
        if (part.matrices.empty() && !part.dofs.empty()) {
            if (names)
                throw InputError::in_file(part.source, "names dofs, as " + names->source +
                                                           " does; expected one of them");
            names = &part;
        }
    if (!names)
        return;
    for (ImportedMatrices& part : parts) {
        if (part.matrices.empty() || !part.dofs.empty())
            continue;
        if (part.n() != static_cast<Index>(names->dofs.size()))
            throw InputError::in_file(names->source,
                                      std::to_string(names->dofs.size()) + " dofs, but " +
                                          part.matrices.front().name + " of " + part.source +
                                          " has " + std::to_string(part.n()) + " rows");
        part.dofs = names->dofs;
        name_loads(part);
    }
}

// Appends what belongs to the body as a whole.
void append_common(ImportedMatrices& all, ImportedMatrices& part)
{
    all.notes.insert(all.notes.end(), part.notes.begin(), part.notes.end());
    for (FileLoad& load : part.loads)
        all.loads.push_back(std::move(load));
    for (FileMatrix& output : part.outputs)
        all.outputs.push_back(std::move(output));
    all.axes.merge(part.axes);
    if (all.nodes.X.empty())
        all.nodes = std::move(part.nodes);
    if (all.output_rows.empty())
        all.output_rows = std::move(part.output_rows);
    if (all.format.empty() && !part.matrices.empty())
        all.format = part.format;
    if (all.source.empty())
        all.source = part.source;
}

// Turns the rows `rows` of the components `first` to `first` + 2 of a node.
void add_turn(const FileDof& node, const NodeAxes& axes, const std::array<Index, 3>& rows,
              const std::string& file, std::vector<Eigen::Triplet<double>>& T)
{
    constexpr double round_off = 1e-12;
    for (Index from = 0; from < 3; ++from) {
        if (rows[static_cast<std::size_t>(from)] < 0)
            continue;
        for (Index to = 0; to < 3; ++to) {
            const double q = axes.Q(to, from);
            if (std::abs(q) <= round_off)
                continue;
            if (rows[static_cast<std::size_t>(to)] < 0)
                throw InputError::in_file(
                    file, "node " + std::to_string(node.label) +
                              " moves in the axes of a coordinate system (field CD), and has "
                              "component " +
                              std::to_string(node.component + from) + " without component " +
                              std::to_string(node.component + to) +
                              "; expected all that the axes combine");
            T.emplace_back(rows[static_cast<std::size_t>(to)], rows[static_cast<std::size_t>(from)],
                           q);
        }
    }
}

// Returns Q of the rows of displacements: u_basic = Q u.
SparseMatrix turn_of_outputs(const ImportedMatrices& imported, Index n_rows)
{
    SparseMatrix Q(n_rows, n_rows);
    Q.setIdentity();
    for (const OutputRows& rows : imported.output_rows) {
        const auto axes = imported.axes.find(rows.label);
        if (rows.scalar || axes == imported.axes.end() || rows.first < 0)
            continue;
        for (Index part = 0; part + 3 <= rows.count && rows.first + part + 3 <= n_rows; part += 3)
            for (Index to = 0; to < 3; ++to)
                for (Index from = 0; from < 3; ++from)
                    Q.coeffRef(rows.first + part + to, rows.first + part + from) =
                        axes->second.Q(to, from);
    }
    return Q;
}

} // namespace

std::string dof_text(const FileDof& dof)
{
    return "node " + std::to_string(dof.label) + ", component " + std::to_string(dof.component);
}

ImportedMatrices joined(std::vector<ImportedMatrices> parts)
{
    name_rows(parts);
    require_named_alike(parts);
    if (parts.size() == 1)
        return std::move(parts.front());
    ImportedMatrices all;
    const bool same = std::all_of(parts.begin(), parts.end(), [&parts](const auto& part) {
        return part.dofs.empty() || part.dofs == parts.front().dofs;
    });
    for (const ImportedMatrices& part : parts)
        if (!part.matrices.empty() && !(same && !all.dofs.empty()))
            all.dofs.insert(all.dofs.end(), part.dofs.begin(), part.dofs.end());
    if (!same) {
        std::sort(all.dofs.begin(), all.dofs.end());
        all.dofs.erase(std::unique(all.dofs.begin(), all.dofs.end()), all.dofs.end());
    }
    for (ImportedMatrices& part : parts) {
        const bool more = part.dofs != all.dofs;
        std::vector<Index> place;
        for (std::size_t k = 0; more && k < part.dofs.size(); ++k)
            place.push_back(std::lower_bound(all.dofs.begin(), all.dofs.end(), part.dofs[k]) -
                            all.dofs.begin());
        for (FileMatrix& output : part.outputs)
            if (more && output.A.cols() == static_cast<Index>(place.size()))
                output.A = with_columns(output.A, place, static_cast<Index>(all.dofs.size()));
        append_common(all, part);
        for (FileMatrix& matrix : part.matrices) {
            if (more)
                matrix.A = expanded(matrix.A, place, static_cast<Index>(all.dofs.size()));
            all.matrices.push_back(std::move(matrix));
        }
    }
    return all;
}

void turn_to_basic(ImportedMatrices& imported)
{
    if (imported.axes.empty() || imported.dofs.empty())
        return;
    std::map<FileDof, std::array<Index, 3>> rows; // by node, and component 1 or 4
    std::vector<Eigen::Triplet<double>> turns;
    const auto axes_of = [&imported](const FileDof& dof) -> const NodeAxes* {
        const auto found = imported.axes.find(dof.label);
        return dof.on_node() && found != imported.axes.end() ? &found->second : nullptr;
    };
    std::map<FileDof, Index> row_of;
    for (std::size_t row = 0; row < imported.dofs.size(); ++row) {
        const FileDof& dof = imported.dofs[row];
        if (!axes_of(dof)) {
            turns.emplace_back(static_cast<Index>(row), static_cast<Index>(row), 1.0);
            continue;
        }
        if (!axes_of(dof)->unknown.empty())
            throw InputError(axes_of(dof)->unknown);
        const int first = dof.component <= 3 ? 1 : 4;
        rows.try_emplace({dof.label, first}, std::array<Index, 3>{-1, -1, -1})
            .first->second[static_cast<std::size_t>(dof.component - first)] =
            static_cast<Index>(row);
        row_of[dof] = static_cast<Index>(row);
    }
    if (rows.empty())
        return;
    for (const auto& [node, its_rows] : rows)
        add_turn(node, *axes_of(node), its_rows, imported.source, turns);
    const auto n = static_cast<Index>(imported.dofs.size());
    SparseMatrix T(n, n);
    T.setFromTriplets(turns.begin(), turns.end());
    for (FileMatrix& matrix : imported.matrices)
        if (matrix.A.rows() == n && matrix.A.cols() == n)
            matrix.A = SparseMatrix(T * matrix.A) * T.transpose();
    for (FileMatrix& output : imported.outputs)
        if (output.A.cols() == n)
            output.A =
                SparseMatrix(turn_of_outputs(imported, output.A.rows()) * output.A) * T.transpose();
    for (FileLoad& load : imported.loads) {
        std::map<FileDof, double> turned;
        for (const auto& [dof, force] : load.forces) {
            const auto row = row_of.find(dof);
            if (row == row_of.end())
                turned[dof] += force;
            else
                for (SparseMatrix::InnerIterator it(T, row->second); it; ++it)
                    turned[imported.dofs[static_cast<std::size_t>(it.row())]] += it.value() * force;
        }
        load.forces.assign(turned.begin(), turned.end());
    }
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
    for (FileMatrix& output : imported.outputs)
        if (output.A.cols() == imported.n())
            output.A = submatrix(output.A, complement(output.A.rows(), {}), kept);
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
