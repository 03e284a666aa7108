#pragma once

#include "base/types.hpp"

#include <vector>

namespace slideway {

/// General solution of sparse constraints B u = b: u = L q + P b.
struct Elimination {
    SparseMatrix L;                ///< n x (n - rank): B L = 0; identity on the remaining dofs
    SparseMatrix P;                ///< n x m: B P = I, columns of dependent rows are zero
    std::vector<Index> dependent;  ///< rows that follow from rows before them, ascending
    std::vector<Index> eliminated; ///< dofs expressed by the others, ascending
};

/// Eliminates constraints row by row (Gauss-Jordan). Each row eliminates the dof of its largest
/// entry, so L stays sparse and its entries small. Rows without entries are skipped.
///
/// A row counts as dependent if the rows before it leave less than 1e-9 of its largest entry.
[[nodiscard]] Elimination eliminate(const SparseMatrix& B);

/// Stacks sparse rows; all blocks have the same number of columns.
[[nodiscard]] SparseMatrix stacked_rows(const std::vector<SparseMatrix>& blocks, Index columns);

} // namespace slideway
