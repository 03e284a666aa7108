#pragma once

#include "app/maps/map_so_far.hpp"
#include "app/model/shared_bodies.hpp"

#include <filesystem>
#include <memory>

namespace slideway::app {

/// Whether each point builds bodies of its own: a key of the map is one of theirs.
[[nodiscard]] bool points_have_bodies(const MapEntry& axes);

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
