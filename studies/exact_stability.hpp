#pragma once

#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/orbits/orbit_family.hpp"
#include "studies/stability_labels.hpp"

/// Stability of a curve of harmonic balance from the exact motions near it. Multipliers of
/// a truncated Fourier series belong to another motion, in which a short contact lasts
/// longer or shorter.
namespace slideway::studies {

/// Shoots the motions beside points of a curve, with Newton's method on planes across it, and
/// locates each change of the number of multipliers outside the unit circle.
/// @param family  of the level of the curve, over Omega, on the modes of the model
/// @throws Interrupted
[[nodiscard]] CurveStability exact_stability(const dynamics::HarmonicBalance& model, double level,
                                             const dynamics::OrbitFamily& family,
                                             const continuation::Branch& curve,
                                             const Progress& progress = {});

} // namespace slideway::studies
