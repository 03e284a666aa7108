#pragma once

#include "app/maps/map_so_far.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace slideway::app {

/// The points of a map, computed or left where they were interrupted.
struct ComputedMap {
    MapResults map;               ///< without boundaries
    std::string not_refined = {}; ///< why; "": it was, or was not to be
};

/// Computes the points of the grid and then, round by round, those that refining adds. Other
/// ranks() help with them.
/// @param point    gives the result of point k; several of them at once
/// @param earlier  results of an interrupted map over the same points, which are kept
/// @param so_far   gets every point as soon as it is computed
/// @param scattered  of SharedSweep
[[nodiscard]] ComputedMap
compute_map(const MapEntry& axes,
            const std::function<studies::PointResult(std::size_t k, const MapPoint&)>& point,
            int threads, const Monitor& monitor, const std::vector<studies::PointResult>& earlier,
            MapSoFar* so_far = nullptr, bool scattered = true);

} // namespace slideway::app
