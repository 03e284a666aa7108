#pragma once

#include "base/types.hpp"
#include "fem/substructure.hpp"

#include <vector>

namespace slideway::reduction {

/// Uncoupled equations of one body: q'' + c q' + omega^2 q = Phi^T f, u = Phi q.
struct ModalForm {
    Vector omega; ///< m [rad/s], ascending; 0 for rigid motions
    Vector c;     ///< m modal damping 2 zeta omega [1/s]
    Matrix Phi;   ///< n x m, mass-normalised; zero rows at held dofs
};

/// All modes of a body (small or reduced) with some dofs held at zero.
/// @throws InputError  the damping is not classical: Phi^T C Phi is not diagonal (to 1e-6 of its
///                     diagonal); a dof without mass; more than max_modal_dofs dofs
[[nodiscard]] ModalForm modal_form(const fem::Substructure& s, const std::vector<Index>& held = {});

/// Bodies above this size must be reduced before all their modes are asked for (dense, n^2 doubles
/// and n^3 operations).
inline constexpr Index max_modal_dofs = 3000;

} // namespace slideway::reduction
