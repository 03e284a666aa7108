#pragma once

#include "dynamics/orbits/long_motion.hpp"
#include "studies/sweep.hpp"

#include <optional>
#include <vector>

namespace slideway::studies {

/// One entry per start: its motion, if it has run.
using KeptMotions = std::vector<std::optional<dynamics::LongMotion>>;

/// Motions from many starts and the orbits on which they settle.
struct LongMotions {
    std::vector<PointResult> results; ///< per start, without quantities
    std::vector<dynamics::LongMotion> motions;
    std::vector<dynamics::KnownOrbit> orbits; ///< in the order of the starts, each once; mirrors
                                              ///< are separate: "orbit 1", "mirror of orbit 1", ...
    std::vector<Index> orbit;                 ///< per start: index into orbits; -1: not settled

    [[nodiscard]] bool interrupted() const;
    [[nodiscard]] KeptMotions have_run() const; ///< data to continue an interrupted computation
};

/// Runs the motions in parallel on threads(). A start that throws has the status `failed` and
/// the reason; the others continue. They are independent, so the numbers do not depend on the
/// number of threads.
/// @param progress  see `sweep`; also polled within the motions. Interrupted ones keep
///                  what they have
/// @param earlier   motions of an interrupted computation with the same input; completed ones do
///                  not run again
[[nodiscard]] LongMotions long_motions(const dynamics::OrbitFamily& family,
                                       const std::vector<Vector>& starts,
                                       const dynamics::LongMotionOptions& options,
                                       const Progress& progress = {}, KeptMotions earlier = {});

} // namespace slideway::studies
