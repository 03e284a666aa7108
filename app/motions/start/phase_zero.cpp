#include "app/motions/start/phase_zero.hpp"

#include "base/error.hpp"
#include "dynamics/orbits/orbit_family.hpp"
#include "dynamics/orbits/passage.hpp"

#include <cmath>
#include <numbers>

namespace slideway::app {

void start_at_phase_zero_field(io::Fields& f, StartEntry& e)
{
    f.table(
        {.name = "start",
         .help =
             "at phase 0 of the drive: of all states with these displacements and velocities that "
             "of least energy, or a motion of earlier results",
         .default_text = "rest"},
        e.given, [&e](io::Fields& s) { start_fields(s, e); });
    if (e.given && e.results.empty() && e.displacement.empty() && e.velocity.empty())
        f.refuse("start", "give displacement or velocity, or results");
}

Vector state_at_phase_zero(const StartEntry& e, const Case& c, const BuiltModel& built,
                           const dynamics::ModalModel& modal, const dynamics::OrbitFamily& family,
                           double tolerance, std::size_t first)
{
    Vector z = Vector::Zero(2 * family.m());
    if (!e.given)
        return z;
    const dynamics::JointedSystem& system = family.system();
    const StartSource source = read_start(e, c);
    const double t = start_time(source, {}, system.Omega);
    const Start start = start_on(e, source, c, built, modal, system, t, first);
    z << start.state.q, start.state.v;
    z = family.to_states(z);
    constexpr double turn = 2 * std::numbers::pi, none = 1e-12;
    const double phase = std::fmod(system.Omega * t, turn);
    if (phase <= none * turn || turn - phase <= none * turn)
        return z;
    dynamics::PassageOptions options;
    options.tolerance = tolerance;
    const dynamics::Passage passage =
        family.passage(z, phase, (turn - phase) / system.Omega, options);
    if (!passage.failure.empty())
        throw InputError(e.table, "\"" + e.results + "\"",
                         "the motion breaks off before phase 0 of the drive: " + passage.failure);
    return passage.end;
}

std::vector<Vector> states_of(const std::string& key, std::vector<StartEntry> starts,
                              const BuiltModel& built, const dynamics::ModalModel& modal,
                              const dynamics::OrbitFamily& family)
{
    std::vector<Vector> all;
    for (StartEntry& start : starts) {
        start.table = key;
        const dynamics::ModalState state = requested_state(start, built, modal, family.system(), 0);
        Vector z(2 * family.m());
        z << state.q, state.v;
        all.push_back(family.to_states(z));
    }
    return all;
}

std::vector<Vector> states_of_starts(const StartEntry& start, const std::vector<StartEntry>& grid,
                                     const Case& c, const BuiltModel& built,
                                     const dynamics::ModalModel& modal,
                                     const dynamics::OrbitFamily& family, double tolerance)
{
    if (grid.empty())
        return {state_at_phase_zero(start, c, built, modal, family, tolerance)};
    return states_of("starts", grid, built, modal, family);
}

} // namespace slideway::app
