#pragma once

#include "dynamics/orbits/long_motion.hpp"
#include "studies/sweep.hpp"

#include <optional>
#include <vector>

namespace slideway::studies {

/// Of each start: the motion, if it has run.
using KeptMotions = std::vector<std::optional<dynamics::LongMotion>>;

/// Motions from many starts, and the orbits that they settle on.
struct LongMotions {
    std::vector<PointResult> results; ///< of each start, without quantities
    std::vector<dynamics::LongMotion> motions;
    std::vector<dynamics::KnownOrbit> orbits; ///< none twice, in the order of the starts; mirrors
                                              ///< apart; "orbit 1", "mirror of orbit 1", ...
    std::vector<Index> orbit;                 ///< of each start: of orbits, -1: it has not settled

    [[nodiscard]] bool interrupted() const;
    [[nodiscard]] KeptMotions have_run() const; ///< from which what is interrupted goes on
};

/// Runs them side by side on threads(). A start that throws has the status `failed` and the reason;
/// the others go on. Each is computed for itself: the same numbers with any number of threads.
/// @param progress  as in `sweep`; asked within the motions too. Those that are interrupted keep
///                  what they have
/// @param earlier   of an interrupted computation of the same: its motions that have run do not run
///                  again
[[nodiscard]] LongMotions long_motions(const dynamics::OrbitFamily& family,
                                       const std::vector<Vector>& starts,
                                       const dynamics::LongMotionOptions& options,
                                       const Progress& progress = {}, KeptMotions earlier = {});

} // namespace slideway::studies
