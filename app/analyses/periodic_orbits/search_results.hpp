#pragma once

#include "app/analyses/periodic_orbits/orbit_results.hpp"

namespace slideway::app {

/// The states of all starts at each value of the parameter. @param built  of the case itself
/// @throws InputError  as start_state; a value of which there is no model
[[nodiscard]] dynamics::OrbitSearch search_of(const PeriodicOrbits& e, const BuiltModel& built,
                                              const OrbitModel& model);

/// Searches for branches from all starts, and stores the outcome of each start.
/// @throws Interrupted  before there is a branch
void search(const PeriodicOrbits& e, const OrbitModel& model, const Monitor& monitor,
            OrbitResults& results);

/// Describes the outcomes of the starts.
void outcome_quantities(io::Entries& q, const OrbitResults& r);
/// Describes the quantities of the branches that a search found.
void found_quantities(io::Entries& q, const OrbitResults& r);
/// Adds the list of branches that a search found.
void report_search(const OrbitResults& r, Summary& s);

} // namespace slideway::app
