#pragma once

#include "base/held_stiffness.hpp"
#include "base/types.hpp"
#include "fem/substructure.hpp"
#include "reduction/interface.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace slideway::reduction {

/// A body split into interface dofs b and internal dofs i, with the data of its static response to
/// the interface. Means of an interface remain held rows of the internal dofs.
struct InterfaceSplit {
    std::vector<Index> b, i; ///< ascending dof numbers
    SparseMatrix means;      ///< means of the interface, on all dofs
    SparseMatrix K_ii;
    std::optional<HeldStiffness> factor; ///< factor of K_ii with held means; none
                                         ///< without internal dofs

    [[nodiscard]] Index n_interface() const { return static_cast<Index>(b.size()) + means.rows(); }
};

/// Splits a body at its interface.
/// @param accept  called with the memory of the factor of K_ii [B] before it is created; throws
///                to refuse it
/// @throws InputError  K_ii is singular: the body can move with the interface held (describes how)
/// @throws Interrupted
[[nodiscard]] InterfaceSplit
split_at_interface(const fem::Substructure& s, const Interface& interface,
                   const std::function<void(double bytes)>& accept = {},
                   const Progress& progress = {});

/// Returns the constraint modes, n x (n_interface + n_others) in the dof order of the body. Each
/// has the least energy with a unit of one dof or mean of the interface and zero of the others.
/// Without means it is [I; Psi] with Psi = -K_ii^-1 K_ib. The other columns are zero.
/// @throws Interrupted
[[nodiscard]] Matrix constraint_basis(const fem::Substructure& s, const InterfaceSplit& split,
                                      Index n_others = 0, const Progress& progress = {});

/// Copies rows of the internal dofs out of and into columns of the body.
[[nodiscard]] Matrix internal_rows(const InterfaceSplit& split, const MatrixIn& full);
void set_internal_rows(const InterfaceSplit& split, const MatrixIn& internal,
                       Eigen::Ref<Matrix> full);

} // namespace slideway::reduction
