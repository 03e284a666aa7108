#include "app/analyses/basins/basin_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace slideway::app {

namespace {

int count(const studies::GridOutcomes& grid, int label)
{
    return static_cast<int>(std::count(grid.label.begin(), grid.label.end(), label));
}

std::string percent(double share)
{
    return number_text(100 * share, 4) + " %";
}

std::string sample_text(int n)
{
    return "of " + std::to_string(n) + " starts, evenly chosen, ";
}

// "of 200 starts, evenly chosen, 0 have another label where they run all 300 periods"
void add_sample(const BasinModel& model, const studies::Basins& found, Summary& s)
{
    const int to_the_end = studies::Basins::done(found.to_the_end),
              finer = studies::Basins::done(found.at_hundredth);
    const std::string wrong = sample_text(to_the_end) + std::to_string(found.wrong());
    if (to_the_end > 0)
        s.checks.push_back(wrong + " have another label where they run all " +
                           plural(model.options.periods, "period"));
    if (finer > 0)
        s.checks.push_back(sample_text(finer) + std::to_string(found.uncertain()) +
                           " have another label with steps of a hundredth of the tolerance");
    if (found.wrong() > 0)
        s.warnings.push_back("motions that seemed settled were not: " + wrong +
                             " have another label at the end; take a smaller radius or a longer "
                             "stay");
}

int n_periods(const studies::GridOutcomes& grid)
{
    return std::accumulate(grid.taken.begin(), grid.taken.end(), 0);
}

} // namespace

// ": at phase 0 NAME -0.1 m, velocity of NAME 0.2 m/s"
std::string start_text(const BasinResults& results, const BasinOrbit& orbit)
{
    std::vector<std::string> places;
    for (const auto& [axis, value] :
         {std::pair{&results.axes[0], orbit.x(0)}, {&results.axes[1], orbit.y(0)}})
        places.push_back(axis->name() + " " + number_text(value, 6) + " " + axis->unit);
    return ": at phase 0 " + join(places);
}

void quantities(io::Entries& q, BasinResults& r)
{
    const studies::GridOutcomes& grid = r.grid;
    const auto n = static_cast<double>(grid.label.size());
    const double run = studies::Basins::done(r.found.starts);
    const std::string unit = q.unit(r.measure.unit, "m, m/s or none");
    q.derived(n, "starts", "", "starts of the plane, with `refine` points of the finest grid");
    q.derived(r.refined ? std::optional(run) : std::nullopt, "starts.run", "",
              "starts that were run; the others count with the label of the cell around them", "",
              "with `refine`");
    q.derived(static_cast<double>(r.orbits.size()), "orbits", "",
              "known motions: named ones, mirror images and others that were found");
    q.array(r.measure.resolution, "integrity.resolution", unit,
            "distance of opposite points of a cell of starts");
    q.named(r.orbits, "", "ORBIT", "the name of a periodic motion", [&](BasinOrbit& o) {
        q.array(o.starts, "starts", "", "starts that lead to it");
        q.derived(o.starts / n, "share", "", "their share of all starts");
        q.derived(static_cast<double>(o.states.cols()), "period", "",
                  "its period, in periods of the drive");
        q.array(o.growth, "growth", "", "magnitude of the largest multiplier of its period");
        q.named(o.monitors, "", "M", "a monitor", [&](MonitoredOrbit& m) {
            q.array(m.largest, "max", unit_on("m", m.measure),
                    "largest displacement in the period");
            q.array(m.least, "min", unit_on("m", m.measure), "least displacement in the period");
        });
        q.derived(o.integrity ? std::optional(o.integrity->radius) : std::nullopt, "integrity",
                  unit,
                  "radius of the largest disc about its states in the plane without another "
                  "label (docs/theory/basins.md, section 4)",
                  "", "if all states lie in the plane and the run was complete");
    });
    q.derived(count(grid, studies::not_settled), "not_settled", "", "starts that have not settled");
    q.derived(count(grid, studies::broke_off), "broke_off", "", "starts whose motion broke off");
    q.derived(count(grid, studies::not_run), "not_run", "", "starts that were not run");
    q.derived(n_periods(grid) / run, "periods.mean", "",
              "periods of the drive that a start ran, in the mean");
    const auto of_sample = [](const studies::Outcomes& again, int value) {
        return studies::Basins::done(again) > 0 ? std::optional(value) : std::nullopt;
    };
    const std::string again = "if starts were run again";
    q.derived(of_sample(r.found.to_the_end, studies::Basins::done(r.found.to_the_end)), "sample",
              "", "starts that were run again (docs/theory/basins.md)", "", again);
    q.derived(of_sample(r.found.to_the_end, r.found.wrong()), "sample.wrong", "",
              "those with another label at the end of all periods", "", again);
    q.derived(of_sample(r.found.at_hundredth, r.found.uncertain()), "sample.uncertain", "",
              "those with another label at a hundredth of the tolerance", "", again);
}

Settings settings(const Basins& e, const BasinModel& model)
{
    std::vector<std::string> names;
    for (const dynamics::KnownOrbit& orbit : model.orbits)
        names.push_back(orbit.name);
    Settings all = settling_settings(e.options, model.family);
    all.insert(all.begin(), {"monitor", join(e.monitors)});
    all.emplace_back("starts", plane_text(model.axes, model.starts.n));
    if (e.refine > 0)
        all.emplace_back("refine", "where labels change as near as on " +
                                       std::to_string(model.axes[0].n) + " x " +
                                       std::to_string(model.axes[1].n));
    if (!names.empty())
        all.emplace_back("known orbits", join(names));
    return all;
}

Summary summarise(const Basins& e, const BasinModel& model, BasinResults& results)
{
    const studies::Basins& found = results.found;
    const studies::GridOutcomes& starts = results.grid;
    Summary s;
    add_quantities(s, [&](io::Entries& q) { quantities(q, results); });
    s.used = settings(e, model);
    const auto n = static_cast<double>(starts.label.size());
    const double run = studies::Basins::done(found.starts);
    s.extent =
        number_text(n) + " starts, " + number_text(n_periods(starts)) + " periods of the drive";
    if (e.refine > 0) {
        s.extent = number_text(run) + " of the " + s.extent;
        s.lines.push_back(number_text(run) + " of the " + number_text(n) +
                          " starts of a grid that is as fine everywhere were run (" +
                          percent(run / n) + "); the others have the label around them");
    }
    if (results.gone_on_with > 0)
        s.used.emplace_back("start", "continues with " + std::to_string(results.gone_on_with) +
                                         " starts of an interrupted run");
    for (std::size_t k = 0; k < results.orbits.size(); ++k) {
        const BasinOrbit& orbit = results.orbits[k];
        const MonitoredOrbit& monitor = orbit.monitors.front();
        s.lines.push_back(
            orbit.name + ": " + std::to_string(orbit.starts) + " starts (" +
            percent(orbit.starts / n) + "), " +
            plural(static_cast<std::size_t>(orbit.x.size()), "period") + ", largest multiplier " +
            number_text(orbit.growth, 6) + ", largest " + monitor.name + " " +
            number_text(monitor.largest, 6) + " " + unit_on("m", monitor.measure) +
            (orbit.integrity ? ", integrity " + integrity_text(*orbit.integrity, results.measure)
                             : "") +
            (k < model.orbits.size() ? "" : ", found on the way" + start_text(results, orbit)));
    }
    if (const int left = count(starts, studies::not_settled); left > 0)
        s.lines.push_back(std::to_string(left) + " starts (" + percent(left / n) +
                          ") not settled in " + plural(e.options.periods, "period"));
    for (const std::string& why : found.failures)
        s.warnings.push_back("motions break off: " + why);
    if (found.orbits.empty() && run > 0 && !found.interrupted)
        s.warnings.push_back("no periodic motion is given, and none was found on which a start "
                             "settles in " +
                             plural(e.options.periods, "period") +
                             "; give analysis.orbits, or more analysis.periods");
    add_sample(model, found, s);
    if (count(starts, studies::broke_off) == static_cast<int>(starts.label.size())) {
        s.status = Status::failed;
        s.message = "every motion breaks off: " + found.failures.front();
    }
    if (found.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted with " + number_text(run) + " of " +
                    std::to_string(found.points.size()) +
                    " starts done; the same run into the same folder resumes";
    }
    return s;
}

} // namespace slideway::app
