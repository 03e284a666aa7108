#pragma once

#include "app/maps/map_results.hpp"
#include "app/model/built_model.hpp"
#include "app/model/shared_bodies.hpp"
#include "app/results/results.hpp"
#include "base/monitor.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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

/// Whether each point builds bodies of its own: a key of the map is one of theirs.
[[nodiscard]] bool points_have_bodies(const MapEntry& axes);

/// Computes the points of the grid and then, round by round, those that refining adds. Other
/// ranks() help with them (helped_points).
/// @param point    gives the result of point k; several of them at once
/// @param earlier  results of an interrupted map over the same points, which are kept
/// @param refused  gets why there is nothing to refine
/// @param so_far   gets every point as soon as it is computed
/// @param scattered  of SharedSweep
[[nodiscard]] MapResults
compute_map(const MapEntry& axes,
            const std::function<studies::PointResult(std::size_t k, const MapPoint&)>& point,
            int threads, const Monitor& monitor, const std::vector<studies::PointResult>& earlier,
            std::string& refused, MapSoFar* so_far = nullptr, bool scattered = true);

/// A map as computed, and the model of its first point (empty if that could not be built).
struct MapRun {
    Outcome outcome; ///< refers to the job
    std::shared_ptr<const MapResults> map;
    std::shared_ptr<const BuiltModel> first = std::make_shared<const BuiltModel>();
};

/// Runs the case at every point. Of several ranks() rank 0 does, and the others help until it has
/// said that all is over; then they throw Interrupted, for they have nothing to tell. Bodies are
/// built once unless a key belongs to a substructure; then one point after the other builds its
/// own, if `shared` has none that are equal; each rank has its own.
/// @param threads  points computed at once, >= 1; the numbers do not depend on it
/// @param folder   of results: a map of the same source that was interrupted there goes on; "":
/// none
/// @param keep_every  [s] with `so_far`: while the map is computed, its points are written so often
/// into a hidden file of the folder, from which a run goes on after a kill
/// @param shared  bodies and modes, with what else uses them; null: of the points alone
/// @throws InputError  as check_map; what building the bodies refuses, if they are built once;
/// damaged results in the folder
[[nodiscard]] MapRun run_map(const Job& job, int threads, const Monitor& monitor,
                             const std::filesystem::path& folder = {}, MapSoFar* so_far = nullptr,
                             double keep_every = 60, std::shared_ptr<SharedBodies> shared = {});

/// The map as far as it came; the same run goes on with it.
[[nodiscard]] MapRun interrupted_map(const Case& c, const MapSoFar& so_far);

} // namespace slideway::app
