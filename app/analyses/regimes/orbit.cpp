#include "app/analyses/regimes/orbit.hpp"

#include "app/results/histories.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/simulated_orbit.hpp"
#include "dynamics/orbits/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::ContactEvent;
using dynamics::DrySystem;
using dynamics::Orbit;
using dynamics::OrbitMethod;
using dynamics::Transition;

double period_of(const dynamics::DrivenModes& system)
{
    return 2 * std::numbers::pi / system.Omega;
}

// Begin and end of each stick phase, in degrees of the excitation; ends follow their begin.
struct StickPhases {
    std::vector<double> begin, end;
};

StickPhases stick_phases(const DrySystem& system, const Orbit& orbit, Index contact)
{
    StickPhases phases;
    double open = -1; // end of a phase that began in the period before
    auto degrees = [&](double t) -> double { return (t - orbit.t) / period_of(system) * 360; };
    for (const ContactEvent& event : orbit.events) {
        if (event.contact != contact)
            continue;
        if (event.kind == Transition::stick)
            phases.begin.push_back(degrees(event.time));
        else if (event.kind == Transition::slip && phases.begin.empty())
            open = degrees(event.time);
        else if (event.kind == Transition::slip)
            phases.end.push_back(degrees(event.time));
    }
    if (open >= 0 && phases.begin.size() > phases.end.size())
        phases.end.push_back(open + 360);
    if (phases.end.size() < phases.begin.size())
        phases.begin.resize(phases.end.size()); // still settling
    return phases;
}

dynamics::SteadyStateOptions options_of(const Regimes& e)
{
    dynamics::SteadyStateOptions options;
    options.cycles = e.cycles;
    return options;
}

} // namespace

void check_orbit(const Regimes& e, const DrySystem& system)
{
    if (e.method == RegimesMethod::simulation)
        dynamics::check_simulated_orbit(system, e.cycles);
    else
        dynamics::check_steady_state(system, options_of(e));
}

Orbit compute_orbit(const Regimes& e, const DrySystem& system, const Progress& progress)
{
    if (e.method == RegimesMethod::simulation)
        return simulated_orbit(system, e.cycles, progress);
    return steady_state(system, options_of(e), progress);
}

void summarise(const Regimes& e, const DrySystem& system, const Orbit& orbit, Summary& s)
{
    auto add = [&s](const std::string& name, double value, const std::string& unit) -> void {
        s.quantities.push_back({name, {value}, unit});
    };
    if (orbit.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted after " + number_text(orbit.cycles, 6) + " simulated cycles; " +
                    (e.method == RegimesMethod::simulation
                         ? "the last one is kept"
                         : "no steady state yet, one cycle from where the "
                           "search stood is kept");
    }
    const bool cut_short = orbit.interrupted && e.method != RegimesMethod::simulation;
    s.quantities.push_back(
        {"found_by", {}, "", {cut_short ? "interrupted" : orbit_method_name(orbit.method)}});
    add("cycles", orbit.cycles, "");
    add("change_per_cycle", orbit.residual, "");
    if (cut_short)
        s.lines.push_back(
            "no steady state: the results are one cycle from the last iterate of the search, "
            "which changed the motion by " +
            number_text(orbit.residual, 2) + " of itself");
    else if (orbit.method == OrbitMethod::newton)
        s.lines.push_back("steady state by Newton's method, " + std::to_string(orbit.newton_steps) +
                          " steps over " + number_text(orbit.cycles, 6) + " simulated cycles");
    else if (orbit.method == OrbitMethod::locked)
        s.lines.push_back("steady state: every contact holds throughout");
    else if (e.method == RegimesMethod::simulation)
        s.lines.push_back(
            "simulated over " + number_text(orbit.cycles, 6) +
            " cycles from rest; the results are the last cycle, which changed the motion by " +
            number_text(orbit.residual, 2) + " of itself");
    else {
        s.status = Status::no_convergence;
        s.message =
            "no steady state found within " + number_text(orbit.cycles, 6) +
            " cycles; what follows is the last of as many from rest, which changed the "
            "motion by " +
            number_text(orbit.residual, 2) + " of itself. " +
            (pushes_rigid_motion(system) ? "Under its constant load it may creep on for ever"
                                         : "Raise analysis.cycles");
    }
    if (orbit.multipliers.size() > 0 && orbit.converged()) { // of an orbit
        add("multiplier.max_abs", std::abs(orbit.multipliers(0)), "");
        s.checks.push_back("after one period the motion returns to " +
                           number_text(orbit.residual, 1) + " of itself; estimated error " +
                           number_text(orbit.error, 1) + ", largest multiplier " +
                           number_text(std::abs(orbit.multipliers(0)), 6));
    }
    for (Index k = 0; k < system.n_contacts(); ++k) {
        const dynamics::ContactPeriod& p = orbit.period[static_cast<std::size_t>(k)];
        const std::string& name = system.names[static_cast<std::size_t>(k)];
        const std::string prefix = system.n_contacts() > 1 ? name + "." : "";
        const StickPhases stick = stick_phases(system, orbit, k);
        const std::string unit = unit_on("m", measure_at(system.measures, k));
        s.quantities.push_back({prefix + "regime", {}, "", {regime_name(p.regime)}});
        add(prefix + "stops_per_period", p.stops, "");
        add(prefix + "reversals_per_period",
            static_cast<double>(std::count_if(orbit.events.begin(), orbit.events.end(),
                                              [k](const ContactEvent& event) {
                                                  return event.contact == k &&
                                                         event.kind == Transition::reversal;
                                              })),
            "");
        add(prefix + "amplitude", p.amplitude, unit);
        add(prefix + "dissipation_per_cycle", p.dissipation, "J");
        add(prefix + "sticking", p.sticking, "");
        if (!stick.begin.empty()) {
            s.quantities.push_back(list(prefix + "stick.begin", stick.begin, "deg"));
            s.quantities.push_back(list(prefix + "stick.end", stick.end, "deg"));
        }
        s.lines.push_back(name + ": " + regime_name(p.regime) + ", " + std::to_string(p.stops) +
                          " stops per period, amplitude " + number_text(p.amplitude, 6) + " " +
                          unit + ", " + number_text(p.dissipation, 6) + " J per cycle");
    }
}

void write_orbit(io::ArraySink& sink, const Orbit& orbit, const dynamics::History& run)
{
    sink.write("orbit/time", run.time, "s", "one period, even steps");
    if (orbit.multipliers.size() > 0 && orbit.converged()) {
        sink.write("orbit/multipliers/real", Vector(orbit.multipliers.real()), "",
                   "Floquet multipliers of a period");
        sink.write("orbit/multipliers/imag", Vector(orbit.multipliers.imag()), "",
                   "Floquet multipliers of a period");
    }
    for (std::size_t k = 0; k < run.dry.size(); ++k)
        write_dry(sink, "orbit/" + run.dry[k].name + "/", run.dry[k], static_cast<Index>(k),
                  orbit.events);
}

} // namespace slideway::app
