#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/response.hpp"
#include "studies/stability_labels.hpp"

#include <vector>

namespace slideway::studies {

/// Change of the multipliers along a curve of harmonic balance with more harmonics.
struct SeriesConvergence {
    Index n_h = 0;        ///< harmonics of the comparison
    Index n_compared = 0; ///< number of compared points: a sample, and those with labels
    Index n_lost = 0;     ///< points without convergence of Newton's method, for example at folds
    Index n_differ = 0;   ///< points that are stable in one computation and unstable in the other
    double moved = 0;     ///< largest change of the modulus of the largest multiplier
    double at_labels = 0; ///< distance of multipliers at labels from the others; 0: no label
};

/// Compares with 2 n_h + 1 harmonics, at most 100: all motions at frequencies at even distances,
/// and those of period doublings and Neimark-Sacker points.
/// @param labels  of the curve, by its own multipliers
/// @throws Interrupted
[[nodiscard]] SeriesConvergence series_convergence(const dynamics::HarmonicBalance& model,
                                                   const dynamics::ForcedResponseOptions& options,
                                                   const continuation::Branch& curve,
                                                   const std::vector<StabilityLabel>& labels,
                                                   const Progress& progress = {});

} // namespace slideway::studies
