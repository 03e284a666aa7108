#include "app/case/case.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>

// Keys of [analysis]; those of forced responses stand in forced_response_fields.cpp.

namespace slideway::app {

using io::Range;

std::vector<double> RangeEntry::values() const
{
    std::vector<double> list;
    const auto n = static_cast<long long>(std::floor((to - from) / step + 1e-6));
    for (long long k = 0; k <= n; ++k)
        list.push_back(std::min(from + static_cast<double>(k) * step, to));
    return list;
}

void range_field(io::Fields& f, const io::Key& key, RangeEntry& range)
{
    constexpr double most = 1e7;
    f.table(key, range.given, [&](io::Fields& r) {
        r.number({"from", key.unit, "first", true, key.range}, range.from);
        r.number({"to", key.unit, "last (of an frf: if a step ends there)", true, key.range},
                 range.to);
        r.number({"step", key.unit,
                  "from one to the next; complex modes add master nodes and refine", true,
                  Range::positive()},
                 range.step);
        if (r.has("to") && range.to < range.from)
            r.refuse("to", "must be at least from = " + number_text(range.from) +
                               (key.unit.empty() ? "" : " " + key.unit));
        if (r.has("step") && (range.to - range.from) / range.step > most)
            r.refuse("step", "too small: the range would have more than 10 million values");
    });
}

void slide_fields(io::Fields& f, SlideEntry& e, bool times)
{
    f.choice({"about", "",
              "undeformed: contacts as drawn; deformed: in the static sliding equilibrium under "
              "the constant loads, whose forces follow the motion"},
             e.about, {"undeformed", "deformed"});
    range_field(f,
                {"positions", "m",
                 "arc length of the slave along the master curve of the first contact", false,
                 Range::not_negative(), "where the case places it"},
                e.positions);
    double position = 0;
    f.number({"position", "m", "one position in place of many", false, Range::not_negative(),
              "where the case places it"},
             position);
    if (f.has("position"))
        e.position = position;
    if (times)
        range_field(f,
                    {"times", "s", "in place of positions: where the motions are at these times",
                     false, Range::any(), "none"},
                    e.times);
    f.number({"t_start", "s", "time at the start of the motions"}, e.t_start);
    const std::string one =
        times ? "give one of positions, position and times" : "give either positions or position";
    // An override of one replaces the other.
    auto overridden = [&f](const char* key) -> bool {
        return f.has(key) && f.where(key).file.starts_with("--set");
    };
    if (overridden("position") && !overridden("positions") && !overridden("times"))
        e.positions.given = e.times.given = false;
    else if (overridden("positions") && !overridden("position") && !overridden("times")) {
        e.position.reset();
        e.times.given = false;
    } else if (overridden("times") && !overridden("position") && !overridden("positions")) {
        e.position.reset();
        e.positions.given = false;
    } else if (f.has("position") && f.has("positions"))
        f.refuse("position", one);
    if (e.times.given && (e.position || e.positions.given))
        f.refuse("times", one);
}

void fields(io::Fields& f, AnalysisEntry& e)
{
    f.choice(
        {"type", "", "the question", true}, e.type,
        {"modes", "static", "complex-modes", "frf", "regimes", "transient", "forced-response"});
    if (e.type == "modes") {
        f.choice({"of", "",
                  "coupled: joined by frictionless contacts at the start; bodies: each alone; "
                  "free: each alone without its supports"},
                 e.modes.of, {"coupled", "bodies", "free"});
        f.integer({"n_modes", "", "lowest modes", false, {.min = 1}}, e.modes.n_modes);
    }
    if (e.type == "complex-modes") {
        dynamics::ComplexModesOptions& m = e.complex_modes;
        slide_fields(f, e.slide, false);
        f.numbers({"friction", "", "coefficients of all contacts, one after another", false,
                   Range::not_negative(), "the laws of the contacts"},
                  m.friction);
        if (f.has("friction") && m.friction.empty())
            f.refuse("friction", "expected at least one coefficient");
        for (std::size_t k = 1; k < m.friction.size(); ++k)
            if (std::count(m.friction.begin(), m.friction.end(), m.friction[k]) > 1)
                f.refuse("friction", "expected coefficients that differ");
        f.pair({"band_hz", "Hz", "[low, high]: modes of interest", false, Range::not_negative(),
                "[0, 20000]"},
               m.band_low_hz, m.band_high_hz);
        if (f.has("band_hz") && !(m.band_high_hz > m.band_low_hz))
            f.refuse("band_hz", "expected [low, high] with high > low");
        f.number({"resolution", "m", "within which ends of unstable zones are known", false,
                  Range::positive()},
                 m.resolution);
        f.numbers({"shapes_at", "m", "positions whose mode shapes are wanted, beside the zones",
                   false, Range::not_negative(), "none"},
                  m.shapes_at);
        f.choice({"method", "",
                  "determinant: few contacts, classical damping, certified; dense: nonsymmetric "
                  "eigensolve; auto: the first where it applies"},
                 m.method, {"auto", "determinant", "dense"});
    }
    if (e.type == "frf") {
        FrequencyResponseEntry& r = e.frf;
        slide_fields(f, e.slide, true);
        f.texts({"inputs", "",
                 "\"substructure.port.component\": a unit force on each, spread as loads are",
                 true},
                r.inputs);
        f.texts({"outputs", "", "\"substructure.port.component\": mean over the nodes of the port",
                 true},
                r.outputs);
        for (const auto& [key, names] :
             {std::pair{"inputs", &r.inputs}, std::pair{"outputs", &r.outputs}}) {
            if (f.has(key) && names->empty())
                f.refuse(key, "expected at least one \"substructure.port.component\"");
            for (auto name = names->begin(); name != names->end(); ++name)
                if (std::find(names->begin(), name, *name) != name)
                    f.refuse(key, "\"" + *name + "\" stands there twice");
        }
        f.choice({"quantity", "", "of the outputs, per unit of force"}, r.quantity,
                 {"displacement", "velocity", "acceleration"});
        range_field(f, {"frequencies_hz", "Hz", "of the force", true, Range::not_negative()},
                    r.frequencies_hz);
        double friction = 0;
        f.number({"friction", "", "coefficient of all contacts", false, Range::not_negative(),
                  "the laws of the contacts"},
                 friction);
        if (f.has("friction"))
            r.friction = friction;
    }
    if (e.type == "regimes") {
        RegimesEntry& r = e.regimes;
        f.choice({"method", "",
                  "closed-form: the boundaries alone; steady-state: also the motion that repeats "
                  "itself, by Newton's method on the exact one; simulation: the last of many "
                  "cycles from rest"},
                 r.method, {"closed-form", "steady-state", "simulation"});
        f.integer({"cycles", "",
                   "periods to simulate; steady-state: from about as many on it gives up and says "
                   "that it has not converged",
                   false, Range::positive(), "simulation: 100; steady-state: 10000"},
                  r.cycles);
        if (f.has("cycles") && r.method == "closed-form")
            f.refuse("cycles", "closed-form simulates nothing; give method = \"steady-state\" or "
                               "\"simulation\"");
        if (!f.has("cycles"))
            r.cycles = r.method == "simulation" ? 100 : 10000;
        const std::vector<std::string> known = RegimesEntry().boundaries;
        f.texts({"boundaries",
                 "",
                 "of continuous, continuous-unit-S (with S = 1, too high where S is larger), "
                 "no-motion",
                 false,
                 {},
                 "all"},
                r.boundaries);
        for (const std::string& name : r.boundaries)
            if (std::find(known.begin(), known.end(), name) == known.end())
                f.refuse("boundaries", "no boundary \"" + name + "\"" + name_hint(name, known));
        if (f.has("boundaries") && r.boundaries.empty())
            f.refuse("boundaries", "expected at least one of " + join(known));
        range_field(f,
                    {"Omega_range", "rad/s",
                     "peaks within it are listed, and boundaries drawn from step to step", false,
                     Range::positive(), "none"},
                    r.Omega_range);
    }
    if (e.type == "forced-response")
        fields(f, e.forced_response);
    if (e.type == "transient") {
        dynamics::TransientOptions& t = e.transient;
        f.choice({"scheme", "",
                  "forward-increment: central differences; modal-propagator: exact per mode; "
                  "event-driven: exact between the events of coulomb joints under harmonic drive; "
                  "runge-kutta: steps between the events of joints of every law, with or without "
                  "harmonic drive"},
                 t.scheme,
                 {"forward-increment", "modal-propagator", "event-driven", "runge-kutta"});
        const bool steps = t.scheme == "runge-kutta";
        const bool events = steps || t.scheme == "event-driven";
        f.number({"h", "s", "time step", false, Range::positive(),
                  "0.9 of the stability limit; modal-propagator: 1/20 of a sample (with contact at "
                  "most 1/10)"},
                 t.h);
        f.choice({"start", "", "auto: the equilibrium under the constant loads; rest: undeformed"},
                 t.start, {"auto", "sliding-equilibrium", "static-equilibrium", "rest"});
        f.choice(
            {"separation", "",
             "when a slave node opens or an open one closes: stop, or follow (impacts are those "
             "of the scheme: the normal velocity is lost)"},
            t.separation, {"stop", "follow"});
        f.number({"t_start", "s", "time at the start"}, t.t_start);
        f.number({"t_end", "s", "time at the end; event-driven, runge-kutta: or give cycles",
                  f.has("type") && !events, Range::any(),
                  "required; event-driven, runge-kutta: that of cycles"},
                 t.t_end);
        f.number({"cycles", "",
                  "event-driven, runge-kutta: periods of the excitation, in place of t_end", false,
                  Range::positive()},
                 e.cycles);
        for (const char* key : {"h", "separation"})
            if (events && f.has(key))
                f.refuse(key, t.scheme + " has no time step and no separation");
        if (f.has("cycles") && (!events || f.has("t_end")))
            f.refuse("cycles", events ? "give either cycles or t_end"
                                      : "cycles are for event-driven and runge-kutta; give t_end");
        f.number({"tolerance", "", "runge-kutta: of the error of a step, relative", false,
                  Range::between(1e-13, 1e-3)},
                 e.tolerance);
        if (f.has("tolerance") && !steps)
            f.refuse("tolerance", "the tolerance is that of runge-kutta");
        if (f.has("t_end"))
            e.cycles = 0;
        if (f.has("t_end") && !(t.t_end > t.t_start))
            f.refuse("t_end", "must be later than t_start = " + number_text(t.t_start) + " s");
    }
}

} // namespace slideway::app
