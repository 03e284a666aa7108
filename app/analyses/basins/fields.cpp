#include "app/analyses/basins/basins.hpp"

#include "app/motions/many_starts/basin_options.hpp"
#include "app/motions/monitors.hpp"
#include "base/text.hpp"

#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_halvings = 10;
constexpr double most_points = 2e7; // of the finest grid: its arrays take a gigabyte

void plane_field(io::Fields& f, Basins& e)
{
    bool given = false;
    f.table({"plane", "",
             "the starts: two axes, displacements before velocities and each by name, all "
             "combinations of their values",
             true},
            given, [&e](io::Fields& s) { fields(s, e.plane, false); });
    if (!f.has("plane"))
        return;
    refuse_other_than_plane(f, e.plane);
    refuse_axes_of_start(f, e.plane, e.start, "the plane");
}

void refine_field(io::Fields& f, Basins& e)
{
    f.integer({"refine", "",
               "times that the cells of the plane are halved where labels differ: boundaries as on "
               "a grid that is 2^refine times finer, of which few points are run. Other points "
               "have the label of the cell around them",
               false, Range::between(0, most_halvings)},
              e.refine);
    double n = 1;
    for (const auto* axes : {&e.plane.displacement, &e.plane.velocity})
        for (const auto& [name, axis] : *axes)
            n *= ((axis.n - 1) << e.refine) + 1;
    if (f.has("refine") && n > most_points)
        f.refuse("refine", "the finest grid has " + number_text(n) + " points; expected at most " +
                               number_text(most_points));
}

void orbits_field(io::Fields& f, Basins& e)
{
    orbits_field(f,
                 "periodic motions that starts may lead to, under names of your own: a start near "
                 "each, which Newton's method takes to it; or results of periodic-orbits: all "
                 "stable motions that their branches have at the frequency, level or other key of "
                 "this case, as \"NAME branch 2\". Mirrors are distinguished. Those that are not "
                 "given are found on the way",
                 ". Or of periodic-orbits at these loads and numbers: all stable motions of its "
                 "branches, or that at a point (at)",
                 e.orbits, [](io::Fields& s, BasinOrbitEntry& orbit) {
                     int branch = 1;
                     s.integer({"branch", "",
                                "of results of periodic-orbits, as they number it: the stable "
                                "motions of that one alone; with at the motion of that point",
                                false, Range::between(1, 1000), "all"},
                               branch);
                     if (s.has("branch"))
                         orbit.branch = branch;
                     if (s.has("branch") && !s.has("results"))
                         s.refuse("branch", "is of results of periodic-orbits; give results");
                 });
}

} // namespace

void fields(io::Fields& f, Basins& e)
{
    studies::BasinOptions& o = e.options;
    monitor_field(f, e.monitors, "whose extrema identify the motions");
    rest_field(f, e.start, "the plane");
    plane_field(f, e);
    refine_field(f, e);
    orbits_field(f, e);
    settling_fields(f, o);
    f.integer({"sample", "",
               "starts, evenly chosen, that run again to the last period, and with a hundredth of "
               "the tolerance: how "
               "many labels differ",
               false, Range::between(0, 1000000)},
              o.sample);
    f.flag({"all_again", "", "every start is in that sample"}, e.all_again);
    if (e.all_again && f.has("sample"))
        f.refuse("sample", "all_again takes every start; give either");
    lanes_field(f, o);
}

} // namespace slideway::app
