#pragma once

#include "app/analyses.hpp"

namespace slideway::app {

/// A transient with scheme = "event-driven": as run_transient and check_transient.
Outcome run_event_driven(const Case& c, const BuiltModel& built, bool quiet);
void check_event_driven(const Case& c, const BuiltModel& built);

} // namespace slideway::app
