#pragma once

#include "app/maps/map_boundaries.hpp"
#include "app/maps/map_points.hpp"
#include "app/results/results.hpp"
#include "studies/sweep.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// What a map has computed: results[k] at points[k]; the grid, then what refining added.
struct MapResults {
    std::vector<MapPoint> points;
    std::vector<studies::PointResult> results;
    std::optional<MapBoundaries> boundaries = {}; ///< if the analysis offers them
};

/// Whether a point still has to be computed.
[[nodiscard]] bool is_open(const studies::PointResult& result);

[[nodiscard]] Summary summarise_map(const Case& c, const MapResults& map);

void write_map(io::ArraySink& sink, const Case& c, const std::vector<std::string>& source,
               const MapResults& map);

/// What an interrupted map left in a folder.
struct EarlierMap {
    bool interrupted = false;                  ///< there is one
    std::vector<studies::PointResult> results; ///< empty unless the source is the same
};

/// Nothing, if the file is not there or holds other results.
/// @throws InputError  it is damaged
[[nodiscard]] EarlierMap read_map(const std::filesystem::path& file,
                                  const std::vector<std::string>& source);

} // namespace slideway::app
