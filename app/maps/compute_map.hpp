#pragma once

#include "app/maps/map_so_far.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace slideway::app {

/// The computed points of a map. After an interruption some points are not computed.
struct ComputedMap {
    MapResults map;               ///< results without boundaries
    std::string not_refined = {}; ///< reason why the map was not refined; empty if it was, or if no
                                  ///< refinement was requested
};

/// Computes the points of the grid and then, round by round, the points of the refinement. Other
/// ranks() share the work.
/// @param point    computes point k; called by several threads at once
/// @param earlier  results of an interrupted map over the same points, which are reused
/// @param so_far   receives every point as soon as it is computed
/// @param scattered  see SharedSweep
[[nodiscard]] ComputedMap
compute_map(const MapEntry& axes,
            const std::function<studies::PointResult(std::size_t k, const MapPoint&)>& point,
            int threads, const Monitor& monitor, const std::vector<studies::PointResult>& earlier,
            MapSoFar* so_far = nullptr, bool scattered = true);

} // namespace slideway::app
