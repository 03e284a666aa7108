#include "app/analyses/basins/plane.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"
#include "dynamics/lanes/lane_run.hpp"

#include <algorithm>

namespace slideway::app {

namespace {

int count(const studies::GridOutcomes& grid, int label)
{
    return static_cast<int>(std::count(grid.label.begin(), grid.label.end(), label));
}

std::string periods_text(int n)
{
    return std::to_string(n) + (n == 1 ? " period" : " periods");
}

std::string percent(double share)
{
    return number_text(100 * share, 4) + " %";
}

// "of 200 starts, evenly chosen, 0 have another label where they run all 300 periods"
void add_sample(const BasinModel& model, const studies::Basins& found, Summary& s)
{
    const int to_the_end = studies::Basins::done(found.to_the_end),
              finer = studies::Basins::done(found.at_hundredth);
    const auto describe = [](int n) {
        return "of " + std::to_string(n) + " starts, evenly chosen, ";
    };
    if (to_the_end > 0) {
        add(s, "sample", to_the_end, "");
        add(s, "sample.wrong", found.wrong(), "");
        s.checks.push_back(describe(to_the_end) + std::to_string(found.wrong()) +
                           " have another label where they run all " +
                           periods_text(model.options.periods));
    }
    if (finer > 0) {
        add(s, "sample.uncertain", found.uncertain(), "");
        s.checks.push_back(describe(finer) + std::to_string(found.uncertain()) +
                           " have another label with steps of a hundredth of the tolerance");
    }
    if (found.wrong() > 0)
        s.warnings.push_back(
            "motions that seemed settled were not: " + describe(to_the_end) +
            std::to_string(found.wrong()) +
            " have another label at the end; take a smaller radius or a longer stay");
}

} // namespace

std::vector<std::pair<std::string, std::string>> used_of(const studies::BasinOptions& options,
                                                         std::string_view kernel, Index modes)
{
    return {{"method", kernel.empty()
                           ? "Taylor steps from event to event, one motion after another"
                           : "Taylor steps from event to event, motions side by side in lanes of " +
                                 std::string(kernel)},
            {"modes", std::to_string(modes)},
            {"tolerance", number_text(options.tolerance)},
            {"settled", "within " + number_text(options.capture.radius) +
                            " of the size of a stable orbit, and for " +
                            periods_text(options.capture.stay) + " more"}};
}

// ": at phase 0 NAME -0.1 m, velocity of NAME 0.2 m/s"
std::string start_text(const BasinModel& model, const dynamics::KnownOrbit& orbit)
{
    std::string text = ": at phase 0";
    for (std::size_t a = 0; a < model.axes.size(); ++a) {
        const PlaneAxis& axis = model.axes[a];
        const Matrix matrix = at_phase_zero(model.plane[a], orbit, model.family.system().Omega);
        text += (a == 0 ? " " : ", ") + axis.name() + " " +
                number_text(matrix(axis.velocity ? 1 : 0, 0), 6) + " " + axis.unit;
    }
    return text;
}

Summary summarise(const Basins& e, const BasinModel& model, const BasinResults& results)
{
    const studies::Basins& found = results.found;
    const studies::GridOutcomes& starts = results.grid;
    Summary s;
    s.used = used_of(e.options, found.kernel, model.family.m());
    const auto n = static_cast<double>(starts.label.size());
    double taken = 0;
    for (const int periods : starts.taken)
        taken += periods;
    const double run = studies::Basins::done(found.starts);
    s.extent = number_text(n) + " starts, " + number_text(taken) + " periods of the drive";
    add(s, "starts", n, "");
    if (e.refine > 0) {
        s.extent = number_text(run) + " of the " + s.extent;
        add(s, "starts.run", run, "");
        s.lines.push_back(number_text(run) + " of the " + number_text(n) +
                          " starts of a grid that is as fine everywhere were run (" +
                          percent(run / n) + "); the others have the label around them");
    }
    if (results.gone_on_with > 0)
        s.used.emplace_back("start", "continues with " + std::to_string(results.gone_on_with) +
                                         " starts of an interrupted run");
    add(s, "orbits", static_cast<double>(found.orbits.size()), "");
    const PlaneMeasure measure = measure_of(model.axes);
    add(s, "integrity.resolution", measure.resolution, measure.unit);
    for (std::size_t k = 0; k < found.orbits.size(); ++k) {
        const dynamics::KnownOrbit& orbit = found.orbits[k];
        const int led = count(starts, static_cast<int>(k));
        const auto column = static_cast<Index>(k);
        add(s, orbit.name + ".starts", led, "");
        add(s, orbit.name + ".share", led / n, "");
        add(s, orbit.name + ".period", orbit.periods(), "");
        add(s, orbit.name + ".growth", orbit.growth, "");
        for (std::size_t w = 0; w < e.monitors.size(); ++w) {
            const std::string unit = unit_on("m", model.watched[w].measure);
            add(s, orbit.name + "." + e.monitors[w] + ".max",
                results.largest(static_cast<Index>(w), column), unit);
            add(s, orbit.name + "." + e.monitors[w] + ".min",
                results.least(static_cast<Index>(w), column), unit);
        }
        const std::optional<studies::Integrity> integrity =
            results.integrity.empty() ? std::nullopt : results.integrity[k];
        if (integrity)
            add(s, orbit.name + ".integrity", integrity->radius, measure.unit);
        s.lines.push_back(
            orbit.name + ": " + std::to_string(led) + " starts (" + percent(led / n) + "), " +
            periods_text(orbit.periods()) + ", largest multiplier " + number_text(orbit.growth, 6) +
            ", largest " + e.monitors.front() + " " + number_text(results.largest(0, column), 6) +
            " " + unit_on("m", model.watched.front().measure) +
            (integrity ? ", integrity " + integrity_text(*integrity, measure) : "") +
            (k < model.orbits.size() ? "" : ", found on the way" + start_text(model, orbit)));
    }
    for (const auto& [name, label] : {std::pair{"not_settled", studies::not_settled},
                                      {"broke_off", studies::broke_off},
                                      {"not_run", studies::not_run}})
        add(s, name, count(starts, label), "");
    if (const int left = count(starts, studies::not_settled); left > 0)
        s.lines.push_back(std::to_string(left) + " starts (" + percent(left / n) +
                          ") not settled in " + periods_text(e.options.periods));
    for (const std::string& why : found.failures)
        s.warnings.push_back("motions break off: " + why);
    if (found.orbits.empty() && run > 0 && !found.interrupted)
        s.warnings.push_back("no periodic motion is given, and none was found on which a start "
                             "settles in " +
                             periods_text(e.options.periods) +
                             "; give analysis.orbits, or more analysis.periods");
    add(s, "periods.mean", taken / run, "");
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
