#include "app/analyses/long_motions/long_motions.hpp"

#include "app/motions/monitors.hpp"
#include "app/motions/start/phase_zero.hpp"

#include <utility>

namespace slideway::app {

using io::Range;

namespace {

constexpr int most_periods = 1000000;

void many_starts(io::Fields& f, LongMotions& e)
{
    start_at_phase_zero_field(f, e.start);
    starts_field(f, e.starts, [&](io::Fields& s) {
        s.numbers({"count_after", "",
                   "periods after which the starts that have not settled are counted", false,
                   Range::between(1, most_periods), "none"},
                  e.counted);
    });
    if (e.starts && f.has("sections"))
        f.refuse("sections", "points of sections are those of one start; leave them or starts out");
}

} // namespace

void fields(io::Fields& f, LongMotions& e)
{
    dynamics::LongMotionOptions& o = e.options;
    monitor_field(f, e.monitors, "recorded displacements; the 0-1 test takes the first at phase 0");
    many_starts(f, e);
    sections_field(f, e.sections);
    f.integer({"discard", "", "periods of the drive before recording begins", false,
               Range::between(0, most_periods)},
              o.discard);
    f.integer({"periods", "", "number of recorded periods, after those of discard", true,
               Range::between(1, most_periods)},
              o.periods);
    f.flag({.name = "indicators",
            .help = "the largest Lyapunov exponent and the 0-1 test",
            .default_text = "true of one start, false of several"},
           o.indicators);
    f.flag({.name = "stop_when_settled",
            .help = "a motion ends once it has settled on a periodic one",
            .default_text = "false of one start, true of several"},
           o.stop_when_settled);
    if (e.starts) {
        o.indicators = f.has("indicators") && o.indicators;
        o.stop_when_settled = !f.has("stop_when_settled") || o.stop_when_settled;
    }
    settling_fields(f, o);
    f.integer({"last", "", "periods at the end that are sampled, 100 times each; of one start",
               false, Range::between(0, 1000)},
              o.last);
}

} // namespace slideway::app
