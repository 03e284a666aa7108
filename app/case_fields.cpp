#include "app/case.hpp"

#include "base/text.hpp"

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
    f.text({"slave", "", "\"substructure.port\" with one node", true}, e.slave);
    f.text({"master", "", "\"substructure.port\", a curve of the other body", true}, e.master);
    f.number({"friction", "", "Coulomb coefficient mu", true, Range::not_negative()}, e.friction);
}

void fields(io::Fields& f, MotionEntry& e)
{
    name_fields(f, e.name, e.like);
    f.text({"on", "", "\"substructure.port.component\" whose dofs are moved together", true}, e.on);
    bool given = false;
    f.table({"velocity", "", "imposed velocity", true}, given, [&e](io::Fields& v) {
        v.number({"value", "m/s", "after the ramp", true}, e.velocity);
        v.number({"ramp", "s", "cosine ramp from rest", false, Range::positive()}, e.ramp);
    });
}

void fields(io::Fields& f, LoadEntry& e)
{
    name_fields(f, e.name, e.like);
    f.text({"on", "", "\"substructure.port.component\"", true}, e.on);
    double force = 0;
    f.number({"force",
              "N",
              "constant resultant, spread over the port as uniform traction",
              false,
              {},
              "none; exactly one of force and noise"},
             force);
    if (f.has("force"))
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

void fields(io::Fields& f, AnalysisEntry& e)
{
    f.choice({"type", "", "the question", true}, e.type, {"modes", "transient"});
    if (e.type == "modes") {
        f.choice({"of", "",
                  "coupled: joined by frictionless contacts at the start; bodies: each alone; "
                  "free: each alone without its supports"},
                 e.modes.of, {"coupled", "bodies", "free"});
        f.integer({"n_modes", "", "lowest modes", false, {.min = 1}}, e.modes.n_modes);
    }
    if (e.type == "transient") {
        dynamics::TransientOptions& t = e.transient;
        f.choice({"scheme", "",
                  "forward-increment: central differences; modal-propagator: exact per mode"},
                 t.scheme, {"forward-increment", "modal-propagator"});
        f.number({"h", "s", "time step", false, Range::positive(),
                  "0.9 of the stability limit; modal-propagator: 1/20 of a sample (with contact at "
                  "most 1/10)"},
                 t.h);
        f.choice({"start", "", "auto: the equilibrium under the constant loads; rest: undeformed"},
                 t.start, {"auto", "sliding-equilibrium", "static-equilibrium", "rest"});
        f.number({"t_start", "s", "time at the start"}, t.t_start);
        f.number({"t_end", "s", "time at the end", true}, t.t_end);
        if (f.has("t_end") && !(t.t_end > t.t_start))
            f.refuse("t_end", "must be later than t_start = " + number_text(t.t_start) + " s");
    }
}

void fields(io::Fields& f, OutputEntry& e)
{
    f.number({"history_rate_hz", "Hz", "samples of histories", false, Range::positive()},
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
}

} // namespace slideway::app
