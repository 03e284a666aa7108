#include "app/case.hpp"

#include "base/spectral.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

// The language of case files: every key with its unit, range, default and meaning.

namespace slideway::app {

using io::Key;
using io::Range;

void name_fields(io::Fields& f, std::string& name, std::string& like)
{
    f.text({"name", "", "how other entries, --set and results refer to this one", true}, name);
    f.text({"like", "", "copies the entry of that name; keys given here replace the copied ones"},
           like);
}

void fields(io::Fields& f, ContactEntry& e)
{
    name_fields(f, e.name, e.like);
    f.choice({"type", "", "sliding: a slave node on a master curve"}, e.type, {"sliding"});
    f.text({"slave", "", "\"substructure.port\"; each of its nodes is a slave node", true},
           e.slave);
    f.text({"master", "", "\"substructure.port\", a curve of the other body", true}, e.master);
    double mu = 0;
    bool law = false;
    contact::FrictionTable table;
    contact::FrictionDecay decay;
    f.number_or_table(
        {"friction", "",
         "Coulomb coefficient mu; or over the sliding speed: { speed, mu } (table) or { static, "
         "dynamic, speed } (decay)",
         true, Range::not_negative()},
        mu, law, [&](io::Fields& l) {
            l.number({"static", "", "decay: mu at rest", false, Range::not_negative(), "none"},
                     decay.mu_static);
            l.number(
                {"dynamic", "", "decay: mu at high speed", false, Range::not_negative(), "none"},
                decay.mu_dynamic);
            const bool decays = l.has("static") || l.has("dynamic");
            if (decays) {
                l.number({"speed", "m/s",
                          "decay: mu = dynamic + (static - dynamic) exp(-|v|/speed)", true,
                          Range::positive()},
                         decay.speed);
                for (const std::string key : {"static", "dynamic"})
                    if (!l.has(key))
                        l.refuse(key, "a decay needs static, dynamic and speed");
                return;
            }
            l.numbers({"speed", "m/s", "table: ascending, from 0; decay: one number", true,
                       Range::not_negative()},
                      table.speed);
            l.numbers({"mu", "", "table: one per speed; linear between, constant beyond", false,
                       Range::not_negative(), "none"},
                      table.mu);
            if (!l.has("speed"))
                return;
            if (table.speed.size() < 2 || table.speed.front() != 0)
                l.refuse("speed", "expected at least two speeds, the first 0");
            for (std::size_t k = 1; k < table.speed.size(); ++k)
                if (!(table.speed[k] > table.speed[k - 1]))
                    l.refuse("speed", "expected speeds that increase; " +
                                          number_text(table.speed[k]) + " follows " +
                                          number_text(table.speed[k - 1]));
            if (table.mu.size() != table.speed.size())
                l.refuse("mu", "expected as many coefficients as speeds (" +
                                   std::to_string(table.speed.size()) + ")");
        });
    if (!law)
        e.friction = contact::ConstantFriction{mu};
    else if (decay.speed > 0)
        e.friction = decay;
    else
        e.friction = table;
}

void fields(io::Fields& f, BondEntry& e)
{
    name_fields(f, e.name, e.like);
    f.texts({"between", "",
             "two \"substructure.port\" of the same kind: coinciding nodes, or two curves", true},
            e.between);
    if (f.has("between") && e.between.size() != 2)
        f.refuse("between", "expected two ports");
    f.number({"tolerance", "", "largest distance as a fraction of the edge length", false,
              Range::positive()},
             e.tolerance);
}

void fields(io::Fields& f, JointEntry& e)
{
    name_fields(f, e.name, e.like);
    f.choice({"law", "",
              "linear: spring and dashpot; coulomb: rigid dry friction; elastic-coulomb: springs "
              "in both directions with "
              "friction and separation; gap: free play and stop; cubic: f = k3 r^3",
              true},
             e.law, {"linear", "coulomb", "elastic-coulomb", "gap", "cubic"});
    f.texts({"between", "",
             "two of \"substructure.port\" (one node), \"substructure.port.component\" (mean of "
             "the group) and, second, \"ground\"",
             true},
            e.between);
    if (f.has("between") && e.between.size() != 2)
        f.refuse("between", "expected two ports, or a port and \"ground\"");
    auto normal = [&](bool required) {
        double angle = 0;
        f.number({"normal_deg",
                  "deg",
                  required ? "direction of the normal, from the first body into the second"
                           : "direction to act in, from the first body into the second, for ports "
                             "with x and y",
                  required,
                  {},
                  "none"},
                 angle);
        if (f.has("normal_deg"))
            e.normal_deg = angle;
    };
    if (e.law == "linear") {
        f.number({"stiffness", "N/m", "per translation", false, Range::not_negative()},
                 e.stiffness);
        f.number({"damping", "N s/m", "per translation", false, Range::not_negative()}, e.damping);
        f.number({"rotational_stiffness", "N m/rad", "if both ports rotate", false,
                  Range::not_negative()},
                 e.rotational_stiffness);
        f.number({"rotational_damping", "N m s/rad", "if both ports rotate", false,
                  Range::not_negative()},
                 e.rotational_damping);
    }
    if (e.law == "coulomb")
        f.number({"limit", "N", "friction force while sliding, per component", true,
                  Range::not_negative()},
                 e.coulomb.limit);
    if (e.law == "elastic-coulomb") {
        normal(true);
        f.number({"k_t", "N/m", "tangential", true, Range::positive()}, e.elastic_coulomb.k_t);
        f.number({"k_n", "N/m", "normal; 0: the normal force is the preload whatever the motion",
                  true, Range::not_negative()},
                 e.elastic_coulomb.k_n);
        f.number({"friction", "", "Coulomb coefficient", true, Range::not_negative()},
                 e.elastic_coulomb.friction);
        f.number({"preload", "N", "normal force at rest; negative: a clearance of -preload/k_n"},
                 e.elastic_coulomb.preload);
    }
    if (e.law == "gap" || e.law == "cubic")
        normal(false);
    if (e.law == "gap") {
        f.number({"stiffness", "N/m", "of the stop", true, Range::positive()}, e.gap.stiffness);
        f.number({"clearance", "m", "free play before the stop", true, Range::not_negative()},
                 e.gap.clearance);
        f.flag({"both_sides", "", "stops at -clearance too"}, e.gap.both_sides);
        f.number({"damping", "N s/m", "while in touch; the force never pulls", false,
                  Range::not_negative()},
                 e.gap.damping);
    }
    if (e.law == "cubic")
        f.number({"k3", "N/m^3", "f = k3 r^3", true, Range::not_negative()}, e.cubic.k3);
}

namespace {

// { amplitude, phase_deg } in place of a number.
void harmonic_fields(io::Fields& h, const std::string& unit, assembly::Harmonic& harmonic)
{
    h.number({"amplitude", unit, "harmonic: amplitude cos(Omega t + phase)", true,
              Range::not_negative()},
             harmonic.amplitude);
    double phase_deg = 0;
    h.number({"phase_deg", "deg", "harmonic: phase"}, phase_deg);
    harmonic.phase = phase_deg * std::numbers::pi / 180;
}

} // namespace

void fields(io::Fields& f, ExcitationEntry& e)
{
    double frequency_hz = 0;
    f.number({"Omega", "rad/s", "of all harmonic loads and motions; or frequency_hz", false,
              Range::positive(), "none"},
             e.Omega);
    f.number({"frequency_hz", "Hz", "in place of Omega", false, Range::positive(), "none"},
             frequency_hz);
    if (f.has("frequency_hz")) {
        if (f.has("Omega"))
            f.refuse("frequency_hz", "give either Omega or frequency_hz");
        e.Omega = 2 * std::numbers::pi * frequency_hz;
    }
}

void fields(io::Fields& f, MotionEntry& e)
{
    name_fields(f, e.name, e.like);
    f.text({"on", "", "\"substructure.port.component\" whose dofs are moved together", true}, e.on);
    bool given = false;
    bool moves = false;
    assembly::Harmonic harmonic;
    f.number_or_table(
        {"displacement", "m", "imposed by a static analysis (others start at 0); or harmonic"},
        e.displacement, moves, [&](io::Fields& h) { harmonic_fields(h, "m", harmonic); });
    if (moves)
        e.harmonic = harmonic;
    f.table({"velocity", "", "imposed velocity; a transient needs it", false, {}, "at rest"}, given,
            [&e](io::Fields& v) {
                v.number({"value", "m/s", "after the ramp", true}, e.velocity);
                v.number({"ramp", "s", "cosine ramp from rest", false, Range::positive()}, e.ramp);
            });
}

void fields(io::Fields& f, LoadEntry& e)
{
    name_fields(f, e.name, e.like);
    f.text({"on", "", "\"substructure.port.component\"", true}, e.on);
    double force = 0;
    bool varies = false;
    assembly::Harmonic harmonic;
    f.number_or_table({"force",
                       "N",
                       "resultant, spread over the port as uniform traction; constant or harmonic",
                       false,
                       {},
                       "none; exactly one of force and noise"},
                      force, varies, [&](io::Fields& h) { harmonic_fields(h, "N", harmonic); });
    if (varies)
        e.harmonic = harmonic;
    else if (f.has("force"))
        e.force = force;
    bool noise = false;
    f.table(
        {"noise", "", "band-limited Gaussian force, independent of the time step"}, noise,
        [&e](io::Fields& n) {
            n.number({"rms", "N", "standard deviation", true, Range::not_negative()}, e.noise.rms);
            n.pair({"band_hz", "Hz", "[low, high]", true, Range::not_negative()}, e.noise.band_low,
                   e.noise.band_high);
            if (n.has("band_hz") && !(e.noise.band_high > e.noise.band_low))
                n.refuse("band_hz", "expected [low, high] with high > low");
            int seed = static_cast<int>(e.noise.seed);
            n.integer({"seed", "", "of the generator; the same seed gives the same record", false,
                       Range::not_negative()},
                      seed);
            e.noise.seed = static_cast<std::uint64_t>(seed);
        });
    if (f.has("force") && f.has("noise"))
        f.refuse("noise", "a load has either force or noise, not both");
}

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

void fields(io::Fields& f, SignalEntry& e)
{
    const bool spectrum = e.kind == "spectrum", band = e.kind == "band_level";
    f.text({"name", "", "in results and quantities", true}, e.name);
    f.text({"of", "", "a point, contact or joint of output.history", true}, e.of);
    f.text({"quantity",
            "",
            "of a point: displacement, velocity, acceleration; of a contact: normal_force, "
            "friction_force, gap, sliding_velocity, slave_velocity_x, slave_velocity_y, contact_x, "
            "contact_y, slope; of a joint: force, displacement",
            false,
            {},
            "acceleration, normal_force, force"},
           e.quantity);
    f.integer({"slave", "", "of a contact with several slave nodes: which, from 0", false,
               Range::not_negative(), "none"},
              e.slave);
    f.integer({"component", "", "of a joint with several components: which, from 0", false,
               Range::not_negative(), "none"},
              e.component);
    if (band) {
        f.pair({"band_hz", "Hz", "[low, high]: the lines low <= f < high", true,
                Range::not_negative()},
               e.band_low, e.band_high);
        if (f.has("band_hz") && !(e.band_high > e.band_low))
            f.refuse("band_hz", "expected [low, high] with high > low");
    }
    if (!spectrum) {
        f.number({"window", "s", "length of each window; lines are 1/window apart", false,
                  Range::positive()},
                 e.window);
        f.number({"hop", "s", "from one window to the next", false, Range::positive(),
                  "half the window"},
                 e.hop);
    }
    e.shape = spectrum ? "hann" : SpectrogramOptions{}.shape;
    f.choice({"shape", "", "of the window"}, e.shape, window_shapes());
    if (spectrum || band) {
        double from = 0, to = 0;
        const std::string where = band ? "where the largest level is sought" : "of the interval";
        f.number({"from", "s", "beginning " + where, false, {}, "the start of the record"}, from);
        f.number({"to", "s", "end " + where, false, {}, "the end of the record"}, to);
        if (f.has("from"))
            e.from = from;
        if (f.has("to"))
            e.to = to;
        if (e.from && e.to && !(*e.to > *e.from))
            f.refuse("to", "must be later than from = " + number_text(*e.from) + " s");
    }
    for (const char* key : {"name", "of", "quantity", "slave", "component", "band_hz", "window",
                            "hop", "shape", "from", "to"})
        e.places.keys[key] = f.where(key);
    e.places.table = f.where("");
}

void fields(io::Fields& f, OutputEntry& e)
{
    f.number(
        {"history_rate_hz", "Hz", "samples of histories", false, Range::positive(),
         "50000; event-driven, runge-kutta: 64 per period of the excitation, without one 10000 "
         "in all"},
        e.history_rate_hz);
    f.number({"fields_rate_hz", "Hz", "frames of deformed bodies for ParaView; 0: none", false,
              Range::not_negative()},
             e.fields_rate_hz);
    std::vector<std::string> history;
    f.texts({"history",
             "",
             "\"substructure.port.component\" (mean over its nodes) and contacts",
             false,
             {},
             "all contacts"},
            history);
    if (f.has("history"))
        e.history = history;
    for (const auto& [kind, about] : {std::pair{"spectrogram", "power over time and frequency"},
                                      {"spectrum", "amplitudes over an interval"},
                                      {"band_level", "level of a frequency band over time"}})
        f.tables({kind, "", std::string("of a recorded history: ") + about},
                 [&e, &kind = kind](io::Fields& s) {
                     SignalEntry& signal = e.signals.emplace_back();
                     signal.kind = kind;
                     fields(s, signal);
                 });
}

std::vector<double> spaced(double from, double to, int points, bool logarithmic)
{
    std::vector<double> values;
    for (int k = 0; k < points - 1; ++k) // multiplied first: 1, 2, 3 rather than 2.9999999999999996
        values.push_back(logarithmic ? from * std::pow(to / from, k / (points - 1.0))
                                     : from + (to - from) * k / (points - 1.0));
    values.push_back(points == 1 ? from : to);
    return values;
}

namespace {

void axis_fields(io::Fields& f, MapAxis& axis)
{
    f.text(
        {"key", "", "a key that takes a number, as --set names it: \"contact.rub.friction\"", true},
        axis.key);
    const std::string table = axis.key.substr(0, axis.key.find('.'));
    if (f.has("key") && (table == axis.key || axis.key.find_first_of("= \t") != std::string::npos))
        f.refuse("key", "expected a dotted path, e.g. \"contact.rub.friction\"");
    if (table == "map" || table == "expected")
        f.refuse("key", "expected a key of the model, the analysis or the output");
    f.text({"label", "", "name of the key in results", false, {}, "the key"}, axis.label);
    if (axis.label.empty())
        axis.label = axis.key;

    const bool listed = f.has("values");
    double from = 0, to = 0;
    int points = 1;
    std::string scale = "linear";
    f.numbers({"values", "", "in place of from, to and points", false, {}, "none"}, axis.values);
    f.number({"from", "", "first value", false, {}, "none"}, from);
    f.number({"to", "", "last value", false, {}, "none"}, to);
    f.integer({"points", "", "number of values", false, Range::between(1, 100000), "none"}, points);
    f.choice({"scale", "", "of the steps: equal differences, or equal ratios"}, scale,
             {"linear", "log"});
    if (listed) {
        for (const std::string key : {"from", "to", "points", "scale"})
            if (f.has(key))
                f.refuse(key, "give either values, or from, to and points");
        if (axis.values.empty())
            f.refuse("values", "expected at least one number");
        return;
    }
    for (const std::string key : {"from", "to", "points"})
        if (f.has("key") && !f.has(key))
            f.refuse(key, "give from, to and points, or values");
    if (!f.has("key"))
        return;
    if (from == to && points > 1)
        f.refuse("to", "expected another value than from; one value takes points = 1");
    for (const auto& [key, value] : {std::pair{"from", from}, std::pair{"to", to}})
        if (scale == "log" && !(value > 0))
            f.refuse(key, "a logarithmic scale takes numbers > 0");
    axis.logarithmic = scale == "log";
    axis.values = spaced(from, to, points, axis.logarithmic);
}

} // namespace

void fields(io::Fields& f, MapEntry& e)
{
    bool given = false;
    f.table({"x", "", "what varies: from, to and points, or values", true}, given,
            [&e](io::Fields& x) { axis_fields(x, e.x); });
    MapAxis second;
    f.table({"y", "", "a second key: every pair of values", false}, given, [&](io::Fields& y) {
        axis_fields(y, second);
        if (y.has("key") && second.key == e.x.key)
            y.refuse("key", "expected another key than x");
    });
    if (f.has("y"))
        e.y = second;
    f.integer({"refine", "", "rounds that halve the cells on whose edges refine_on changes", false,
               Range::between(0, 6)},
              e.refine);
    f.text({"refine_on", "", "a quantity that is a text, such as a regime", false, {}, "none"},
           e.refine_on);
    if (e.refine > 0 && e.refine_on.empty())
        f.refuse("refine", "name the quantity in refine_on");
    if (f.has("refine_on") && e.refine == 0)
        f.refuse("refine_on", "give the number of rounds in refine");
}

} // namespace slideway::app
