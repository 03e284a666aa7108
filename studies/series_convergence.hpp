#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/response.hpp"

namespace slideway::studies {

/// How far the multipliers of a curve of harmonic balance move when it gets more harmonics.
struct SeriesConvergence {
    Index n_h = 0;        ///< harmonics of the comparison
    Index n_compared = 0; ///< points: a sample, and those with labels
    Index n_lost = 0;     ///< points from which Newton's method does not converge, as at folds
    Index n_differ = 0;   ///< points that are stable with the one and unstable with the other
    double moved = 0;     ///< largest change of the modulus of the largest multiplier
    double at_labels = 0; ///< distance of multipliers at labels from the others; 0: no label
};

/// Compares with 2 n_h + 1 harmonics, at most 100.
/// @throws Interrupted
[[nodiscard]] SeriesConvergence series_convergence(const dynamics::HarmonicBalance& model,
                                                   const dynamics::ForcedResponseOptions& options,
                                                   const continuation::Branch& curve,
                                                   const Progress& progress = {});

} // namespace slideway::studies
