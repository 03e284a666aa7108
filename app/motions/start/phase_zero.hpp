#pragma once

#include "app/motions/start/start.hpp"
#include "dynamics/orbits/orbit_family.hpp"

namespace slideway::app {

/// The key `start`, a table.
void start_at_phase_zero_field(io::Fields& f, StartEntry& e);

/// The state where a harmonic drive has phase 0, 2 m: (q, q'); rest if no start is given. A motion
/// that starts at another phase continues to it.
/// @param built, modal  the model at the parameters of the family, on whose modes the state is
/// given
/// @param tolerance  of Taylor steps on this way
/// @param first      of the inputs of the model, as start_on
/// @throws InputError  as read_start and start_on; the motion breaks off before
[[nodiscard]] Vector state_at_phase_zero(const StartEntry& e, const Case& c,
                                         const BuiltModel& built, const dynamics::ModalModel& modal,
                                         const dynamics::OrbitFamily& family, double tolerance,
                                         std::size_t first = 0);

/// The states of given starts.
/// @param key  of the analysis, that gives them
/// @throws InputError  as start_state, of that key
[[nodiscard]] std::vector<Vector> states_of(const std::string& key, std::vector<StartEntry> starts,
                                            const BuiltModel& built,
                                            const dynamics::ModalModel& modal,
                                            const dynamics::OrbitFamily& family);

/// Returns the states of a grid of starts, or of the single start if the grid is empty.
/// @throws InputError  see state_at_phase_zero and states_of
[[nodiscard]] std::vector<Vector>
states_of_starts(const StartEntry& start, const std::vector<StartEntry>& grid, const Case& c,
                 const BuiltModel& built, const dynamics::ModalModel& modal,
                 const dynamics::OrbitFamily& family, double tolerance);

} // namespace slideway::app
