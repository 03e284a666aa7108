#include "app/analyses/long_motions/long_motions.hpp"

#include "app/analyses/shared/monitors.hpp"
#include "app/analyses/start/phase_zero.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_periods = 1000000;

void section_fields(io::Fields& f, SectionEntry& e)
{
    double phase_deg = 0;
    f.number({"phase_deg",
              "deg",
              "of the drive, in place of the other keys",
              false,
              {.min = 0, .max = 360, .max_open = true},
              "none"},
             phase_deg);
    f.text({"of", "", "\"substructure.port.component\" that passes the level"}, e.of);
    f.text({"joint", "", "whose displacement passes it, in place of of"}, e.joint);
    f.integer({"row", "", "of the joint, from 0", false, Range::between(0, 1000)}, e.row);
    f.choice({"quantity", "", "that passes the level: with \"velocity\" and 0 the extrema"},
             e.quantity);
    f.number({"level", "m", "or m/s, as the quantity; of a rotation rad"}, e.section.level);
    f.choice({"direction", "", "in which it is passed"}, e.section.direction);
    e.section.velocity = e.quantity == SectionQuantity::velocity;
    if (f.has("phase_deg")) {
        e.section.phase = phase_deg * std::numbers::pi / 180;
        for (const char* key : {"of", "joint", "row", "quantity", "level", "direction"})
            if (f.has(key))
                f.refuse(key, "a section at a phase passes no level; give either");
    }
    if (f.has("of") && f.has("joint"))
        f.refuse("joint", "give either of or joint");
    if (f.has("row") && !f.has("joint"))
        f.refuse("row", "is of a joint; give joint");
}

void sections_field(io::Fields& f, LongMotions& e)
{
    f.named_tables({"sections", "",
                    "points of the motion under names of your own: touches = { joint = \"stops\", "
                    "level = 0.05, direction = \"rising\" }"},
                   [&](const std::string& name, io::Fields& s) {
                       SectionEntry section;
                       section.name = name;
                       if (name.empty() || name.find_first_of("./ ") != std::string::npos)
                           f.refuse("sections", "\"" + name +
                                                    "\": a name is not empty and has no dot, "
                                                    "slash or space");
                       section_fields(s, section);
                       if (f.has("sections") && !section.section.phase && section.of.empty() &&
                           section.joint.empty())
                           f.refuse("sections",
                                    "section " + name + ": give phase_deg, of or joint");
                       e.sections.push_back(std::move(section));
                   });
}

void starts_field(io::Fields& f, LongMotions& e)
{
    start_at_phase_zero_field(f, e.start);
    bool given = false;
    StartGrid grid;
    f.table({"starts",
             "",
             "in place of one: every combination of their values; the rest of a state as of start",
             false,
             {},
             "none"},
            given, [&](io::Fields& s) {
                fields(s, grid);
                s.numbers({"count_after", "",
                           "periods after which the starts that have not settled are counted",
                           false, Range::between(1, most_periods), "none"},
                          e.counted);
            });
    if (!f.has("starts"))
        return;
    if (f.has("start"))
        f.refuse("start", "give either start or starts");
    if (grid.displacement.empty() && grid.velocity.empty())
        f.refuse("starts", "give displacement or velocity");
    if (grid.n() > StartGrid::most)
        f.refuse("starts", "that is more than 100000 starts; expected fewer");
    if (f.has("sections"))
        f.refuse("sections", "points of sections are those of one start; leave them or starts out");
    e.starts = std::move(grid);
}

} // namespace

std::vector<std::string> LongMotions::observed() const
{
    std::vector<std::string> names = monitors;
    for (const SectionEntry& section : sections)
        if (!section.of.empty() && std::find(names.begin(), names.end(), section.of) == names.end())
            names.push_back(section.of);
    return names;
}

void fields(io::Fields& f, LongMotions& e)
{
    dynamics::LongMotionOptions& o = e.options;
    monitor_field(f, e.monitors, "what is told; the 0-1 test takes the first at phase 0");
    starts_field(f, e);
    sections_field(f, e);
    f.integer({"discard", "", "periods of the drive before anything is told", false,
               Range::between(0, most_periods)},
              o.discard);
    f.integer({"periods", "", "after these", true, Range::between(1, most_periods)}, o.periods);
    f.flag({"indicators",
            "",
            "the largest Lyapunov exponent and the 0-1 test",
            false,
            {},
            "true of one start, false of several"},
           o.indicators);
    f.flag({"stop_when_settled",
            "",
            "a motion ends once it has settled on a periodic one",
            false,
            {},
            "false of one start, true of several"},
           o.stop_when_settled);
    if (e.starts) {
        o.indicators = f.has("indicators") && o.indicators;
        o.stop_when_settled = !f.has("stop_when_settled") || o.stop_when_settled;
    }
    f.number(
        {"radius",
         "",
         "a motion so near to a stable periodic one, at phase 0, may have settled: energy norm "
         "of the distance, share of its size",
         false,
         {.min = 0, .max = 0.1, .min_open = true}},
        o.capture.radius);
    f.integer({"stay", "", "further periods in a row that it has to be as near", false,
               Range::between(0, 1000)},
              o.capture.stay);
    f.integer({"longest", "", "periods of a motion to settle on", false, Range::between(1, 1000)},
              o.longest);
    f.number({"tolerance", "", "of the error of a Taylor step, relative", false,
              Range::between(1e-16, 1e-3)},
             o.tolerance);
    f.integer({"last", "", "periods at the end that are sampled, 100 times each; of one start",
               false, Range::between(0, 1000)},
              o.last);
}

} // namespace slideway::app
