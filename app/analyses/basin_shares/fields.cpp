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
    over_fields(f, e, e.from, e.to, {"one end of the values", "the other"},
                [&e](io::Fields& r, const std::string& /*unit*/, double /*factor*/,
                     const Range& /*of values*/) {
                    r.integer({"n", "", "number of equally spaced values, both ends included", true,
                               Range::between(2, most_values)},
                              e.n);
                });
    if ((f.has("plane") || f.has("random")) && !f.has("over") && !f.has("Omega") &&
        !f.has("frequency_hz"))
        f.refuse("frequency_hz", "give the range of frequencies, { from = 150, to = 250, n = 21 }");
    e.options.branches.from = e.from;
    e.options.branches.to = e.to;
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
    f.table({"plane",
             "",
             "the starts: two axes, displacements before velocities and each by name, all "
             "combinations of their values",
             false,
             {},
             "none"},
            given, [&e](io::Fields& s) { fields(s, e.starts); });
    f.table({"random",
             "",
             "in place of a plane: starts drawn by chance from a box of any number of axes, evenly "
             "and each by itself; the same at all values of the parameter",
             false,
             {},
             "none"},
            e.random, [&e](io::Fields& s) {
                box_fields(s, "displacement", "m", e.starts.displacement);
                box_fields(s, "velocity", "m/s", e.starts.velocity);
                s.integer({"n", "", "starts", false, Range::between(1, most_starts)}, e.n_random);
                s.integer({"seed", "", "of the random numbers; the same ones on all machines",
                           false, Range::between(0, 2147483647)},
                          e.seed);
            });
    if (!f.has("plane") && !f.has("random")) {
        if (f.has("Omega") || f.has("frequency_hz") || f.has("over"))
            f.refuse("plane", "give the starts: a plane of two axes, or random ones");
        return;
    }
    if (f.has("plane") && f.has("random"))
        f.refuse("random", "give either a plane or random starts");
    const std::size_t axes = e.starts.displacement.size() + e.starts.velocity.size();
    if (f.has("plane") && axes != 2)
        f.refuse("plane", "has " + std::to_string(axes) + (axes == 1 ? " axis" : " axes") +
                              "; expected two");
    if (f.has("plane") && e.starts.n() > most_starts)
        f.refuse("plane", "that is more than a million starts; expected fewer");
    if (f.has("random") && axes == 0)
        f.refuse("random", "has no axis; give displacement or velocity");
    for (const auto& [of, values] : {std::pair{&e.starts.displacement, &e.start.displacement},
                                     {&e.starts.velocity, &e.start.velocity}})
        for (const auto& [name, axis] : *of)
            if (values->contains(name))
                f.refuse("start", "gives " + name + ", which is an axis of the starts");
}

void orbit_fields(io::Fields& f, BasinShares& e)
{
    f.named_tables(
        {"orbits", "",
         "periodic motions under names of your own: a start near each, which Newton's "
         "method takes to it. Each is continued over all values and keeps its name, and "
         "mirrors are distinguished. Other motions are found during the run"},
        [&e](const std::string& name, io::Fields& s) {
            SharedOrbitEntry orbit;
            orbit.name = name;
            start_fields(s, orbit.start);
            s.integer({"periods", "", "of the drive, after which it repeats itself", false,
                       Range::between(1, 1000)},
                      orbit.periods);
            double value = e.reported_value(e.from);
            s.number({"value", "", "of the parameter, in its unit, where the motion is there",
                      false, Range::any(), "from"},
                     value);
            orbit.at = s.has("value") ? value * e.rad_per_s : e.from;
            const auto [low, high] = std::minmax(e.from, e.to);
            if (s.has("value") && (orbit.at < low || orbit.at > high))
                s.refuse("value", "expected a value from " + number_text(e.reported_value(low)) +
                                      " to " + number_text(e.reported_value(high)));
            orbit.start.given = true;
            orbit.start.table = "orbits." + name;
            e.orbits.push_back(std::move(orbit));
        });
    if (!f.has("orbits"))
        return;
    for (const SharedOrbitEntry& orbit : e.orbits)
        refuse_orbit(f, orbit.name, orbit.start);
}

} // namespace

void fields(io::Fields& f, BasinShares& e)
{
    studies::BasinOptions& o = e.options.basins;
    o.sample = 20;
    o.sought = 50;
    range_fields(f, e);
    f.table({"start",
             "",
             "displacements and velocities at phase 0 of the drive that the starts do not give; of "
             "all states with them that of least energy",
             false,
             {},
             "rest"},
            e.start.given, [&e](io::Fields& s) { start_fields(s, e.start); });
    if (!e.start.results.empty())
        f.refuse("start", "starts have displacements and velocities; give these");
    starts_fields(f, e);
    orbit_fields(f, e);
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
