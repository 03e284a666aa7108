#include "app/analyses/basin_shares/basin_shares.hpp"

#include "app/motions/many_starts/basin_options.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_values = 10000, most_starts = 1000000;

void range_fields(io::Fields& f, BasinShares& e)
{
    over_values_fields(f, e, e.values, {.order = Order::monotonic, .most = most_values, .least = 2},
                       f.has("random") ? "random" : "plane");
    e.options.branches.from = e.values.from;
    e.options.branches.to = e.values.to;
}

void box_fields(io::Fields& s, const std::string& key, const std::string& unit,
                std::map<std::string, StartGrid::Axis>& axes)
{
    s.named_tables({key, unit, "\"substructure.port.component\" = { from = -0.2, to = 0.2 }"},
                   [&](const std::string& name, io::Fields& a) {
                       StartGrid::Axis axis;
                       a.number({"from", unit, "least value", true}, axis.from);
                       a.number({"to", unit, "largest", true}, axis.to);
                       if (a.has("from") && a.has("to") && !(axis.to > axis.from))
                           a.refuse("to", "expected more than from");
                       axes[name] = axis;
                   });
}

void starts_fields(io::Fields& f, BasinShares& e)
{
    bool given = false;
    f.table({.name = "plane",
             .help = "the starts: two axes, displacements before velocities and each by name, all "
                     "combinations of their values",
             .default_text = "none"},
            given, [&e](io::Fields& s) { fields(s, e.starts, false); });
    f.table(
        {.name = "random",
         .help =
             "in place of a plane: starts drawn by chance from a box of any number of axes, evenly "
             "and each by itself; the same at all values of the parameter",
         .default_text = "none"},
        e.random, [&e](io::Fields& s) {
            box_fields(s, "displacement", "m", e.starts.displacement);
            box_fields(s, "velocity", "m/s", e.starts.velocity);
            s.integer({"n", "", "starts", false, Range::between(1, most_starts)}, e.n_random);
            s.integer({"seed", "", "of the random numbers; the same ones on all machines", false,
                       Range::between(0, 2147483647)},
                      e.seed);
        });
    if (!f.has("plane") && !f.has("random")) {
        if (f.has("Omega") || f.has("frequency_hz") || f.has("over"))
            f.refuse("plane", "give the starts: a plane of two axes, or random ones");
        return;
    }
    if (f.has("plane") && f.has("random"))
        f.refuse("random", "give either a plane or random starts");
    if (f.has("plane"))
        refuse_other_than_plane(f, e.starts);
    if (f.has("plane") && e.starts.n() > most_starts)
        f.refuse("plane", "that is more than a million starts; expected fewer");
    if (f.has("random") && e.starts.displacement.empty() && e.starts.velocity.empty())
        f.refuse("random", "has no axis; give displacement or velocity");
    refuse_axes_of_start(f, e.starts, e.start, "the starts");
}

void orbits_field(io::Fields& f, BasinShares& e)
{
    orbits_field(
        f,
        "periodic motions under names of your own: a start near each, which Newton's method takes "
        "to it. Each is continued over all values and keeps its name, and mirrors are "
        "distinguished. Other motions are found during the run",
        "", e.orbits, [&e](io::Fields& s, SharedOrbitEntry& orbit) {
            double value = e.reported_value(e.values.from);
            s.number({"value", "", "of the parameter, in its unit, where the motion is there",
                      false, Range::any(), "from"},
                     value);
            orbit.at = s.has("value") ? value * e.rad_per_s : e.values.from;
            const auto [low, high] = std::minmax(e.values.from, e.values.to);
            if (s.has("value") && (orbit.at < low || orbit.at > high))
                s.refuse("value", "expected a value from " + number_text(e.reported_value(low)) +
                                      " to " + number_text(e.reported_value(high)));
        });
}

} // namespace

void fields(io::Fields& f, BasinShares& e)
{
    studies::BasinOptions& o = e.options.basins;
    o.sample = 20;
    o.sought = 50;
    range_fields(f, e);
    rest_field(f, e.start, "the starts");
    starts_fields(f, e);
    orbits_field(f, e);
    settling_fields(f, o);
    f.integer({"sought", "",
               "starts that have not settled, evenly chosen, from which other motions are sought "
               "at each value",
               false, Range::between(0, 1000)},
              o.sought);
    f.integer({"sample", "",
               "starts, evenly chosen, that run again at each value to the last period, and with a "
               "hundredth of the tolerance: how many labels differ",
               false, Range::between(0, 1000000)},
              o.sample);
    lanes_field(f, o);
    f.number({"jump",
              "",
              "change of a share from one value to the next that is reported where the motion is "
              "stable at both",
              false,
              {.min = 0, .max = 1, .min_open = true}},
             e.options.jump);
    f.number({"max_step",
              "",
              "of the branches that carry names, as in periodic-orbits",
              false,
              {.min = 0, .max = 0.2, .min_open = true}},
             e.options.branches.max_step);
}

} // namespace slideway::app
