#pragma once

#include "base/symmetric_modes.hpp"

#include <optional>

namespace slideway {

class HeldStiffness;

/// Computes the `count` lowest modes of K phi = omega^2 M phi by Spectra's shift-invert Lanczos;
/// each mode is M-normalised. Several equal parts of a body share frequencies. If three or more
/// modes have the same frequency, the search may miss some: see completed_modes.
/// @return empty if the iteration does not converge
/// @param inverse  inverse of K - sigma M, positive definite; modes leave held rows at rest
/// @throws Interrupted
[[nodiscard]] std::optional<SymmetricModes> lanczos_modes(const SparseMatrix& M,
                                                          const HeldStiffness& inverse,
                                                          double sigma, Index count,
                                                          const Progress& progress);

} // namespace slideway
