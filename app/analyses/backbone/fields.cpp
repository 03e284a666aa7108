#include "app/analyses/backbone/backbone.hpp"
#include "app/motions/monitors.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

using io::Range;

namespace {

// One of the methods, or several.
void method_field(io::Fields& f, Backbone& e)
{
    f.several({.name = "method", .default_text = "\"ridge\""}, e.methods);
    if (follows(e, BackboneMethod::conservative) && e.methods.size() > 1)
        f.refuse("method", "\"conservative\" cannot be combined: the others follow driven motions");
}

void over_field(io::Fields& f, Backbone& e)
{
    OverEntry over;
    bool given = false;
    f.table({.name = "over",
             .help = "ridge: curves over another number in place of the level, which is one then",
             .default_text = "none"},
            given, [&](io::Fields& o) {
                o.text({"key", "",
                        "number of joints, as preload, friction, k_t, k_n; or damping: a factor on "
                        "all linear damping",
                        true},
                       over.key);
                o.text_or_texts({.name = "joints",
                                 .help = "that have it, all with the same value",
                                 .default_text = "all that have it"},
                                over.joints);
                Values values;
                values_table(o, {.range = Range::positive()}, values,
                             {.order = Order::any, .most = 1000, .least = 2}, o.has("key"));
                over.values = std::move(values.all);
                if (o.has("key") && over.key == "damping" && o.has("joints"))
                    o.refuse("joints", "damping is that of the bodies");
            });
    if (!f.has("over"))
        return;
    e.over = over;
    for (const BackboneMethod method : e.methods)
        if (method != BackboneMethod::ridge)
            f.refuse("over", "ridges alone go over it; method has \"" +
                                 std::string(name_of(method)) + "\" too");
}

void harmonic_fields(io::Fields& f, Backbone& e)
{
    motion_fields(f, e);
    if (e.forces == Forces::sampled && follows(e, BackboneMethod::ridge))
        f.refuse("forces", "sampled forces have no second derivatives, which method = \"ridge\" "
                           "takes; expected \"exact\", or other methods");
}

// The drive of the other methods, and where its resonances are sought.
void driven_fields(io::Fields& f, Backbone& e)
{
    level_field(f, e, "levels of the drive at which extrema are listed; curves span them", true);
    over_field(f, e);
    if (e.over && e.levels.size() > 1)
        f.refuse("level", "expected one level, because the curves vary over." + e.over->key);
    if (f.has("level") && !e.over && e.levels.size() < 2)
        f.refuse("level", "expected at least two levels: the curves go from the lowest to the "
                          "highest");
    ValuesRule levels = level_rule();
    levels.least = 0;
    values_field(
        f,
        {"responses", "",
         "levels whose forced responses are computed too; with ridge, curves begin at their "
         "extrema that are on no curve yet, as at those of the lowest and the highest level, and "
         "at the largest maximum of up to eight levels between",
         false, Range::positive(), "none"},
        e.responses, levels);
    values_field(
        f,
        {"shapes", "",
         "ridge: levels, within those of level, whose largest maximum is drawn for ParaView, "
         "besides the lowest and the highest level, the first slip and the largest damping",
         false, Range::positive(), "none"},
        e.shapes, levels);
    if (e.over && !e.responses.empty())
        f.refuse("responses", "they are levels; with over there is one");
    if (e.over && !e.shapes.empty())
        f.refuse("shapes", "they are levels; with over there is one");
    const auto [low, high] = std::minmax_element(e.levels.begin(), e.levels.end());
    for (const double level : e.shapes)
        if (level < *low || level > *high)
            f.refuse("shapes", "expected levels from " + number_text(*low) + " to " +
                                   number_text(*high) + ", the lowest and the highest of level");
    if (f.has("shapes") && !follows(e, BackboneMethod::ridge))
        f.refuse("shapes", "they are those of method = \"ridge\"");
}

void modes_field(io::Fields& f, Backbone& e)
{
    f.numbers({"modes", "",
               "damped-mode: numbers of the natural frequencies with the contacts stuck, 1 the "
               "lowest; conservative: of small motions",
               false, Range::between(1, 1e6), "all in the range; conservative: all"},
              e.modes);
    if (f.has("modes") && !follows(e, BackboneMethod::damped_mode) &&
        !follows(e, BackboneMethod::conservative))
        f.refuse("modes", "they are those of method = \"damped-mode\" or \"conservative\"");
    f.refuse_repeated("modes", e.modes);
    for (const double mode : e.modes)
        if (mode != std::floor(mode))
            f.refuse("modes", "expected whole numbers");
}

// Keys of free motions: the range of energy or amplitude, and the values with reported points.
void free_fields(io::Fields& f, Backbone& e)
{
    bool energy = false, amplitude = false, at = false;
    const auto range = [&e](io::Fields& r, const std::string& unit, const std::string& what) {
        r.number({"from", unit,
                  "small enough to begin as in a linear system; else curves begin "
                  "lower",
                  true, Range::positive()},
                 e.free.from);
        r.number({"to", unit, "where curves end", true, Range::positive()}, e.free.to);
        if (r.has("from") && r.has("to") && !(e.free.to > e.free.from))
            r.refuse("to", "expected a larger " + what + " than from");
    };
    f.table({.name = "energy",
             .unit = "J",
             .help = "conservative: range, above the energy at rest",
             .default_text = "none"},
            energy, [&](io::Fields& r) { range(r, "J", "energy"); });
    f.table({.name = "amplitude",
             .unit = "m",
             .help = "conservative, in place of energy: half of the peak-to-peak value of the "
                     "first monitor",
             .default_text = "none"},
            amplitude, [&](io::Fields& r) { range(r, "m", "amplitude"); });
    if (f.has("amplitude"))
        e.free.over = dynamics::FreeParameter::amplitude;
    f.table({.name = "at",
             .help = "conservative: frequencies with reported points",
             .default_text = "none"},
            at, [&e](io::Fields& r) {
                std::vector<double> hz;
                const ValuesRule rule{.what = "frequency", .order = Order::any, .most = 1000};
                values_field(r,
                             {"frequency_hz", "Hz", "of these points; or Omega", false,
                              Range::positive(), "none"},
                             hz, rule);
                values_field(r,
                             {"Omega", "rad/s", "in place of frequency_hz", false,
                              Range::positive(), "none"},
                             e.free.Omega, rule);
                if (r.has("Omega") && r.has("frequency_hz"))
                    r.refuse("Omega", "give either Omega or frequency_hz");
                for (const double frequency : hz)
                    e.free.Omega.push_back(2 * std::numbers::pi * frequency);
            });
    f.integer({"max_curves", "", "conservative: of all modes and branch points", false,
               Range::between(1, 1000)},
              e.free.max_curves);
    if (!follows(e, BackboneMethod::conservative)) {
        for (const char* key : {"energy", "amplitude", "at", "max_curves"})
            if (f.has(key))
                f.refuse(key, "it is of method = \"conservative\" alone");
        return;
    }
    if (f.has("energy") == f.has("amplitude"))
        f.refuse(f.has("energy") ? "amplitude" : "energy",
                 "give one range, energy or amplitude, { from = 1e-6, to = 1.0 }");
}

void refuse_driven(const io::Fields& f)
{
    for (const char* key : {"n_h", "static_part", "forces", "samples", "level", "over", "responses",
                            "shapes", "frequency_hz", "Omega", "stability"})
        if (f.has(key))
            f.refuse(key, "method = \"conservative\" follows free motions, exactly, over energy "
                          "or amplitude: leave it out");
}

} // namespace

bool follows(const Backbone& e, BackboneMethod method)
{
    return std::find(e.methods.begin(), e.methods.end(), method) != e.methods.end();
}

std::string group_of(BackboneMethod method)
{
    std::string name(name_of(method));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string methods_text(const Backbone& e)
{
    std::vector<std::string> names;
    for (const BackboneMethod method : e.methods)
        names.emplace_back(name_of(method));
    return join(names);
}

void fields(io::Fields& f, Backbone& e)
{
    method_field(f, e);
    const bool free = follows(e, BackboneMethod::conservative);
    if (free)
        refuse_driven(f);
    else
        harmonic_fields(f, e);
    monitor_field(f, e.monitors, "recorded; the extrema are those of the first");
    if (!free)
        driven_fields(f, e);
    modes_field(f, e);
    if (!free) {
        double from = 0, to = 0;
        response_range_field(f, from, to, "lowest; a curve that gets there ends", "highest");
        e.options.Omega_low = std::min(from, to);
        e.options.Omega_high = std::max(from, to);
    }
    f.number(
        {"max_step",
         "",
         "longest step from point to point: change of the logarithm of the level, of "
         "displacements in parts of their amplitude; conservative: of that of the square root of "
         "the energy, default 0.1",
         false,
         {.min = 0, .max = 1, .min_open = true}},
        free ? e.free.max_step : e.options.max_step);
    f.number(
        {"tolerance",
         "",
         "of displacements in Newton's method, relative to their amplitude; conservative: at most "
         "1e-6, default 1e-11",
         false,
         {.min = 0, .max = 1e-3, .min_open = true}},
        free ? e.free.tolerance : e.options.tolerance);
    if (!free)
        f.flag(
            {"stability", "",
             "of each extremum listed and of the points of responses; the cost grows with the cube "
             "of the modes: with many, reduce "
             "the bodies or give false"},
            e.stability);
    f.integer({"max_points", "", "of a piece of a curve; conservative: of a curve, default 5000",
               false, Range::between(2, 1000000)},
              free ? e.free.max_points : e.options.max_points);
    free_fields(f, e);
}

} // namespace slideway::app
