#pragma once

#include "base/memory.hpp"
#include "base/progress.hpp"
#include "reduction/interface.hpp"
#include "reduction/reduced_model.hpp"

namespace slideway::reduction {

/// Reduces a body to its interface and n_modes free-interface elastic modes.
///
///   T = [ I 0 ; Psi Phi_i - Psi Phi_b ],  K Phi = M Phi omega^2 with the interface free
///
/// The remainders Phi_i - Psi Phi_b are small and nearly parallel (condition 4e12 in the sliding
/// beam); they are made mass-orthonormal through the eigenvectors of their scaled Gram matrix,
/// twice. The span does not change, so this also equals adding the raw free modes to the constraint
/// modes. Rigid motions of a free body lie in the span of Psi and are skipped. Inertia-relief modes
/// are not added.
///
/// @param interface  dofs and means: remainders leave both at rest; with it held the body must not
///                   move
/// @param n_modes    0 to n_i
/// @param available  memory that the reduction may take [B]
/// @return dofs ordered (u_b, means, eta); omega of the free-interface modes
/// @throws InputError  n_modes out of range or more than the independent remainders; no dof kept;
///                     the body can move with its interface held; more memory needed than available
/// Sources: Hintz, AIAA J. 13(8), 1975, doi:10.2514/3.60498; Herting, Finite Elem. Anal. Des. 1(2),
/// 1985, doi:10.1016/0168-874X(85)90025-3.
[[nodiscard]] ReducedModel hintz_herting(const fem::Substructure& s, const Interface& interface,
                                         Index n_modes, double available = available_memory(),
                                         const Progress& progress = {});

/// Puts into the last columns of a basis what its constraint modes lack of free modes,
/// Phi - [I; Psi] Phi_b, zero at the interface, orthonormalised.
/// @param T     own rows; constraint modes in its first columns
/// @param free  own rows x n_modes
/// @throws InputError   they are not independent
/// @throws Interrupted
void set_remainders(Matrix& T, Matrix free, const fem::Substructure& s, const Interface& interface,
                    const Spread& spread, const Progress& progress);

} // namespace slideway::reduction
