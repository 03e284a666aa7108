#pragma once

#include "base/memory.hpp"
#include "base/progress.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

namespace slideway::reduction {

/// Reduces a body to its interface and n_modes fixed-interface modes.
///
///   T = [ I 0 ; Psi Phi ],  Psi = -K_ii^-1 K_ib,  K_ii Phi = M_ii Phi omega^2
///
/// Means y = W u of the interface are dofs too: constraint modes have the least energy with a unit
/// of one of them and none of the others, fixed modes have W Phi = 0. So a port that follows a
/// surface in the mean is three dofs, and with all modes nothing is lost.
///
/// @param interface  dofs and means; with it held the body must not move
/// @param n_modes    0 to n less the size of the interface
/// @param available  memory that the reduction may take [B]
/// @return dofs ordered (u_b, means, eta); Phi has unit modal mass
/// @throws InputError  n_modes out of range; no dof kept; the body can move with its interface
///                     held; more memory needed than available
/// Source: Craig & Bampton, AIAA J. 6(7), 1968, doi:10.2514/3.4741.
[[nodiscard]] ReducedModel craig_bampton(const fem::Substructure& s, const Interface& interface,
                                         Index n_modes, double available = available_memory(),
                                         const Progress& progress = {});

} // namespace slideway::reduction
