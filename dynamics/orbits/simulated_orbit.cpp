#include "dynamics/orbits/simulated_orbit.hpp"

#include "dynamics/orbits/bounded_response.hpp"
#include "dynamics/orbits/refusals.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double ended = 1e-6; // of a period: a run that stops so late has ended it

EventDrivenOptions run_from_rest(const DrySystem& system, long long cycles)
{
    EventDrivenOptions options;
    options.t_end = static_cast<double>(cycles) * 2 * std::numbers::pi / system.Omega;
    options.energies = false;
    return options;
}

} // namespace

WholePeriods whole_periods(LockedModesTable& table, EventDrivenOptions options, long long cycles,
                           const Progress& progress)
{
    const double T = 2 * std::numbers::pi / table.system().Omega;
    options.t_end = static_cast<double>(cycles) * T;
    MotionRecord run = event_driven(table, options, progress);
    WholePeriods periods{run.interrupted, run.t_stop, std::ceil(run.t_stop / T - ended), {}, {}};
    if (run.interrupted && run.t_stop < periods.periods * T) {
        options.t_start = run.t_stop;
        options.t_end = periods.periods * T;
        options.q = std::move(run.q);
        options.v = std::move(run.v);
        run = event_driven(table, options);
        periods.t = run.t_stop;
    }
    periods.q = std::move(run.q);
    periods.v = std::move(run.v);
    return periods;
}

void check_simulated_orbit(const DrySystem& system, long long cycles)
{
    refuse_no_contact(system);
    refuse_no_steady_state(system);
    check_event_driven(system, run_from_rest(system, cycles));
}

Orbit simulated_orbit(const DrySystem& system, long long cycles, const Progress& progress)
{
    check_simulated_orbit(system, cycles);
    LockedModesTable table(system);
    const double T = 2 * std::numbers::pi / system.Omega;
    EventDrivenOptions options = run_from_rest(system, cycles);
    Orbit orbit;
    orbit.method = OrbitMethod::simulation;
    if (cycles > 1) {
        WholePeriods before = whole_periods(table, options, cycles - 1, progress);
        orbit.interrupted = before.interrupted;
        options.t_start = before.t;
        options.q = std::move(before.q);
        options.v = std::move(before.v);
    }
    options.t_end = options.t_start + T;
    MotionRecord last = event_driven(table, options);
    orbit.t = options.t_start;
    orbit.q = options.q.size() > 0 ? std::move(options.q) : Vector::Zero(system.n_modes());
    orbit.v = options.v.size() > 0 ? std::move(options.v) : Vector::Zero(system.n_modes());
    orbit.period = std::move(last.last_period);
    orbit.events = std::move(last.history.events);
    orbit.cycles = orbit.interrupted ? last.t_stop / T : static_cast<double>(cycles);
    // Without a steady state to compare with: how much the last cycle still changes.
    const Vector weight = system.modes.omega.cwiseMax(system.Omega);
    const double size =
        std::sqrt(orbit.q.cwiseProduct(weight).squaredNorm() + orbit.v.squaredNorm());
    const double change = std::sqrt((last.q - orbit.q).cwiseProduct(weight).squaredNorm() +
                                    (last.v - orbit.v).squaredNorm());
    const double from_rest = change > 0 ? 1 : 0;
    orbit.residual = size > 0 ? change / size : from_rest;
    return orbit;
}

} // namespace slideway::dynamics
