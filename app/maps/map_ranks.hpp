#pragma once

#include "app/maps/map_boundaries.hpp"
#include "app/maps/map_points.hpp"
#include "studies/shared_sweep.hpp"

#include <functional>
#include <string>
#include <vector>

/// What the ranks of a map tell each other.
namespace slideway::app {

/// By which other ranks know the points `which` of a map.
[[nodiscard]] std::string points_header(const std::vector<MapPoint>& points,
                                        const std::vector<std::size_t>& which);

/// Ranks but 0: compute points and boundaries of the map that rank 0 hands out, until all is over.
/// @param point  gives the result of one; several of them at once
void help_map(Ranks& ranks, int threads, const Monitor& monitor, const BoundaryWork& boundaries,
              const std::function<studies::PointResult(const MapPoint&)>& point);

} // namespace slideway::app
