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

/// What a map has while its threads compute, for a program that must end before they do: calls of
/// libraries cannot be ended.
class MapSoFar {
public:
    using Keep = std::function<void(const MapResults&)>;
    /// @param source  as source_of when the map begins
    /// @param keep    sees what there is after each point, one thread at a time
    void start(std::vector<std::string> source, Keep keep);
    /// Its points are known; those that are not computed yet are `not_run`.
    void begin(const MapResults& map);
    /// A point begins: `interrupted` until it is done.
    void begin(std::size_t k);
    void done(std::size_t k, const studies::PointResult& result);
    void built(std::shared_ptr<const BuiltModel> first);

    /// Whether a point has been computed, by an earlier run perhaps.
    [[nodiscard]] bool any() const;
    /// Whether one has been by this run.
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

/// Writes the points of a map from time to time; the time that this takes is at most a twentieth of
/// all. What cannot be written is told once: the map itself goes on. Refers to case and monitor.
/// @param source  as source_of
/// @param every   [s] at least between two writings
[[nodiscard]] MapSoFar::Keep point_keeper(const Case& c, std::vector<std::string> source,
                                          std::filesystem::path file, double every,
                                          const Monitor& monitor);

} // namespace slideway::app
