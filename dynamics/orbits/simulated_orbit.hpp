#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/orbit.hpp"

namespace slideway::dynamics {

/// Where a motion stands after whole periods of the drive, whose phase is then that of t = 0.
struct WholePeriods {
    bool interrupted = false; ///< after the period begun, which was completed
    double t = 0;             ///< [s]
    double periods = 0;       ///< since t = 0
    Vector q, v;              ///< m, at t
};
/// @param options  of the run; its start, at a multiple of the period
/// @param cycles   that it ends after, counted from t = 0
[[nodiscard]] WholePeriods whole_periods(LockedModesTable& table, EventDrivenOptions options,
                                         long long cycles, const Progress& progress = {});

/// Refuses what simulated_orbit refuses before it begins.
/// @throws InputError  no contact; as event_driven
/// @throws std::runtime_error  as refuse_no_steady_state
void check_simulated_orbit(const DrySystem& system, long long cycles);

/// The last of `cycles` periods from rest, or the one after an interruption.
/// @throws InputError, std::runtime_error  as check_simulated_orbit and event_driven
[[nodiscard]] Orbit simulated_orbit(const DrySystem& system, long long cycles,
                                    const Progress& progress = {});

} // namespace slideway::dynamics
