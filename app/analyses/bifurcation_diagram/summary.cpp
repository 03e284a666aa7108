#include "app/analyses/bifurcation_diagram/diagram_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace slideway::app {

namespace {

using studies::DiagramSeries;
using studies::DiagramSweep;
using studies::StartedMotion;

constexpr int digits = 9;
constexpr std::size_t most_reported = 8; // of a kind, in lines

// First and last of values that follow each other.
using Interval = std::pair<std::size_t, std::size_t>;

std::vector<Interval> intervals(std::size_t n, const std::function<bool(std::size_t)>& holds)
{
    std::vector<Interval> all;
    for (std::size_t i = 0; i < n; ++i) {
        if (!holds(i))
            continue;
        if (!all.empty() && all.back().second + 1 == i)
            all.back().second = i;
        else
            all.emplace_back(i, i);
    }
    return all;
}

// The first of many, and how many are left out.
std::vector<std::string> shortened(std::vector<std::string> all, const std::string& more)
{
    const std::size_t n = all.size();
    if (n > most_reported) {
        all.resize(most_reported);
        all.push_back("and " + std::to_string(n - most_reported) + " " + more);
    }
    return all;
}

void add_lines(const std::vector<std::string>& lines, Summary& s)
{
    s.lines.insert(s.lines.end(), lines.begin(), lines.end());
}

class SummaryWriter {
public:
    SummaryWriter(const BifurcationDiagram& e, const DiagramModel& model,
                  const DiagramResults& results)
        : e_(e), model_(model), found_(results.found)
    {
    }
    void add_counts(DiagramNumbers& numbers, Summary& s) const;
    void add_sweep(DiagramSweep sweep, DiagramNumbers& numbers, Summary& s) const;
    void add_up_and_down(DiagramNumbers& numbers, Summary& s) const;
    void add_status(Summary& s) const;

private:
    [[nodiscard]] MotionOutcome outcome(const DiagramSeries& series, std::size_t i) const
    {
        return app::outcome_of(e_, series.motions[i]);
    }
    [[nodiscard]] bool settled(const DiagramSeries& series, std::size_t i) const
    {
        const MotionOutcome reached = outcome(series, i);
        return reached == MotionOutcome::periodic || reached == MotionOutcome::transient;
    }
    [[nodiscard]] bool known(const DiagramSeries& series, std::size_t i) const
    {
        return outcome(series, i) != MotionOutcome::not_run;
    }
    // "period 2", "not settled"
    [[nodiscard]] std::string text(const DiagramSeries& series, std::size_t i) const
    {
        return settled(series, i)
                   ? "period " + std::to_string(series.motions[i].motion.settled->orbit.periods())
                   : std::string(name_of(outcome(series, i)));
    }
    [[nodiscard]] std::string place(std::size_t i) const
    {
        return number_text(e_.reported_value(model_.systems.values[i]), digits);
    }
    // "0.875, 1.285 to 1.395, 1.405 to 1.43, and 8 stretches more"
    [[nodiscard]] std::string places(const std::vector<Interval>& intervals) const
    {
        std::vector<std::string> parts;
        for (const Interval& one : intervals)
            parts.push_back(place(one.first) +
                            (one.first == one.second ? "" : " to " + place(one.second)));
        return join(shortened(std::move(parts), "stretches more"));
    }
    [[nodiscard]] std::string name(const DiagramSeries& series) const
    {
        const std::string sweep(name_of(series.sweep));
        return model_.grid.empty() ? sweep : sweep + ", start " + std::to_string(series.start + 1);
    }
    // Whether the motion at the next value is another: of another period, branch or outcome.
    [[nodiscard]] bool changes(const DiagramSeries& series, std::size_t i) const
    {
        if (!known(series, i) || !known(series, i + 1))
            return false;
        return settled(series, i) && settled(series, i + 1)
                   ? !series.joined[i]
                   : outcome(series, i) != outcome(series, i + 1);
    }
    void add_changes(const DiagramSeries& series, std::vector<double>& values,
                     std::vector<std::string>& lines) const;

    const BifurcationDiagram& e_;
    const DiagramModel& model_;
    const studies::BifurcationDiagram& found_;
};

void SummaryWriter::add_counts(DiagramNumbers& numbers, Summary& s) const
{
    double irregular = 0;
    for (const DiagramSeries& series : found_.series)
        for (std::size_t i = 0; i < series.motions.size(); ++i) {
            ++numbers.motions;
            ++numbers.outcomes[outcome(series, i)];
            if (settled(series, i))
                ++numbers.periods[series.motions[i].motion.settled->orbit.periods()];
            const auto& exponent = series.motions[i].exponent;
            irregular += known(series, i) && exponent && exponent->whole > 3 * exponent->error;
        }
    if (e_.options.indicators)
        numbers.irregular = irregular;
    std::vector<std::string> parts;
    for (const auto& [period, n] : numbers.periods)
        parts.push_back(number_text(n) + " of period " + std::to_string(period));
    for (const MotionOutcome unfinished :
         {MotionOutcome::not_settled, MotionOutcome::broke_off, MotionOutcome::not_run})
        if (const double n = numbers.outcomes[unfinished]; n > 0)
            parts.push_back(number_text(n) + " " + std::string(name_of(unfinished)));
    s.lines.push_back(number_text(numbers.motions) + " motions of " +
                      std::to_string(e_.options.discard + e_.options.periods) +
                      " periods: " + join(parts));
}

void SummaryWriter::add_changes(const DiagramSeries& series, std::vector<double>& values,
                                std::vector<std::string>& lines) const
{
    for (std::size_t i = 0; i + 1 < model_.systems.values.size(); ++i) {
        if (!changes(series, i))
            continue;
        values.push_back(
            e_.reported_value((model_.systems.values[i] + model_.systems.values[i + 1]) / 2));
        const bool down = series.sweep == DiagramSweep::down;
        const std::size_t before = down ? i + 1 : i, after = down ? i : i + 1;
        const std::string was = text(series, before), is = text(series, after);
        lines.push_back(name(series) + ", " + place(before) + " to " + place(after) + ": " +
                        (was == is ? was + ", to another branch" : was + " to " + is));
    }
}

void SummaryWriter::add_sweep(DiagramSweep sweep, DiagramNumbers& numbers, Summary& s) const
{
    std::vector<double> values;
    std::vector<std::string> lines, unsettled;
    double n_unsettled = 0;
    for (const DiagramSeries& series : found_.series) {
        if (series.sweep != sweep)
            continue;
        if (sweep != DiagramSweep::same)
            add_changes(series, values, lines);
        const std::vector<Interval> unsettled_intervals =
            intervals(model_.systems.values.size(), [&](std::size_t i) -> bool {
                return outcome(series, i) == MotionOutcome::not_settled;
            });
        double n = 0;
        for (const auto& [first, last] : unsettled_intervals)
            n += static_cast<double>(last - first + 1);
        n_unsettled += n;
        if (n > 0)
            unsettled.push_back(name(series) + ": " + number_text(n) +
                                " not settled: " + places(unsettled_intervals));
    }
    numbers.sweeps.push_back({std::string(name_of(sweep)), n_unsettled, {}});
    if (sweep != DiagramSweep::same)
        numbers.sweeps.back().changes = std::move(values);
    add_lines(shortened(std::move(lines), "changes more"), s);
    add_lines(shortened(std::move(unsettled), "starts more"), s);
}

// Where sweeps up and down from one start settle on different motions.
void SummaryWriter::add_up_and_down(DiagramNumbers& numbers, Summary& s) const
{
    auto& [from, to] = numbers.apart.emplace();
    std::vector<std::string> lines;
    for (const DiagramSeries& up : found_.series)
        for (const DiagramSeries& down : found_.series) {
            if (up.sweep != DiagramSweep::up || down.sweep != DiagramSweep::down ||
                up.start != down.start)
                continue;
            const auto apart = [&](std::size_t i) -> bool {
                return settled(up, i) && settled(down, i) &&
                       !same_orbit(model_.systems.at[i].family.energy_weights(),
                                   up.motions[i].motion.settled->orbit,
                                   down.motions[i].motion.settled->orbit);
            };
            const std::vector<Interval> all = intervals(model_.systems.values.size(), apart);
            for (const auto& [first, last] : all) {
                from.push_back(e_.reported_value(model_.systems.values[first]));
                to.push_back(e_.reported_value(model_.systems.values[last]));
            }
            if (!all.empty())
                lines.push_back(
                    "up and down" +
                    (model_.grid.empty() ? "" : ", start " + std::to_string(up.start + 1)) +
                    " settle on different motions: " + places(all));
        }
    add_lines(shortened(std::move(lines), "starts more"), s);
}

void SummaryWriter::add_status(Summary& s) const
{
    std::vector<std::string> broken;
    std::size_t n = 0;
    for (const DiagramSeries& series : found_.series)
        for (std::size_t i = 0; i < series.motions.size(); ++i) {
            ++n;
            const StartedMotion& motion = series.motions[i];
            if (outcome(series, i) != MotionOutcome::broke_off)
                continue;
            broken.push_back(name(series) + ", " + e_.result_name + " " + place(i) + ": " +
                             broke_off_text(motion));
        }
    for (std::string& line : shortened(broken, "motions more that break off"))
        s.warnings.push_back(std::move(line));
    if (found_.interrupted) {
        s.status = Status::interrupted;
        s.message =
            "interrupted; what was computed is kept, and the same run into the same folder resumes";
    } else if (broken.size() == n) {
        s.status = Status::failed;
        s.message = "every motion breaks off; the first: " + broken.front();
    }
}

} // namespace

void quantities(io::Entries& q, DiagramResults& r)
{
    DiagramNumbers& numbers = r.numbers;
    const bool any = r.model != nullptr;
    const std::string unit = q.unit(r.over.unit, "of the parameter");
    q.derived(any ? static_cast<double>(r.model->systems.values.size()) : 0, "values", "",
              "number of values");
    q.derived(any ? static_cast<double>(r.model->systems.at.front().starts.size()) : 0, "starts",
              "", "number of starts");
    q.array(numbers.motions, "motions", "", "number of motions of all values, starts and sweeps");
    outcome_quantities(q, "motions", numbers.outcomes);
    std::vector<std::string> periods;
    std::vector<double> counts;
    for (const auto& [period, n] : numbers.periods) {
        periods.push_back(std::to_string(period));
        counts.push_back(n);
    }
    q.each_name(periods, "period", "n", "a period, in periods of the drive",
                [&](std::size_t k, const std::string& path) {
                    q.derived([&] { return counts[k]; }, path, "",
                              "number of motions that settled on an orbit of this period");
                });
    q.array(numbers.irregular, "motions.exponent_above_0", "",
            "number of motions with an exponent more than three standard errors above 0", "",
            "with `exponent`");
    q.named(
        numbers.sweeps, "", "SWEEP", "each sweep of the case: `same`, `up` or `down`",
        [&](DiagramNumbers::Sweep& sweep) {
            q.array(sweep.not_settled, "not_settled", "", "number of motions that did not settle");
            if (q.describes() || sweep.changes)
                q.derived(sweep.changes.value_or(std::vector<double>()), "changes", unit,
                          "midpoints of neighbouring values with different motions, of `up` and "
                          "`down`: of another period or branch, or settled and not settled",
                          "k");
        });
    q.optional(
        numbers.apart, "apart", "with sweeps up and down", [&](DiagramNumbers::Apart& apart) {
            q.array(apart.from, "from", unit,
                    "first value of each interval in which the sweeps settled on different motions",
                    "k");
            q.array(apart.to, "to", unit, "last value of each interval", "k");
        });
    q.derived(static_cast<double>(r.branches.size()), "branches", "",
              "number of branches of earlier runs within the range");
}

Settings settings(const BifurcationDiagram& e, const DiagramModel& model)
{
    std::vector<std::string> sweeps;
    for (const DiagramSweep sweep : e.sweeps)
        sweeps.emplace_back(name_of(sweep));
    const studies::DiagramSystem& first = model.systems.at.front();
    Settings all = motion_settings(e.monitors, e.options, first.family.m());
    all.emplace_back("values", values_text(e, e.values.all.size(), e.values.from, e.values.to));
    all.emplace_back("sweeps", join(sweeps));
    all.emplace_back("starts", std::to_string(first.starts.size()));
    return all;
}

Summary summarise(const BifurcationDiagram& e, const DiagramModel& model, DiagramResults& results)
{
    Summary s;
    const SummaryWriter writer(e, model, results);
    s.used = settings(e, model);
    double taken = 0;
    for (const DiagramSeries& series : results.found.series)
        for (const StartedMotion& motion : series.motions)
            taken += motion.motion.taken;
    s.extent = number_text(taken) + " periods of the drive";
    writer.add_status(s);
    writer.add_counts(results.numbers, s);
    for (const DiagramSweep sweep : e.sweeps)
        writer.add_sweep(sweep, results.numbers, s);
    const auto has = [&](DiagramSweep sweep) -> bool {
        return std::find(e.sweeps.begin(), e.sweeps.end(), sweep) != e.sweeps.end();
    };
    if (has(DiagramSweep::up) && has(DiagramSweep::down))
        writer.add_up_and_down(results.numbers, s);
    double points = 0;
    for (const std::vector<dynamics::LongMotion>& motions : results.branches)
        points += static_cast<double>(motions.size());
    add_quantities(s, [&](io::Entries& q) { quantities(q, results); });
    if (!results.branches.empty())
        s.lines.push_back(number_text(points) + " motions of " +
                          (results.branches.size() == 1
                               ? "1 branch"
                               : std::to_string(results.branches.size()) + " branches") +
                          " of " + join(e.branches));
    return s;
}

} // namespace slideway::app
