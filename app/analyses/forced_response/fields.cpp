#include "app/analyses/forced_response/forced_response.hpp"

#include "app/case/range_fields.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <numbers>

namespace slideway::app {

using io::Key;
using io::Range;

namespace {

// Fewer samples than these show peaks that the exact forces do not have.
constexpr int least_samples = 128;
constexpr int samples_per_harmonic = 32;

// { from, to } in some unit; `factor` brings it to rad/s.
void frequency_fields(io::Fields& f, const std::string& unit, double factor,
                      dynamics::ForcedResponseOptions& options)
{
    double from = 0, to = 0;
    f.number({"from", unit, "where the curve begins", true, Range::positive()}, from);
    f.number({"to", unit, "where it ends, on a branch that leads there", true, Range::positive()},
             to);
    if (f.has("from") && f.has("to") && from == to)
        f.refuse("to", "expected another frequency than from");
    options.Omega_from = factor * from;
    options.Omega_to = factor * to;
}

void check_levels(const io::Fields& f, const std::string& key, const std::vector<double>& levels)
{
    if (levels.empty())
        f.refuse(key, "expected at least one level");
    for (auto level = levels.begin(); level != levels.end(); ++level)
        if (std::find(levels.begin(), level, *level) != level)
            f.refuse(key, number_text(*level) + " stands there twice");
}

void level_fields(io::Fields& f, ForcedResponse& e)
{
    f.text({"load",
            "",
            "that the level multiplies; then no other may be harmonic",
            false,
            {},
            "every harmonic load and motion"},
           e.load);
    double from = 0, to = 0;
    int points = 1;
    Spacing spacing = Spacing::linear;
    std::vector<double> values;
    f.numbers(
        {"values", "", "levels, in place of from, to and points", false, Range::positive(), "none"},
        values);
    f.number({"from", "", "first level", false, Range::positive(), "none"}, from);
    f.number({"to", "", "last level", false, Range::positive(), "none"}, to);
    f.integer({"points", "", "number of levels", false, Range::between(1, 1000), "none"}, points);
    f.choice({"spacing", "", "of the levels: equal differences, or equal ratios"}, spacing);
    const bool range = f.has("from") || f.has("to") || f.has("points") || f.has("spacing");
    if (f.has("values")) {
        for (const std::string key : {"from", "to", "points", "spacing"})
            if (f.has(key))
                f.refuse(key, "give either values, or from, to and points");
        check_levels(f, "values", values);
        e.levels = values;
    } else if (range) {
        for (const std::string key : {"from", "to", "points"})
            if (!f.has(key))
                f.refuse(key, "give from, to and points, or values");
        if (from == to && points > 1)
            f.refuse("to", "expected another level than from; one level takes points = 1");
        e.levels = spaced(from, to, points, spacing);
    }
}

void restart_fields(io::Fields& f, RestartEntry& e)
{
    f.text({"results", "",
            "results.h5 of that run, or its folder, relative to the case file (in --set: to "
            "the working directory); of the same model, "
            "harmonics and static part",
            true},
           e.results);
    f.number({"level", "",
              "whose curve it is; the motion is first led from there to the level of this case",
              false, Range::positive(), "level of this case"},
             e.level);
    f.integer(
        {"curve", "",
         "of that level, in the order of results.h5: the one from `from`, from the other end, "
         "crossing ones",
         false, Range::between(1, 1000)},
        e.curve);
    f.text({"at", "",
            "begin, end, fold 1, peak 2 (in ascending frequency), branch point 1, period doubling "
            "1, Neimark-Sacker 1, or point 17; without the number where there is one. At an end "
            "the curve is extended, with end also at its beginning where the range is wider there, "
            "and the other curves of the level are kept; elsewhere one of its own begins"},
           e.at);
    auto direction = dynamics::Restart::Direction::forward;
    f.choice({"direction",
              "",
              "along that curve; both: one curve through the point",
              false,
              {},
              "\"forward\"; at begin \"backward\""},
             direction);
    if (f.has("direction"))
        e.direction = direction;
}

} // namespace

void fields(io::Fields& f, ForcedResponse& e)
{
    f.integer({"n_h", "", "harmonics of the motion", false, Range::between(1, 100)}, e.n_h);
    f.choice({"static_part"}, e.static_part);
    f.choice({"forces", "",
              "of the joints: exact (located events, closed form), or sampled over time and "
              "transformed, to check"},
             e.forces);
    f.integer({"samples", "", "per cycle, of sampled forces; at least 32 n_h", false,
               Range::between(least_samples, 1 << 20)},
              e.samples);
    if (f.has("samples") && e.forces != Forces::sampled)
        f.refuse("samples", "exact forces have none; give forces = \"sampled\"");
    if (e.forces == Forces::sampled && e.samples < samples_per_harmonic * e.n_h)
        f.refuse("samples", "expected at least " + std::to_string(samples_per_harmonic) +
                                " n_h = " + std::to_string(samples_per_harmonic * e.n_h) +
                                "; fewer make peaks that are none");
    f.text_or_texts(
        {"monitor", "",
         "\"substructure.port.component\", or several: recorded; the peaks are those of "
         "the first",
         true},
        e.monitors);
    if (f.has("monitor") && e.monitors.empty())
        f.refuse("monitor", "expected at least one \"substructure.port.component\"");
    for (auto name = e.monitors.begin(); name != e.monitors.end(); ++name)
        if (std::find(e.monitors.begin(), name, *name) != name)
            f.refuse("monitor", "\"" + *name + "\" stands there twice");
    bool table = false;
    f.numbers_or_table({"level", "", "factor of the harmonic drive; or several: a curve for each",
                        false, Range::positive()},
                       e.levels, table, [&e](io::Fields& l) { level_fields(l, e); });
    if (!table)
        check_levels(f, "level", e.levels);
    bool given = false;
    f.table({"frequency_hz", "Hz", "range; or Omega", false, {}, "none"}, given,
            [&e](io::Fields& r) { frequency_fields(r, "Hz", 2 * std::numbers::pi, e.options); });
    f.table({"Omega", "rad/s", "in place of frequency_hz", false, {}, "none"}, given,
            [&e](io::Fields& r) { frequency_fields(r, "rad/s", 1, e.options); });
    if (f.has("Omega") && f.has("frequency_hz"))
        f.refuse("Omega", "give either Omega or frequency_hz");
    if (f.has("monitor") && !f.has("Omega") && !f.has("frequency_hz"))
        f.refuse("frequency_hz", "give the range of frequencies, { from = 150, to = 250 }");
    f.number(
        {"max_step",
         "",
         "longest step from point to point: share of the frequency range, or of twice the "
         "frequency "
         "if that is less; amplitudes change by five times this share at most. A resonance that is "
         "narrower may be passed over",
         false,
         {.min = 0, .max = 0.2, .min_open = true}},
        e.options.max_step);
    f.number({"tolerance",
              "",
              "of displacements in Newton's method, relative to their amplitude",
              false,
              {.min = 0, .max = 1e-3, .min_open = true}},
             e.options.tolerance);
    f.flag({"stability", "",
            "of each point, and where it is lost to motions of other periods; the cost grows with "
            "the cube of the modes: with many, reduce the bodies or give false"},
           e.options.stability);
    f.flag({"branches", "",
            "also the curves that cross at branch points, such as motions that break a symmetry"},
           e.options.branches);
    f.integer({"max_points", "", "of a curve; with restart those that are added", false,
               Range::between(2, 1000000)},
              e.options.max_points);
    f.table({"restart",
             "",
             "goes on from a point of an earlier run, within the range of frequencies; of several "
             "levels those that ended are kept with all their curves, those that are missing are "
             "begun. Without a new point the results of that run stay as they are",
             false,
             {},
             "none"},
            e.restart.given, [&e](io::Fields& r) { restart_fields(r, e.restart); });
}

} // namespace slideway::app
