#include "app/analyses/regimes/orbit.hpp"

#include "app/results/histories.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/simulated_orbit.hpp"
#include "dynamics/orbits/steady_state.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

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

// True if no steady state was found before an interruption.
bool is_cut_short(const Regimes& e, const Orbit& orbit)
{
    return orbit.interrupted && e.method != RegimesMethod::simulation;
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
    if (orbit.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted after " + number_text(orbit.cycles, 6) + " simulated cycles; " +
                    (e.method == RegimesMethod::simulation
                         ? "the last one is kept"
                         : "no steady state yet, one cycle from where the "
                           "search stood is kept");
    }
    if (is_cut_short(e, orbit))
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
    if (orbit.multipliers.size() > 0 && orbit.converged()) // of an orbit
        s.checks.push_back("after one period the motion returns to " +
                           number_text(orbit.residual, 1) + " of itself; estimated error " +
                           number_text(orbit.error, 1) + ", largest multiplier " +
                           number_text(std::abs(orbit.multipliers(0)), 6));
    for (Index k = 0; k < system.n_contacts(); ++k) {
        const dynamics::ContactPeriod& p = orbit.period[static_cast<std::size_t>(k)];
        const std::string& name = system.names[static_cast<std::size_t>(k)];
        const std::string unit = unit_on("m", measure_at(system.measures, k));
        s.lines.push_back(name + ": " + regime_name(p.regime) + ", " + std::to_string(p.stops) +
                          " stops per period, amplitude " + number_text(p.amplitude, 6) + " " +
                          unit + ", " + number_text(p.dissipation, 6) + " J per cycle");
    }
}

void contact_quantities(io::Entries& q, const DrySystem& system, const Orbit& orbit, Index k)
{
    const dynamics::ContactPeriod p =
        q.describes() ? dynamics::ContactPeriod() : orbit.period[static_cast<std::size_t>(k)];
    const StickPhases stick = q.describes() ? StickPhases() : stick_phases(system, orbit, k);
    const auto reversals =
        std::count_if(orbit.events.begin(), orbit.events.end(), [k](const ContactEvent& event) {
            return event.contact == k && event.kind == Transition::reversal;
        });
    q.derived(regime_name(p.regime), "regime", "",
              "continuous (no stops), stick-slip or no-motion; a steady state has no motion up to "
              "1e-9 of the motion that friction can cause");
    q.derived(p.stops, "stops_per_period", "", "phases of sticking in the period");
    q.derived(static_cast<double>(reversals), "reversals_per_period", "",
              "changes of direction without a stop");
    q.derived(p.amplitude, "amplitude", unit_on("m", measure_at(system.measures, k)),
              "(max - min)/2 of the sliding displacement");
    q.derived(p.dissipation, "dissipation_per_cycle", "J", "energy that friction dissipates");
    q.derived(p.sticking, "sticking", "", "fraction of the period");
    const std::string any = "if it sticks";
    q.derived(stick.begin, "stick.begin", "deg",
              "begin of each phase of sticking, from where the drive has phase 0", "k", any);
    q.derived(stick.end, "stick.end", "deg", "end of each phase of sticking", "k", any);
}

void orbit_quantities(io::Entries& q, const Regimes* e, const DrySystem& system, const Orbit& orbit)
{
    const std::string method = "with `steady-state` or `simulation`";
    q.note("`found_by` and the quantities after it exist only " + method +
           ". With several contacts K the names from `regime` on begin with `K.`.");
    q.note("If the response grows without bound, both methods stop and name the frequency (exit "
           "status 1; a failed point of a map). If no steady state is found within "
           "`analysis.cycles`, the status is `no-convergence` (exit status 1), and the motion is "
           "the last of as many cycles from rest.");
    q.derived(e && is_cut_short(*e, orbit) ? std::string("interrupted")
                                           : std::string(orbit_method_name(orbit.method)),
              "found_by", "",
              "locked: every contact holds throughout; newton: a steady state by Newton's method; "
              "simulation");
    q.derived(orbit.cycles, "cycles", "", "number of simulated cycles");
    q.derived(orbit.residual, "change_per_cycle", "",
              "relative change of the motion over the period: 0 for a steady state");
    q.derived(orbit.multipliers.size() > 0 && orbit.converged()
                  ? std::optional(std::abs(orbit.multipliers(0)))
                  : std::nullopt,
              "multiplier.max_abs", "", "largest Floquet multiplier", "", "with `steady-state`");
    if (q.describes() || system.n_contacts() == 1)
        contact_quantities(q, system, orbit, 0);
    else
        q.each_group(system.names, "", "K", "a contact", [&](std::size_t k) {
            contact_quantities(q, system, orbit, static_cast<Index>(k));
        });
}

void orbit_arrays(io::Entries& a, const Orbit& orbit, dynamics::History& samples)
{
    a.array(samples.time, "time", "s", "one period in even steps", "n");
    const bool known = orbit.multipliers.size() > 0 && orbit.converged();
    const ComplexVector multipliers = known ? orbit.multipliers : ComplexVector();
    const std::string with = "for a steady state";
    a.derived(Vector(multipliers.real()), "multipliers/real", "", "Floquet multipliers of a period",
              "2 m", with);
    a.derived(Vector(multipliers.imag()), "multipliers/imag", "", "their imaginary parts", "2 m",
              with);
    a.named(samples.dry, "", "K", "a contact", [&](dynamics::DryHistory& history) {
        dry_arrays(a, history, static_cast<Index>(&history - samples.dry.data()), orbit.events);
    });
}

} // namespace slideway::app
