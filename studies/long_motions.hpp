#pragma once

#include "studies/bifurcation_diagram.hpp"
#include "studies/outcomes.hpp"

#include <vector>

namespace slideway::studies {

/// Motions from many starts and the orbits on which they settle.
struct LongMotions {
    std::vector<StartedMotion> motions;       ///< per start, with their whole records
    std::vector<dynamics::KnownOrbit> orbits; ///< in the order of the starts, each once; mirrors
                                              ///< are separate: "orbit 1", "mirror of orbit 1", ...
    std::vector<int> label; ///< per start: index into orbits, or a label of outcomes.hpp

    [[nodiscard]] bool interrupted() const;
};

/// Runs the motions in parallel on threads(), as a bifurcation diagram of one value. A start that
/// throws has the status `failed` and the reason; the others continue. They are independent, so the
/// numbers do not depend on the number of threads.
/// @param progress  see `sweep`; also polled within the motions. Interrupted ones keep
///                  what they have
/// @param earlier   motions of an interrupted computation with the same input, one per start, or
///                  none; completed ones do not run again
[[nodiscard]] LongMotions long_motions(const dynamics::OrbitFamily& family,
                                       const std::vector<Vector>& starts,
                                       const dynamics::LongMotionOptions& options,
                                       const Progress& progress = {},
                                       std::vector<StartedMotion> earlier = {});

} // namespace slideway::studies
