#pragma once

#include "base/types.hpp"
#include "fem/substructure.hpp"

#include <vector>

namespace slideway::reduction {

/// A body split into interface dofs b and internal dofs i, with its static response to the
/// interface.
struct InterfaceSplit {
    std::vector<Index> b, i; ///< ascending dof numbers
    SparseMatrix K_ii, M_ii;
    Matrix Psi; ///< n_i x n_b: -K_ii^-1 K_ib
};

/// @param b  interface dofs, ascending, no repeats
/// @throws InputError  K_ii is singular: the body can move with the interface held (names how)
[[nodiscard]] InterfaceSplit split_at_interface(const fem::Substructure& s,
                                                const std::vector<Index>& b);

/// n x (n_b + m) basis [I 0; Psi Phi] in the dof order of the body; Phi: n_i x m.
[[nodiscard]] Matrix assemble_basis(const InterfaceSplit& split, const Matrix& Phi);

} // namespace slideway::reduction
