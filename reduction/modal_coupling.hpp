#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

namespace slideway::reduction {

/// Computes Phi^T C Phi and sets entries within round-off to zero: below 1e-14 |phi_i|^T |C|
/// |phi_j|. The criterion uses each pair of modes separately, whatever the damping of other modes.
/// @throws Interrupted
[[nodiscard]] Matrix modal_damping_matrix(const SparseMatrix& C, const Matrix& Phi,
                                          const Progress& progress = {});

/// True if a damping matrix leaves its modes uncoupled: each entry is below 1e-6 of the damping of
/// its own two modes, |D_ij| <= 1e-6 sqrt(D_ii D_jj). Every analysis uses this function.
[[nodiscard]] bool leaves_uncoupled(const Matrix& D);

} // namespace slideway::reduction
