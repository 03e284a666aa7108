#pragma once

#include "app/analyses/regimes/regimes.hpp"
#include "dynamics/orbits/steady_state.hpp"
#include "io/array_sink.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// The motion over one period that a `regimes` analysis computed, by its method.
struct Orbit {
    std::string found_by; ///< "locked", "newton" or "simulation"
    bool interrupted = false;
    double t = 0; ///< [s] start of the period, where the drive has phase 0
    Vector q, v;  ///< m, there
    std::vector<dynamics::ContactPeriod> period; ///< k
    std::vector<dynamics::ContactEvent> events;  ///< within the period
    ComplexVector multipliers;                   ///< of a steady state; largest modulus first
    double error = 0, residual = 0;              ///< of a steady state, as there
    int newton_steps = 0;
    double cycles = 0;                   ///< simulated
    dynamics::EventDrivenResult samples; ///< of the period, by `sample`
};

/// @throws InputError, std::runtime_error  as steady_state and event_driven
[[nodiscard]] Orbit compute_orbit(const Regimes& e, const dynamics::DrySystem& system,
                                  const Progress& progress);

/// Samples the period of an orbit at even steps. @throws std::runtime_error  as event_driven
void sample(const dynamics::DrySystem& system, Orbit& orbit);

/// Adds the regime of each contact and what belongs to it; names carry the contact if there are
/// several.
void summarise(const Regimes& e, const dynamics::DrySystem& system, const Orbit& orbit,
               Summary& summary);

/// Writes orbit/: its samples and the events of each contact.
void write_orbit(io::ArraySink& sink, const dynamics::DrySystem& system, const Orbit& orbit);

} // namespace slideway::app
