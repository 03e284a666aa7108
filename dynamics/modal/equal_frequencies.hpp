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
/// Nonlinear motions near two modes are as ill conditioned as this difference is small. Rounding
/// the entries of a stiffness matrix moves omega^2 by up to eps omega_max^2. The bound of 1e-6
/// keeps modes apart beside springs that are much stiffer than the rest and move nothing.
/// @param omega, omega_max  the frequency and the highest one of the model [rad/s]
[[nodiscard]] double unresolved_difference(double omega, double omega_max);

/// Indices of the frequencies that count as equal, group by group, ascending. Neighbours in
/// ascending order are compared. Frequencies of 0 are one group.
[[nodiscard]] std::vector<std::vector<Index>> equal_frequencies(const Vector& omega);

} // namespace slideway::dynamics
