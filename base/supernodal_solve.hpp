#pragma once

#include "base/types.hpp"

#include <vector>

namespace slideway {

/// Factor L of P A P^T = L L^T in supernodes, in the format of CHOLMOD. Supernode s has the columns
/// first_column[s] to first_column[s + 1]. Its rows, which begin with these columns, are
/// rows[first_row[s]] to rows[first_row[s + 1]]. Its entries are a dense matrix by columns that
/// starts at entries[first_entry[s]].
struct Supernodes {
    Index n = 0, count = 0;
    const int* first_column = nullptr;
    const int* first_row = nullptr;
    const int* first_entry = nullptr;
    const int* rows = nullptr;
    const double* entries = nullptr;
    const int* permutation = nullptr; ///< rows of A in the order of L
};

/// Independent subtrees of the elimination tree, and the top: the supernodes above them. Both are
/// the same for any number of threads.
struct Subtrees {
    struct Range {
        Index first = 0, end = 0; ///< supernodes
    };
    std::vector<Range> below; ///< ascending, the root of each is its last supernode
    std::vector<Index> top;   ///< supernodes, ascending
};

/// Workspace of solutions, reused between calls.
struct SupernodalWorkspace {
    Subtrees trees;
    std::vector<double> right;              ///< a group of columns, in the order of L
    std::vector<std::vector<double>> node;  ///< per thread: the rows of one supernode
    std::vector<std::vector<int>> slot;     ///< per thread: slot of each row that a subtree shares
    std::vector<std::vector<double>> share; ///< per subtree: contributions to rows of the top
};

/// Solves A x = b in place, some columns at a time. Most of the time of one column is spent on
/// reading L (16 bytes per dof and entry), so eight columns share one reading. CHOLMOD's own
/// solution calls the BLAS, and these calls for so few columns take twice as long. It also skips no
/// part of L where the right-hand side is still zero, as for forces near an interface. A column
/// does not depend on the others.
///
/// Several threads, threads(), read the subtrees of a large L. The contributions of subtrees to
/// rows of the top are summed in the order of the subtrees, so no bit depends on the number of
/// threads.
void solve_in_place(const Supernodes& L, Eigen::Ref<Matrix> b, SupernodalWorkspace& work);

} // namespace slideway
