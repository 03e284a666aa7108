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

/// Independent levels of a forced response.
struct ResponseLevels {
    const dynamics::HarmonicBalance& model;
    std::vector<dynamics::ForcedResponseOptions> options;        ///< one per level
    std::vector<std::optional<dynamics::Restart>> restarts = {}; ///< one per level, or none at all
};

/// Result of a level.
struct LevelCurves {
    dynamics::ForcedResponse response;
    bool new_points = false; ///< true if the response has points that its restart lacks
    /// Range without points [rad/s]; see dynamics::unreached.
    std::optional<std::array<double, 2>> unreached;
};

/// Receives the curves of level k. It is called once per level, by several threads at once.
using KeepLevel = std::function<void(std::size_t k, LevelCurves curves)>;

/// Computes the levels in parallel on threads() of all ranks(), and passes the curves of each to
/// `keep`. Ranks other than 0 share the work, and throw Interrupted at the end. A level that
/// throws, or whose `keep` throws, has the status `failed` and the reason; the others continue. If
/// a level fails or does not begin, the curves of its restart are kept.
///
/// @param progress  see `sweep`; also polled within the levels
/// @return one per level, without quantities
[[nodiscard]] std::vector<PointResult>
response_levels(const ResponseLevels& levels, const KeepLevel& keep, const Progress& progress = {});

} // namespace slideway::studies
