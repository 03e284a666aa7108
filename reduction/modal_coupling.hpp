#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

namespace slideway::reduction {

/// Phi^T C Phi, zero where it is round-off: below 1e-14 |phi_i|^T |C| |phi_j|. Every pair of modes
/// counts by itself, however much another mode is damped.
/// @throws Interrupted
[[nodiscard]] Matrix modal_damping_matrix(const SparseMatrix& C, const Matrix& Phi,
                                          const Progress& progress = {});

/// Whether a damping matrix leaves its modes uncoupled: each entry is below 1e-6 of the damping of
/// its own two modes, |D_ij| <= 1e-6 sqrt(D_ii D_jj). Every analysis asks this function.
[[nodiscard]] bool leaves_uncoupled(const Matrix& D);

} // namespace slideway::reduction
