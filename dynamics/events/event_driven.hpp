#pragma once

#include "base/progress.hpp"
#include "dynamics/events/locked_modes_table.hpp"
#include "dynamics/events/motion_record.hpp"

namespace slideway::dynamics {

/// Refuses what event_driven refuses before it begins.
/// @throws InputError  as event_driven
void check_event_driven(const DrySystem& system, const EventDrivenOptions& options);

/// The motion, exact to round-off: between events the system is linear and known in closed form
/// (LockedModes). An event is a sliding velocity that reaches zero or a reaction that reaches its
/// limit; what follows is the only solution of the complementarity problem of the accelerations,
/// and where these vanish, of their rates.
///
/// Steps towards an event are bounded by derivatives (EventSearch): no event is passed over, not
/// even two in a row. Exception: two events of a contact within 1e-9 of a period.
///
/// @throws InputError  t_end <= t_start; negative rates; q, v of another size; contacts that depend
///                     on each other (B B^T singular); samples that would not fit in memory
/// What cannot be computed on, events without end in no time or a system without a complete set of
/// modes (locked_modes), is the `failure` of the record, which holds the motion up to there.
/// @throws std::runtime_error  such a failure at t_start
[[nodiscard]] MotionRecord event_driven(const DrySystem& system, const EventDrivenOptions& options,
                                        const Progress& progress = {});
/// Integrates many short runs of one system, with a shared table. Incomplete runs are of no use.
/// @throws std::runtime_error  a failure
[[nodiscard]] MotionRecord event_driven(LockedModesTable& table, const EventDrivenOptions& options,
                                        const Progress& progress = {});

} // namespace slideway::dynamics
