#pragma once

#include "app/analyses/transient/transient.hpp"

#include <string>

namespace slideway::app {

/// Transients whose scheme locates events: event-driven, runge-kutta and taylor.
[[nodiscard]] Outcome run_event_scheme(const Transient& e, const Case& c, const BuiltModel& built,
                                       const Monitor& monitor);
[[nodiscard]] std::string check_event_scheme(const Transient& e, const Case& c,
                                             const BuiltModel& built, const Monitor& monitor);

} // namespace slideway::app
