#pragma once

#include "base/types.hpp"

#include <vector>

namespace slideway {

/// L of P A P^T = L L^T by supernodes, as CHOLMOD keeps it. Supernode s has the columns
/// first_column[s] to first_column[s + 1]; its rows, those columns first, are
/// rows[first_row[s]] to rows[first_row[s + 1]], its entries a dense matrix by columns, from
/// entries[first_entry[s]] on.
struct Supernodes {
    Index n = 0, count = 0;
    const int* first_column = nullptr;
    const int* first_row = nullptr;
    const int* first_entry = nullptr;
    const int* rows = nullptr;
    const double* entries = nullptr;
    const int* permutation = nullptr; ///< of A, in the order of L
};

/// Subtrees of the elimination tree, which do not depend on each other, below the supernodes that
/// are left, the top: the same for any number of threads.
struct Subtrees {
    struct Range {
        Index first = 0, end = 0; ///< supernodes
    };
    std::vector<Range> below; ///< in their order, each with its root as the last
    std::vector<Index> top;   ///< supernodes, ascending
};

/// Workspace of solutions, kept from call to call.
struct SupernodalWorkspace {
    Subtrees trees;
    std::vector<double> right;              ///< a group of columns, in the order of L
    std::vector<std::vector<double>> node;  ///< of each thread: their rows in one supernode
    std::vector<std::vector<int>> slot;     ///< of each thread, of each row that a subtree shares
    std::vector<std::vector<double>> share; ///< of each subtree: what it adds to rows of the top
};

/// x of A x = b, in place of b, some columns at a time. Reading L, 16 bytes a dof and entry, takes
/// most of the time of one column; eight are read for with it. CHOLMOD's own solution calls the
/// BLAS, whose calls for so few columns take twice as long, and passes by no part of L where the
/// right-hand side is still zero, as it is for forces beside an interface. A column does not depend
/// on those beside it.
///
/// Large L are read by threads(), a subtree at a time. What subtrees add to rows of the top is
/// summed in their order: no bit depends on the threads.
void solve_in_place(const Supernodes& L, Eigen::Ref<Matrix> b, SupernodalWorkspace& work);

} // namespace slideway
