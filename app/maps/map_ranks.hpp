#pragma once

#include "app/maps/map_boundaries.hpp"
#include "app/maps/map_points.hpp"
#include "studies/shared_sweep.hpp"

#include <functional>
#include <string>
#include <vector>

/// Messages between the ranks of a map.
namespace slideway::app {

/// Header of a task: the points `which` of a map, in serialised form.
[[nodiscard]] std::string points_header(const std::vector<MapPoint>& points,
                                        const std::vector<std::size_t>& which);

/// Worker loop of all ranks except 0: computes points and boundaries that rank 0 assigns, until the
/// map is complete.
/// @param point  computes a point; called by several threads at once
void help_map(Ranks& ranks, int threads, const Monitor& monitor, const BoundaryWork& boundaries,
              const std::function<studies::PointResult(const MapPoint&)>& point);

} // namespace slideway::app
