#include "app/analyses/bifurcation_diagram/bifurcation_diagram.hpp"

#include "app/motions/monitors.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "base/text.hpp"

namespace slideway::app {

using io::Range;
using studies::DiagramSweep;

namespace {

constexpr int most_periods = 1000000, most_values = 100000;
constexpr double most_motions = 1e5;

void range_fields(io::Fields& f, BifurcationDiagram& e)
{
    over_values_fields(f, e, e.values, {.most = most_values, .least = 2}, "monitor");
}

void sweeps_field(io::Fields& f, BifurcationDiagram& e)
{
    f.several(
        {.name = "sweeps",
         .help =
             "where the motion at a value begins: \"same\": at the same starts; \"up\", \"down\": "
             "at the end of that at the value before, from the least value up or from the largest "
             "down. Displacements and velocities are taken over, at phase 0 of the drive",
         .default_text = "[\"same\"]"},
        e.sweeps);
}

void branches_field(io::Fields& f, BifurcationDiagram& e)
{
    bool given = false;
    f.table({.name = "branches",
             .help = "periodic motions of earlier runs, shown in the same sections",
             .default_text = "none"},
            given, [&e](io::Fields& b) {
                b.text_or_texts(
                    {.name = "results",
                     .help = "results.h5 of a run of periodic-orbits over the same key, or its "
                             "folder, or several, relative to the case file (in --set: to the "
                             "working directory); of the same model",
                     .required = true,
                     .file = true},
                    e.branches);
                if (b.has("results") && e.branches.empty())
                    b.refuse("results", "expected at least one");
            });
}

} // namespace

void fields(io::Fields& f, BifurcationDiagram& e)
{
    dynamics::LongMotionOptions& o = e.options;
    monitor_field(f, e.monitors, "displacements that are recorded");
    range_fields(f, e);
    sweeps_field(f, e);
    start_at_phase_zero_field(f, e.start);
    starts_field(f, e.starts);
    sections_field(f, e.sections, "phase_0 = { phase_deg = 0 }");
    if (e.sections.empty()) {
        SectionEntry strobe;
        strobe.name = "phase_0";
        strobe.section.phase = 0;
        e.sections.push_back(strobe);
    }
    f.integer({"discard", "", "periods of the drive at each value before recording begins", false,
               Range::between(0, most_periods)},
              o.discard);
    f.integer({"periods", "", "number of recorded periods, after those of discard", false,
               Range::between(1, most_periods)},
              o.periods);
    f.flag({"exponent", "", "the largest Lyapunov exponent of each motion"}, o.indicators);
    settling_fields(f, o);
    branches_field(f, e);
    const double motions = static_cast<double>(e.values.all.size()) *
                           (e.starts ? e.starts->n() : 1) * static_cast<double>(e.sweeps.size());
    if (motions > most_motions)
        f.refuse(e.starts ? "starts" : "sweeps",
                 "that is " + number_text(motions) +
                     " motions (values x starts x sweeps); expected at most 100000");
}

} // namespace slideway::app
