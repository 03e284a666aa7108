#pragma once

#include "base/progress.hpp"
#include "dynamics/events/event_driven.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

struct SteadyStateOptions {
    double tolerance = 1e-10; ///< of the last Newton step, relative to the motion, > 0
    long long cycles = 10000; ///< at most, simulated in search of the steady state, > 0
};

/// How a steady state was found.
enum class SteadyStateMethod {
    locked,     ///< every contact sticks throughout
    newton,     ///< Newton's method on the map of a period or half a period
    simulation, ///< Newton's method did not converge: the state after `cycles`
};
[[nodiscard]] std::string steady_state_method_name(SteadyStateMethod method);

/// A motion that repeats itself after 2 pi / Omega, from t = 0. What is said of the period is that
/// of an event-driven run over one full period with the states decided from (q, q').
struct SteadyState {
    SteadyStateMethod method = SteadyStateMethod::newton;
    bool interrupted = false;
    Vector q, v;                       ///< m, at t = 0
    double residual = 0;               ///< |(q, q')(T) - (q, q')(0)| / |(q, q')|, energy norm
    double error = 0;                  ///< of (q, q'), likewise: size of the last Newton step
    std::vector<ContactPeriod> period; ///< k
    std::vector<ContactEvent> events;  ///< within the period
    ComplexVector multipliers;         ///< 2 m: Floquet multipliers, largest modulus first
    int newton_steps = 0;
    double cycles = 0; ///< simulated on the way

    [[nodiscard]] bool converged() const { return method != SteadyStateMethod::simulation; }
};

/// Whether undamped modes are driven at their own frequency by more than friction takes of it, of
/// one mode at most 4/pi limit |b|: the motion grows for ever.
[[nodiscard]] bool grows_without_bound(const DrySystem& system);
/// @throws std::runtime_error  grows_without_bound; a constant load on a rigid motion exceeds what
///                             friction takes of it
void refuse_no_steady_state(const DrySystem& system);

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
/// @throws InputError  no contact; options out of range; as event_driven
/// @throws std::runtime_error  the response to an undamped resonance grows without bound; as
///                             event_driven
[[nodiscard]] SteadyState steady_state(const DrySystem& system, const SteadyStateOptions& options,
                                       const Progress& progress = {});

} // namespace slideway::dynamics
