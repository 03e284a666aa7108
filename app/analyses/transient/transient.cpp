#include "app/analyses/transient/transient.hpp"

#include "app/analyses/transient/transient_results.hpp"
#include "app/case/values_fields.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <limits>
#include <numbers>

namespace slideway::app {

using dynamics::Scheme;
using io::Range;

namespace {

constexpr double undriven_samples = 10000; // of a run that locates events, without a drive
constexpr double samples_per_period = 64;  // of one with

void start_fields(io::Fields& f, Transient& e)
{
    f.choice_or_table(
        {"start", "",
         "auto: the equilibrium under the constant loads (forward-increment and modal-propagator, "
         "of linear joints), or else rest; rest: undeformed; a table: of all states with these "
         "displacements and velocities that of least energy, or (event-driven, "
         "runge-kutta, taylor) a motion of earlier results"},
        e.options.start, e.start.given, [&](io::Fields& s) { start_fields(s, e.start); });
    if (e.start.given && e.start.results.empty() && e.start.displacement.empty() &&
        e.start.velocity.empty())
        f.refuse("start", "give displacement or velocity, or results");
}

void statistics_fields(io::Fields& f, dynamics::StateStatistics& s)
{
    double from = 0;
    f.number({"from", "s", "time from which on; energies and slip paths are from the start", false,
              Range::any(), "end of the ramps"},
             from);
    if (f.has("from"))
        s.from = from;
    f.number(
        {"episode", "s", "shortest stick or opening that is counted", false, Range::positive()},
        s.episode);
    f.number({"window", "s",
              "over which the normal force is averaged for its largest value (that of one step "
              "depends on the step); at least a step",
              false, Range::positive()},
             s.window);
}

} // namespace

dynamics::TransientOptions options_of(const Transient& e, const Case& c, double t_start)
{
    dynamics::TransientOptions t = e.options;
    t.t_start = t_start;
    if (e.cycles == 0 && !(t.t_end > t.t_start))
        throw InputError(c.analysis.places.of("t_end"), "analysis.t_end", number_text(t.t_end),
                         "must be later than t_start = " + number_text(t.t_start) + " s");
    t.history_rate_hz = c.output.history_rate_hz;
    t.fields_rate_hz = c.output.fields_rate_hz;
    if (!locates_events(t.scheme))
        return t;
    const bool usual_rate = !c.output.places.keys.contains("history_rate_hz");
    const bool steps = has_tolerance(t.scheme);
    if (!(c.excitation.Omega > 0)) {
        if (!steps || e.cycles > 0)
            throw InputError(c.analysis.places.of("scheme"), "analysis.scheme",
                             quoted_name(t.scheme),
                             steps ? "give t_end, or the frequency of a drive in [excitation]"
                                   : "give the frequency of the drive in [excitation]");
        if (usual_rate && t.t_end > t.t_start)
            t.history_rate_hz = undriven_samples / (t.t_end - t.t_start);
        return t;
    }
    const double period = 2 * std::numbers::pi / c.excitation.Omega;
    if (e.cycles > 0)
        t.t_end = t.t_start + e.cycles * period;
    if (usual_rate)
        t.history_rate_hz = samples_per_period / period;
    return t;
}

namespace {

// Wear of patches, in runge-kutta.
void wear_fields(io::Fields& f, Transient& e)
{
    f.text_or_texts(
        {.name = "wear",
         .help =
             "runge-kutta: joints of law patch, of which the energy dissipated per area is wanted",
         .default_text = "none"},
        e.wear);
    f.refuse_repeated("wear", e.wear);
    if (f.has("wear") && e.options.scheme != Scheme::runge_kutta)
        f.refuse("wear", "patches move in runge-kutta alone");
    f.integer({"wear_cells", "", "about how many cells of each such area", false,
               Range::between(4, 1000000)},
              e.wear_cells);
    if (f.has("wear_cells") && !f.has("wear"))
        f.refuse("wear_cells", "give wear, or leave it out");
}

} // namespace

void fields(io::Fields& f, Transient& e)
{
    dynamics::TransientOptions& t = e.options;
    f.choice({"scheme"}, t.scheme);
    const bool steps = has_tolerance(t.scheme);
    const bool events = locates_events(t.scheme);
    f.number({"h", "s", "time step", false, Range::positive(),
              "0.9 of the step limit; modal-propagator: 1/20 of a sample (with contact at "
              "most 1/10)"},
             t.h);
    start_fields(f, e);
    if (!e.start.results.empty() && !events)
        f.refuse("start", "results of earlier runs are for event-driven, runge-kutta and taylor; "
                          "give displacement or velocity, or a word");
    f.choice(
        {"separation", "",
         "when a slave node opens or an open one closes: stop, or follow (impacts are those "
         "of the scheme: the normal velocity is lost). With sticking = \"follow\" follow unless "
         "given"},
        t.separation);
    f.choice({"sticking", "",
              "when a slave node stops sliding: stop, or follow (it sticks and turns back as "
              "Coulomb's law says, from the start on)"},
             t.sticking);
    bool statistics = false;
    f.table({"statistics", "", "options of the statistics with sticking = \"follow\""}, statistics,
            [&t](io::Fields& s) { statistics_fields(s, t.statistics); });
    if (statistics && t.sticking != dynamics::Sticking::follow)
        f.refuse("statistics", "are of contacts that stick; give sticking = \"follow\"");
    f.number({"t_start", "s",
              "time at the start; from results of a transient that of the state, or with another "
              "Omega the one at which the drive has the phase that it had there",
              false, Range::any(), "0, or that of start"},
             t.t_start);
    if (f.has("t_start"))
        e.t_start = t.t_start;
    values_field(
        f,
        {"keep_at", "s",
         "event-driven, runge-kutta, taylor: times, ascending, whose states other runs can "
         "start from; the end is always stored"},
        e.keep_at, {.what = "time", .most = 10000, .least = 0});
    f.number({"t_end", "s", "time at the end; event-driven, runge-kutta, taylor: or give cycles",
              f.has("type") && !events, Range::any(),
              "required; event-driven, runge-kutta, taylor: that of cycles"},
             t.t_end);
    f.number({"cycles", "",
              "event-driven, runge-kutta, taylor: periods of the excitation, in place of t_end",
              false, Range::positive()},
             e.cycles);
    for (const char* key : {"h", "separation"})
        if (events && f.has(key))
            f.refuse(key, std::string(name_of(t.scheme)) + " has no time step and no separation");
    if (events && f.has("sticking"))
        f.refuse("sticking",
                 std::string(name_of(t.scheme)) +
                     " has no sliding contacts, and joints stick according to their laws");
    if (t.sticking == dynamics::Sticking::follow && t.separation != dynamics::Separation::follow &&
        !f.has("separation"))
        t.separation = dynamics::Separation::follow;
    if (f.has("cycles") && (!events || f.has("t_end")))
        f.refuse("cycles", events
                               ? "give either cycles or t_end"
                               : "cycles are for event-driven, runge-kutta and taylor; give t_end");
    const double least = t.scheme == Scheme::runge_kutta ? 1e-13 : 1e-16;
    f.number({"tolerance", "",
              "runge-kutta (at least 1e-13) and taylor: of the error of a step, relative", false,
              Range::between(least, 1e-3)},
             e.tolerance);
    if (f.has("tolerance") && !steps)
        f.refuse("tolerance", "the tolerance is that of runge-kutta and taylor");
    wear_fields(f, e);
    if (f.has("t_end"))
        e.cycles = 0;
    if (f.has("keep_at") && !events)
        f.refuse("keep_at", "states are stored by event-driven, runge-kutta and taylor");
}

Needs needs(const Transient& e)
{
    Needs needs{.mass_at_dry_contacts = true};
    needs.forced = {"start", forced_names(e.start)};
    return needs;
}

void refuse(const Transient& e, const Case& c)
{
    const bool later = !e.start.results.empty() && !e.t_start; // when the results are read
    (void)options_of(e, c, later ? -std::numeric_limits<double>::infinity() : e.options.t_start);
}

std::vector<std::filesystem::path> input_files(const Transient& e, const Case& c)
{
    return input_files(e.start, c);
}

namespace {

dynamics::TransientOptions stepping_options(const Transient& e, const Case& c,
                                            const BuiltModel& built)
{
    dynamics::TransientOptions t = options_of(e, c, e.options.t_start);
    if (!e.start.given)
        return t;
    dynamics::GivenStart& given = t.given.emplace();
    auto probe = built.inputs.begin(); // displacements before velocities, as forced_names
    for (const auto& [name, value] : e.start.displacement) {
        given.displaced.push_back(*probe++);
        given.displacement.push_back(value);
    }
    for (const auto& [name, value] : e.start.velocity) {
        given.moving.push_back(*probe++);
        given.velocity.push_back(value);
    }
    return t;
}

} // namespace

std::string check(const Transient& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    return locates_events(e.options.scheme)
               ? check_event_scheme(e, c, built, monitor)
               : check_stepping_scheme(stepping_options(e, c, built), c, built, monitor);
}

Outcome run(const Transient& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    return locates_events(e.options.scheme)
               ? run_event_scheme(e, c, built, monitor)
               : run_stepping_scheme(stepping_options(e, c, built), c, built, monitor);
}

} // namespace slideway::app
