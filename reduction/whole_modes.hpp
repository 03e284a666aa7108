#pragma once

#include "base/progress.hpp"
#include "base/symmetric_modes.hpp"

namespace slideway::reduction {

/// Computes the `count` lowest modes with lowest_modes, and all further modes with the frequency of
/// the last one (to 1e-9). Every combination of modes of one frequency is a mode, so a choice of
/// some of them would be arbitrary. All results of the body would then depend on this choice, for
/// example with identical blades or a square section.
/// @param count  >= 1
/// @throws  exceptions of lowest_modes
[[nodiscard]] SymmetricModes whole_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                                         const HeldStiffness* stiffness, const Progress& progress);

/// Number of lowest modes to keep: `count`, and all further modes with the frequency of the last
/// one. It is at most the number of entries of omega. Rigid motions (frequency 0) are not compared.
[[nodiscard]] Index whole_count(const Vector& omega, Index count);

} // namespace slideway::reduction
