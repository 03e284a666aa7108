#include "app/analyses/backbone/backbone.hpp"
#include "app/analyses/shared/monitors.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::app {

using io::Range;

namespace {

// One of the methods, or several.
void method_field(io::Fields& f, Backbone& e)
{
    std::vector<std::string> names, allowed;
    std::string help = "one or several of";
    for (const BackboneMethod method : e.methods)
        names.emplace_back(name_of(method));
    for (const Choice<BackboneMethod>& one : choices(BackboneMethod::ridge)) {
        allowed.emplace_back(one.name);
        help += (allowed.size() > 1 ? "; " : " ") + allowed.back() + ": " + std::string(one.about);
    }
    f.text_or_texts({"method", "", help, false, {}, "\"ridge\""}, names);
    e.methods.clear();
    for (const std::string& name : names) {
        const auto known = std::find(allowed.begin(), allowed.end(), name);
        if (known == allowed.end())
            f.refuse("method", "expected one or several of " + join(allowed));
        const BackboneMethod method =
            choices(BackboneMethod::ridge)[static_cast<std::size_t>(known - allowed.begin())].value;
        if (follows(e, method))
            f.refuse("method", "\"" + name + "\" stands there twice");
        e.methods.push_back(method);
    }
    if (e.methods.empty())
        f.refuse("method", "expected one or several of " + join(allowed));
}

void refuse_twice(io::Fields& f, const std::string& key, const std::vector<double>& numbers)
{
    for (auto one = numbers.begin(); one != numbers.end(); ++one)
        if (std::find(numbers.begin(), one, *one) != one)
            f.refuse(key, number_text(*one) + " stands there twice");
}

void over_field(io::Fields& f, Backbone& e)
{
    OverEntry over;
    bool given = false;
    f.table({"over",
             "",
             "ridge: curves over another number in place of the level, which is one then",
             false,
             {},
             "none"},
            given, [&](io::Fields& o) {
                o.text({"key", "",
                        "number of joints, as preload, friction, k_t, k_n; or damping: a factor on "
                        "all linear damping",
                        true},
                       over.key);
                o.texts({"joints",
                         "",
                         "that have it, all with the same value",
                         false,
                         {},
                         "all that have it"},
                        over.joints);
                series_fields(o, "value", over.values);
                if (o.has("key") && over.key == "damping" && o.has("joints"))
                    o.refuse("joints", "damping is that of the bodies");
                if (o.has("key") && over.values.size() < 2)
                    o.refuse("values", "give at least two: the curves go from the lowest to the "
                                       "highest");
            });
    if (!f.has("over"))
        return;
    e.over = over;
    for (const BackboneMethod method : e.methods)
        if (method != BackboneMethod::ridge)
            f.refuse("over", "ridges alone go over it; method has \"" +
                                 std::string(name_of(method)) + "\" too");
}

} // namespace

bool follows(const Backbone& e, BackboneMethod method)
{
    return std::find(e.methods.begin(), e.methods.end(), method) != e.methods.end();
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
    motion_fields(f, e);
    if (e.forces == Forces::sampled && follows(e, BackboneMethod::ridge))
        f.refuse("forces", "sampled forces have no second derivatives, which method = \"ridge\" "
                           "takes; expected \"exact\", or other methods");
    monitor_field(f, e.monitors, "recorded; the extrema are those of the first");
    level_field(f, e, "levels of the drive at which extrema are listed; curves span them", true);
    over_field(f, e);
    if (e.over && e.levels.size() > 1)
        f.refuse("level", "expected one level: the curves go over over." + e.over->key);
    if (f.has("level") && !e.over && e.levels.size() < 2)
        f.refuse("level", "expected at least two levels: the curves go from the lowest to the "
                          "highest");
    f.numbers({"responses", "",
               "levels whose forced responses are computed too; with ridge, curves begin at their "
               "extrema that are on no curve yet, as at those of the lowest and the highest level",
               false, Range::positive(), "none"},
              e.responses);
    refuse_twice(f, "responses", e.responses);
    f.numbers({"shapes", "",
               "ridge: levels, within those of level, whose largest maximum is drawn for ParaView, "
               "beside the lowest and the highest level, the first slip and the largest damping",
               false, Range::positive(), "none"},
              e.shapes);
    refuse_twice(f, "shapes", e.shapes);
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
    f.numbers(
        {"modes", "",
         "damped-mode: numbers of the natural frequencies with the contacts stuck, 1 the lowest",
         false, Range::between(1, 1e6), "all in the range"},
        e.modes);
    if (f.has("modes") && !follows(e, BackboneMethod::damped_mode))
        f.refuse("modes", "they are those of method = \"damped-mode\"");
    refuse_twice(f, "modes", e.modes);
    for (const double mode : e.modes)
        if (mode != std::floor(mode))
            f.refuse("modes", "expected whole numbers");
    double from = 0, to = 0;
    response_range_field(f, from, to, "lowest; a curve that gets there ends", "highest");
    e.options.Omega_low = std::min(from, to);
    e.options.Omega_high = std::max(from, to);
    f.number({"max_step",
              "",
              "longest step from point to point: change of the logarithm of the level, of "
              "displacements in parts of their amplitude",
              false,
              {.min = 0, .max = 1, .min_open = true}},
             e.options.max_step);
    f.number({"tolerance",
              "",
              "of displacements in Newton's method, relative to their amplitude",
              false,
              {.min = 0, .max = 1e-3, .min_open = true}},
             e.options.tolerance);
    f.flag({"stability", "",
            "of each extremum listed and of the points of responses; the cost grows with the cube "
            "of the modes: with many, reduce "
            "the bodies or give false"},
           e.stability);
    f.integer({"max_points", "", "of a piece of a curve", false, Range::between(2, 1000000)},
              e.options.max_points);
}

} // namespace slideway::app
