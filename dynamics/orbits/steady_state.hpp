#pragma once

#include "base/progress.hpp"
#include "dynamics/orbits/bounded_response.hpp"
#include "dynamics/orbits/orbit.hpp"

namespace slideway::dynamics {

struct SteadyStateOptions {
    double tolerance = 1e-10; ///< size of the last Newton step, relative to the motion, > 0
    long long cycles = 10000; ///< at most, simulated in search of the steady state, > 0
};

/// Refuses what steady_state refuses before it begins.
/// @throws InputError  no contact; options out of range; contacts that depend on each other
/// @throws std::runtime_error  as refuse_no_steady_state
void check_steady_state(const DrySystem& system, const SteadyStateOptions& options);

/// The steady state of harmonically driven bodies with dry contacts, without waiting for it.
///
/// The map of a period is the event-driven motion itself, so its fixed points are true orbits, and
/// friction makes it contract (docs/theory/motion_regimes.md): a Newton step is taken if it brings
/// the fixed point nearer, and the motion simulated on if not. Motions that repeat after half a
/// period with opposite sign are sought on half a period; every one does without constant loads on
/// rigid modes. Tangents are exact (saltation matrices).
///
/// Multipliers have modulus <= 1. At 1 a motion neither decays nor grows: free vibration of what a
/// contact that sticks throughout leaves undamped; the steady state without it is given.
///
/// @throws InputError, std::runtime_error  as check_steady_state and event_driven
[[nodiscard]] Orbit steady_state(const DrySystem& system, const SteadyStateOptions& options,
                                 const Progress& progress = {});

} // namespace slideway::dynamics
