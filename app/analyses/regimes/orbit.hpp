#pragma once

#include "app/analyses/regimes/regimes.hpp"
#include "dynamics/orbits/orbit.hpp"
#include "io/array_sink.hpp"

namespace slideway::app {

/// Refuses what compute_orbit refuses before it begins.
/// @throws InputError, std::runtime_error  as check_steady_state and check_simulated_orbit
void check_orbit(const Regimes& e, const dynamics::DrySystem& system);

/// The motion over one period, by the method of the analysis.
/// @throws InputError, std::runtime_error  as steady_state and simulated_orbit
[[nodiscard]] dynamics::Orbit compute_orbit(const Regimes& e, const dynamics::DrySystem& system,
                                            const Progress& progress);

/// Adds lines about the regime of each contact.
void summarise(const Regimes& e, const dynamics::DrySystem& system, const dynamics::Orbit& orbit,
               Summary& summary);
/// Describes the quantities of a motion; names carry the contact if there are several.
/// @param e  null for documents
void orbit_quantities(io::Entries& q, const Regimes* e, const dynamics::DrySystem& system,
                      const dynamics::Orbit& orbit);
/// Describes orbit/: samples of its period, and the events of each contact.
void orbit_arrays(io::Entries& a, const dynamics::Orbit& orbit, dynamics::History& samples);

} // namespace slideway::app
