#include "app/case/case.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

// Keys of the parts of a model besides its bodies: contacts, bonds, motions, loads.

namespace slideway::app {

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
         "Coulomb coefficient mu; or over the sliding speed: { speed, mu } (table), { static, "
         "dynamic, speed } (decay) or { static, dynamic } (a jump: static while it sticks)",
         true, Range::not_negative()},
        mu, law, [&](io::Fields& l) {
            l.number(
                {"static", "", "decay, jump: mu at rest", false, Range::not_negative(), "none"},
                decay.mu_static);
            l.number({"dynamic", "", "decay: mu at high speed; jump: at every speed", false,
                      Range::not_negative(), "none"},
                     decay.mu_dynamic);
            const bool decays = l.has("static") || l.has("dynamic");
            if (decays && !l.has("speed")) {
                for (const std::string key : {"static", "dynamic"})
                    if (!l.has(key))
                        l.refuse(key, "a jump needs static and dynamic, a decay speed too");
                if (decay.mu_static < decay.mu_dynamic)
                    l.refuse("static",
                             "expected at least dynamic = " + number_text(decay.mu_dynamic) +
                                 "; for friction that rises with speed, give speed too");
                return;
            }
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
            l.number({"error", "",
                      "table: how far it may be from the function that it samples; results report "
                      "it",
                      false, Range::not_negative(), "none"},
                     table.error);
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
    else if (table.speed.empty())
        e.friction = contact::FrictionJump{decay.mu_static, decay.mu_dynamic};
    else
        e.friction = table;
    f.number({"restitution", "",
              "of rigid bodies, where sticking is followed: normal velocity after an impact over "
              "that before it",
              false, Range::between(0, 1)},
             e.restitution);
}

void fields(io::Fields& f, BondEntry& e)
{
    name_fields(f, e.name, e.like);
    f.texts({"between", "",
             "two \"substructure.port\" of the same kind: coinciding nodes, or two curves", true},
            e.between);
    if (f.has("between") && e.between.size() != 2)
        f.refuse("between", "expected two ports");
    f.number({"tolerance", "",
              "largest distance as a fraction of the length of the edges there; between two "
              "points, of the "
              "mean edge of the bodies",
              false, Range::positive()},
             e.tolerance);
}

namespace {

// Reads { amplitude, phase_deg } in place of a number.
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

void fields(io::Fields& f, RotationEntry& e)
{
    std::vector<double> axis(e.axis.begin(), e.axis.end()), point(e.point.begin(), e.point.end());
    f.numbers({"axis", "", "direction of the axis, [x, y, z]", false, Range::any(), "[0, 0, 1]"},
              axis);
    f.numbers({"point", "m", "a point of the axis, [x, y, z]", false, Range::any(), "[0, 0, 0]"},
              point);
    for (const auto& [key, numbers] : {std::pair{"axis", &axis}, {"point", &point}})
        if (numbers->size() != 3)
            f.refuse(key, "expected three numbers");
    std::copy(axis.begin(), axis.end(), e.axis.begin());
    std::copy(point.begin(), point.end(), e.point.begin());
    if (e.axis == std::array<double, 3>{0, 0, 0})
        f.refuse("axis", "expected a direction, not zero");
    f.number({"omega", "rad/s", "angular velocity", true, Range::positive()}, e.omega);
}

namespace {

// Reads velocities that begin at given times; each is reached along half a cosine.
void change_fields(io::Fields& v, MotionEntry& e)
{
    std::vector<double> times, values, over;
    v.numbers({"times", "s", "after the start, ascending: when the velocity begins to change",
               false, Range::not_negative(), "none"},
              times);
    v.numbers({"values", "m/s", "new value, one per time", false, Range::any(), "none"}, values);
    v.numbers({"over", "s", "how long each change takes, along half a cosine", false,
               Range::positive(), "none"},
              over);
    if (!v.has("times"))
        return;
    std::vector<assembly::VelocityChange> changes;
    for (const auto& [key, n] : {std::pair{"values", values.size()}, {"over", over.size()}})
        if (n != times.size())
            v.refuse(key,
                     "expected one for each of the " + std::to_string(times.size()) + " times");
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (k > 0 && times[k] < times[k - 1] + over[k - 1])
            v.refuse("times", "expected times in order, none before the change before it has "
                              "ended; " +
                                  number_text(times[k]) + " comes before " +
                                  number_text(times[k - 1] + over[k - 1]));
        changes.push_back({times[k], values[k], over[k]});
    }
    if (changes.empty())
        v.refuse("times", "expected at least one");
    e.velocity = values.front();
    e.ramp = times.front() + over.front();
    e.turning = std::move(changes);
}

void velocity_fields(io::Fields& v, MotionEntry& e)
{
    const bool other = v.has("amplitude") || v.has("frequency_hz") || v.has("times");
    v.number({"value", "m/s", "after the ramp; unless amplitude or times are given", !other,
              Range::any()},
             e.velocity);
    v.number({"ramp", "s", "cosine ramp from rest", false, Range::positive()}, e.ramp);
    assembly::HarmonicVelocity harmonic;
    v.number({"amplitude", "m/s", "harmonic: ramp(t) amplitude cos(2 pi frequency_hz t + phase)",
              false, Range::not_negative(), "none"},
             harmonic.amplitude);
    double frequency_hz = 0, phase_deg = 0;
    v.number({"frequency_hz", "Hz", "harmonic: its own", false, Range::positive(), "none"},
             frequency_hz);
    v.number({"phase_deg", "deg", "harmonic: phase at the start"}, phase_deg);
    change_fields(v, e);
    if (other && (v.has("value") || (v.has("amplitude") && v.has("times"))))
        v.refuse(v.has("value") ? "value" : "amplitude",
                 "give one of value, amplitude with frequency_hz, and times with values and over");
    if (v.has("amplitude")) {
        if (!v.has("frequency_hz"))
            v.refuse("amplitude", "a harmonic velocity needs frequency_hz");
        harmonic.Omega = 2 * std::numbers::pi * frequency_hz;
        harmonic.phase = phase_deg * std::numbers::pi / 180;
        e.velocity = harmonic.amplitude * std::cos(harmonic.phase);
        e.turning = harmonic;
    } else if (v.has("frequency_hz") || v.has("phase_deg")) {
        v.refuse(v.has("frequency_hz") ? "frequency_hz" : "phase_deg",
                 "is of a harmonic velocity; give amplitude");
    }
    if (v.has("times") && v.has("ramp"))
        v.refuse("ramp", "a velocity with times changes over the durations in over");
}

} // namespace

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
    f.table({"velocity",
             "",
             "imposed velocity; a transient needs it: value; amplitude and frequency_hz; or times, "
             "values and over",
             false,
             {},
             "at rest"},
            given, [&e](io::Fields& v) { velocity_fields(v, e); });
}

namespace {

void acceleration_fields(io::Fields& f, std::vector<double>& acceleration)
{
    f.numbers(
        {"acceleration", "m/s^2",
         "constant force per mass on a whole meshed body, as its weight: [x, y] of a plane body, "
         "[0, y] of an axisymmetric one, or [x, y, z], e.g. [0, 0, -9.81]",
         false, Range::any(), "none"},
        acceleration);
    if (f.has("acceleration")) {
        if (acceleration.size() != 2 && acceleration.size() != 3)
            f.refuse("acceleration", "expected two or three numbers");
        if (std::all_of(acceleration.begin(), acceleration.end(),
                        [](double a) -> bool { return a == 0; }))
            f.refuse("acceleration", "expected a vector that is not zero");
    }
}

} // namespace

void fields(io::Fields& f, LoadEntry& e)
{
    name_fields(f, e.name, e.like);
    f.text({"on", "",
            "\"substructure.port.component\"; for a pressure \"substructure.group\", for an "
            "acceleration \"substructure\"",
            true},
           e.on);
    double force = 0, pressure = 0;
    bool varies = false;
    assembly::Harmonic harmonic;
    f.number_or_table(
        {"force",
         "N",
         "resultant, spread over the port as uniform traction; constant, harmonic, or "
         "raised from zero: { value, ramp }",
         false,
         {},
         "none; exactly one of force, pressure, acceleration and noise"},
        force, varies, [&](io::Fields& h) {
            assembly::Raised raised;
            h.number({"value", "N", "raised: after the ramp", false, Range::any(), "none"},
                     raised.force);
            h.number({"ramp", "s", "raised: (1 - cos(pi t / ramp)) / 2 from the start", false,
                      Range::positive(), "none"},
                     raised.ramp);
            if (!h.has("value") && !h.has("ramp"))
                return harmonic_fields(h, "N", harmonic);
            for (const char* key : {"value", "ramp"})
                if (!h.has(key))
                    h.refuse(key, "a raised force needs value and ramp");
            for (const char* key : {"amplitude", "phase_deg"})
                if (h.has(key))
                    h.refuse(key, "a force is either harmonic or raised");
            e.raised = raised;
        });
    if (varies && !e.raised)
        e.harmonic = harmonic;
    else if (f.has("force") && !varies)
        e.force = force;
    f.number({"pressure", "Pa",
              "constant, on a surface of a solid body or a curve on the boundary of a plane or "
              "axisymmetric one, against its outward normal",
              false, Range::any(), "none"},
             pressure);
    if (f.has("pressure"))
        e.pressure = pressure;
    acceleration_fields(f, e.acceleration);
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
    for (const char* key : {"pressure", "acceleration"})
        for (const char* other : {"force", "noise", "pressure"})
            if (f.has(key) && f.has(other) && key != std::string(other))
                f.refuse(key, std::string("a load has either ") + key + " or " + other);
}

} // namespace slideway::app
