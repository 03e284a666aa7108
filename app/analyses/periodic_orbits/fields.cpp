#include "app/analyses/periodic_orbits/periodic_orbits.hpp"

#include "app/motions/monitors.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_periods = 1000, most_settling = 1000000;

// Behind `from` and `to` of a range, in the unit of its table.
void place_fields(io::Fields& f, const std::string& unit, double factor, const Range& range,
                  PeriodicOrbits& e)
{
    const auto [low, high] = std::minmax(e.options.from, e.options.to);
    const auto inside = [&, low = low, high = high](double value) -> bool {
        return value * factor >= low && value * factor <= high;
    };
    const std::string expected =
        "expected a value from " + number_text(low / factor) + " to " + number_text(high / factor);
    double curve_value = e.options.from / factor;
    f.number({"at", unit, "where the start is, and the branch begins, both ways", false, range,
              "that of from"},
             curve_value);
    if (f.has("at") && !inside(curve_value))
        f.refuse("at", expected);
    e.at = curve_value * factor;
    e.at_given = f.has("at");
    std::vector<double> recorded;
    values_field(f,
                 {"orbits", unit,
                  "where motions of the branch are also recorded, besides those with a label",
                  false, range, "none"},
                 recorded, {.order = Order::any, .most = 10000, .least = 0});
    for (const double value : recorded)
        if (!inside(value))
            f.refuse("orbits", expected);
    e.recorded.clear();
    for (const double value : recorded)
        e.recorded.push_back(value * factor);
}

// Labels that have curves, by their names.
void labels_field(io::Fields& c, std::vector<dynamics::OrbitLabel>& labels)
{
    using enum dynamics::OrbitLabel;
    const auto all = {fold, branch_point, period_doubling, neimark_sacker, grazing};
    std::vector<std::string> names, allowed;
    for (const dynamics::OrbitLabel label : all)
        allowed.emplace_back(name_of(label));
    c.several({.name = "labels",
               .help = "which: \"fold\", \"branch point\", \"period doubling\", "
                       "\"Neimark-Sacker\", \"grazing\"",
               .default_text = "all"},
              names, allowed);
    for (const std::string& name : names)
        for (const dynamics::OrbitLabel label : all)
            if (name_of(label) == name)
                labels.push_back(label);
}

void curves_field(io::Fields& f, PeriodicOrbits& e)
{
    LabelCurvesEntry curves;
    bool given = false;
    f.table({.name = "curves",
             .help = "follows the labels of all branches over a second parameter",
             .default_text = "none"},
            given, [&](io::Fields& c) {
                curves.key = key_fields(c, curves.options.from, curves.options.to,
                                        {"where it may end", "where it may end too"});
                curves.result_name = last_word(curves.key);
                c.number({"max_step",
                          "",
                          "as that of branches",
                          false,
                          {.min = 0, .max = 0.2, .min_open = true}},
                         curves.options.max_step);
                c.integer({"max_points", "", "of a curve", false, Range::between(2, 1000000)},
                          curves.options.max_points);
                labels_field(c, curves.labels);
            });
    if (!f.has("curves"))
        return;
    if (curves.key == e.over)
        f.refuse("curves", "the branches go over " + e.over + " too; expected another key");
    if (curves.result_name == e.result_name)
        curves.result_name = curves.key;
    e.curves = curves;
}

void range_fields(io::Fields& f, PeriodicOrbits& e)
{
    over_fields(f, e, e.options.from, e.options.to, {"where it may end", "where it may end too"},
                [&e](io::Fields& r, const std::string& unit, double factor, const Range& range) {
                    place_fields(r, unit, factor, range, e);
                });
}

void search_fields(io::Fields& f, SearchEntry& search)
{
    values_field(
        f, {"at", "", "values of the parameter, in the unit of its range and within it", true},
        search.at, {.order = Order::any, .most = 100000});
    fields(f, search.starts);
    f.integer({"settle", "", "periods of the drive that each start runs first", false,
               Range::between(0, 1000000)},
              search.settle);
    f.integer(
        {"longest", "", "periods after which a motion is to recur", false, Range::between(1, 1000)},
        search.longest);
    if (static_cast<double>(search.at.size()) * search.starts.n() > StartGrid::most)
        f.refuse("at", "that is more than 100000 starts at all values; expected fewer");
}

void search_field(io::Fields& f, PeriodicOrbits& e)
{
    bool given = false;
    SearchEntry search;
    f.table({.name = "search",
             .help =
                 "in place of one start: motions on which many starts settle, every combination of "
                 "their values at every value of the parameter; the rest of a state as of start",
             .default_text = "none"},
            given, [&search](io::Fields& s) { search_fields(s, search); });
    if (!f.has("search"))
        return;
    for (const char* key : {"start", "settle", "period", "half_period", "branches"})
        if (f.has(key))
            f.refuse(key, "the search takes starts and periods of its own, and continues the "
                          "motions that they "
                          "settle on; leave it out");
    if (e.at_given)
        f.refuse("search", "it has values of its own; leave \"at\" out of the range");
    e.search = std::move(search);
}

void restart_field(io::Fields& f, PeriodicOrbits& e)
{
    f.table(
        {.name = "restart",
         .help = "continues the branches of an earlier run, or starts from one of their motions; "
                 "start, "
                 "search, settle, period, half_period and at are then of no account. Without a new "
                 "point the results of that run stay as they are",
         .default_text = "none"},
        e.restart.given, [&e](io::Fields& r) {
            r.text({.name = "results",
                    .help = "results.h5 of that run, or its folder, relative to the case file (in "
                            "--set: to the working directory); of the same modes and joints",
                    .required = true,
                    .file = true},
                   e.restart.results);
            int branch = 1;
            r.integer({"branch", "", "in the order of results.h5", false, Range::between(1, 1000),
                       "1; at end all that lead on"},
                      branch);
            if (r.has("branch"))
                e.restart.branch = branch;
            r.text({"at", "",
                    "end, begin, branch point 1, period doubling 2, fold 1, grazing 3, "
                    "Neimark-Sacker 1, start 1, or point 17; without the number where there is "
                    "one. At an end the branch continues, at a branch point or period doubling "
                    "the other branch is followed: with the same parameter, joints, loads and "
                    "monitors, and all branches are kept. Elsewhere, and over another "
                    "parameter, a branch of its own begins from the motion, which Newton's "
                    "method corrects where numbers have changed"},
                   e.restart.at);
        });
    if (!f.has("restart"))
        return;
    e.start = {};
    e.search.reset();
    e.settle.reset();
    e.period.reset();
    e.half_period.reset();
}

} // namespace

void fields(io::Fields& f, PeriodicOrbits& e)
{
    monitor_field(f, e.monitors, "its least and largest values along the branch");
    range_fields(f, e);
    start_at_phase_zero_field(f, e.start);
    curves_field(f, e);
    int settle = 0, period = 1;
    f.integer({"settle", "", "periods of the drive that the motion runs first", false,
               Range::between(0, most_settling), "0 with a start, 300 from rest"},
              settle);
    if (f.has("settle"))
        e.settle = settle;
    f.integer({"period", "",
               "of the motion, in periods of the drive; motions of a part of it are found too",
               false, Range::between(1, most_periods),
               "1; after settling the smallest after which the motion recurs, up to 40"},
              period);
    if (f.has("period"))
        e.period = period;
    bool half = false;
    f.flag({.name = "half_period",
            .help =
                "motions that are their own mirror half a period later, sought by their first half",
            .default_text = "where the motion is"},
           half);
    if (f.has("half_period"))
        e.half_period = half;
    f.number({"max_step",
              "",
              "longest step from point to point: share of the range, or of twice the parameter if "
              "that is less; states change by five times this share at most",
              false,
              {.min = 0, .max = 0.2, .min_open = true}},
             e.options.max_step);
    f.number(
        {"tolerance",
         "",
         "of states in Newton's method, relative to their size; over a key whose models do not "
         "repeat to that accuracy, as for fine meshes, the accuracy that they allow, and the "
         "summary says so",
         false,
         {.min = 0, .max = 1e-6, .min_open = true}},
        e.options.tolerance);
    f.number({"step_tolerance", "", "of the error of a Taylor step, relative", false,
              Range::between(1e-16, 1e-6)},
             e.options.step_tolerance);
    f.flag({"branches", "",
            "also the branches that leave it at branch points and period doublings, and those that "
            "leave these"},
           e.options.branches);
    f.integer(
        {"max_periods", "", "of motions on such branches", false, Range::between(1, most_periods)},
        e.options.max_periods);
    f.integer({"max_points", "", "of a branch; with restart those that are added at an end", false,
               Range::between(2, 1000000)},
              e.options.max_points);
    search_field(f, e);
    restart_field(f, e);
}

void set_units(PeriodicOrbits& e, const std::function<std::string(const std::string& key)>& unit_of)
{
    set_units(static_cast<OverParameter&>(e), unit_of);
    if (e.curves)
        e.curves->unit = unit_of(e.curves->key);
}

} // namespace slideway::app
