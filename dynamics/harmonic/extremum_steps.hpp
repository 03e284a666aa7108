#pragma once

#include "continuation/branch.hpp"
#include "dynamics/harmonic/extrema.hpp"
#include "dynamics/harmonic/extremum_search.hpp"

#include <optional>

/// Events that steps along curves of extrema may pass over.
namespace slideway::dynamics {

/// Where a branch of smooth extrema turned shortly before point k to lead back to where it came
/// from, over a fold that second derivatives without bound hide: behind a fold a maximum is a
/// minimum.
/// @param curvature  row of the monitors: its sign distinguishes maxima from minima
/// @param scale      of x
[[nodiscard]] std::optional<Index> reversal(const continuation::Branch& branch, Index k,
                                            int curvature, const Vector& scale);

/// True if a kink piece ends where a slope vanishes; at a corner of the piece it jumps over zero.
[[nodiscard]] bool at_node(const continuation::Branch& kink);

/// True if a smooth piece of a curve ends or begins at a node, the end of a kink piece. That in
/// front of the first piece does not count, unless the curve begins at a bound: it may be met
/// again.
/// @param scale  of x
[[nodiscard]] bool leads_to(const ExtremaCurve& curve, const MotionAt& node, const Vector& scale,
                            bool from_bound);

/// A point of a kink where one of its slopes is zero.
struct KinkZero {
    MotionAt at;
    KinkEquations::Slopes slopes;
    bool slip; ///< true if it is the slope on the side that slips
};
/// Step from one point of a kink to another.
struct KinkStep {
    MotionAt from, to;
};

/// Where the states of the rest of the cycle change along a kink, slopes have no bound, and one may
/// be zero twice within a step: the first zero; none where states do not change.
/// @param begins  a slope that is zero at `from` is that of the node where the kink begins
[[nodiscard]] std::optional<KinkZero> zero_within(ExtremumSearch& search, KinkEquations& equations,
                                                  const KinkStep& step, bool begins);

} // namespace slideway::dynamics
