#pragma once

#include "base/progress.hpp"
#include "base/symmetric_modes.hpp"

namespace slideway::reduction {

/// Computes the `count` lowest modes as lowest_modes, and further ones that have the frequency of
/// the last (to 1e-9). Every combination of modes of one frequency is a mode. A part of them would
/// be an arbitrary choice, and with it all results of the body: of identical blades, for example,
/// or of a square section.
/// @param count  >= 1
/// @throws as lowest_modes
[[nodiscard]] SymmetricModes whole_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                                         const HeldStiffness* stiffness, const Progress& progress);

/// Number of the first modes that end neither within a frequency nor before mode `count`; at most
/// the number of modes given. Rigid motions (frequency 0) are not examined.
[[nodiscard]] Index whole_count(const Vector& omega, Index count);

} // namespace slideway::reduction
