#pragma once

#include "base/sparse_cholesky.hpp"
#include "base/types.hpp"
#include "fem/substructure.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace slideway::reduction {

/// A body split into interface dofs b and internal dofs i, with what its static response to the
/// interface takes.
struct InterfaceSplit {
    std::vector<Index> b, i; ///< ascending dof numbers
    SparseMatrix K_ii;
    std::optional<SparseCholesky> factor; ///< of K_ii; none without internal dofs
};

/// @param b       interface dofs, ascending, no repeats
/// @param accept  told the memory of the factor of K_ii [B] before it is made; throws to refuse it
/// @throws InputError  K_ii is singular: the body can move with the interface held (names how)
/// @throws Interrupted
[[nodiscard]] InterfaceSplit
split_at_interface(const fem::Substructure& s, const std::vector<Index>& b,
                   const std::function<void(double bytes)>& accept = {},
                   const Progress& progress = {});

/// n x (n_b + n_others) in the dof order of the body: the constraint modes [I; Psi] with
/// Psi = -K_ii^-1 K_ib in the first n_b columns, zeros in the others.
/// @throws Interrupted
[[nodiscard]] Matrix constraint_basis(const fem::Substructure& s, const InterfaceSplit& split,
                                      Index n_others = 0, const Progress& progress = {});

/// Rows of the internal dofs out of and into columns of the body.
[[nodiscard]] Matrix internal_rows(const InterfaceSplit& split, const MatrixIn& full);
void set_internal_rows(const InterfaceSplit& split, const MatrixIn& internal,
                       Eigen::Ref<Matrix> full);

} // namespace slideway::reduction
