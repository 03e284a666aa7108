#pragma once

#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/restart.hpp"
#include "studies/sweep.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace slideway::studies {

/// Levels of a forced response; they do not depend on each other.
struct ResponseLevels {
    const dynamics::HarmonicBalance& model;
    std::vector<dynamics::ForcedResponseOptions> options;        ///< one per level
    std::vector<std::optional<dynamics::Restart>> restarts = {}; ///< one per level, or none at all
};

/// What became of a level.
struct LevelCurves {
    dynamics::ForcedResponse response;
    bool new_points = false;                        ///< that its restart does not hold
    std::optional<std::array<double, 2>> unreached; ///< of the range [rad/s]: dynamics::unreached
};

/// Takes the curves of level k; called by several threads at once, for a level once.
using KeepLevel = std::function<void(std::size_t k, LevelCurves curves)>;

/// Computes the levels side by side on threads() of all ranks(), and gives the curves of each to
/// `keep`. Ranks but 0 help, and throw Interrupted when all is over. A level
/// that throws, or whose `keep` does, has the status `failed` and the reason; the others go on.
/// Curves that a restart extends are kept where their level fails, or is not begun.
///
/// @param progress  as in `sweep`; asked within the levels too
/// @return one per level, without quantities
[[nodiscard]] std::vector<PointResult>
response_levels(const ResponseLevels& levels, const KeepLevel& keep, const Progress& progress = {});

} // namespace slideway::studies
