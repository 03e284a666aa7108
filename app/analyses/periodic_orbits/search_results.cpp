#include "app/analyses/periodic_orbits/search_results.hpp"

#include "app/motions/start/phase_zero.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/quantities.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::OrbitBranch;
using dynamics::OrbitLabel;
using dynamics::SearchedStart;
using Became = SearchedStart::Outcome;

long count(const std::vector<SearchedStart>& starts, Became outcome)
{
    return std::count_if(starts.begin(), starts.end(), [&](const SearchedStart& start) -> bool {
        return start.outcome == outcome;
    });
}

// "44 found, 3 no recurrence"
std::string outcomes_of(const std::vector<SearchedStart>& starts)
{
    std::vector<std::string> parts;
    for (const Choice<Became>& outcome : choices(Became()))
        if (const long n = count(starts, outcome.value); n > 0)
            parts.push_back(std::to_string(n) + " " + std::string(outcome.name));
    return join(parts);
}

// Starts that lead to each branch.
std::vector<double> starts_by_branch(const OrbitResults& results)
{
    std::vector<double> n(results.found.branches.size(), 0);
    for (const SearchedStart& start : results.searched)
        if (start.outcome == Became::found)
            n.at(static_cast<std::size_t>(start.branch)) += 1;
    return n;
}

// The point at which a branch was found; it may have another label than `start`.
Index found_at(const OrbitBranch& branch)
{
    Index position = 0;
    branch.branch.s.cwiseAbs().minCoeff(&position);
    return position;
}

bool stable(const OrbitBranch& branch)
{
    return branch.branch.monitors(dynamics::orbit_stable, found_at(branch)) > 0;
}

// "2 fold, 4 grazing"
std::string labels_of(const OrbitBranch& branch)
{
    std::vector<std::string> parts;
    for (const Choice<OrbitLabel>& label : choices(OrbitLabel())) {
        if (label.value == OrbitLabel::none || label.value == OrbitLabel::start ||
            label.value == OrbitLabel::bound)
            continue;
        if (const auto n = std::count(branch.labels.begin(), branch.labels.end(), label.value);
            n > 0)
            parts.push_back(std::to_string(n) + " " + std::string(label.name));
    }
    return parts.empty() ? "no label" : join(parts);
}

// "period_9": how many branches, their ranges and starts.
void add_periods(const PeriodicOrbits& e, const OrbitResults& results,
                 const std::vector<double>& starts, Summary& s)
{
    std::map<int, std::vector<std::size_t>> by_period;
    for (std::size_t b = 0; b < results.found.branches.size(); ++b)
        by_period[results.found.branches[b].form.periods].push_back(b);
    for (const auto& [period, branches] : by_period) {
        std::vector<double> low, high, led;
        for (const std::size_t b : branches) {
            const continuation::Branch& branch = results.found.branches[b].branch;
            low.push_back(e.reported_value(branch.p.minCoeff()));
            high.push_back(e.reported_value(branch.p.maxCoeff()));
            led.push_back(starts[b]);
        }
        const std::string name = "period_" + std::to_string(period);
        add(s, name, static_cast<double>(branches.size()), "");
        s.quantities.push_back(list(name + "." + e.result_name + ".min", low, e.unit));
        s.quantities.push_back(list(name + "." + e.result_name + ".max", high, e.unit));
        s.quantities.push_back(list(name + ".starts", led, ""));
    }
}

} // namespace

dynamics::OrbitSearch search_of(const PeriodicOrbits& e, const BuiltModel& built,
                                const OrbitModel& model)
{
    dynamics::OrbitFamily family = model.family;
    dynamics::OrbitSearch search;
    search.settle = e.search->settle;
    search.longest = e.search->longest;
    const std::vector<StartEntry> starts = starts_of(e.search->starts);
    const auto [low, high] = std::minmax(e.options.from, e.options.to);
    for (const double value : e.search->at) {
        const double p = value * e.rad_per_s;
        if (p < low || p > high)
            throw InputError("search.at", number_text(value),
                             "expected values from " + number_text(e.reported_value(low)) + " to " +
                                 number_text(e.reported_value(high)));
        if (!family.move_to(p))
            throw InputError("search.at", number_text(value), family.refusal());
        const OrbitModel::Built built_model = model.built_at(p, built);
        search.p.push_back(p);
        search.z.push_back(
            states_of("search", starts, *built_model.built, *built_model.modal, family));
    }
    return search;
}

void search(const PeriodicOrbits& e, const OrbitModel& model, const Monitor& monitor,
            OrbitResults& results)
{
    const auto all = static_cast<double>(model.search->p.size() * model.search->z.front().size());
    dynamics::FoundOrbits found =
        dynamics::search_orbits(model.family, *model.search, model.monitors, e.options,
                                monitor.part("starts of a search", all));
    if (found.interrupted && found.branches.empty())
        throw Interrupted();
    results.settled = e.search->settle;
    results.searched = std::move(found.starts);
    results.found = {
        std::move(found.branches), {}, found.interrupted, found.n_evaluations, found.tolerance};
    if (results.found.branches.empty())
        results.no_start = outcomes_of(results.searched) + " of " +
                           std::to_string(results.searched.size()) +
                           " starts; give other starts, or more of analysis.search.settle";
}

void add_search(const PeriodicOrbits& e, const OrbitResults& results, Summary& s)
{
    const std::vector<SearchedStart>& searched = results.searched;
    add(s, "search.starts", static_cast<double>(searched.size()), "");
    for (const Choice<Became>& outcome : choices(Became())) {
        std::string name = "search." + std::string(outcome.name);
        std::replace(name.begin(), name.end(), ' ', '_');
        add(s, name, static_cast<double>(count(searched, outcome.value)), "");
    }
    const std::vector<OrbitBranch>& branches = results.found.branches;
    if (branches.empty())
        return;
    const std::vector<double> starts = starts_by_branch(results);
    std::vector<double> values, is_stable;
    s.lines.push_back(std::to_string(searched.size()) + " starts: " + outcomes_of(searched) +
                      "; branches found:");
    for (std::size_t b = 0; b < branches.size(); ++b) {
        const OrbitBranch& branch = branches[b];
        values.push_back(e.reported_value(branch.branch.p(found_at(branch))));
        is_stable.push_back(stable(branch) ? 1 : 0);
        s.lines.push_back("  branch " + std::to_string(b + 1) + ": period " +
                          std::to_string(branch.form.periods) + ", " + e.result_name + " " +
                          number_text(e.reported_value(branch.branch.p.minCoeff()), 9) + " to " +
                          number_text(e.reported_value(branch.branch.p.maxCoeff()), 9) +
                          (branch.branch.closed() ? ", closed" : "") +
                          (branch.form.half ? ", their own mirror" : "") +
                          (stable(branch) ? ", stable at " : ", unstable at ") +
                          number_text(values.back(), 9) + ", " + labels_of(branch) + ", from " +
                          number_text(starts[b]) + (starts[b] == 1 ? " start" : " starts"));
    }
    s.quantities.push_back(list("branches.found_at", values, e.unit));
    s.quantities.push_back(list("branches.stable", is_stable, ""));
    s.quantities.push_back(list("branches.starts", starts, ""));
    add_periods(e, results, starts, s);
    if (results.found.interrupted && s.status == Status::end) {
        s.status = Status::interrupted;
        s.message = "interrupted after " + std::to_string(searched.size()) +
                    " starts; what was found is kept";
    }
}

void write_search(io::ArraySink& sink, const PeriodicOrbits& e, const OrbitResults& results)
{
    const std::vector<StartEntry> starts = starts_of(e.search->starts);
    std::vector<double> key_values;
    std::vector<int> outcome, period, branch;
    std::map<std::string, std::vector<double>> displacement, velocity;
    for (const SearchedStart& start : results.searched) {
        key_values.push_back(e.search->at[start.p]);
        outcome.push_back(static_cast<int>(start.outcome));
        period.push_back(start.periods);
        branch.push_back(static_cast<int>(start.branch) + 1);
        for (const auto& [name, value] : starts[start.z].displacement)
            displacement[name].push_back(value);
        for (const auto& [name, value] : starts[start.z].velocity)
            velocity[name].push_back(value);
    }
    sink.write("search/parameter", key_values, e.unit, "of each start");
    for (const auto& [name, values] : displacement)
        sink.write("search/displacement/" + name, values, "m", "of each start");
    for (const auto& [name, values] : velocity)
        sink.write("search/velocity/" + name, values, "m/s", "of each start");
    sink.write("search/outcome", outcome, numbered_names(Became()));
    sink.write("search/period", period, "of the motion found, or of the recurrence; 0: none");
    sink.write("search/branch", branch, "to which the motion belongs, from 1; 0: none");
}

} // namespace slideway::app
