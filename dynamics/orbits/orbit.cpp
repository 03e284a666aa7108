#include "dynamics/orbits/orbit.hpp"

#include <numbers>

namespace slideway::dynamics {

std::string orbit_method_name(OrbitMethod method)
{
    switch (method) {
    case OrbitMethod::locked:
        return "locked";
    case OrbitMethod::newton:
        return "newton";
    case OrbitMethod::simulation:
        return "simulation";
    }
    return "";
}

History sampled(const DrySystem& system, const Orbit& orbit, int samples_per_period)
{
    const double T = 2 * std::numbers::pi / system.Omega;
    EventDrivenOptions options;
    options.energies = false;
    options.t_start = orbit.t;
    options.t_end = orbit.t + T;
    options.q = orbit.q;
    options.v = orbit.v;
    options.history_rate_hz = samples_per_period / T;
    LockedModesTable table(system);
    return event_driven(table, options).history;
}

} // namespace slideway::dynamics
