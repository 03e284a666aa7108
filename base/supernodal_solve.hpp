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

/// Workspace of solutions, kept from call to call.
struct SupernodalWorkspace {
    std::vector<double> right; ///< a group of columns, in the order of L
    std::vector<double> node;  ///< their rows in one supernode
};

/// x of A x = b, in place of b, some columns at a time. Reading L, 16 bytes a dof and entry, takes
/// most of the time of one column; eight are read for with it. CHOLMOD's own solution calls the
/// BLAS, whose calls for so few columns take twice as long, and passes by no part of L where the
/// right-hand side is still zero, as it is for forces beside an interface. A column does not depend
/// on those beside it.
void solve_in_place(const Supernodes& L, Eigen::Ref<Matrix> b, SupernodalWorkspace& work);

} // namespace slideway
