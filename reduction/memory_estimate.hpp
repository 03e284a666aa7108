#pragma once

#include "fem/substructure.hpp"

namespace slideway::reduction {

/// What the memory of a reduction depends on beside the body.
struct ReductionSize {
    Index n_interface = 0;
    Index n_modes = 0;
    double factor_bytes = 0; ///< of all factorisations kept at a time [B]
};

/// Memory that a reduction takes at its peak, beyond the body itself [B]: factors and K_ii, the
/// most of what comes one after another (copies while K_ii is factorised; the search for modes; the
/// basis T with blocks of solutions), and the dense reduced matrices.
[[nodiscard]] double reduction_memory(const fem::Substructure& s, const ReductionSize& size);

/// About the same of a plane body of n dofs before it is built, without its constraint modes: the
/// factor of a nested dissection, matrices and modes [B]. A slender body takes less.
[[nodiscard]] double plane_reduction_memory(Index n, Index n_modes);

/// @throws InputError  reduction_memory above `available` [B]: says how much and what to do
void require_memory(const fem::Substructure& s, const ReductionSize& size, double available);

/// @throws InputError  no dof would be left
void require_kept_dofs(const fem::Substructure& s, Index n_kept);

} // namespace slideway::reduction
