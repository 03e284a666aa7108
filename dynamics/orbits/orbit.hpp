#pragma once

#include "dynamics/events/event_driven.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// How an orbit was found.
enum class OrbitMethod {
    locked,     ///< every contact sticks throughout
    newton,     ///< Newton's method on the map of a period or half a period
    simulation, ///< the state after many cycles: it may still change
};
[[nodiscard]] std::string orbit_method_name(OrbitMethod method); ///< "locked", "newton", ...

/// A motion that repeats itself after 2 pi / Omega, or the last period of a simulated one. What is
/// said of the period is that of an event-driven run over one full period with the states decided
/// from (q, q').
struct Orbit {
    OrbitMethod method = OrbitMethod::newton;
    bool interrupted = false;
    double t = 0;                      ///< [s] start of the period: a multiple of 2 pi / Omega
    Vector q, v;                       ///< m, at t
    double residual = 0;               ///< |(q, q')(t + T) - (q, q')(t)| / |(q, q')|, energy norm
    double error = 0;                  ///< size of the last Newton step of (q, q')
    std::vector<ContactPeriod> period; ///< k
    std::vector<ContactEvent> events;  ///< within the period
    ComplexVector multipliers;         ///< 2 m: Floquet multipliers, largest modulus first; of a
                                       ///< search alone
    int newton_steps = 0;
    double cycles = 0; ///< simulated on the way

    [[nodiscard]] bool converged() const { return method != OrbitMethod::simulation; }
};

/// The period of an orbit in even steps, without energies.
/// @throws InputError, std::runtime_error  as event_driven
[[nodiscard]] History sampled(const DrySystem& system, const Orbit& orbit, int samples_per_period);

} // namespace slideway::dynamics
