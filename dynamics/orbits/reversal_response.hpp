#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

#include <functional>

/// Motion of the contact between two reversals of the friction, g(t) on 0 < t < pi / Omega, for the
/// closed forms of regimes.
namespace slideway::dynamics {

/// Samples of g over half a period that show its every turn.
/// @param omega_max  the highest frequency in g
/// @throws InputError  too many
[[nodiscard]] Index n_samples(double omega_max, double Omega);

/// Largest value of g on (0, end): of the samples, of the limit g(0+), and of the curve about every
/// local maximum of the samples that could exceed them.
/// @throws Interrupted
[[nodiscard]] double largest(const std::function<double(double)>& g, const Vector& t,
                             const Vector& sampled, double at_zero, double end,
                             const Progress& progress);

} // namespace slideway::dynamics
