#pragma once

#include "app/analyses/result_pages.hpp"
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

/// Arrays and quantities of a map.
struct MapRecord {
    const MapEntry* axes = nullptr; ///< null in a record that was read
    std::string unit_x, unit_y;     ///< units of the keys
    std::string dimensions;         ///< "x", or "x, y"
    std::vector<std::string> keys;
    std::vector<MapPoint> points;
    std::vector<std::string> status, message; ///< texts of the points
    std::vector<std::string> names;           ///< names of the quantities
    std::vector<studies::Series> quantities;
    std::vector<std::string> source; ///< everything that the numbers depend on
    std::optional<MapBoundaries> boundaries = {};
};
[[nodiscard]] MapRecord map_record(const Case& c, const std::vector<std::string>& source,
                                   const MapResults& map);
void arrays(io::Entries& a, MapRecord& r);
void quantities(io::Entries& q, MapRecord& r);

/// Descriptions of the results of all analyses, and of maps.
[[nodiscard]] std::vector<ResultPage> result_pages();

/// True if a point still has to be computed.
[[nodiscard]] bool is_open(const studies::PointResult& result);

[[nodiscard]] Summary summarise_map(const Case& c, const MapResults& map);

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
