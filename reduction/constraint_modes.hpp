#pragma once

#include "base/held_stiffness.hpp"
#include "base/types.hpp"
#include "fem/substructure.hpp"
#include "reduction/interface.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace slideway::reduction {

/// A body split into interface dofs b and internal dofs i, with what its static response to the
/// interface takes. Means of an interface stay rows of the internal dofs and are held.
struct InterfaceSplit {
    std::vector<Index> b, i; ///< ascending dof numbers
    SparseMatrix means;      ///< of the interface, on all dofs
    SparseMatrix K_ii;
    std::optional<HeldStiffness> factor; ///< of K_ii, means held; none without internal dofs

    [[nodiscard]] Index n_interface() const { return static_cast<Index>(b.size()) + means.rows(); }
};

/// @param accept  told the memory of the factor of K_ii [B] before it is made; throws to refuse it
/// @throws InputError  K_ii is singular: the body can move with the interface held (names how)
/// @throws Interrupted
[[nodiscard]] InterfaceSplit
split_at_interface(const fem::Substructure& s, const Interface& interface,
                   const std::function<void(double bytes)>& accept = {},
                   const Progress& progress = {});

/// n x (n_interface + n_others) in the dof order of the body: the constraint modes, each of the
/// least energy with a unit of one dof or mean of the interface and none of the others, [I; Psi]
/// with Psi = -K_ii^-1 K_ib without means; zeros in the other columns.
/// @throws Interrupted
[[nodiscard]] Matrix constraint_basis(const fem::Substructure& s, const InterfaceSplit& split,
                                      Index n_others = 0, const Progress& progress = {});

/// Rows of the internal dofs out of and into columns of the body.
[[nodiscard]] Matrix internal_rows(const InterfaceSplit& split, const MatrixIn& full);
void set_internal_rows(const InterfaceSplit& split, const MatrixIn& internal,
                       Eigen::Ref<Matrix> full);

} // namespace slideway::reduction
