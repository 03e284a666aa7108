#pragma once

#include "app/build_model.hpp"
#include "app/case.hpp"
#include "app/results.hpp"
#include "studies/sweep.hpp"

#include <vector>

namespace slideway::app {

/// The case of each point of c.map, in the order of its values: c with one more override, without
/// map and expectations. Reads all of them, so that a map with a wrong value does not begin.
/// @throws InputError  an unknown key; a value that the reader refuses; a body that is exported
[[nodiscard]] std::vector<Case> map_points(const Case& c);

/// A map as computed, and the model of its first point (empty if that could not be built).
struct MapRun {
    Outcome outcome; ///< refers to the case
    std::vector<studies::PointResult> points;
    BuiltModel first;
};

/// Runs every point. Bodies are built once unless the key belongs to a substructure; then one point
/// after the other builds its own.
/// @param threads  points computed at once, >= 1; the numbers do not depend on it
/// @throws InputError  as map_points; what building the bodies refuses, if they are built once
[[nodiscard]] MapRun run_map(const Case& c, int threads, bool quiet);

/// "map over contact.rub.friction: 61 values, 0 to 0.6"
[[nodiscard]] std::string describe_map(const Case& c);

} // namespace slideway::app
