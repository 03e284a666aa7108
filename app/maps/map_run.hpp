#pragma once

#include "app/maps/map_so_far.hpp"
#include "app/model/shared_bodies.hpp"

#include <filesystem>
#include <memory>

namespace slideway::app {

/// True if each point builds its own bodies, because a key of the map belongs to a body.
[[nodiscard]] bool points_have_bodies(const MapEntry& axes);

/// A computed map, and the model of its first point (empty if it could not be built).
struct MapRun {
    Outcome outcome; ///< results; refer to the job
    std::shared_ptr<const MapResults> map;
    std::shared_ptr<const BuiltModel> first = std::make_shared<const BuiltModel>();
};

/// Runs the case at every point. With several ranks(), rank 0 runs the map. The others work for it
/// until it ends, and then throw Interrupted, because they have no results. Bodies are built once.
/// If a key belongs to a body, each point builds its own bodies, one point at a time, unless
/// `shared` has equal ones. Each rank has its own bodies.
/// @param threads  number of points computed at once, >= 1; the results do not depend on it
/// @param folder   folder of results; an interrupted map of the same source is resumed; "": none
/// @param keep_every  interval [s] at which points are written into a hidden file of the folder,
///                    from which a killed run resumes; needs `so_far`
/// @param shared  cache of bodies and modes for other computations; null: a cache for this map only
/// @throws InputError  see check_map; bodies that cannot be built, if they are built once; damaged
///                     results in the folder
[[nodiscard]] MapRun run_map(const Job& job, int threads, const Monitor& monitor,
                             const std::filesystem::path& folder = {}, MapSoFar* so_far = nullptr,
                             double keep_every = 60, std::shared_ptr<SharedBodies> shared = {});

/// The partial results of an interrupted map, from which the same run can resume.
[[nodiscard]] MapRun interrupted_map(const Case& c, const MapSoFar& so_far);

} // namespace slideway::app
