#pragma once

#include "base/types.hpp"

#include <vector>

/// Natural frequencies that cannot be distinguished. Every combination of modes of one frequency is
/// a mode, so single eigenvectors of such a group are arbitrary.
namespace slideway::dynamics {

/// Relative difference of natural frequencies up to which they count as equal,
///
///   max(1e-9, min(1e-6, eps (omega_max / omega)^2))
///
/// The smaller the difference, the worse the conditioning of nonlinear motions near the two modes.
/// Rounding the entries of a stiffness matrix moves omega^2 by up to eps omega_max^2. Springs much
/// stiffer than the rest increase omega_max, although they move nothing in these modes. The upper
/// bound of 1e-6 keeps such modes separate.
/// @param omega, omega_max  the frequency and the highest one of the model [rad/s]
[[nodiscard]] double unresolved_difference(double omega, double omega_max);

/// Groups of indices of frequencies that count as equal, in ascending order of frequency. Only
/// neighbours in this order are compared. Frequencies of 0 form one group.
[[nodiscard]] std::vector<std::vector<Index>> equal_frequencies(const Vector& omega);

} // namespace slideway::dynamics
