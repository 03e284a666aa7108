#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"

namespace slideway::dynamics {

/// Share of the bound of its rms below which an output rests: its motion is round-off of the modes.
constexpr double resting_share = 1e-12;

/// Returns a bound of the rms of output k in an evaluated motion, the norm of its row times that of
/// the motion of all modes. The rms of an output that moves is a share of it that depends neither
/// on units nor on places.
[[nodiscard]] double bound_of_rms(const HarmonicBalance& model,
                                  const HarmonicBalance::Evaluation& evaluation, std::size_t k);

/// True if an rms of output k is round-off beside the motion of the modes.
[[nodiscard]] bool rests(const HarmonicBalance& model,
                         const HarmonicBalance::Evaluation& evaluation, std::size_t k, double rms);

} // namespace slideway::dynamics
