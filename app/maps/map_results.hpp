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

/// Results of a map: results[k] belongs to points[k]. The points of the grid come first, then those
/// of the refinement.
struct MapResults {
    std::vector<MapPoint> points;
    std::vector<studies::PointResult> results;
    std::optional<MapBoundaries> boundaries = {}; ///< boundaries, if the analysis offers them
};

/// True if a point still has to be computed.
[[nodiscard]] bool is_open(const studies::PointResult& result);

[[nodiscard]] Summary summarise_map(const Case& c, const MapResults& map);

void write_map(io::ArraySink& sink, const Case& c, const std::vector<std::string>& source,
               const MapResults& map);

/// Points of an interrupted map that were found in a folder.
struct EarlierMap {
    bool interrupted = false;                  ///< true if there is an interrupted map
    std::vector<studies::PointResult> results; ///< empty unless the sources are equal
};

/// Reads an interrupted map. Returns nothing if the file does not exist or holds other results.
/// @throws InputError  the file is damaged
[[nodiscard]] EarlierMap read_map(const std::filesystem::path& file,
                                  const std::vector<std::string>& source);

} // namespace slideway::app
