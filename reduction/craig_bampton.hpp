#pragma once

#include "base/memory.hpp"
#include "base/progress.hpp"
#include "reduction/reduced_model.hpp"

namespace slideway::reduction {

/// Reduces a body to its interface dofs and n_modes fixed-interface modes.
///
///   T = [ I 0 ; Psi Phi ],  Psi = -K_ii^-1 K_ib,  K_ii Phi = M_ii Phi omega^2
///
/// @param interface  interface dofs, ascending; K_ii must be positive definite
/// @param n_modes    0 to n_i
/// @param available  memory that the reduction may take [B]
/// @return dofs ordered (u_b, eta); Phi has unit modal mass
/// @throws InputError  n_modes out of range; no dof kept; the body can move with its interface
///                     held; more memory needed than available
/// Source: Craig & Bampton, AIAA J. 6(7), 1968, doi:10.2514/3.4741.
[[nodiscard]] ReducedModel craig_bampton(const fem::Substructure& s,
                                         const std::vector<Index>& interface, Index n_modes,
                                         double available = available_memory(),
                                         const Progress& progress = {});

} // namespace slideway::reduction
