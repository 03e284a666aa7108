#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"
#include "fem/substructure.hpp"

namespace slideway::reduction {

/// Adds modal damping to a small or reduced body: C += M Phi diag(2 zeta_j omega_j) Phi^T M over
/// its undamped modes, with held supports and free interfaces. Motions without stiffness (omega =
/// 0) are not counted and stay undamped.
///
/// @param ratios  zeta_j >= 0 of the modes with omega > 0, ascending; further modes are undamped
/// @throws InputError  more ratios than such modes, a ratio that is not >= 0, a dof without mass,
///                     more than max_modal_dofs dofs
void add_modal_damping(fem::Substructure& reduced, const Vector& ratios,
                       const Progress& progress = {});

/// Adds the same damping ratio to all modes with omega > 0.
void add_modal_damping(fem::Substructure& reduced, double ratio, const Progress& progress = {});

} // namespace slideway::reduction
