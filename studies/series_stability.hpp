#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/response.hpp"
#include "studies/stability_labels.hpp"

#include <map>

/// Stability of a curve of harmonic balance by its own multipliers, without exact motions.
namespace slideway::studies {

/// Locates each change of the number of multipliers outside the unit circle along a curve. The
/// multipliers are those of the Fourier series: near its folds one of them is near 1, but not at 1.
/// @throws Interrupted
[[nodiscard]] CurveStability series_stability(const dynamics::HarmonicBalance& model,
                                              const dynamics::ForcedResponseOptions& options,
                                              const continuation::Branch& curve,
                                              const Progress& progress = {});

/// Number of motions that fold or branch at once at each fold and branch point of a curve: the
/// dimension of the kernel of F_x, or the change of the number of its negative real eigenvalues
/// where a slip begins and F_x jumps; at least 1.
[[nodiscard]] std::map<Index, int> multiplicities(const dynamics::HarmonicBalance& model,
                                                  double level, const continuation::Branch& curve);

} // namespace slideway::studies
