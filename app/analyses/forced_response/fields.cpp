#include "app/analyses/forced_response/forced_response.hpp"

#include "app/motions/monitors.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <numbers>

namespace slideway::app {

using io::Key;
using io::Range;

namespace {

void restart_fields(io::Fields& f, RestartEntry& e)
{
    f.text({.name = "results",
            .help =
                "results.h5 of that run, or its folder, relative to the case file (in --set: to "
                "the working directory); of the same model, "
                "harmonics and static part",
            .required = true,
            .file = true},
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
    f.choice({.name = "direction",
              .help = "along that curve; both: one curve through the point",
              .default_text = "\"forward\"; at begin \"backward\""},
             direction);
    if (f.has("direction"))
        e.direction = direction;
}

} // namespace

void fields(io::Fields& f, ForcedResponse& e)
{
    motion_fields(f, e);
    monitor_field(f, e.monitors, "recorded; the peaks are those of the first");
    level_field(f, e, "factor of the harmonic drive; or several: a curve for each", false);
    response_range_field(f, e.options.Omega_from, e.options.Omega_to, "where the curve begins",
                         "where it ends, on a branch that leads there");
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
    e.asks_for_stability = f.has("stability") && e.options.stability;
    f.flag({"branches", "",
            "also the curves that cross at branch points, such as motions that break a symmetry"},
           e.options.branches);
    f.integer({"max_points", "", "of a curve; with restart those that are added", false,
               Range::between(2, 1000000)},
              e.options.max_points);
    f.table(
        {.name = "restart",
         .help =
             "continues from a point of an earlier run, within the range of frequencies; of "
             "several "
             "levels those that ended are kept with all their curves, those that are missing are "
             "begun. Without a new point the results of that run stay as they are",
         .default_text = "none"},
        e.restart.given, [&e](io::Fields& r) { restart_fields(r, e.restart); });
}

} // namespace slideway::app
