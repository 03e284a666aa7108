#include "app/analyses/regimes/regimes.hpp"

#include "app/analyses/regimes/orbit.hpp"
#include "app/analyses/regimes/regime_limits.hpp"
#include "app/case/located.hpp"
#include "app/results/quantities.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/bounded_response.hpp"
#include "dynamics/orbits/locked_contacts.hpp"
#include "dynamics/orbits/regime_boundaries.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace slideway::app {

using dynamics::RegimeBoundaries;
using dynamics::RegimeLimits;
using dynamics::RegimePeaks;
using io::Range;

// Closed forms: the boundaries of one contact, or what several carry while locked.
struct RegimesFound {
    dynamics::DrySystem system;
    std::optional<RegimeBoundaries> boundaries;
    RegimeLimits at;
    std::vector<double> Omega; // where each boundary is finite
    std::vector<RegimeLimits> limits;
    std::optional<RegimePeaks> peaks;
    std::optional<dynamics::LockedContacts> locked;
    std::optional<dynamics::Orbit> orbit;     // with a method that computes one
    std::optional<dynamics::History> samples; // of its period
};

namespace {

using Found = RegimesFound;

constexpr int samples_per_period = 1440; // of an orbit

dynamics::DrySystem system_of(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto harmonic = [](const auto& drives) -> bool {
        return std::any_of(drives.begin(), drives.end(),
                           [](const auto& drive) -> bool { return drive.harmonic.has_value(); });
    };
    if (!harmonic(c.loads) && !harmonic(c.motions))
        throw InputError("no load drives the contact; expected a harmonic load or motion");
    return dynamics::dry_system(built.model, *modal_model(built, monitor));
}

void refuse_boundary_keys(const Case& c, const std::string& why)
{
    for (const char* key : {"boundaries", "Omega_range"})
        if (c.analysis.places.keys.contains(key))
            throw InputError(c.analysis.places.of(key),
                             std::string("analysis.") + key + ": " + why);
}

// Adds the closed forms. Several contacts have no boundary of continuous sliding. A contact that
// only friction holds against a constant load has no boundaries.
void add_closed_forms(const Regimes& e, const Case& c, Found& r, const Monitor& monitor)
{
    if (e.method != RegimesMethod::closed_form && pushes_rigid_motion(r.system)) {
        refuse_boundary_keys(c, "a constant load pushes a rigid motion that friction alone holds: "
                                "the boundaries have no closed form");
        return;
    }
    if (r.system.n_contacts() > 1) {
        refuse_boundary_keys(c, "boundaries are those of one contact, here are " +
                                    join(r.system.names) +
                                    "; the forces that hold all of them are given without it");
        r.locked = dynamics::locked_contacts(r.system, r.system.Omega);
        return;
    }
    r.boundaries.emplace(r.system, monitor.until_stopped());
    r.at = r.boundaries->with_more_reversals(r.system.Omega);
    if (e.Omega_range.given) // its lowest frequency takes the most samples of the fastest mode
        (void)r.boundaries->at(e.Omega_range.from);
}

// Over the range, or at Omega alone.
void add_boundaries(const Regimes& e, Found& r)
{
    const std::vector<double> Omegas =
        e.Omega_range.given ? e.Omega_range.all : std::vector<double>{r.system.Omega};
    for (const double value : Omegas) {
        const RegimeLimits limits = wanted(&e, "continuous")
                                        ? r.boundaries->with_more_reversals(value)
                                        : r.boundaries->at(value);
        if (!limits.no_motion || !limits.S)
            continue; // without a finite value there
        r.Omega.push_back(value);
        r.limits.push_back(limits);
    }
}

// The system with its closed forms; all that is refused is refused here.
Found checked(const Regimes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    Found r;
    r.system = system_of(c, built, monitor);
    add_closed_forms(e, c, r, monitor);
    if (e.method != RegimesMethod::closed_form)
        check_orbit(e, r.system);
    return r;
}

Found find(const Regimes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    Found r = checked(e, c, built, monitor);
    if (e.Omega_range.given)
        r.peaks = r.boundaries->peaks(e.Omega_range.from, e.Omega_range.to);
    if (e.method != RegimesMethod::closed_form) {
        const Progress progress = monitor.part("cycles", e.cycles);
        r.orbit = compute_orbit(e, r.system, progress);
    }
    return r;
}

// Unit of the friction force at contact k.
std::string force_unit(const Found& r, Index k = 0)
{
    return unit_on("N", measure_at(r.system.measures, k));
}

std::string force_text(const Found& r, double force, Index k = 0)
{
    return number_text(force, 6) + " " + force_unit(r, k);
}

std::string list_text(const Vector& values)
{
    std::vector<std::string> words;
    for (const double value : values)
        words.push_back(number_text(value, 6));
    return words.empty() ? "none" : join(words) + " rad/s";
}

std::string locked_regime(const Found& r)
{
    return r.locked->at_rest(r.system.limit)         ? "no-motion"
           : dynamics::grows_without_bound(r.system) ? "unbounded"
                                                     : "moving";
}

void summarise_locked(const Found& r, Summary& s)
{
    const Index n = r.system.n_contacts();
    const bool rest = r.locked->at_rest(r.system.limit);
    const bool unbounded = dynamics::grows_without_bound(r.system);
    if (unbounded)
        s.lines.push_back("Omega = " + number_text(r.system.Omega, 6) +
                          " rad/s is a free resonance without damping, and friction is too small "
                          "to bound the response");
    s.lines.push_back("boundary of continuous sliding: not available for several contacts (" +
                      join(r.system.names) +
                      "), it has no closed form; the motion itself: method = \"steady-state\"");
    if (!r.locked->force) {
        s.lines.push_back(
            "no friction forces hold the contacts: Omega = " + number_text(r.system.Omega, 6) +
            " rad/s is a frequency of the system with all of them locked");
        return;
    }
    std::vector<std::string> words;
    for (Index k = 0; k < n; ++k)
        words.push_back(r.system.names[static_cast<std::size_t>(k)] + " " +
                        force_text(r, (*r.locked->force)(k), k) + " of " +
                        force_text(r, r.system.limit(k), k));
    s.lines.push_back("forces that hold all contacts: " + join(words));
    s.lines.push_back(rest ? "all contacts stay at rest" : "at least one contact moves");
}

// Adds what is known of sliding without stops above the closed form, which has two reversals.
void summarise_more_reversals(const Found& r, Summary& s)
{
    const std::string& contact = r.system.names.front();
    const RegimeLimits& limits = r.at;
    const std::vector<dynamics::StopFreeRange>& ranges = limits.more.ranges;
    for (const dynamics::StopFreeRange& range : ranges)
        s.lines.push_back(contact + " also slides without stops from " + force_text(r, range.from) +
                          " to " + force_text(r, range.to) + ", with " +
                          std::to_string(range.reversals) + " reversals a period" +
                          (range.stops_at_end
                               ? "; there this motion first stops"
                               : "; it was followed no farther, so that the limit may be larger"));
    if (!limits.more.not_searched.empty())
        s.lines.push_back("true limit of sliding without stops above " +
                          force_text(r, limits.stop_free()) +
                          " not found: " + limits.more.not_searched);
    else if (ranges.empty() && limits.S && limits.continuous > 0)
        s.lines.push_back("no motion with more reversals was found to slide without stops above " +
                          force_text(r, limits.continuous));
}

std::string regime_by_boundaries(const Found& r)
{
    return dynamics::grows_without_bound(r.system) ? "unbounded"
                                                   : regime_name(r.at.regime(r.system.limit(0)));
}

void summarise_boundaries(const Regimes& e, const Found& r, Summary& s)
{
    const std::string& contact = r.system.names.front();
    const double limit = r.system.limit(0);
    const RegimeLimits& limits = r.at;
    const bool continuous = wanted(&e, "continuous"), no_motion = wanted(&e, "no-motion");
    if (continuous) {
        s.lines.push_back(contact + " slides without stops, with two reversals a period, below " +
                          force_text(r, limits.continuous) +
                          (limits.S ? " (S = " + number_text(*limits.S, 6) + ")" : ""));
        summarise_more_reversals(r, s);
        if (limits.resonance)
            s.lines.push_back("Omega = " + number_text(r.system.Omega, 6) +
                              " rad/s is a free resonance without damping: below " +
                              force_text(r, limits.continuous) +
                              " the response grows without bound");
    }
    if (no_motion) {
        if (limits.absorber)
            s.lines.push_back(contact +
                              " comes to rest whatever the limit: at Omega a mode of the "
                              "system with the contact locked, which no load reaches, takes the "
                              "load; at other frequencies:");
        s.lines.push_back(limits.no_motion
                              ? contact + " stays at rest from " +
                                    force_text(r, *limits.no_motion) + " on"
                              : "no friction force holds " + contact +
                                    ": Omega is a frequency of the system with the contact locked");
    }
    if (continuous && no_motion)
        s.lines.push_back("limit " + force_text(r, limit) + ": " + regime_by_boundaries(r));
    if (!r.peaks)
        return;
    if (r.peaks->damped) {
        s.lines.push_back("peaks are not listed: damping leaves none of them exact");
        return;
    }
    if (no_motion)
        s.lines.push_back(
            "driven resonances with the contact locked, where no friction force holds it: " +
            list_text(r.peaks->infinite));
    if (continuous)
        s.lines.push_back("free resonances: " + list_text(r.peaks->resonances));
    s.lines.push_back("antiresonances: " + list_text(r.peaks->antiresonances));
}

Settings settings(const Regimes& e, const Found& r)
{
    return {{"of", join(r.system.names)},
            {"method", std::string(name_of(e.method))},
            {"source", "docs/theory/motion_regimes.md"},
            {"damping", r.boundaries && !r.boundaries->damped() ? "none" : "as modelled"},
            {"Omega", number_text(r.system.Omega, 6) + " rad/s"},
            {"modes", std::to_string(r.system.n_modes())}};
}

Summary summarise(const Regimes& e, const Found& r)
{
    Summary s;
    s.used = settings(e, r);
    s.extent = "regimes of " + join(r.system.names) +
               " at Omega = " + number_text(r.system.Omega, 6) + " rad/s";
    if (r.boundaries)
        summarise_boundaries(e, r, s);
    else if (r.locked)
        summarise_locked(r, s);
    else
        s.lines.push_back("boundaries: none in closed form, a constant load pushes a rigid motion "
                          "that friction alone holds");
    if (r.orbit)
        summarise(e, r.system, *r.orbit, s);
    return s;
}

void boundary_arrays(io::Entries& a, const Regimes* e, Found& f)
{
    const std::string force = force_unit(f);
    a.array(f.Omega, "boundaries/Omega", "rad/s", "frequencies at which each boundary is finite",
            "n");
    limit_arrays(a, e, f.limits, measure_at(f.system.measures, 0));
    a.derived(f.system.Omega, "boundaries/at/Omega", "rad/s", "frequency of the case");
    a.derived([&] { return f.system.limit(0); }, "boundaries/at/limit", force,
              "limit of the joint");
    if (!a.describes() && (!f.peaks || f.peaks->damped))
        return;
    RegimePeaks peaks = f.peaks.value_or(RegimePeaks());
    a.note("`peaks` exists only with `Omega_range` and without damping.");
    a.array(peaks.infinite, "peaks/infinite", "rad/s", "frequencies without a no-motion bound",
            "k");
    a.array(peaks.resonances, "peaks/resonances", "rad/s", "free resonances, seen by the contact",
            "k");
    a.array(peaks.finite, "peaks/finite", force, "the boundary continuous at the resonances", "k");
    a.array(peaks.antiresonances, "peaks/antiresonances", "rad/s",
            "frequencies at which the contact without friction does not move", "k");
}

void boundary_quantities(io::Entries& q, const Regimes* e, const Found& f)
{
    using Number = std::optional<double>;
    const std::string unit = force_unit(f);
    const RegimeLimits& limits = f.at;
    const bool continuous = wanted(e, "continuous"), no_motion = wanted(e, "no-motion"),
               unit_S = wanted(e, "continuous-unit-S");
    q.note("Quantities of boundaries belong to the contact at the `Omega` of the case, lists to "
           "`Omega_range` without damping. Only the boundaries that the case requests are given.");
    q.derived([&] { return f.system.limit(0); }, "limit", unit, "limit of the joint");
    std::vector<double> from, to, reversals;
    for (const dynamics::StopFreeRange& range : limits.more.ranges) {
        from.push_back(range.from);
        to.push_back(range.to);
        reversals.push_back(range.reversals);
    }
    if (continuous) {
        const std::string any = "if there are any";
        q.derived(limits.continuous, "at_key.continuous", unit,
                  "closed form: friction force below which the contact slides without stops, with "
                  "two reversals a period");
        q.derived([&] { return limits.stop_free(); }, "at_key.stop-free", unit,
                  "largest friction force at which it is known to slide without stops");
        q.derived(from, "stop_free.from", unit,
                  "ranges above this force in which it slides without stops too, with more "
                  "reversals a period",
                  "k", any);
        q.derived(to, "stop_free.to", unit,
                  "their ends, at which that motion first stops unless a line of the summary "
                  "differs",
                  "k", any);
        q.derived(reversals, "stop_free.reversals", "", "reversals a period", "k", any);
    }
    if (unit_S)
        q.derived(limits.continuous_unit_S, "at_key.continuous-unit-S", unit,
                  "at_key.continuous with S = 1");
    q.derived(limits.S && (continuous || unit_S) ? Number(*limits.S) : Number(), "S", "",
              "S (docs/theory/motion_regimes.md)", "", "if it is finite");
    q.derived(no_motion && limits.no_motion ? Number(*limits.no_motion) : Number(),
              "at_key.no-motion", unit, "friction force from which on it stays at rest", "",
              "away from driven frequencies of the locked system (by 1e-9 of them)");
    if (continuous && no_motion)
        q.derived(
            [&] { return regime_by_boundaries(f); }, "regime.by_boundaries", "",
            "continuous, stick-slip or no-motion: regime of the limit of the joint; unbounded "
            "at an undamped free resonance below at_key.continuous; of several contacts "
            "no-motion, moving or unbounded");
    if (!q.describes() && (!f.peaks || f.peaks->damped))
        return;
    RegimePeaks peaks = f.peaks.value_or(RegimePeaks());
    const std::string any = "if there are any";
    if (no_motion)
        q.array(peaks.infinite, "no_motion.infinite_peaks", "rad/s",
                "driven frequencies of the system with the contact locked: no friction force holds "
                "it",
                "k", any);
    if (continuous) {
        q.array(peaks.resonances, "continuous.finite_peaks.frequency", "rad/s", "free resonances",
                "k", any);
        q.array(peaks.finite, "continuous.finite_peaks.value", unit,
                "the boundary of continuous sliding there", "k", any);
    }
    q.array(peaks.antiresonances, "antiresonances", "rad/s",
            "frequencies at which the contact without friction does not move", "k", any);
}

void locked_quantities(io::Entries& q, const Found& f)
{
    const bool any = f.locked && f.locked->force;
    q.each_group(any ? f.system.names : std::vector<std::string>(), "", "K",
                 "a contact, if there are several", [&](std::size_t k) {
                     const auto i = static_cast<Index>(k);
                     q.derived([&] { return (*f.locked->force)(i); }, "locked_force",
                               q.unit([&] { return force_unit(f, i); }, "N"),
                               "force of the contact while all are held");
                 });
    if (!q.describes())
        q.derived(locked_regime(f), "regime.by_boundaries", "", "");
}

} // namespace

void fields(io::Fields& f, Regimes& e)
{
    f.choice({"method"}, e.method);
    f.integer({"cycles", "",
               "periods to simulate; steady-state: from about as many on it gives up and says "
               "that it has not converged",
               false, Range::positive(), "simulation: 100; steady-state: 10000"},
              e.cycles);
    if (f.has("cycles") && e.method == RegimesMethod::closed_form)
        f.refuse("cycles", "closed-form simulates nothing; give method = \"steady-state\" or "
                           "\"simulation\"");
    if (!f.has("cycles"))
        e.cycles = e.method == RegimesMethod::simulation ? 100 : 10000;
    f.several({.name = "boundaries",
               .help = "of continuous, continuous-unit-S (with S = 1, too high where S is larger), "
                       "no-motion",
               .default_text = "all"},
              e.boundaries, Regimes().boundaries);
    values_field(f,
                 {"Omega_range", "rad/s",
                  "peaks within it are listed, and boundaries drawn from step to step", false,
                  Range::positive(), "none"},
                 e.Omega_range, {.what = "frequency", .least = 2});
}

Needs needs(const Regimes& /*e*/)
{
    return {.mass_at_dry_contacts = true};
}

void refuse(const Regimes& /*e*/, const Case& c)
{
    if (c.output.given)
        throw InputError(c.output.where, "output: a regimes analysis writes one period of the "
                                         "motion, whatever stands here; leave out [output]");
}

std::string check(const Regimes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    return located(c.analysis.places, "analysis", [&]() -> std::string {
        return check_text(e.type, settings(e, checked(e, c, built, monitor)));
    });
}

void arrays(io::Entries& a, RegimeResults& r)
{
    RegimesFound none;
    RegimesFound& f = r.found ? *r.found : none;
    a.attribute(join(f.system.names), "contact", "contacts");
    if (a.describes() || f.boundaries)
        boundary_arrays(a, r.e, f);
    if (a.describes() || (f.locked && f.locked->force)) {
        const std::string unit = unit_on("N", f.system.measures), several = "with several contacts";
        a.derived([&] { return *f.locked->force; }, "locked/force", unit,
                  "force that holds each contact, all locked", "contacts", several);
        a.derived([&]() -> Vector { return f.system.limit; }, "locked/limit", unit,
                  "limit of each contact", "contacts", several);
    }
    if (!a.describes() && !f.orbit)
        return;
    a.note("`orbit` exists only with `steady-state` or `simulation`.");
    dynamics::History samples;
    a.group("orbit", [&] {
        orbit_arrays(a, f.orbit.value_or(dynamics::Orbit()), f.samples ? *f.samples : samples);
    });
}

void quantities(io::Entries& q, RegimeResults& r)
{
    const RegimesFound none;
    const RegimesFound& f = r.found ? *r.found : none;
    if (q.describes() || f.boundaries)
        boundary_quantities(q, r.e, f);
    if (q.describes() || (!f.boundaries && f.locked))
        locked_quantities(q, f);
    if (q.describes() || f.orbit)
        orbit_quantities(q, r.e, f.system, f.orbit.value_or(dynamics::Orbit()));
}

Outcome run(const Regimes& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto r = std::make_shared<Found>(located(
        c.analysis.places, "analysis", [&]() -> Found { return find(e, c, built, monitor); }));
    const auto results = std::make_shared<RegimeResults>(RegimeResults{&e, r});
    Summary summary = summarise(e, *r);
    add_quantities(summary, [&](io::Entries& q) { quantities(q, *results); });
    return {.summary = std::move(summary), .arrays = writer_of(results), .complete = [&e, &c, r] {
                if (r->boundaries)
                    located(c.analysis.places, "analysis", [&] { add_boundaries(e, *r); });
                if (r->orbit)
                    r->samples = sampled(r->system, *r->orbit, samples_per_period);
            }};
}

} // namespace slideway::app
