#pragma once

#include "base/memory.hpp"
#include "base/progress.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

namespace slideway::reduction {

/// Reduces a body to its n_modes lowest modes with free interface and held supports.
///
///   u = Phi q,  K Phi = M Phi omega^2,  Phi^T M Phi = I
///
/// Rigid motions of a free body come first and count as modes, omega = 0. No displacement remains a
/// dof, so no dof of the reduced body can be held or moved. Loads and contacts act through W Phi.
/// Their static response lacks the flexibility of the omitted modes (truncation report).
///
/// @param loaded     parts with contacts and loads, used only for the truncation report
/// @param n_modes    1 to n
/// @param available  memory that the reduction may take [B]
/// @throws InputError  n_modes out of range; more memory needed than available
[[nodiscard]] ReducedModel modal_truncation(const fem::Substructure& s, const Interface& loaded,
                                            Index n_modes, double available = available_memory(),
                                            const Progress& progress = {});

} // namespace slideway::reduction
