#pragma once

#include "base/symmetric_modes.hpp"

#include <optional>

namespace slideway {

class HeldStiffness;

/// The `count` lowest modes of K phi = omega^2 M phi by Spectra's shift-invert Lanczos,
/// M-normalised one by one. Of three and more modes of one frequency, as equal parts side by side
/// have, it may miss some: see completed_modes. None where it does not converge.
/// @param inverse  of K - sigma M, positive definite; with rows held: modes that leave them at rest
/// @throws Interrupted
[[nodiscard]] std::optional<SymmetricModes> lanczos_modes(const SparseMatrix& M,
                                                          const HeldStiffness& inverse,
                                                          double sigma, Index count,
                                                          const Progress& progress);

} // namespace slideway
