#pragma once

#include "fem/substructure.hpp"

namespace slideway::reduction {

/// Sizes that determine the memory of a reduction, in addition to the body.
struct ReductionSize {
    Index n_interface = 0;
    Index n_modes = 0;
    double factor_bytes = 0; ///< memory of all simultaneous factorisations [B]
};

/// Peak memory of a reduction without the body itself [B]. It is the sum of factors and K_ii, the
/// dense reduced matrices, and the largest of the successive stages: copies while K_ii is
/// factorised, the search for modes, and the basis T with blocks of solutions.
[[nodiscard]] double reduction_memory(const fem::Substructure& s, const ReductionSize& size);

/// Estimates the memory to reduce a plane body of n dofs, before the body is created [B]. The sum
/// contains the factor of a nested dissection, matrices and modes, but no constraint modes. A
/// slender body needs less.
[[nodiscard]] double plane_reduction_memory(Index n, Index n_modes);

/// Refuses a reduction that needs too much memory.
/// @throws InputError  reduction_memory exceeds `available` [B]; the message names a remedy
void require_memory(const fem::Substructure& s, const ReductionSize& size, double available);

/// Refuses a reduction to no dofs.
/// @throws InputError  n_kept is 0
void require_kept_dofs(const fem::Substructure& s, Index n_kept);

} // namespace slideway::reduction
