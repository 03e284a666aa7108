#pragma once

#include "app/maps/map_results.hpp"
#include "app/model/built_model.hpp"
#include "base/monitor.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace slideway::app {

/// Partial results of a map while its threads compute. The program reads them if it must end before
/// its threads do, because library calls cannot be interrupted.
class MapSoFar {
public:
    using Keep = std::function<void(const MapResults&)>;
    /// Starts a map.
    /// @param source  result of source_of at the beginning of the map
    /// @param keep    called with the partial results after each point, by one thread at a time
    void start(std::vector<std::string> source, Keep keep);
    /// Sets the points. Points that are not computed yet have the status `not_run`.
    void begin(const MapResults& map);
    /// Marks point k as begun. Its status is `interrupted` until it is done.
    void begin(std::size_t k);
    void done(std::size_t k, const studies::PointResult& result);
    void built(std::shared_ptr<const BuiltModel> first);

    /// True if at least one point is computed, by this run or an earlier one.
    [[nodiscard]] bool any() const;
    /// True if this run has computed at least one point.
    [[nodiscard]] bool any_new() const;
    [[nodiscard]] MapResults map() const;
    [[nodiscard]] const std::vector<std::string>& source() const { return source_; }
    [[nodiscard]] std::shared_ptr<const BuiltModel> first() const;

private:
    mutable std::mutex mutex_;
    std::vector<std::string> source_;
    Keep keep_;
    MapResults map_;
    bool any_new_ = false;
    std::shared_ptr<const BuiltModel> first_ = std::make_shared<const BuiltModel>();
};

/// Returns a function that writes the points of a map from time to time. Writing takes at most a
/// twentieth of the time. A failure is reported once, and the map continues. The function refers to
/// case and monitor.
/// @param source  result of source_of
/// @param every   shortest interval between two writes [s]
[[nodiscard]] MapSoFar::Keep point_keeper(const Case& c, std::vector<std::string> source,
                                          std::filesystem::path file, double every,
                                          const Monitor& monitor);

} // namespace slideway::app
