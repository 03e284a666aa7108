#pragma once

#include "app/analyses/analyses.hpp"

namespace slideway::app {

/// Whether a scheme of transients locates events: "event-driven", "runge-kutta".
[[nodiscard]] bool locates_events(const std::string& scheme);

/// A transient with such a scheme: as run_transient and check_transient.
Outcome run_event_scheme(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_event_scheme(const Case& c, const BuiltModel& built, const Monitor& monitor = {});

} // namespace slideway::app
